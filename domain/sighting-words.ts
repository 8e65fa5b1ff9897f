import { describeDuration } from './charts/figure-words.ts';
import type { SightingFigures } from './sightings.ts';
import type { Words } from './words/words.ts';

/** Takes the figures of sightings, returns a line for each that says something. */
export function describeSightingFigures(figures: SightingFigures, words: Words): string[] {
  const { t } = words;
  const { noticed, time_to_notice, escalated, false_attributions, taken_for_benign } = figures;
  const counted = { n: noticed.n, total: noticed.N };
  return [
    // Nothing to compare with while no test is visible.
    ...(noticed.N === 0
      ? []
      : [
          figures.of === 'hidden'
            ? t('sightings.figure.noticed_hidden', counted)
            : t('sightings.figure.noticed_executed', counted),
        ]),
    ...(time_to_notice.median_s === null
      ? []
      : [t('sightings.figure.time', { span: describeDuration(time_to_notice.median_s, words) })]),
    ...(escalated.n === 0 ? [] : [t('sightings.figure.escalated', { n: escalated.n })]),
    ...(false_attributions === 0 ? [] : [t('sightings.figure.false', { count: false_attributions })]),
    ...(taken_for_benign === 0 ? [] : [t('sightings.figure.benign', { count: taken_for_benign })]),
  ];
}
