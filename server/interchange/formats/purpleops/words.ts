import type { LevelKey, Severity } from '../../../../domain/outcomes.ts';
import { redFields } from '../../../../domain/test-record.ts';
import { find } from '../../exercise/fact-lines.ts';
import type { CarriedField } from '../../exercise/test-sections.ts';

/** Fields of a record that are lists of `name|description`; the last ones belong to forks. */
export const listFields = [
  'sources',
  'targets',
  'tools',
  'controls',
  'tags',
  'preventionsources',
  'detectionsources',
  'datasources',
  'rules',
] as const;
export type ListField = (typeof listFields)[number];
export const fileFields = ['redfiles', 'bluefiles'] as const;

const severityNames: Readonly<Record<Severity, string>> = {
  informational: 'Informational',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

export function nameSeverity(severity: Severity | null): string {
  return severity === null ? '' : severityNames[severity];
}

export function findSeverity(text: string): Severity | null {
  const plain = text.trim().toLowerCase();
  return find(Object.keys(severityNames) as Severity[], plain === 'info' ? 'informational' : plain);
}

const outcomeNames: Readonly<Record<LevelKey, string>> = {
  prevented: 'Prevented',
  alerted: 'Alerted',
  logged: 'Logged',
  not_detected: 'Missed',
};

export function nameOutcome(level: LevelKey): string {
  return outcomeNames[level];
}

export function findOutcome(text: string): LevelKey | null {
  const plain = text.trim().toLowerCase();
  // A fork combines both outcomes in one.
  if (plain === 'prevented and alerted') return 'prevented';
  const levels = Object.keys(outcomeNames) as LevelKey[];
  return levels.find((level) => outcomeNames[level].toLowerCase() === plain) ?? null;
}

/** Sections kept in each text of a record, since there is no field for them. */
export const carried = {
  objective: [
    'description',
    'expectedDetection',
    'platforms',
    'noise',
    'techniques',
    'expectations',
    'variables',
  ],
  actions: ['procedure', 'cleanUp'],
  rednotes: ['status', ...redFields.filter((field) => field !== 'red_comment'), 'fileNames'],
  bluenotes: ['facts', 'detected_at', 'level'],
} as const satisfies Record<string, readonly CarriedField[]>;

/** Prefix of the tag for a test's scenario. */
export const scenarioTag = 'Scenario: ';
