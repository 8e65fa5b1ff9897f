import type { FigureKey } from '../../../../domain/figure-keys.ts';
import type { DetectionLimit } from '../../../../domain/figures.ts';
import type { LevelKey, Severity } from '../../../../domain/outcomes.ts';
import { t } from '../../../words.ts';

/** Takes the key of a figure, returns what it counts in words. */
export function nameFigure(key: FigureKey): string {
  const [first = '', second = '', ...rest] = key.split('_');
  const nameClass = (found: string) => t(`names.outcome.${found as LevelKey | 'open'}`);
  if (first === 'within') {
    return t('results.figure.within', { limit: t(`names.detection_limit.${second as DetectionLimit}`) });
  }
  if (first === 'expected') {
    return t('results.figure.expected', {
      expected: nameClass(second).toLowerCase(),
      class: nameClass(rest.join('_')).toLowerCase(),
    });
  }
  if (first === 'severity') {
    return t('results.figure.severity', {
      severity: t(`names.severity.${second as Severity}`),
      class: nameClass(rest.join('_')).toLowerCase(),
    });
  }
  if (key === 'attempted' || key === 'judged') return t(`results.figure.${key}`);
  if (key === 'stopped_or_detected') return t('names.headline.stopped_or_detected');
  return nameClass(key);
}
