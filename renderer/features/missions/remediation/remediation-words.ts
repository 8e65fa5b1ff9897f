import { longestName } from '../../../../domain/limits.ts';
import type { LevelKey } from '../../../../domain/outcomes.ts';
import { t } from '../../../words.ts';

const lack = (): Record<LevelKey, string> => ({
  not_detected: t('remediation.not_detected'),
  logged: t('remediation.logged_no_alert'),
  alerted: t('remediation.alerted_not_prevented'),
  prevented: 'prevented',
});

/** A title for what a test has shown to need work, such as “Dump LSASS: not detected”. */
export function suggestTitle(test: { name: string; detection_level: { key: string } | null }): string {
  const level = test.detection_level?.key as LevelKey | undefined;
  const shown = level === undefined || !Object.hasOwn(lack(), level) ? '' : `: ${lack()[level]}`;
  return `${test.name.slice(0, longestName - shown.length)}${shown}`;
}
