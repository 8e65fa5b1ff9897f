import { type Icon, IconCertificate, IconPencil } from '@tabler/icons-react';
import type {
  EvidenceDetail,
  ReportedSide,
  ReportFormat,
  ReportKind,
  ReportLocale,
  ReportPart,
  ReportStatus,
} from '../../../../domain/reports.ts';
import { reportKindNames } from '../../../../domain/reports.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import type { Tone } from '../../../ui/badges/status-badge.tsx';

/** What a kind is for, in a sentence. */
export const kindSentence: Readonly<Record<ReportKind, string>> = {
  executive: 'A few pages for those who decide: what was tested, what was seen, gaps and strengths.',
  technical: 'Everything that was recorded, test by test, with figures, timeline and evidence.',
  dora_red:
    'What the testers hand over after a threat-led penetration test: scenarios, attack paths, findings.',
  dora_blue: 'What the blue team answers: what it saw of each step, root causes, lessons learned.',
  dora_summary: 'What goes to the authority: parties, scope, scenarios, findings, the plan in short.',
  dora_remediation: 'Shortcomings, measures, priorities and owners, with the risks that remain.',
};

/** What a kind is called where the regulation is named beside it. */
export function nameShortly(kind: ReportKind): string {
  return reportKindNames[kind].replace(/ \(.*\)$/, '');
}

export const statusName: Readonly<Record<ReportStatus, string>> = { draft: 'Draft', issued: 'Issued' };

export const statusLook: Readonly<Record<ReportStatus, { icon: Icon; tone: Tone }>> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  issued: { icon: IconCertificate, tone: 'strong' },
};

/** What a section shows by itself, within a sentence. */
export const partName: Readonly<Record<ReportPart, string>> = {
  control: 'who made this report, when, and its status',
  people: 'the members of the mission',
  scope: 'client, dates, description and ATT&CK version',
  outcome: 'what the tests came to',
  within: 'what was detected within 15 minutes, an hour and a day',
  by_tactic: 'outcomes by tactic',
  change: 'what became better or worse since the last mission of the organisation',
  gaps: 'up to five tests that were missed',
  strengths: 'up to five techniques of which everything was prevented or alerted',
  remediation_status: 'remediations by status',
  method: 'what the figures mean',
  figures: 'all figures',
  heat_map: 'the ATT&CK matrix by outcome',
  expected: 'what was expected against what was seen',
  timeline: 'the timeline of both sides',
  scenarios: 'the scenarios and what they came to',
  attack_paths: 'the tests of each scenario in order of time',
  detections: 'what was seen of each test',
  tests: 'each test with what was recorded',
  misses: 'the tests that were missed',
  causes: 'the root causes that the remediations name',
  remediation_plan: 'the remediations with owner and date',
  not_run: 'the tests that were skipped or could not run',
  all_tests: 'a table of all tests',
  evidence: 'a list of the evidence with SHA-256',
  tools: 'the tools of the organisation',
  history: 'the head of the history, and how to verify it',
};

export function describeParts(parts: readonly ReportPart[]): string {
  return parts.map((part) => partName[part]).join('; ');
}

export const sideName: Readonly<Record<ReportedSide, string>> = {
  both: 'Red and blue',
  red: 'Red alone',
  blue: 'Blue alone',
};

export const evidenceName: Readonly<Record<EvidenceDetail, string>> = {
  list: 'As a list',
  pictures: 'With pictures',
  full: 'With pictures and texts',
};

export const commandsName = { yes: 'Shown', no: 'Left out' } as const;

const languages = new Intl.DisplayNames('en', { type: 'language' });

export function nameLocale(locale: ReportLocale): string {
  return languages.of(locale) ?? locale;
}

/** What a report is made from in Word unless somebody has chosen a template. */
export const ownTemplateName = 'Damson’s own';

/** Whether a draft is made from Damson's own template because the one that it had was deleted. */
export function hasLostTemplate({ status, template }: Pick<Report, 'status' | 'template'>): boolean {
  return status === 'draft' && template !== null && template.id === null;
}

/** The options of a report in a line. */
export function describeOptions({ options, template }: Pick<Report, 'options' | 'template'>): string {
  const word =
    template === null || template.id === null ? [] : [`Word from “${toVisibleText(template.name)}”`];
  return [
    options.classification === null ? 'no classification' : toVisibleText(options.classification),
    sideName[options.side],
    options.commands ? 'with commands' : 'without commands',
    `evidence ${evidenceName[options.evidence]}`,
    nameLocale(options.locale),
    options.time_zone,
    ...word,
  ]
    .map((part, index) => (index === 1 || index === 3 ? part.toLowerCase() : part))
    .join(' · ');
}

/** What the file of a format is good for. */
export const formatName: Readonly<Record<ReportFormat, { name: string; use: string }>> = {
  html: { name: 'HTML', use: 'one file for any browser' },
  pdf: { name: 'PDF', use: 'to print and to hand over' },
  docx: { name: 'Word', use: 'to edit further' },
  xlsx: { name: 'Excel', use: 'tests, facts, remediations' },
  csv: { name: 'CSV', use: 'tables for other programs' },
  json: { name: 'JSON', use: 'the model, for programs' },
};
