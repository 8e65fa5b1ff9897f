import { toFileName } from './file-name.ts';
import { nothingWithheld, type Withholding, withholdWords } from './withheld.ts';
import type { ScreenKey } from './words/en/screens.ts';

export const reportKinds = [
  'executive',
  'technical',
  'dora_red',
  'dora_blue',
  'dora_summary',
  'dora_remediation',
  'replay_minutes',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A draft is edited; an issued report never changes. */
export const reportStatuses = ['draft', 'issued'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const reportFormats = ['html', 'pdf', 'docx', 'xlsx', 'csv', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Returns the file name of a report, without the words that it withholds. */
export function nameReportFile(
  { title, options }: { title: string; options: Pick<ReportOptions, 'sanitised' | 'withheld_words'> },
  format: ReportFormat,
): string {
  const shown = options.sanitised ? withholdWords(title, options.withheld_words, ' ') : title;
  // The CSV export is a ZIP of several files.
  return toFileName(shown, format === 'csv' ? 'csv.zip' : format, 'Report');
}

/** Evidence in a report: its list, with pictures, or also with the content of text files. */
export const evidenceDetails = ['list', 'pictures', 'full'] as const;
export type EvidenceDetail = (typeof evidenceDetails)[number];

/** Sides whose records a report contains. */
export const reportedSides = ['both', 'red', 'blue'] as const;
export type ReportedSide = (typeof reportedSides)[number];

/** Locales of reports: their language if supported, else English, and the format of dates and numbers. */
export const reportLocales = [
  'en-GB',
  'en-US',
  'de-DE',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'sv-SE',
  'ja-JP',
] as const;
export type ReportLocale = (typeof reportLocales)[number];

/** Parts of a section besides the lead's text; docs/reports.md describes each. */
export const reportParts = [
  'control',
  'people',
  'scope',
  'outcome',
  'within',
  'by_tactic',
  'change',
  'gaps',
  'top_findings',
  'findings',
  'strengths',
  'remediation_status',
  'method',
  'figures',
  'heat_map',
  'expected',
  'timeline',
  'scenarios',
  'attack_paths',
  'detections',
  'tests',
  'misses',
  'causes',
  'remediation_plan',
  'not_run',
  'all_tests',
  'evidence',
  'tools',
  'history',
  'parties',
  'functions',
  'phases',
  'deadlines',
  'flags',
  'leg_ups',
  'deviations',
  'topics',
  'feedback',
  'ttps',
  'log_entries',
  'finding_plan',
  'noticed',
  'sightings',
  'replay',
  'replay_steps',
] as const;
export type ReportPart = (typeof reportParts)[number];

/** Message key of a section's title. */
type Titled<Key> = Key extends `report_sections.title.${infer Name}` ? Name : never;
export type SectionTitle = Titled<ScreenKey>;
type Hinted<Key> = Key extends `report_hints.section.${infer Name}` ? Name : never;

export type ReportSection = {
  /** Key of the section's text. */
  key: string;
  title: SectionTitle;
  /** Message key of the prompt for the lead; null for none. */
  hint: Hinted<ScreenKey> | null;
  parts: readonly ReportPart[];
};

function shown(title: SectionTitle, ...parts: ReportPart[]): ReportSection {
  return { key: title, title, hint: null, parts };
}

function written(title: Hinted<ScreenKey>, ...parts: ReportPart[]): ReportSection {
  return { key: title, title, hint: title, parts };
}

/** The result comes first, for people who read only one page. */
const executive = [
  written('summary', 'outcome', 'top_findings', 'within'),
  shown('change', 'change'),
  shown('tactics', 'by_tactic'),
  written('gaps', 'gaps'),
  written('strengths', 'strengths'),
  shown('remediation', 'remediation_status'),
  written('purpose', 'scope', 'people'),
];

/**
 * Sections for which Damson drafts sentences from the record until the lead writes some. The TLPT kinds require the lead's own
 * text.
 */
export function isDrafted(kind: ReportKind, key: string): boolean {
  return (kind === 'executive' || kind === 'technical') && ['summary', 'gaps', 'strengths'].includes(key);
}

/**
 * The sections of each kind of report, in order. Those for DORA follow Delegated Regulation (EU) 2025/1190 (OJ L, 2025/1190,
 * 18.6.2025), item by item in its order: red team test report (Article 12(2), Annex V), blue team test report (Article 12(4),
 * Annex VI), summary (Annex VII), remediation plan (Article 13(2)).
 */
export const reportSections: Readonly<Record<ReportKind, readonly ReportSection[]>> = {
  executive,
  technical: [
    shown('control', 'control'),
    ...executive,
    written('rules'),
    written('method', 'method'),
    shown('figures', 'figures'),
    shown('heat_map', 'heat_map'),
    shown('expected', 'expected'),
    shown('timeline', 'timeline'),
    shown('sightings', 'noticed', 'sightings'),
    shown('tests', 'tests'),
    shown('all_findings', 'findings'),
    written('misses', 'misses'),
    shown('plan', 'remediation_plan'),
    shown('not_run', 'not_run'),
    shown('all_tests', 'all_tests'),
    shown('evidence', 'evidence'),
    shown('tools', 'tools'),
    shown('history', 'history'),
  ],
  dora_red: [
    shown('control', 'control', 'parties', 'people'),
    written('functions', 'functions', 'scope'),
    written('scenarios', 'scenarios'),
    written('flags', 'flags'),
    written('paths', 'attack_paths'),
    written('techniques', 'ttps', 'tests'),
    written('deviations', 'deviations', 'not_run'),
    written('leg_ups', 'leg_ups'),
    written('blue_actions', 'detections'),
    written('findings', 'findings'),
    written('causes', 'causes'),
    written('recommendations', 'remediation_plan'),
    shown('evidence', 'evidence'),
    shown('history', 'history'),
  ],
  dora_blue: [
    shown('control', 'control', 'parties', 'people'),
    written('detections', 'log_entries'),
    shown('timeline', 'timeline'),
    shown('sightings', 'noticed', 'sightings'),
    written('assessment', 'findings', 'misses'),
    { ...written('dora_blue_evidence', 'evidence'), key: 'evidence' },
    { ...written('dora_blue_causes', 'causes'), key: 'causes' },
    written('lessons', 'remediation_plan'),
    written('purple', 'topics', 'gaps'),
    shown('tools', 'tools'),
    shown('history', 'history'),
  ],
  dora_summary: [
    written('parties', 'parties', 'people', 'control'),
    written('project_plan', 'phases', 'deadlines'),
    written('scope', 'functions', 'scope'),
    { ...written('dora_summary_scenarios', 'scenarios'), key: 'scenarios' },
    { ...shown('dora_summary_paths', 'attack_paths', 'ttps'), key: 'paths' },
    { ...written('dora_summary_flags', 'flags'), key: 'flags' },
    written('deviations', 'deviations', 'not_run'),
    { ...shown('dora_summary_detections', 'outcome', 'within', 'detections'), key: 'detections' },
    { ...written('dora_summary_purple'), key: 'purple' },
    written('leg_ups', 'leg_ups'),
    written('risk_management'),
    written('findings', 'findings', 'misses'),
    written('causes', 'causes'),
    { ...written('dora_summary_plan', 'finding_plan'), key: 'plan' },
    { ...written('dora_summary_lessons', 'feedback'), key: 'lessons' },
  ],
  dora_remediation: [
    shown('control', 'control', 'parties', 'people'),
    written('introduction'),
    shown('top_findings', 'top_findings'),
    shown('status', 'remediation_status'),
    { ...written('dora_remediation_plan', 'remediation_plan'), key: 'plan' },
    written('risks'),
    shown('history', 'history'),
  ],
  replay_minutes: [
    shown('control', 'control', 'people'),
    shown('replay', 'replay'),
    shown('replay_steps', 'replay_steps'),
    shown('purple', 'topics'),
    shown('all_findings', 'findings'),
    shown('plan', 'remediation_plan'),
    shown('history', 'history'),
  ],
};

export type ReportOptions = Withholding & {
  /** Whether the report includes commands, their output and clean-up. */
  commands: boolean;
  /** Whether documents include the plan of each test: description, objective, procedure, clean-up, expected detection. */
  plans: boolean;
  side: ReportedSide;
  evidence: EvidenceDetail;
  locale: ReportLocale;
  /** An IANA name. */
  time_zone: string;
  /** Shown at the head and foot of each page. */
  classification: string | null;
  /** Template of the report's Word document; null for Damson's own. */
  template_id: string | null;
  /** Whether words, fields and files are withheld; the Word document then uses Damson's own template. */
  sanitised: boolean;
};

/** Default options of a report. */
export const defaultReportOptions: ReportOptions = {
  commands: true,
  plans: false,
  side: 'both',
  evidence: 'pictures',
  locale: 'en-GB',
  time_zone: 'UTC',
  classification: null,
  template_id: null,
  sanitised: false,
  ...nothingWithheld,
};

/** Takes a kind, returns the default options of its reports: the testers' own report has their record and their findings. */
export function defaultOptionsOf(kind: ReportKind): ReportOptions {
  return kind === 'dora_red' ? { ...defaultReportOptions, side: 'red' } : defaultReportOptions;
}
