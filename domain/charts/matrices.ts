import { type ExpectedLevel, expectedLevels } from '../expectations.ts';
import type { LevelCounts } from '../figures.ts';
import { type Severity, severities } from '../outcomes.ts';
import { drawLegend } from './bar-chart.ts';
import { type Drawing, fill, type Shape, type Space, type Target, usualWidth } from './drawing.ts';
import { fitText, measureText } from './text-width.ts';
import { outcomeOrder } from './words.ts';

const size = 12;
const cell = { height: 34, most: 132, named: 78 };
const head = 22;

type Row = { key: string; name: string; counts: LevelCounts };

/** Draws best expected level against actual level; null without expectations. A target's `key` is `expected actual`. */
export function drawExpectations(
  expected: Readonly<Record<ExpectedLevel, LevelCounts>>,
  space: Space,
): Drawing | null {
  const { t } = space.words;
  const rows = expectedLevels.map((key) => ({ key, name: t(`names.outcome.${key}`), counts: expected[key] }));
  return drawMatrix(
    rows,
    {
      title: t('charts.expected.title'),
      hint: t('charts.expected.hint'),
      first: t('charts.expected.first'),
      isFramed: (row, column) => row === column,
    },
    space,
  );
}

/**
 * Detection levels against the highest severity observed; null when no severity is known. `key` of a target is `severity level`.
 */
export function drawSeverities(found: Readonly<Record<Severity, LevelCounts>>, space: Space): Drawing | null {
  const { t } = space.words;
  const rows = severities
    .toReversed()
    .map((key) => ({ key, name: t(`names.severity.${key}`), counts: found[key] }));
  return drawMatrix(
    rows,
    {
      title: t('charts.severities.title'),
      hint: t('charts.severities.hint'),
      first: t('charts.severities.first'),
      isFramed: () => false,
    },
    space,
  );
}

type Naming = {
  title: string;
  hint: string;
  first: string;
  isFramed: (row: string, column: string) => boolean;
};

function drawMatrix(
  rows: readonly Row[],
  { title, hint, first, isFramed }: Naming,
  { words, width: most = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  const all = rows.flatMap(({ counts }) => outcomeOrder.map((key) => counts[key]));
  const largest = Math.max(...all);
  if (largest === 0) return null;
  const left = Math.min(0.3 * most, Math.max(...rows.map(({ name }) => measureText(name, size))) + 12);
  const wide = Math.min(cell.most, (most - left) / outcomeOrder.length);
  const width = most;
  // Colours replace the names of columns when there is no room.
  const legend =
    wide < cell.named
      ? drawLegend(
          outcomeOrder.map((key) => [key, t(`names.outcome.${key}`)]),
          { y: 0, width },
        )
      : { shapes: [], height: 0 };
  const top = legend.height;
  const shapes: Shape[] = [
    ...legend.shapes,
    ...outcomeOrder.map((key, column): Shape => {
      const middle = left + (column + 0.5) * wide;
      if (top > 0) return fill(key, { x: middle - 7, y: top + 4, width: 13, height: 13 }, 2);
      const text = { text: t(`names.outcome.${key}`), size: 11, anchor: 'middle' } as const;
      return { kind: 'text', role: 'muted', x: middle, y: 14, ...text };
    }),
  ];
  const targets: Target[] = [];
  for (const [index, row] of rows.entries()) {
    const y = top + head + index * cell.height;
    shapes.push({ kind: 'text', role: 'ink', x: 0, y: y + 21, text: fitText(row.name, size, left - 8) });
    for (const [column, key] of outcomeOrder.entries()) {
      const box = { x: left + column * wide + 1.5, y: y + 1.5, width: wide - 3, height: cell.height - 3 };
      const count = row.counts[key];
      shapes.push(
        count === 0
          ? { kind: 'rect', role: 'track', ...box }
          : { kind: 'rect', role: key, opacity: 0.18 + 0.5 * (count / largest), ...box },
      );
      // The pattern of the outcome along the lower edge, clear of digits.
      if (count > 0) shapes.push(fill(key, { ...box, y: box.y + box.height - 6, height: 6 }));
      if (isFramed(row.key, key)) {
        const { x, y: from, width: w, height: h } = box;
        shapes.push({ kind: 'path', role: 'ink', d: `M${x} ${from}h${w}v${h}h${-w}z`, width: 1.5 });
      }
      shapes.push({
        kind: 'text',
        role: count === 0 ? 'muted' : 'ink',
        x: box.x + box.width / 2,
        y: y + 19,
        text: words.number(count),
        anchor: 'middle',
        isBold: count > 0,
      });
      if (count > 0) {
        const column = t(`names.outcome.${key}`);
        const label = t('charts.matrix.cell', { first, row: row.name, column, count });
        targets.push({ key: `${row.key} ${key}`, label, count, ...box });
      }
    }
  }
  return {
    title,
    hint,
    description: `${targets.map(({ label }) => label).join('; ')}.`,
    width,
    height: top + head + rows.length * cell.height,
    shapes,
    targets,
    table: {
      head: [first, ...outcomeOrder.map((key) => t(`names.outcome.${key}`))],
      rows: rows.map(({ name, counts }) => [name, ...outcomeOrder.map((key) => String(counts[key]))]),
      places: rows.map(({ key, counts }) =>
        outcomeOrder.map((level) => (counts[level] > 0 ? { key: `${key} ${level}` } : null)),
      ),
    },
  };
}
