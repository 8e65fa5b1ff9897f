import { longestName } from '../../../../domain/limits.ts';
import type { LevelKey } from '../../../../domain/outcomes.ts';
import type { Priority, RemediationStatus } from '../../../../domain/remediations.ts';

export const remediationStatusName: Record<RemediationStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  fixed: 'Fixed',
  verified: 'Verified',
  risk_accepted: 'Risk accepted',
  declined: 'Declined',
};

export const priorityName: Record<Priority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

const lack: Record<LevelKey, string> = {
  not_detected: 'not detected',
  logged: 'logged, no alert',
  alerted: 'alerted, not prevented',
  prevented: 'prevented',
};

/** A title for what a test has shown to need work, such as “Dump LSASS: not detected”. */
export function suggestTitle(test: { name: string; detection_level: { key: string } | null }): string {
  const level = test.detection_level?.key as LevelKey | undefined;
  const shown = level === undefined || !Object.hasOwn(lack, level) ? '' : `: ${lack[level]}`;
  return `${test.name.slice(0, longestName - shown.length)}${shown}`;
}
