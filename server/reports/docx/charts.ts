import { rankTactics } from '../../../domain/charts/bars.ts';
import { palettes } from '../../../domain/charts/palette.ts';
import { outcomeOrder } from '../../../domain/charts/words.ts';
import { type Figures, toLevelCounts } from '../../../domain/figures.ts';
import { listWithin } from '../content/results.ts';
import type { Wording } from '../dates.ts';
import type { ReportModel } from '../model.ts';
import { type Data, toMarkup, type Value } from './values.ts';

/** The charts of a document, each with horizontal bars. The first of its names is at the bottom. */
export function makeCharts({ figures }: ReportModel, wording: Wording): Data {
  const { t } = wording;
  const tactics = rankTactics(figures.by_tactic).reverse();
  return {
    chart_of_outcomes: chartOutcomes(t('reports.chart.outcomes'), [''], [figures], wording),
    chart_of_times: chartTimes(figures, wording),
    chart_of_tactics: chartOutcomes(
      t('reports.chart.tactics'),
      tactics.map(({ tactic }) => tactic.name),
      tactics,
      wording,
    ),
  };
}

type Outcomes = Pick<Figures, 'attempted' | 'classes' | 'not_judged'>;

function chartOutcomes(
  title: string,
  names: readonly string[],
  of: readonly Outcomes[],
  { t }: Wording,
): Value {
  if (of.every(({ attempted }) => attempted === 0)) return null;
  const counts = of.map(toLevelCounts);
  return {
    _type: 'chart',
    title,
    categories: { names: names.map(toMarkup) },
    series: outcomeOrder.map((key) => ({
      name: t(`names.outcome.${key}`),
      color: palettes.paper[key],
      values: counts.map((count) => count[key]),
    })),
  };
}

function chartTimes(figures: Figures, wording: Wording): Value {
  const { t } = wording;
  const known = listWithin(figures, wording).reverse();
  if (known.length === 0) return null;
  return {
    _type: 'chart',
    title: t('reports.chart.within'),
    categories: { names: known.map(([name]) => name) },
    series: [
      { name: t('charts.within.yes'), color: palettes.paper.yes, values: known.map(([, { n }]) => n) },
      {
        name: t('charts.within.unknown'),
        color: palettes.paper.open,
        values: known.map(([, { unknown }]) => unknown),
      },
      {
        name: t('charts.within.no'),
        color: palettes.paper.no,
        values: known.map(([, { n, N, unknown }]) => N - n - unknown),
      },
    ],
  };
}
