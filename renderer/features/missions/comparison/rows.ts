import type { HeadlineKey } from '../../../../domain/charts/figure-words.ts';
import { detectionLimits } from '../../../../domain/figures.ts';
import { isStopped, type LevelKey } from '../../../../domain/outcomes.ts';
import type { Comparison } from '../../../../server/missions/figures/contract.ts';

export const rowFilters = ['change', 'technique', 'figure', 'side'] as const;
/** An empty filter passes everything; a headline figure belongs to one of the two missions, over the tests common to both. */
export type RowFilter = Record<(typeof rowFilters)[number], string>;

type Row = Comparison['tests'][number];
type Run = { class: LevelKey | null; seconds: number | null };

const isCounted: Readonly<Record<HeadlineKey | 'common' | 'judged', (run: Run) => boolean>> = {
  common: () => true,
  judged: (run) => run.class !== null,
  stopped_or_detected: (run) => isStopped(run.class),
  prevented: (run) => run.class === 'prevented',
  missed: (run) => run.class === 'not_detected',
  within_1h: ({ seconds }) => seconds !== null && seconds <= detectionLimits['1h'],
};

/** The tests of a comparison that pass the filters. */
export function chooseRows(rows: readonly Row[], { change, technique, figure, side }: RowFilter): Row[] {
  const counts = figure in isCounted ? isCounted[figure as keyof typeof isCounted] : null;
  return rows.filter((row) => {
    const run = side === 'before' ? row.before : row.now;
    return (
      (change === '' || row.change === change) &&
      (technique === '' || row.techniques.some(({ external_id }) => external_id === technique)) &&
      (counts === null || (row.before !== null && row.now !== null && run !== null && counts(run)))
    );
  });
}
