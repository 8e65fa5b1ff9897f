import type { Headline, Rate } from '../figures.ts';
import type { RunChange } from '../runs.ts';
import type { Words } from '../words/words.ts';
import { type ColorRole, type Drawing, narrow, type Shape, type Space, usualWidth } from './drawing.ts';
import { describeRate } from './figure-words.ts';
import { fitText, measureText, toLine } from './text-width.ts';

type Rates = Pick<Headline, 'stopped_or_detected' | 'prevented' | 'missed'>;

/** A mission with its date and its rates. */
export type TrendPoint = {
  key: string;
  name: string;
  date: string;
  figures: Rates;
  /** Change from the mission before; null for the first. */
  change: Change | null;
};

type Change = Record<RunChange | 'new' | 'gone', number> & {
  /** Values over the tests common to both missions, for each mission. */
  common: { before: Rates & Pick<Headline, 'judged'>; now: Rates & Pick<Headline, 'judged'> };
  worse_tests: readonly { test: { name: string } }[];
};

const drawnLines = [
  { rate: 'stopped_or_detected', role: 'alerted', dash: null },
  { rate: 'prevented', role: 'prevented', dash: '2 4' },
  { rate: 'missed', role: 'not_detected', dash: '7 4' },
] as const satisfies {
  rate: keyof Rates;
  role: ColorRole;
  dash: string | null;
}[];

const size = 12;
const small = 11;
/** From the middle of a dot to the edge of its link, in pixels. */
const reach = 8;
const plot = { top: 10, height: 170, left: 44 };
/** Width of a date, in pixels. */
const label = 92;
/** With this few tests or fewer, a share suggests more than is known: its dot is hollow. */
const fewest = 10;

/**
 * The rates of missions, oldest first, as dots; a line only connects values over the tests common to both. Null for fewer than
 * two.
 */
export function drawTrend(
  points: readonly TrendPoint[],
  { words: language, width = usualWidth }: Space,
): Drawing | null {
  if (points.length < 2) return null;
  const { t } = language;
  const lines = drawnLines.map((line) => ({ ...line, name: t(`names.headline.${line.rate}`) }));
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
    for (const [index, { change: since }] of points.entries()) {
      if (
        index === 0 ||
        since === null ||
        since.common.before[rate].N === 0 ||
        since.common.now[rate].N === 0
      )
        continue;
      const { before, now } = since.common;
      const d = `M${round(x(index - 1))} ${round(y(before[rate]))}L${round(x(index))} ${round(y(now[rate]))}`;
      shapes.push({ kind: 'path', role, d, width: 2.5, ...(dash === null ? {} : { dash }) });
    }
    for (const [index, { figures }] of points.entries()) {
      const of = figures[rate];
      if (of.N === 0) continue;
      shapes.push({ kind: 'circle', role, x: x(index), y: y(of), r: 4.5, isHollow: of.N < fewest });
    }
  }
  shapes.push(...(isNarrow ? [] : drawEnds(lines, points, width - right + 8, y)));
  const bottom = plot.top + plot.height;
  // Shows dates if they fit, starting from the last one, which matters most.
  const between = room / (points.length - 1);
  const every = Math.ceil(label / between);
  for (const [index, { name, date }] of points.entries()) {
    if ((points.length - 1 - index) % every !== 0) continue;
    // The last mission is at the edge, but its date still has room.
    const half = measureText(date, small) / 2;
    const at = Math.max(half, Math.min(x(index), width - half));
    const most = Math.min(between * every - 10, 2 * at, 2 * (width - at));
    const text = { kind: 'text', x: at, size: small, anchor: 'middle' } as const;
    shapes.push(
      { ...text, role: 'ink', y: bottom + 18, text: fitText(date, small, most) },
      { ...text, role: 'muted', y: bottom + 33, text: fitText(toLine(name), small, most) },
    );
  }
  const legend = isNarrow ? drawKey(lines, { y: bottom + 44, width }) : { shapes: [], height: 0 };
  shapes.push(...legend.shapes);
  const last = points.at(-1)?.change ?? null;
  const hasLine = points.some(
    ({ change: since }, index) => index > 0 && since !== null && countCommon(since) > 0,
  );
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
    common: since === null ? '–' : language.number(countCommon(since)),
  }));
  return {
    title: t('charts.trend.title'),
    hint: [
      t(hasLine ? 'charts.trend.hint' : 'charts.trend.hint_no_line'),
      ...(last === null ? [] : [t('charts.trend.last', { change: describeChange(last, language) })]),
      ...(last === null || last.worse_tests.length === 0
        ? []
        : [t('charts.trend.worse', { tests: listNames(last.worse_tests, language) })]),
    ].join(' '),
    description: `${words.map(({ label: said }) => said).join('; ')}.`,
    width,
    height: bottom + 44 + legend.height,
    shapes,
    targets: points.map(({ key }, index) => {
      const half = room / (points.length - 1) / 2;
      return {
        key,
        label: words[index]?.label ?? '',
        count: null,
        x: Math.max(0, x(index) - half),
        y: plot.top,
        width: Math.min(width, x(index) + half) - Math.max(0, x(index) - half),
        height: plot.height + 34,
      };
    }),
    parts: points.flatMap(({ key, figures }, index) =>
      lines
        .filter(({ rate }) => figures[rate].N > 0)
        .map(({ rate, name }) => ({
          key,
          part: rate,
          count: figures[rate].n,
          label: t('shared.labelled', {
            label: words[index]?.name ?? '',
            value: t('charts.level_rate', { level: name, rate: describeRate(figures[rate], language) }),
          }),
          x: x(index) - reach,
          y: y(figures[rate]) - reach,
          width: 2 * reach,
          height: 2 * reach,
        })),
    ),
    table: {
      head: [
        t('charts.trend.mission'),
        t('charts.trend.date'),
        ...lines.map(({ name }) => name),
        t('charts.trend.common'),
        t('charts.trend.against'),
      ],
      rows: words.map(({ name, date, rates, common, change: since }) => [
        name,
        date,
        ...rates,
        common,
        since,
      ]),
      places: points.map(({ key, figures }) => [
        null,
        ...lines.map(({ rate }) => (figures[rate].n > 0 ? { key, part: rate } : null)),
        null,
        null,
      ]),
    },
  };
}

/** Takes the changes of tests between two missions, returns them in words. */
function describeChange(change: Change, { t }: Words): string {
  const parts = (['improved', 'worse', 'same', 'open', 'new', 'gone'] as const).flatMap((what) =>
    change[what] > 0 ? [t(`charts.trend.change.${what}`, { count: change[what] })] : [],
  );
  return parts.length === 0 ? t('charts.trend.change.none') : parts.join(', ');
}

/** Number of judged tests common to both missions. */
function countCommon({ common: { before, now } }: Change): number {
  return Math.min(before.judged, now.judged);
}

const mostNamed = 5;

function listNames(tests: Change['worse_tests'], { t }: Words): string {
  const names = tests.slice(0, mostNamed).map(({ test }) => toLine(test.name));
  const left = tests.length - names.length;
  return [...names, ...(left > 0 ? [t('charts.trend.more', { count: left })] : [])].join(', ');
}

type Line = (typeof drawnLines)[number] & { name: string };

/** The name of each line at its end, moved apart where two would overlap. */
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

function drawKey(
  lines: readonly Line[],
  { y: top, width }: { y: number; width: number },
): { shapes: Shape[]; height: number } {
  let [x, y] = [0, top];
  const shapes = lines.flatMap(({ name, role, dash }): Shape[] => {
    const wide = 34 + measureText(name, size);
    if (x > 0 && x + wide > width) [x, y] = [0, y + 18];
    const from = x;
    x += wide;
    return [
      {
        kind: 'path',
        role,
        d: `M${from} ${y + 8}h18`,
        width: 2.5,
        ...(dash === null ? {} : { dash }),
      },
      { kind: 'text', role: 'ink', x: from + 22, y: y + 12, text: name },
    ];
  });
  return { shapes, height: y - top + 20 };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
