import { type Side, sides } from '../sides.ts';
import type { Words } from '../words/words.ts';
import {
  type ColorRole,
  type Drawing,
  fill,
  type Shape,
  type Space,
  type Target,
  usualWidth,
} from './drawing.ts';
import { fitText, measureText, toLine } from './text-width.ts';

/** Action or detection at a point in time. */
export type TimedEvent = {
  /** Its link target, such as a test. */
  key: string;
  at: string;
  side: Side;
  /** Subject, such as the name of a test. */
  name: string;
  /** Event, such as executed or alerted. */
  what: string;
  /** The outcome seen by blue; null for red's actions. */
  role: Extract<ColorRole, 'prevented' | 'alerted' | 'logged'> | null;
  tool: string | null;
};

/** `zone` is an IANA name, by default UTC; `from` and `to` select a part. */
type Window = Space & { from?: string; to?: string; zone?: string };

const left = 54;
const lane = { red: 46, blue: 128 };
const axis = 178;
const most = 8;
const size = 11;
const minute = 60_000;
const steps = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 43_200, 129_600, 525_600].map(
  (minutes) => minutes * minute,
);

/** Two lanes in order of time: red's actions, and blue's facts with their tool; null when nothing has a time. */
export function drawTimeline(
  events: readonly TimedEvent[],
  { words, width = usualWidth, from, to, zone = 'UTC' }: Window,
): Drawing | null {
  const { t } = words;
  const shown = events
    .filter(({ at }) => (from ?? at) <= at && at <= (to ?? at))
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const [first, last] = [from ?? shown[0]?.at, to ?? shown.at(-1)?.at];
  if (first === undefined || last === undefined || shown.length === 0) return null;
  const start = Date.parse(first);
  const span = Math.max(minute, Date.parse(last) - start);
  const room = width - left - 14;
  const x = (at: string) => left + (room * (Date.parse(at) - start)) / span;
  const shapes: Shape[] = sides.flatMap((side): Shape[] => [
    {
      kind: 'text',
      role: side,
      x: 0,
      y: lane[side] + 4,
      text: t(`names.side.${side}`),
      isBold: true,
    },
    { kind: 'line', role: 'grid', x1: left, y1: lane[side], x2: width, y2: lane[side] },
  ]);
  shapes.push(...drawAxis(start, span, { room, zone }));
  const places = sides.flatMap((side) =>
    gather(
      shown.filter((event) => event.side === side),
      x,
    ),
  );
  for (const place of places) shapes.push(...drawPlace(place, words));
  shapes.push(...drawNames(places, width));
  const clock = (at: string) => formatTime(Date.parse(at), zone, 'full');
  return {
    title: t('charts.timeline.title'),
    hint: t('charts.timeline.hint', { zone }),
    description: t('charts.timeline.described', {
      actions: shown.filter(({ side }) => side === 'red').length,
      sightings: shown.filter(({ side }) => side === 'blue').length,
      from: clock(first),
      to: clock(last),
    }),
    width,
    height: axis + 26,
    shapes,
    targets: places.map(({ events: those, x: at, side }): Target => {
      const named = those.slice(0, most).map((event) => `${clock(event.at)} ${describe(event, words)}`);
      const rest = those.length > most ? [t('charts.timeline.more', { count: those.length - most })] : [];
      return {
        key: those[0]?.key ?? '',
        label: [...named, ...rest].join('; '),
        count: null,
        x: at - 12,
        y: lane[side] - 12,
        width: 24,
        height: 24,
      };
    }),
    table: {
      head: (['time', 'side', 'what', 'test', 'tool'] as const).map((column) =>
        t(`charts.timeline.${column}`),
      ),
      rows: shown.map((event) => [
        clock(event.at),
        t(`names.side.${event.side}`),
        event.what,
        toLine(event.name),
        event.tool === null ? '' : toLine(event.tool),
      ]),
      places: shown.map(({ key }) => [null, null, { key }, null]),
    },
  };
}

function describe({ name, what, tool }: TimedEvent, { t }: Words): string {
  const named = { test: toLine(name), event: what };
  if (tool === null) return t('charts.timeline.event', named);
  return t('charts.timeline.event_by', { ...named, tool: toLine(tool) });
}

type Place = { side: Side; x: number; events: readonly TimedEvent[] };

/** Events too close to draw separately are combined. */
function gather(events: readonly TimedEvent[], x: (at: string) => number): Place[] {
  const places: { side: Side; x: number; events: TimedEvent[] }[] = [];
  for (const event of events) {
    const last = places.at(-1);
    const at = x(event.at);
    if (last !== undefined && at - last.x < 26) last.events.push(event);
    else places.push({ side: event.side, x: at, events: [event] });
  }
  return places;
}

function drawPlace({ side, x, events }: Place, words: Words): Shape[] {
  const y = lane[side];
  const several = events.length > 1;
  const count: Shape[] = several
    ? [
        {
          kind: 'text',
          role: 'muted',
          x,
          y: side === 'red' ? y + 20 : y - 11,
          text: words.number(events.length),
          size: 10,
          anchor: 'middle',
        },
      ]
    : [];
  const role = bestOf(events);
  if (side === 'red' || role === null)
    return [{ kind: 'circle', role: side, x, y, r: several ? 6 : 5 }, ...count];
  return [fill(role, { x: x - 6, y: y - 6, width: 12, height: 12 }, 2), ...count];
}

function bestOf(events: readonly TimedEvent[]): TimedEvent['role'] {
  const roles = new Set(events.map(({ role }) => role));
  return (['prevented', 'alerted', 'logged'] as const).find((role) => roles.has(role)) ?? null;
}

/** The name at a place if there is room: the test for red, the tool for blue. */
function drawNames(places: readonly Place[], width: number): Shape[] {
  const shapes: Shape[] = [];
  for (const side of sides) {
    // Names take two lines, so that neighbouring ones fit.
    const ends = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { x, events, side: of } of places) {
      const [event] = events;
      if (of !== side || event === undefined) continue;
      const tools = new Set(events.flatMap(({ tool }) => (tool === null ? [] : [toLine(tool)])));
      const name = side === 'red' ? toLine(event.name) : [...tools].join(', ');
      const line = ends.findIndex((end) => end < x - 8);
      if (name === '' || line === -1) continue;
      const text = fitText(name, size, 130);
      const wide = measureText(text, size);
      // A name at the right edge ends with the drawing.
      const from = Math.max(left, Math.min(x - 6, width - wide));
      if (from < (ends[line] ?? 0)) continue;
      ends[line] = from + wide + 4;
      const y = side === 'red' ? lane.red - 14 - line * 14 : lane.blue + 22 + line * 14;
      shapes.push({ kind: 'text', role: 'ink', x: from, y, text, size });
    }
  }
  return shapes;
}

function drawAxis(start: number, span: number, { room, zone }: { room: number; zone: string }): Shape[] {
  const step = steps.find((each) => (room * each) / span >= 76) ?? span;
  const kind = step >= 1440 * minute ? 'day' : span > 1440 * minute ? 'day and time' : 'time';
  const shapes: Shape[] = [];
  for (let at = Math.ceil(start / step) * step; at <= start + span; at += step) {
    const x = left + (room * (at - start)) / span;
    const text = formatTime(at, zone, kind);
    const half = measureText(text, size) / 2;
    shapes.push({ kind: 'line', role: 'grid', x1: x, y1: 12, x2: x, y2: axis });
    shapes.push({
      kind: 'text',
      role: 'muted',
      x: Math.min(x, left + room + 12 - half),
      y: axis + 15,
      text,
      size,
      anchor: 'middle',
    });
  }
  return shapes;
}

const parts = {
  day: { month: '2-digit', day: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit' },
  'day and time': { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  full: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const opened = new Map<string, Intl.DateTimeFormat>();

/** Opening a format takes a hundred times as long as using it. */
function openFormat(zone: string, kind: keyof typeof parts): Intl.DateTimeFormat {
  const key = `${zone} ${kind}`;
  const known =
    opened.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...parts[kind] });
  opened.set(key, known);
  return known;
}

/** A moment in a zone: year, month and day from the largest to the smallest, in any locale. */
export function formatTime(at: number, zone: string, kind: keyof typeof parts): string {
  const found = new Map(
    openFormat(zone, kind)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = ['year', 'month', 'day'].flatMap(
    (part) => found.get(part as Intl.DateTimeFormatPartTypes) ?? [],
  );
  const time = ['hour', 'minute'].flatMap((part) => found.get(part as Intl.DateTimeFormatPartTypes) ?? []);
  return [day.join('-'), time.join(':')].filter((part) => part !== '').join(' ');
}
