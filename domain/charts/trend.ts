import type { Rate } from '../figures.ts';
import type { RunChange } from '../runs.ts';
import type { Words } from '../words/words.ts';
import { type ColorRole, type Drawing, narrow, type Shape, type Space, usualWidth } from './drawing.ts';
import { describeRate } from './figure-words.ts';
import { fitText, measureText, toLine } from './text-width.ts';

/** A mission with its date and its rates. */
export type TrendPoint = {
  key: string;
  name: string;
  date: string;
  figures: { detection: Rate; visibility: Rate; missed: Rate };
  /** Change from the mission before; null for the first. */
  change: Change | null;
};

type Change = Record<RunChange | 'new' | 'gone', number>;

const drawnLines = [
  { rate: 'visibility', role: 'logged', dash: '2 4' },
  { rate: 'detection', role: 'alerted', dash: null },
  { rate: 'missed', role: 'not_detected', dash: '7 4' },
] as const satisfies {
  rate: keyof TrendPoint['figures'];
  role: ColorRole;
  dash: string | null;
}[];

const size = 12;
const small = 11;
const plot = { top: 10, height: 170, left: 44 };
/** Width of a date, in pixels. */
const label = 92;
/** Of so few a share says more than is known: its dot is hollow. */
const fewest = 5;

/** How the rates went from mission to mission, the oldest first; null for fewer than two. */
export function drawTrend(
  points: readonly TrendPoint[],
  { words: language, width = usualWidth }: Space,
): Drawing | null {
  if (points.length < 2) return null;
  const { t } = language;
  const lines = drawnLines.map((line) => ({ ...line, name: t(`charts.trend.${line.rate}`) }));
  const names = Math.max(...lines.map(({ name }) => measureText(name, size))) + 14;
  const isNarrow = width < narrow;
  const right = isNarrow ? 24 : names;
  const room = width - plot.left - right - 12;
  const x = (index: number) => plot.left + 6 + (room * index) / (points.length - 1);
  const y = ({ n, N }: Rate) => plot.top + plot.height * (1 - n / N);
  const shapes: Shape[] = [0, 25, 50, 75, 100].flatMap((percent): Shape[] => {
    const at = plot.top + plot.height * (1 - percent / 100);
    return [
      { kind: 'line', role: 'grid', x1: plot.left, y1: at, x2: width - right, y2: at },
      {
        kind: 'text',
        role: 'muted',
        x: plot.left - 6,
        y: at + 4,
        text: t('charts.percent', { percent }),
        size: small,
        anchor: 'end',
      },
    ];
  });
  for (const { rate, role, dash } of lines) {
    const known = points.flatMap(({ figures }, index) =>
      figures[rate].N > 0 ? [{ x: x(index), y: y(figures[rate]), N: figures[rate].N }] : [],
    );
    const d = known
      .map((point, index) => `${index === 0 ? 'M' : 'L'}${round(point.x)} ${round(point.y)}`)
      .join('');
    if (known.length > 1)
      shapes.push({ kind: 'path', role, d, width: 2.5, ...(dash === null ? {} : { dash }) });
    for (const point of known) {
      shapes.push({ kind: 'circle', role, x: point.x, y: point.y, r: 4.5, isHollow: point.N < fewest });
    }
  }
  shapes.push(...(isNarrow ? [] : drawEnds(lines, points, width - right + 8, y)));
  const bottom = plot.top + plot.height;
  // Dates where each has room, from the last one back: that is the one that is asked for.
  const between = room / (points.length - 1);
  const every = Math.ceil(label / between);
  for (const [index, { name, date }] of points.entries()) {
    if ((points.length - 1 - index) % every !== 0) continue;
    // The last one stands at the edge: its date has room all the same.
    const half = measureText(date, small) / 2;
    const at = Math.max(half, Math.min(x(index), width - half));
    const most = Math.min(between * every - 10, 2 * at, 2 * (width - at));
    const text = { kind: 'text', x: at, size: small, anchor: 'middle' } as const;
    shapes.push(
      { ...text, role: 'ink', y: bottom + 18, text: fitText(date, small, most) },
      { ...text, role: 'muted', y: bottom + 33, text: fitText(toLine(name), small, most) },
    );
  }
  const legend = isNarrow ? drawKey(lines, bottom + 44) : [];
  shapes.push(...legend);
  const change = points.at(-1)?.change ?? null;
  const words = points.map(({ name, date, figures, change: since }) => ({
    name: toLine(name),
    date,
    rates: lines.map(({ rate }) => describeRate(figures[rate], language)),
    label: t('charts.trend.point', {
      date,
      mission: toLine(name),
      rates: lines
        .map((line) =>
          t('charts.level_rate', { level: line.name, rate: describeRate(figures[line.rate], language) }),
        )
        .join(', '),
    }),
    change: since === null ? '–' : describeChange(since, language),
  }));
  return {
    title: t('charts.trend.title'),
    hint:
      change === null
        ? t('charts.trend.hint')
        : t('charts.trend.hint_changed', { change: describeChange(change, language) }),
    description: `${words.map(({ label: said }) => said).join('; ')}.`,
    width,
    height: bottom + (isNarrow ? 64 : 40),
    shapes,
    targets: points.map(({ key }, index) => {
      const half = room / (points.length - 1) / 2;
      return {
        key,
        label: words[index]?.label ?? '',
        x: Math.max(0, x(index) - half),
        y: plot.top,
        width: Math.min(width, x(index) + half) - Math.max(0, x(index) - half),
        height: plot.height + 34,
      };
    }),
    table: {
      head: [
        t('charts.trend.mission'),
        t('charts.trend.date'),
        ...lines.map(({ name }) => name),
        t('charts.trend.against'),
      ],
      rows: words.map(({ name, date, rates, change: since }) => [name, date, ...rates, since]),
    },
  };
}

/** Takes what became of the tests of an earlier mission in a later one, returns it in words. */
function describeChange(change: Change, { t }: Words): string {
  const parts = (['improved', 'worse', 'same', 'open', 'new', 'gone'] as const).flatMap((what) =>
    change[what] > 0 ? [t(`charts.trend.change.${what}`, { count: change[what] })] : [],
  );
  return parts.length === 0 ? t('charts.trend.change.none') : parts.join(', ');
}

type Line = (typeof drawnLines)[number] & { name: string };

/** The name of each line at its end, moved apart where two would meet. */
function drawEnds(
  lines: readonly Line[],
  points: readonly TrendPoint[],
  x: number,
  y: (rate: Rate) => number,
): Shape[] {
  const ends = lines
    .flatMap(({ rate, name }) => {
      const last = points.findLast(({ figures }) => figures[rate].N > 0);
      return last === undefined ? [] : [{ name, y: y(last.figures[rate]) }];
    })
    .sort((one, other) => one.y - other.y);
  let lowest = Number.NEGATIVE_INFINITY;
  return ends.map(({ name, y: wanted }) => {
    lowest = Math.max(wanted, lowest + 15);
    return { kind: 'text', role: 'ink', x, y: lowest + 4, text: name };
  });
}

function drawKey(lines: readonly Line[], y: number): Shape[] {
  let x = 0;
  return lines.flatMap(({ name, role, dash }): Shape[] => {
    const from = x;
    x += 34 + measureText(name, size);
    return [
      { kind: 'path', role, d: `M${from} ${y + 8}h18`, width: 2.5, ...(dash === null ? {} : { dash }) },
      { kind: 'text', role: 'ink', x: from + 22, y: y + 12, text: name },
    ];
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
