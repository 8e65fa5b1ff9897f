import { toFileName } from './file-name.ts';

export const reportKinds = [
  'executive',
  'technical',
  'dora_red',
  'dora_blue',
  'dora_summary',
  'dora_remediation',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A draft is edited; an issued report never changes. */
export const reportStatuses = ['draft', 'issued'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const reportFormats = ['html', 'pdf', 'docx', 'xlsx', 'csv', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** What a report is saved as. */
export function nameReportFile(title: string, format: ReportFormat): string {
  // CSV is several files in one.
  return toFileName(title, format === 'csv' ? 'csv.zip' : format, 'Report');
}

/** How a report shows evidence: its list, also the pictures, or also what text files say. */
export const evidenceDetails = ['list', 'pictures', 'full'] as const;
export type EvidenceDetail = (typeof evidenceDetails)[number];

/** Whose record a report holds. */
export const reportedSides = ['both', 'red', 'blue'] as const;
export type ReportedSide = (typeof reportedSides)[number];

/** How days and numbers are written; the words of a report are English. */
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

/** What a section shows of the mission beside what the lead writes; docs/reports.md says what each is. */
export const reportParts = [
  'control',
  'people',
  'scope',
  'outcome',
  'within',
  'by_tactic',
  'change',
  'gaps',
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
] as const;
export type ReportPart = (typeof reportParts)[number];

export type ReportSection = {
  /** Names the text that is written for it. */
  key: string;
  title: string;
  /** What the lead is asked to write; null: nothing. */
  hint: string | null;
  parts: readonly ReportPart[];
};

const section = (key: string, title: string, hint: string | null, ...parts: ReportPart[]): ReportSection => ({
  key,
  title,
  hint,
  parts,
});

const executive = [
  section(
    'purpose',
    'Purpose and scope',
    'Why this exercise was done, and what was in scope.',
    'scope',
    'people',
  ),
  section('summary', 'Summary', 'Three sentences for somebody who reads nothing else.', 'outcome', 'within'),
  section('tactics', 'Results by tactic', null, 'by_tactic'),
  section('change', 'Change since the last mission', null, 'change'),
  section('gaps', 'Most important gaps', 'What they mean for the organisation.', 'gaps'),
  section('strengths', 'Strengths', 'What worked well, and should stay as it is.', 'strengths'),
  section('remediation', 'State of the remediations', null, 'remediation_status'),
];

/**
 * The sections of each kind of report, in order. Those of DORA's are what Delegated Regulation (EU) 2025/1190 asks for (OJ L,
 * 2025/1190, 18.6.2025), item by item in its order: red team test report (Article 12(2), Annex V), blue team test report
 * (Article 12(4), Annex VI), summary (Annex VII), remediation plan (Article 13(2)).
 */
export const reportSections: Readonly<Record<ReportKind, readonly ReportSection[]>> = {
  executive,
  technical: [
    section('control', 'Document control', null, 'control'),
    ...executive,
    section(
      'rules',
      'Rules of engagement',
      'What was agreed: times, targets, what was off limits, contacts.',
    ),
    section('method', 'Method and definitions', 'How the tests were chosen and run.', 'method'),
    section('figures', 'Figures', null, 'figures'),
    section('heat_map', 'ATT&CK coverage', null, 'heat_map'),
    section('expected', 'Expected against actual', null, 'expected'),
    section('timeline', 'Timeline', null, 'timeline'),
    section('tests', 'Tests by scenario', null, 'tests'),
    section('misses', 'Misses and causes', 'Why the defence missed what it missed.', 'misses'),
    section('plan', 'Remediation plan', null, 'remediation_plan'),
    section('not_run', 'Skipped and blocked tests', null, 'not_run'),
    section('all_tests', 'Appendix: all tests', null, 'all_tests'),
    section('evidence', 'Appendix: evidence', null, 'evidence'),
    section('tools', 'Appendix: tools of the defence', null, 'tools'),
    section('history', 'Appendix: history and how to verify it', null, 'history'),
  ],
  dora_red: [
    section('control', 'Document control', null, 'control', 'people'),
    section(
      'functions',
      'Targeted critical or important functions and ICT systems',
      'The functions, and the systems, processes and technologies behind them, as the red team test plan names them.',
      'scope',
    ),
    section('scenarios', 'Scenarios', 'A summary of each scenario.', 'scenarios'),
    section('flags', 'Flags', 'Which flags were reached, and which were not.'),
    section('paths', 'Attack paths', 'Paths followed with success and without.', 'attack_paths'),
    section(
      'techniques',
      'Tactics, techniques and procedures',
      'Which of them worked, and which did not.',
      'tests',
    ),
    section(
      'deviations',
      'Deviations from the red team test plan',
      'Each deviation with its reason, or that there were none.',
      'not_run',
    ),
    section('leg_ups', 'Leg-ups', 'What help was given, when and why, or that none was.'),
    section(
      'blue_actions',
      'Actions of the blue team',
      'What the testers know of how the blue team reconstructed the attack and limited its effects.',
      'detections',
    ),
    section('findings', 'Vulnerabilities and other findings', 'Each with its criticality.', 'misses'),
    section(
      'causes',
      'Root causes of successful attacks',
      'The root cause of each attack that succeeded.',
      'causes',
    ),
    section(
      'recommendations',
      'Recommendations for remediation',
      'What is to be remedied, the most urgent first.',
      'remediation_plan',
    ),
    section('evidence', 'Appendix: evidence', null, 'evidence'),
    section('history', 'Appendix: history and how to verify it', null, 'history'),
  ],
  dora_blue: [
    section('control', 'Document control', null, 'control', 'people'),
    section(
      'detections',
      'Detected actions and their log entries',
      'What was seen of each step of the red team test report.',
      'detections',
    ),
    section('timeline', 'Timeline', null, 'timeline'),
    section(
      'assessment',
      'Assessment of the testers’ findings',
      'What the blue team says to each finding and each recommendation.',
      'misses',
    ),
    section('evidence', 'Evidence of the attack', 'What the blue team collected, and how.', 'evidence'),
    section(
      'causes',
      'Root causes of successful attacks',
      'The root cause of each attack that succeeded, as the blue team sees it.',
      'causes',
    ),
    section(
      'lessons',
      'Lessons learned and room for improvement',
      'What is to be done better, by whom.',
      'remediation_plan',
    ),
    section('purple', 'Topics for purple teaming', 'What both teams should go through together.', 'gaps'),
    section('tools', 'Appendix: tools of the defence', null, 'tools'),
    section('history', 'Appendix: history and how to verify it', null, 'history'),
  ],
  dora_summary: [
    section(
      'parties',
      'Parties involved',
      'Control team, testers, threat intelligence provider, blue team, authority.',
      'control',
      'people',
    ),
    section('project_plan', 'Project plan', 'Phases and their dates.'),
    section(
      'scope',
      'Validated scope',
      'What was in scope, and why functions and systems were included or left out.',
      'scope',
    ),
    section(
      'scenarios',
      'Selected scenarios',
      'And each significant deviation from the targeted threat intelligence report.',
      'scenarios',
    ),
    section('paths', 'Attack paths, tactics, techniques and procedures', null, 'attack_paths'),
    section('flags', 'Flags', 'Which flags were captured, and which were not.'),
    section(
      'deviations',
      'Deviations from the red team test plan',
      'Each deviation with its reason, or that there were none.',
      'not_run',
    ),
    section('detections', 'Detections of the blue team', null, 'outcome', 'within', 'detections'),
    section(
      'purple',
      'Purple teaming',
      'Whether it was done in the testing phase, and under which conditions.',
    ),
    section('leg_ups', 'Leg-ups', 'What help was given, when and why, or that none was.'),
    section('risk_management', 'Risk management measures', 'What was done to keep the risk of the test low.'),
    section('findings', 'Vulnerabilities and other findings', 'Each with its criticality.', 'misses'),
    section(
      'causes',
      'Root causes of successful attacks',
      'The root cause of each attack that succeeded.',
      'causes',
    ),
    section(
      'plan',
      'High-level remediation plan',
      'How findings, their root causes and the priority of their remediation belong together.',
      'remediation_plan',
    ),
    section('lessons', 'Lessons from the feedback received', 'What all parties take from this test.'),
  ],
  dora_remediation: [
    section('control', 'Document control', null, 'control', 'people'),
    section('introduction', 'Introduction', 'What this plan answers, and who has approved it.'),
    section(
      'plan',
      'Shortcomings, root causes and measures',
      'How the measures improve identification, protection, detection and response.',
      'remediation_plan',
    ),
    section(
      'risks',
      'Risks',
      'Risks of measures that are not taken and, where there are any, of those that are.',
    ),
    section('status', 'State of the remediations', null, 'remediation_status'),
    section('history', 'Appendix: history and how to verify it', null, 'history'),
  ],
};

/** What a kind of report is called. */
export const reportKindNames: Readonly<Record<ReportKind, string>> = {
  executive: 'Executive report',
  technical: 'Technical report',
  dora_red: 'Red team test report (DORA, Annex V)',
  dora_blue: 'Blue team test report (DORA, Annex VI)',
  dora_summary: 'Test summary report (DORA, Annex VII)',
  dora_remediation: 'Remediation plan (DORA, Article 13)',
};

export type ReportOptions = {
  /** Whether commands, their output and clean-up stand in it. */
  commands: boolean;
  side: ReportedSide;
  evidence: EvidenceDetail;
  locale: ReportLocale;
  /** An IANA name. */
  time_zone: string;
  /** Stands at the head and foot of each page. */
  classification: string | null;
  /** What its document for Word is made from; null: Damson's own template. */
  template_id: string | null;
};

/** What a report says unless told otherwise. */
export const defaultReportOptions: ReportOptions = {
  commands: true,
  side: 'both',
  evidence: 'pictures',
  locale: 'en-GB',
  time_zone: 'UTC',
  classification: null,
  template_id: null,
};
