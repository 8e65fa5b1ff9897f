import type { Words } from '../words/words.ts';
import { drawLegend } from './bar-chart.ts';
import {
  type Box,
  type ColorRole,
  type Drawing,
  fill,
  type Shape,
  type Space,
  type Target,
  usualWidth,
} from './drawing.ts';
import { fitText, measureText, toLine, wrapText } from './text-width.ts';

type Entry = { external_id: string; name: string };

/** Meaning of the parts of a cell, in drawing order; `part` names it, together with the key of its cell. */
type Entries = readonly { role: ColorRole; name: string; part: string }[];

/** A technique with its tactics by external id; `counts` are of the entries. */
export type TechniqueCell = { technique: Entry; tactics: readonly string[]; counts: readonly number[] };

/** Techniques in the columns of their tactics. */
type TechniqueMatrix = {
  title: string;
  hint: string;
  entries: Entries;
  tactics: readonly Entry[];
  cells: readonly TechniqueCell[];
};

const cell = { width: 104, height: 52, gap: 4 };
const mostLines = 2;
const head = 42;
const size = 11;
/** Bold letters are wider than measured ones. */
const bold = 12;

/**
 * Techniques by tactic, each in the colours of its tests' entries; null when there is none. `key` of a target is the external id.
 */
export function drawTechniqueMatrix(
  { title, hint, entries, tactics, cells: distinct }: TechniqueMatrix,
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  const known = new Set(tactics.map(({ external_id }) => external_id));
  const columns = [
    ...tactics.map((tactic) => ({
      tactic,
      cells: distinct.filter((each) => each.tactics.includes(tactic.external_id)),
    })),
    {
      tactic: { name: t('charts.heat.no_tactic') },
      cells: distinct.filter((each) => !each.tactics.some((tactic) => known.has(tactic))),
    },
  ].filter(({ cells }) => cells.length > 0);
  if (columns.length === 0) return null;
  // Splits columns into bands of as many as fit, so that the text keeps its size.
  const perBand = Math.min(
    columns.length,
    Math.max(2, Math.floor((width + cell.gap) / (cell.width + cell.gap))),
  );
  const wide = Math.min(170, (width + cell.gap) / perBand - cell.gap);
  const used = entries.filter((_, index) => distinct.some(({ counts }) => (counts[index] ?? 0) > 0));
  const legend = drawLegend(
    used.map(({ role, name }) => [role, name]),
    { y: 0, width },
  );
  const shapes: Shape[] = [...legend.shapes];
  const targets: Target[] = [];
  let y = legend.height + 8;
  for (let first = 0; first < columns.length; first += perBand) {
    const band = columns.slice(first, first + perBand);
    for (const [column, { tactic, cells }] of band.entries()) {
      const x = column * (wide + cell.gap);
      const lines = toLines(toLine(tactic.name), bold, wide);
      for (const [line, text] of lines.entries()) {
        const above = (lines.length - 1 - line) * 13;
        shapes.push({ kind: 'text', role: 'ink', x, y: y + 26 - above, text, size, isBold: true });
      }
      for (const [row, each] of cells.entries()) {
        const box = { x, y: y + head - 8 + row * (cell.height + cell.gap), width: wide, height: cell.height };
        shapes.push(...drawCell(each, entries, box, words));
        targets.push({
          key: each.technique.external_id,
          label: describe(each, entries, words),
          count: addUp(each.counts),
          ...box,
        });
      }
    }
    y += head + Math.max(...band.map(({ cells }) => cells.length)) * (cell.height + cell.gap) + 8;
  }
  return {
    title,
    hint,
    description: `${distinct.map((each) => describe(each, entries, words)).join('; ')}.`,
    width,
    height: y - 8,
    shapes,
    targets,
    table: {
      head: [t('charts.heat.technique'), t('charts.heat.tactics'), ...entries.map(({ name }) => name)],
      rows: distinct.map((each) => [
        toLine(`${each.technique.external_id} ${each.technique.name}`),
        tactics
          .filter(({ external_id }) => each.tactics.includes(external_id))
          .map(({ name }) => toLine(name))
          .join(', '),
        ...each.counts.map(String),
      ]),
      places: distinct.map(({ technique, counts }) => [
        null,
        ...counts.map((count, index) => {
          const part = entries[index]?.part;
          return count > 0 && part !== undefined ? { key: technique.external_id, part } : null;
        }),
      ]),
    },
  };
}

function addUp(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A name on as many lines as fit; the rest is cut off. */
function toLines(name: string, fontSize: number, width: number): string[] {
  const lines = wrapText(name, fontSize, width);
  if (lines.length <= mostLines) return lines;
  const last = fitText(lines.slice(mostLines - 1).join(' '), fontSize, width);
  return [...lines.slice(0, mostLines - 1), last];
}

function describe({ technique, counts }: TechniqueCell, entries: Entries, words: Words): string {
  const parts = entries.flatMap(({ name }, index) => {
    const count = counts[index] ?? 0;
    return count === 0 ? [] : [words.t('charts.level_rate', { level: name, rate: words.number(count) })];
  });
  const label = toLine(`${technique.external_id} ${technique.name}`);
  return words.t('shared.labelled', { label, value: parts.join(', ') });
}

/** Light, so that words are readable; along the lower edge the full colours with their patterns. */
function drawCell(
  { technique, counts }: TechniqueCell,
  entries: Entries,
  { x: left, y, width, height }: Box,
  { t }: Words,
): Shape[] {
  let x = left;
  const all = addUp(counts);
  const shapes = entries.flatMap(({ role }, index): Shape[] => {
    const count = counts[index] ?? 0;
    if (count === 0) return [];
    const part = (width * count) / all;
    const box = { x, width: part };
    x += part;
    return [
      { kind: 'rect', role, opacity: 0.22, ...box, y, height },
      fill(role, { ...box, y: y + height - 7, height: 7 }),
    ];
  });
  const id = fitText(toLine(technique.external_id), 10, width - 10);
  const [own = ''] = toLine(technique.name).split(': ').slice(-1);
  const count = all > 1 ? t('charts.heat.times', { count: all }) : '';
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
    ...toLines(own, size, width - 10).map(
      (text, line): Shape => ({ kind: 'text', role: 'ink', x: left + 5, y: y + 25 + line * 13, text, size }),
    ),
  ];
}
