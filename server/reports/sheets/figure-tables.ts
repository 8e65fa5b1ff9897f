import { outcomeOrder } from '../../../domain/charts/words.ts';
import type { Figures } from '../../../domain/figures.ts';
import { describeLeftOutPart } from '../content/parts.ts';
import { groupFigures, listWithinRates } from '../content/results.ts';
import type { Source } from '../content/source.ts';
import { toText } from '../content/words.ts';
import type { Table } from './tables.ts';

type Row = { of: string; name: string; figures: Figures };

/**
 * Takes the source of a report, returns its figures as a table: a row for the mission, then for each scenario, tactic and
 * technique. Empty if the report omits figures.
 */
export function toFigureTables({ model, wording }: Source): Table[] {
  const { t } = wording;
  if (describeLeftOutPart('figures', model.report.options.side, wording) !== null) return [];
  const rows: Row[] = [
    { of: t('reports.mission'), name: model.mission.name, figures: model.figures },
    ...groupFigures(model.figures, wording).flatMap(({ first, rows: groups }) =>
      groups.map(({ name, of }) => ({ of: first, name: toText(name), figures: of })),
    ),
  ];
  const outcomes = outcomeOrder.map((key) => t(`names.outcome.${key}`));
  const within = listWithinRates(model.figures, wording).map(([name]) => name);
  return [
    {
      name: t('reports.figures'),
      columns: [
        { name: t('reports.kind'), width: 14 },
        { name: t('reports.name'), width: 40 },
        ...[
          t('reports.tests'),
          t('reports.executed'),
          t('reports.term.judged'),
          ...outcomes,
          t('names.headline.stopped_or_detected'),
          ...within,
        ].map((name) => ({ name, width: 14 })),
      ],
      rows: rows.map(({ of, name, figures }) => [
        of,
        name,
        figures.tests,
        figures.attempted,
        figures.judged,
        ...outcomeOrder.map((key) => (key === 'open' ? figures.not_judged : figures.classes[key])),
        figures.stopped_or_detected.n,
        ...listWithinRates(figures, wording).map(([, { n }]) => n),
      ]),
    },
  ];
}
