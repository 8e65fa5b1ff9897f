import type { TestStatus } from '../../../../domain/missions.ts';
import {
  deriveLevel,
  type FactKind,
  isSighting,
  type LevelKey,
  type Severity,
  summarise,
} from '../../../../domain/outcomes.ts';
import { redFields } from '../../../../domain/test-record.ts';
import { lookUp } from '../../exercise/look-up.ts';
import type { CarriedField } from '../../exercise/test-sections.ts';
import type { PlannedFact } from '../../plan.ts';

/** The columns of an environment's CSV, in its order and with its spelling. */
export const columns = [
  'AssessmentGroup',
  'Campaign',
  'Phase',
  'Variant',
  'MitreID',
  'CapecId',
  'Method',
  'Status',
  'Outcome',
  'Outcome Path',
  'Alert Severity',
  'Alert Triggered',
  'Activity Logged',
  'Outcome Notes',
  'Detection Recommendations',
  'SourceIps',
  'TargetAssets',
  'ExpectedDetectionLayers',
  'DetectingTools',
  'Start Time',
  'Start Time Epoch',
  'Stop Time',
  'Stop Time Epoch',
  'Detection Time',
  'Detection Time Epoch',
  'Organizations',
  'Tags',
  'Objective',
  'Command',
  'References',
  'Liklihood',
  'Risk',
  'Internal/External',
  'Stealth',
  'Attack Vector',
  'Attack Complexity',
  'Privileges Required',
  'Attacker Tools',
] as const;
export type Column = (typeof columns)[number];

/** Outcomes, best first; the last two are from versions before 8. */
export type OutcomeWord =
  | 'Blocked'
  | 'Alerted'
  | 'Logged'
  | 'None'
  | 'N/A'
  | 'TBD'
  | 'Detected'
  | 'NotDetected';

const outcomeWords: readonly OutcomeWord[] = [
  'Blocked',
  'Alerted',
  'Logged',
  'None',
  'N/A',
  'TBD',
  'Detected',
  'NotDetected',
];

function toPlain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}

export function findOutcomeWord(text: string): OutcomeWord | null {
  return outcomeWords.find((word) => toPlain(word) === toPlain(text)) ?? null;
}

/** The kind of fact for an outcome. */
export const kindOf: { [Word in OutcomeWord]?: FactKind } = {
  Blocked: 'prevented',
  Alerted: 'alerted',
  Logged: 'logged',
  Detected: 'detected',
};

const levelWords: Readonly<Record<LevelKey, OutcomeWord>> = {
  prevented: 'Blocked',
  alerted: 'Alerted',
  logged: 'Logged',
  not_detected: 'None',
};

export function toLevel(word: OutcomeWord): LevelKey | null {
  if (word === 'NotDetected') return 'not_detected';
  const levels = Object.keys(levelWords) as LevelKey[];
  return levels.find((level) => levelWords[level] === word) ?? null;
}

/** Takes the verdict on a run, returns its outcome; an unknown one is `TBD`. */
export function nameOutcome({
  level,
  facts,
}: {
  level: LevelKey | null;
  facts: readonly PlannedFact[];
}): OutcomeWord {
  const known = level ?? deriveLevel(summarise(facts));
  if (known !== null) return levelWords[known];
  const isInapplicable = facts.length > 0 && facts.every(({ result }) => result === 'not_applicable');
  return isInapplicable ? 'N/A' : 'TBD';
}

const statusWords: Readonly<Record<string, TestStatus>> = {
  completed: 'executed',
  notperformed: 'pending',
  paused: 'blocked',
  abandon: 'skipped',
  abandoned: 'skipped',
};

/** Null for `InProgress`, which is neither a final nor a pending status. */
export function findStatus(text: string): TestStatus | null {
  return lookUp(statusWords, toPlain(text)) ?? null;
}

export const statusNames: Readonly<Record<TestStatus, string>> = {
  pending: 'NotPerformed',
  executed: 'Completed',
  reviewed_by_blue: 'Completed',
  blocked: 'Paused',
  skipped: 'Abandon',
};

const severityNames: Readonly<Record<Severity, string>> = {
  informational: 'Info',
  low: 'Low',
  medium: 'Med',
  high: 'High',
  critical: 'Critical',
};

export function nameSeverity(severity: Severity | null): string {
  return severity === null ? 'TBD' : severityNames[severity];
}

export function findSeverity(text: string): Severity | null {
  const plain = toPlain(text);
  const severities = Object.keys(severityNames) as Severity[];
  return (
    severities.find((severity) => severity === plain || toPlain(severityNames[severity]) === plain) ?? null
  );
}

/** `Yes`, `No`, or `TBD` when unknown. */
export function nameSeen(facts: readonly PlannedFact[], kind: FactKind): string {
  const best = summarise(facts)[kind];
  if (best === undefined || best === 'not_applicable' || best === 'not_tested') return 'TBD';
  return isSighting(best) ? 'Yes' : 'No';
}

/** Sections kept in each text, since there is no column for them. */
export const carried = {
  Objective: ['description', 'platforms', 'noise', 'tags', 'techniques', 'expectations', 'variables'],
  Command: ['procedure', 'cleanUp'],
  'Outcome Notes': [
    'status',
    ...redFields.filter((field) => field !== 'source_host' && field !== 'target_host'),
    'facts',
    'detected_at',
    'level',
  ],
} as const satisfies { [Name in Column]?: readonly CarriedField[] };
