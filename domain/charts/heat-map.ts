import type { Words } from '../words/words.ts';
import type { Outcomes } from './bars.ts';
import { drawLegend } from './bars.ts';
import { type Drawing, fill, type Shape, type Space, type Target, usualWidth } from './drawing.ts';
import { fitText, measureText, toLine } from './text-width.ts';
import { outcomeOrder } from './words.ts';

type Entry = { external_id: string; name: string };

/** Matrix of the figures: tactics in order, and techniques with their tactics. */
export type Heat = {
  by_tactic: readonly { tactic: Entry }[];
  by_technique: readonly (Outcomes & { technique: Entry; tactics: readonly string[] })[];
};

const cell = { width: 104, height: 38, gap: 4 };
const head = 30;
const size = 11;
/** Bold letters are wider than those that are measured. */
const bold = 12;

/** The techniques that were executed, by tactic, each in the colours of what became of its tests; null where there is none. `key` of a target is the technique’s external id. */
export function drawHeatMap(
  { by_tactic, by_technique }: Heat,
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  const distinct = by_technique.filter(({ attempted }) => attempted > 0);
  const known = new Set(by_tactic.map(({ tactic }) => tactic.external_id));
  const columns = [
    ...by_tactic.map(({ tactic }) => ({
      tactic,
      cells: distinct.filter(({ tactics }) => tactics.includes(tactic.external_id)),
    })),
    {
      tactic: { name: t('charts.heat.no_tactic') },
      cells: distinct.filter(({ tactics }) => !tactics.some((tactic) => known.has(tactic))),
    },
  ].filter(({ cells }) => cells.length > 0);
  if (columns.length === 0) return null;
  // Bands of as many columns as fit, so that the words keep their size.
  const perBand = Math.min(
    columns.length,
    Math.max(2, Math.floor((width + cell.gap) / (cell.width + cell.gap))),
  );
  const wide = Math.min(170, (width + cell.gap) / perBand - cell.gap);
  const used = outcomeOrder.filter((key) =>
    columns.some(({ cells }) => cells.some((each) => countOf(each, key) > 0)),
  );
  const legend = drawLegend(
    used.map((key) => [key, t(`names.outcome.${key}`)]),
    { y: 0, width },
  );
  const shapes: Shape[] = [...legend.shapes];
  const targets: Target[] = [];
  let y = legend.height + 8;
  for (let first = 0; first < columns.length; first += perBand) {
    const band = columns.slice(first, first + perBand);
    for (const [column, { tactic, cells }] of band.entries()) {
      const x = column * (wide + cell.gap);
      const name = fitText(toLine(tactic.name), bold, wide);
      shapes.push({ kind: 'text', role: 'ink', x, y: y + 14, text: name, size: 11, isBold: true });
      for (const [row, each] of cells.entries()) {
        const box = { x, y: y + head - 8 + row * (cell.height + cell.gap), width: wide, height: cell.height };
        shapes.push(...drawCell(each, box, words));
        targets.push({ key: each.technique.external_id, label: describe(each, words), ...box });
      }
    }
    y += head + Math.max(...band.map(({ cells }) => cells.length)) * (cell.height + cell.gap) + 8;
  }
  return {
    title: t('charts.heat.title'),
    hint: t('charts.heat.hint'),
    description: `${distinct.map((each) => describe(each, words)).join('; ')}.`,
    width,
    height: y - 8,
    shapes,
    targets,
    table: {
      head: [
        t('charts.heat.technique'),
        t('charts.heat.tactics'),
        ...outcomeOrder.map((key) => t(`names.outcome.${key}`)),
      ],
      rows: distinct.map((each) => [
        toLine(`${each.technique.external_id} ${each.technique.name}`),
        by_tactic
          .filter(({ tactic }) => each.tactics.includes(tactic.external_id))
          .map(({ tactic }) => toLine(tactic.name))
          .join(', '),
        ...outcomeOrder.map((key) => String(countOf(each, key))),
      ]),
    },
  };
}

function countOf({ classes, not_judged }: Outcomes, key: (typeof outcomeOrder)[number]): number {
  return key === 'open' ? not_judged : classes[key];
}

function describe(each: Heat['by_technique'][number], words: Words): string {
  const parts = outcomeOrder
    .filter((key) => countOf(each, key) > 0)
    .map((key) =>
      words.t('charts.level_rate', {
        level: words.t(`names.outcome.${key}`),
        rate: words.number(countOf(each, key)),
      }),
    );
  const label = toLine(`${each.technique.external_id} ${each.technique.name}`);
  return words.t('charts.labelled', { label, value: parts.join(', ') });
}

/** Light, so that words are read on it; along the lower edge the colours in full with their patterns. */
function drawCell(
  each: Heat['by_technique'][number],
  { x: left, y, width, height }: Omit<Target, 'key' | 'label'>,
  { t }: Words,
): Shape[] {
  let x = left;
  const shapes = outcomeOrder
    .filter((key) => countOf(each, key) > 0)
    .flatMap((key): Shape[] => {
      const part = (width * countOf(each, key)) / each.attempted;
      const box = { x, width: part };
      x += part;
      return [
        { kind: 'rect', role: key, opacity: 0.22, ...box, y, height },
        fill(key, { ...box, y: y + height - 7, height: 7 }),
      ];
    });
  const id = fitText(toLine(each.technique.external_id), 10, width - 10);
  const [own = ''] = toLine(each.technique.name).split(': ').slice(-1);
  const count = each.attempted > 1 ? t('charts.heat.times', { count: each.attempted }) : '';
  return [
    ...shapes,
    { kind: 'text', role: 'muted', x: left + 5, y: y + 12, text: id, size: 10 },
    ...(count === '' || measureText(id, 10) + measureText(count, 10) > width - 16
      ? []
      : [
          {
            kind: 'text',
            role: 'muted',
            x: left + width - 5,
            y: y + 12,
            text: count,
            size: 10,
            anchor: 'end',
          } as const,
        ]),
    { kind: 'text', role: 'ink', x: left + 5, y: y + 25, text: fitText(own, size, width - 10), size },
  ];
}
