import { reportParts } from '../../../domain/reports.ts';

/** Names that a template may use: texts and pictures, conditions on any of them, and lists to repeat. */
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
const pictures = scope(['caption', 'file', 'sha256', 'unreadable'], {}, ['picture']);
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
    'has_to_do',
    'has_categories',
    'has_severities',
    ...reportParts.map((name) => `is_${name}`),
  ],
  {
    fields,
    codes,
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
    findings: scope(['number', 'title', 'severity', 'status'], { fields }),
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
    remediations: scope(['number', 'title', 'priority', 'status'], { fields }),
    not_run: scope(['number', 'name', 'status', 'reason']),
    all_tests: scope(['number', 'name', 'techniques', 'executed', 'outcome', 'as_expected']),
    evidence: scope(['number', 'run', 'side', 'file', 'caption', 'size', 'sha256', 'added', 'by']),
    tools: scope(['name', 'vendor', 'kind', 'saw']),
  },
);

/** All that a template may name; docs/reports.md says what each is. */
export const templateFields: Scope = {
  texts: [
    'title',
    'kind',
    'classification',
    'draft',
    'mission',
    'organisation',
    'client',
    'period',
    'issued',
    'data_as_of',
    'time_zone',
    'generator',
    'report_id',
  ],
  pictures: ['logo'],
  charts: ['chart_of_outcomes', 'chart_of_times', 'chart_of_tactics'],
  lists: {
    sections: scope(['number', 'title', 'unstated'], { paragraphs, parts: part }),
  },
};
