import { longestName } from '../../../../domain/limits.ts';
import { levelKeys } from '../../../../domain/outcomes.ts';
import { t } from '../../../words.ts';

/** A title for a test that needs work, for example “Dump LSASS: not detected”. */
export function suggestTitle(test: { name: string; detection_level: { key: string } | null }): string {
  const level = levelKeys.find((key) => key === test.detection_level?.key);
  if (level === undefined) return test.name.slice(0, longestName);
  const title = (name: string) => t(`remediation.suggested.${level}`, { test: name });
  return title(test.name.slice(0, longestName - title('').length));
}
