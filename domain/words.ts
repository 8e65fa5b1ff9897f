import type { ExpectationVerdict, ExpectedResult } from './expectations.ts';
import type { AttackResult, MemberHint, MissionStatus, TestStatus } from './missions.ts';
import type { ToolKind } from './organisations.ts';
import type { DetectionCategory, FactKind, FactResult } from './outcomes.ts';
import type { Priority, RemediationStatus } from './remediations.ts';
import type { RunReason } from './runs.ts';
import type { Side } from './sides.ts';

// What things are called on screens and in reports.

export const sideName: Readonly<Record<Side, string>> = { red: 'Red', blue: 'Blue' };

export const memberHintName: Readonly<Record<MemberHint, string>> = {
  lead: 'Lead',
  red: 'Red team',
  blue: 'Blue team',
  observer: 'Observer',
};

export const missionStatusName: Readonly<Record<MissionStatus, string>> = {
  draft: 'Draft',
  in_progress: 'In progress',
  completed: 'Completed',
  archived: 'Archived',
};

export const testStatusName: Readonly<Record<TestStatus, string>> = {
  pending: 'Pending',
  skipped: 'Skipped',
  blocked: 'Could not run',
  executed: 'Executed',
  reviewed_by_blue: 'Reviewed',
};

/** What an attack came to, whatever was seen of it. */
export const attackResultName: Readonly<Record<AttackResult, string>> = {
  succeeded: 'Succeeded',
  partly: 'Partly succeeded',
  failed: 'Failed',
};

export const reasonName: Readonly<Record<RunReason, string>> = {
  retest: 'Retest',
  after_fix: 'After a fix',
  replay: 'Replay',
};

export const kindName: Readonly<Record<FactKind, string>> = {
  prevented: 'Prevented',
  alerted: 'Alerted',
  logged: 'Logged',
  detected: 'Detected',
  responded: 'Responded',
};

export const resultName: Readonly<Record<FactResult, string>> = {
  yes: 'Yes',
  partial: 'Partly',
  no: 'No',
  not_applicable: 'Does not apply',
  not_tested: 'Not tested',
};

export const categoryName: Readonly<Record<DetectionCategory, string>> = {
  none: 'None',
  telemetry: 'Telemetry',
  general: 'General',
  tactic: 'Tactic',
  technique: 'Technique',
};

export const expectedName: Readonly<Record<ExpectedResult, string>> = { yes: 'Yes', no: 'No', any: 'Any' };

export const verdictName: Readonly<Record<ExpectationVerdict, string>> = {
  met: 'Met',
  missed: 'Missed',
  open: 'Open',
};

export const remediationStatusName: Readonly<Record<RemediationStatus, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  fixed: 'Fixed',
  verified: 'Verified',
  risk_accepted: 'Risk accepted',
  declined: 'Declined',
};

export const priorityName: Readonly<Record<Priority, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

export const toolKindName: Readonly<Record<ToolKind, string>> = {
  edr: 'EDR',
  av: 'Antivirus',
  siem: 'SIEM',
  ndr: 'NDR',
  ids: 'IDS or IPS',
  firewall: 'Firewall',
  proxy: 'Proxy',
  email: 'E-mail security',
  identity: 'Identity',
  dlp: 'DLP',
  deception: 'Deception',
  cloud: 'Cloud security',
  other: 'Other',
};
