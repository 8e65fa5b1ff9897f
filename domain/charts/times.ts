import type { Figures, TimeFigure } from '../figures.ts';
import { type TimedKind, timedKinds } from '../score.ts';
import type { Words } from '../words/words.ts';
import { type Drawing, narrow, type Shape, type Space, usualWidth } from './drawing.ts';
import { describeDuration, describeTimes } from './figure-words.ts';
import { measureText } from './text-width.ts';

/** Marks of the scale in seconds, up to its end. */
const marks = [60, 900, 3600, 14_400, 86_400, 604_800, 2_592_000, 31_536_000];
const size = 12;
const gap = 12;
const tick = 11;

/** From zero to the longest time, on a logarithmic scale, which shows both minutes and days. */
function placeOf(seconds: number, longest: number): number {
  return Math.log1p(seconds) / Math.log1p(longest);
}

/** For each kind a dot at the median, and a line from there to the 90th percentile; null when no time is known. */
export function drawTimes(
  { times, partial_times }: Pick<Figures, 'times' | 'partial_times'>,
  { words: language, width = usualWidth }: Space,
): Drawing | null {
  const { t } = language;
  if (timedKinds.every((kind) => times[kind].n + times[kind].without === 0)) return null;
  const rows = timedKinds.map((kind) => ({
    kind,
    name: t(`names.timed_kind.${kind}`),
    time: times[kind],
    words: describeTimes(times[kind], language) ?? t('charts.times.unseen'),
  }));
  const labelOf = (row: (typeof rows)[number]) => t('shared.labelled', { label: row.name, value: row.words });
  const isNarrow = width < narrow;
  const words = rows.map((row) => (isNarrow ? row.words : shorten(row.time, language)));
  const left = isNarrow ? 8 : 90;
  const values = isNarrow ? 8 : Math.max(...words.map((text) => measureText(text, size))) + gap;
  const room = width - left - values;
  const step = isNarrow ? 42 : 26;
  const longest = Math.max(3600, ...rows.map(({ time }) => time.p90_s ?? 0));
  const bottom = rows.length * step;
  const x = (seconds: number) => left + room * placeOf(seconds, longest);
  const shapes: Shape[] = marksOf(longest, room).map(({ mark }) => ({
    kind: 'line',
    role: 'grid',
    x1: x(mark),
    y1: 0,
    x2: x(mark),
    y2: bottom,
  }));
  for (const [index, { kind, name, time }] of rows.entries()) {
    const y = index * step + (isNarrow ? 30 : 13);
    const textY = isNarrow ? index * step + 14 : y + 4;
    const text = words[index] ?? '';
    shapes.push(
      { kind: 'line', role: 'grid', x1: left, y1: y, x2: left + room, y2: y },
      { kind: 'text', role: 'ink', x: 0, y: textY, text: name },
      isNarrow
        ? { kind: 'text', role: 'muted', x: width, y: textY, text: shorten(time, language), anchor: 'end' }
        : { kind: 'text', role: 'muted', x: left + room + gap, y: textY, text },
      ...drawRange(kind, time, y, x),
    );
  }
  for (const { mark, isNamed } of marksOf(longest, room)) {
    if (!isNamed) continue;
    const text = describeDuration(mark, language);
    const half = measureText(text, tick) / 2;
    shapes.push({
      kind: 'text',
      role: 'muted',
      x: Math.min(width - half, Math.max(half, x(mark))),
      y: bottom + 14,
      text,
      size: tick,
      anchor: 'middle',
    });
  }
  // Partial detections have separate times.
  const listed = rows.flatMap(({ kind: key, name, time }) => {
    const partial = partial_times[key];
    const full = { key, name, time, parts: ['time', 'untimed'] as const };
    return partial.n + partial.without === 0
      ? [full]
      : [
          full,
          {
            key,
            name: t('charts.times.partial', { kind: name }),
            time: partial,
            parts: ['partial', 'partial_untimed'] as const,
          },
        ];
  });
  const cell = (seconds: number | null) => (seconds === null ? '–' : describeDuration(seconds, language));
  return {
    title: t('charts.times.title'),
    hint: t('charts.times.hint'),
    description: `${rows.map(labelOf).join('; ')}.`,
    width,
    height: bottom + 20,
    shapes,
    targets: rows.map((row, index) => ({
      key: row.kind,
      ...(row.time.n > 0
        ? { part: 'time', count: row.time.n }
        : { part: 'untimed', count: row.time.without }),
      label: labelOf(row),
      x: 0,
      y: index * step,
      width,
      height: step,
    })),
    table: {
      head: [
        t('charts.times.to'),
        t('charts.times.median'),
        t('charts.times.most'),
        t('charts.of'),
        t('charts.times.no_time'),
      ],
      rows: listed.map(({ name, time }) => [
        name,
        cell(time.median_s),
        cell(time.p90_s),
        String(time.n),
        String(time.without),
      ]),
      places: listed.map(({ key, time: { n, without }, parts: [timed, untimed] }) => [
        null,
        null,
        n > 0 ? { key, part: timed } : null,
        without > 0 ? { key, part: untimed } : null,
      ]),
    },
  };
}

/** The colour of a time's outcome; detection and response have none. */
const roleOf = {
  prevention: 'prevented',
  log: 'logged',
  alert: 'alerted',
  detection: 'ink',
  response: 'ink',
} as const satisfies Record<TimedKind, Shape['role']>;

function drawRange(
  kind: TimedKind,
  { median_s, p90_s }: TimeFigure,
  y: number,
  x: (seconds: number) => number,
): Shape[] {
  if (median_s === null || p90_s === null) return [];
  const role = roleOf[kind];
  return [
    { kind: 'line', role, x1: x(median_s), y1: y, x2: x(p90_s), y2: y, width: 3 },
    { kind: 'line', role, x1: x(p90_s), y1: y - 5, x2: x(p90_s), y2: y + 5, width: 2 },
    { kind: 'circle', role, x: x(median_s), y, r: 5 },
  ];
}

function shorten({ median_s, p90_s, n }: TimeFigure, words: Words): string {
  const { t } = words;
  if (median_s === null || p90_s === null) return '–';
  const [median, most] = [describeDuration(median_s, words), describeDuration(p90_s, words)];
  if (n === 1) return t('charts.times.once', { time: median });
  return t('charts.times.short', { times: median === most ? median : `${median} – ${most}`, n });
}

/** Every mark has a line, and a name if there is room. */
function marksOf(longest: number, room: number): { mark: number; isNamed: boolean }[] {
  let last = Number.NEGATIVE_INFINITY;
  return marks
    .filter((mark) => mark <= longest)
    .map((mark) => {
      const x = room * placeOf(mark, longest);
      const isNamed = x - last > 48;
      if (isNamed) last = x;
      return { mark, isNamed };
    });
}
