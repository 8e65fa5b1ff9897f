import type { AttackResult, TestStatus } from '../../../domain/missions.ts';
import type { FactKind, FactResult, LevelKey } from '../../../domain/outcomes.ts';
import type { RecordField } from '../../../domain/test-record.ts';

// Words in exchanged files are part of a format: neither the interface language nor new wording changes them.

export const fieldLabels: Readonly<Record<RecordField, string>> = {
  command: 'Command',
  output: 'Output',
  red_comment: 'Red comment',
  executed_at: 'Executed',
  started_at: 'Started',
  ended_at: 'Ended',
  source_host: 'Source host',
  target_host: 'Target host',
  target_user: 'Target user',
  operator: 'Operator',
  attack_result: 'Attack',
  detection_level_id: 'Detection level',
  detection_level_source: 'Who decided the level',
  blue_comment: 'Blue comment',
  detected_at: 'Detected',
};

export const statusWords: Readonly<Record<TestStatus, string>> = {
  pending: 'Pending',
  skipped: 'Skipped',
  blocked: 'Could not run',
  executed: 'Executed',
  reviewed_by_blue: 'Reviewed',
};

export const attackWords: Readonly<Record<AttackResult, string>> = {
  succeeded: 'Succeeded',
  partly: 'Partly succeeded',
  failed: 'Failed',
};

export const kindWords: Readonly<Record<FactKind, string>> = {
  prevented: 'Prevented',
  alerted: 'Alerted',
  logged: 'Logged',
  detected: 'Detected',
  responded: 'Responded',
};

export const resultWords: Readonly<Record<FactResult, string>> = {
  yes: 'Yes',
  partial: 'Partly',
  no: 'No',
  not_applicable: 'Does not apply',
  not_tested: 'Not tested',
};

export const levelWords: Readonly<Record<LevelKey | 'open', string>> = {
  prevented: 'Prevented',
  alerted: 'Alerted',
  logged: 'Logged',
  not_detected: 'Not detected',
  open: 'Not judged',
};
