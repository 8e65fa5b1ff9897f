import { describeDuration } from './charts/figure-words.ts';
import type { MisjudgedFigure, SightedFigure, SightingFigures } from './sightings.ts';
import type { Words } from './words/words.ts';

type Line = { text: string; figure: SightedFigure | MisjudgedFigure | null; count: number };

/** Takes the figures of sightings, returns a line for each that says something, with the number of what it counts. */
export function describeSightingFigures(figures: SightingFigures, words: Words): Line[] {
  const { t } = words;
  const { noticed, time_to_notice, escalated, false_attributions, taken_for_benign } = figures;
  const counted = { n: noticed.n, total: noticed.N };
  const counts: Line[] = [
    {
      text: t('sightings.figure.escalated', { n: escalated.n }),
      figure: 'escalated',
      count: escalated.n,
    },
    {
      text: t('sightings.figure.false', { count: false_attributions }),
      figure: 'false_attributions',
      count: false_attributions,
    },
    {
      text: t('sightings.figure.benign', { count: taken_for_benign }),
      figure: 'taken_for_benign',
      count: taken_for_benign,
    },
  ];
  return [
    // Nothing to compare with while no test is visible.
    ...(noticed.N === 0
      ? []
      : [
          {
            text:
              figures.of === 'hidden'
                ? t('sightings.figure.noticed_hidden', counted)
                : t('sightings.figure.noticed_executed', counted),
            figure: 'noticed',
            count: noticed.n,
          } as const,
        ]),
    ...(time_to_notice.median_s === null
      ? []
      : [
          {
            text: t('sightings.figure.time', { span: describeDuration(time_to_notice.median_s, words) }),
            figure: null,
            count: 0,
          },
        ]),
    ...counts.filter(({ count }) => count > 0),
  ];
}
