import { rankTactics } from '../../../domain/charts/bars.ts';
import { palettes } from '../../../domain/charts/palette.ts';
import { outcomeName, outcomeOrder } from '../../../domain/charts/words.ts';
import { type Figures, toLevelCounts } from '../../../domain/figures.ts';
import { listWithin } from '../content/results.ts';
import type { ReportModel } from '../model.ts';
import { type Data, toMarkup, type Value } from './values.ts';

/** The charts of a document, each of bars that lie. The first of its names stands at the bottom. */
export function makeCharts({ figures }: ReportModel): Data {
  const tactics = rankTactics(figures.by_tactic)
    .map(({ of }) => of)
    .reverse();
  return {
    chart_of_outcomes: chartOutcomes('What became of the tests', [''], [figures]),
    chart_of_times: chartTimes(figures),
    chart_of_tactics: chartOutcomes(
      'What became of the tests, by tactic',
      tactics.map(({ tactic }) => tactic.name),
      tactics,
    ),
  };
}

type Outcomes = Pick<Figures, 'attempted' | 'levels'>;

function chartOutcomes(title: string, names: readonly string[], of: readonly Outcomes[]): Value {
  if (of.every(({ attempted }) => attempted === 0)) return null;
  const counts = of.map(toLevelCounts);
  return {
    _type: 'chart',
    title,
    categories: { names: names.map(toMarkup) },
    series: outcomeOrder.map((key) => ({
      name: outcomeName[key],
      color: palettes.paper[key],
      values: counts.map((count) => count[key]),
    })),
  };
}

function chartTimes(figures: Figures): Value {
  const known = listWithin(figures).reverse();
  if (known.length === 0) return null;
  return {
    _type: 'chart',
    title: 'Detected in time',
    categories: { names: known.map(([name]) => name) },
    series: [
      { name: 'Detected', color: palettes.paper.prevented, values: known.map(([, { n }]) => n) },
      {
        name: 'Partly',
        color: palettes.paper.logged,
        values: known.map(([, { partial }]) => partial),
      },
      {
        name: 'Not in this time',
        color: palettes.paper.open,
        values: known.map(([, { n, partial, N }]) => N - n - partial),
      },
    ],
  };
}
