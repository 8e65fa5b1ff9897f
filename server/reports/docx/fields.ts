import { type ReportPart, reportParts } from '../../../domain/reports.ts';
import { nameGroups, sectionKeys } from './names.ts';

/** Names allowed in a template: texts and pictures, conditions on any of them, and lists to repeat. */
export type Scope = {
  texts: readonly string[];
  pictures: readonly string[];
  charts: readonly string[];
  lists: Readonly<Record<string, Scope>>;
};

function scope(
  texts: readonly string[],
  lists: Record<string, Scope> = {},
  pictures: readonly string[] = [],
): Scope {
  return { texts, pictures, charts: [], lists };
}

const fields = scope(['label', 'value']);
const paragraphs = scope(['label', 'paragraph']);
const codes = scope(['label', 'code']);
const facts = scope(['what', 'seen', 'time', 'delay', 'tool', 'rule', 'note', 'analyst']);
const pictures = scope(['title', 'caption', 'file', 'sha256', 'unreadable'], {}, ['picture']);
const files = scope(['file', 'size', 'sha256', 'caption', 'content', 'is_listed']);
const levels = ['prevented', 'alerted', 'logged', 'not_detected', 'open'];

const side = scope(['side', 'has_fields', 'has_facts'], {
  fields,
  codes,
  comments: paragraphs,
  facts,
  pictures,
  files,
});
const run = scope(['run', 'outcome'], { sides: side });
const test = scope(
  ['number', 'name', 'outcome', 'as_expected', 'status', 'techniques', 'tactics', 'has_fields'],
  { paragraphs, codes, expected_detection: paragraphs, fields, runs: run },
);
const member = scope(['name', 'run', ...levels, 'detected', 'missed']);

const part: Scope = scope(
  [
    'part_title',
    'nothing',
    'intro',
    'outro',
    'has_fields',
    'has_outcomes',
    'has_results_alone',
    'has_to_do',
    'has_categories',
    'has_severities',
    ...reportParts.map((name) => `is_${name}`),
  ],
  {
    fields,
    codes,
    drawings: scope(['drawing_title'], {}, ['drawing']),
    people: scope(['name', 'role']),
    headline: scope(['name', 'rate', 'beside']),
    run_changes: scope(['title', 'tests']),
    outcomes: scope(['outcome', 'tests']),
    rates: scope(['name', 'yes', 'unknown', 'partly', 'of', 'rate']),
    questions: scope(['kind', 'yes', 'partly', 'no', 'not_applicable', 'not_answered']),
    times: scope(['name', 'median', 'most', 'tests', 'without']),
    categories: scope(['category', 'tests']),
    severities: scope(['severity', ...levels]),
    groups: scope(['group', 'first'], { members: member }),
    tactics: scope(['tactic', 'run', ...levels]),
    changes: scope(['name', 'before', 'now']),
    gaps: scope([
      'number',
      'name',
      'techniques',
      'finding',
      'why',
      'state',
      'severity',
      'remediation',
      'priority',
      'owner',
      'due',
    ]),
    top_findings: scope(['number', 'title', 'severity', 'status', 'tests', 'remediation']),
    findings: scope(
      [
        'number',
        'title',
        'severity',
        'status',
        'description',
        'impact',
        'root_cause',
        'recommendation',
        'affected',
        'references',
        'techniques',
        'tests',
        'remediation',
      ],
      { fields },
    ),
    strengths: scope(['technique', 'tests', 'tools']),
    states: scope(['priority', 'unstarted', 'in_progress', 'fixed', 'verified', 'risk_accepted', 'declined']),
    to_do: scope(['title', 'priority', 'status', 'owner', 'due']),
    terms: scope(['term', 'meaning']),
    techniques: scope(['id', 'name', 'tactics', 'run', ...levels]),
    expectations: scope(['number', 'name', 'kind', 'expected', 'came', 'met']),
    moments: scope(['time', 'side', 'number', 'name', 'run', 'what', 'tool']),
    scenarios: scope(['number', 'name', 'description', 'tests']),
    steps: scope(['scenario', 'number', 'name', 'techniques', 'executed', 'target', 'attack', 'outcome']),
    detections: scope(['number', 'name', 'executed', 'what', 'seen', 'time', 'delay', 'tool', 'rule']),
    scenarios_in_full: scope(['number', 'name', 'description'], { tests: test }),
    misses: scope(['number', 'name', 'techniques', 'has_fields'], { fields }),
    causes: scope(['number', 'name', 'attack', 'outcome', 'cause']),
    remediations: scope(
      [
        'number',
        'title',
        'priority',
        'status',
        'shortcoming',
        'root_cause',
        'measure',
        'risk_if_not_done',
        'owner',
        'due',
        'group',
      ],
      { fields },
    ),
    not_run: scope(['number', 'name', 'status', 'reason']),
    all_tests: scope(['number', 'name', 'techniques', 'executed', 'outcome', 'as_expected']),
    evidence: scope(['number', 'run', 'side', 'file', 'caption', 'size', 'sha256', 'added', 'by']),
    tools: scope(['name', 'vendor', 'kind', 'saw', 'expected']),
    functions: scope(['name', 'systems', 'rationale']),
    phases: scope(['phase', 'start', 'end']),
    deadlines: scope(['delivery', 'article', 'due', 'state']),
    flags: scope(['number', 'objective', 'system', 'captured', 'date', 'tests']),
    leg_ups: scope(['what', 'why', 'by', 'date', 'tests']),
    deviations: scope(['what', 'why', 'by', 'date', 'tests']),
    ttps: scope(['technique', 'tactics', 'success', 'no_success', 'open']),
    log_entries: scope(['number', 'name', 'outcome', 'has_fields', 'has_facts'], { fields, facts }),
    finding_plan: scope(['finding', 'severity', 'cause', 'remediation', 'priority', 'owner', 'due']),
    replay_steps: scope(['test', 'seen', 'should_have', 'why_not', 'decision']),
    sightings: scope(['time', 'title', 'kind', 'declared', 'became']),
  },
);

/** The part lists that a template may repeat anywhere, with their parts. */
export const listedParts = {
  people: 'people',
  headline: 'outcome',
  outcomes: 'outcome',
  run_changes: 'outcome',
  tactics: 'by_tactic',
  changes: 'change',
  gaps: 'gaps',
  top_findings: 'top_findings',
  findings: 'findings',
  strengths: 'strengths',
  states: 'remediation_status',
  to_do: 'remediation_status',
  terms: 'method',
  rates: 'figures',
  questions: 'figures',
  times: 'figures',
  categories: 'figures',
  severities: 'figures',
  groups: 'figures',
  techniques: 'heat_map',
  expectations: 'expected',
  moments: 'timeline',
  scenarios: 'scenarios',
  steps: 'attack_paths',
  detections: 'detections',
  scenarios_in_full: 'tests',
  misses: 'misses',
  causes: 'causes',
  remediations: 'remediation_plan',
  not_run: 'not_run',
  all_tests: 'all_tests',
  evidence: 'evidence',
  tools: 'tools',
  functions: 'functions',
  phases: 'phases',
  deadlines: 'deadlines',
  flags: 'flags',
  leg_ups: 'leg_ups',
  deviations: 'deviations',
  ttps: 'ttps',
  log_entries: 'log_entries',
  finding_plan: 'finding_plan',
  sightings: 'sightings',
  replay_steps: 'replay_steps',
} as const satisfies Record<string, ReportPart>;
export type ListedName = keyof typeof listedParts;
export const listedNames = Object.keys(listedParts) as ListedName[];

const section = scope(['number', 'title', 'entry', 'heading', 'unstated', 'is_chapter', 'is_appendix'], {
  paragraphs,
  parts: part,
});

/** All names allowed in a template; docs/guide/report-fields.md lists them with examples. */
export const templateFields: Scope = {
  texts: [...Object.values(nameGroups).flat(), ...[...listedNames, 'tests'].map((name) => `has_${name}`)],
  pictures: ['logo'],
  charts: ['chart_of_outcomes', 'chart_of_times', 'chart_of_tactics'],
  lists: {
    sections: section,
    ...Object.fromEntries(sectionKeys.map((key) => [`section.${key}`, section])),
    ...Object.fromEntries(listedNames.map((name) => [name, part.lists[name] as Scope])),
    tests: test,
  },
};
