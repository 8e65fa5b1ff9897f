import type { Words } from '../words/words.ts';
import {
  type Box,
  type ColorRole,
  type Drawing,
  fill,
  type Shape,
  type Space,
  type Target,
} from './drawing.ts';
import { fitText, measureText } from './text-width.ts';

/** `part` names the segment, together with the key of its bar. */
type Segment = { role: ColorRole; count: number; part: string };

export type Bar = {
  key: string;
  name: string;
  mark?: string | undefined;
  segments: readonly Segment[];
  of: number;
  value: string;
  /** Replaces `value` when there is no room for the segments. */
  label?: string;
  /** Count of the whole bar, `of` if omitted. */
  whole?: { part: string; count: number };
};

const size = 12;
const gap = 12;
/** When a bar next to its name would be shorter than `least`, the name goes above it. */
const bar = { height: 15, least: 130, step: 28, narrowStep: 40 };
const legendStep = 18;

/** Colours with their names, as in legends. */
type Entries = readonly (readonly [role: ColorRole, name: string])[];

/** Draws bars under their legend as a chart; no legend without entries. */
export function putTogether(
  bars: readonly Bar[],
  entries: Entries,
  about: Pick<Drawing, 'title' | 'hint' | 'table'>,
  { words, width }: Required<Space>,
): Drawing {
  const legend = drawLegend(entries, { y: 0, width });
  const top = legend.height === 0 ? 0 : legend.height + 6;
  const drawn = drawBars(bars, entries, { y: top, width, words });
  return {
    ...about,
    description: list(
      bars.map(({ name, value, label = value }) => words.t('shared.labelled', { label: name, value: label })),
    ),
    width,
    height: top + drawn.height,
    shapes: [...legend.shapes, ...drawn.shapes],
    targets: drawn.targets,
    parts: drawn.parts,
  };
}

export function list(parts: readonly string[]): string {
  return `${parts.join('; ')}.`;
}

type Drawn = Required<Pick<Drawing, 'targets' | 'parts'>> & { shapes: Shape[]; height: number };

/** Names on the left, bars, and totals on the right; without enough room, both are above the bar. */
function drawBars(
  bars: readonly Bar[],
  entries: Entries,
  { y: top, width, words }: { y: number; width: number; words: Words },
): Drawn {
  const values = Math.max(...bars.map(({ value }) => measureText(value, size)));
  const names = Math.min(
    0.4 * width,
    Math.max(
      60,
      ...bars.map(({ mark, name }) => measureText(mark === undefined ? name : `${mark} ${name}`, size)),
    ),
  );
  const isNarrow = width - names - values - 2 * gap < bar.least;
  const step = isNarrow ? bar.narrowStep : bar.step;
  const left = isNarrow ? 0 : names + gap;
  const room = isNarrow ? width : Math.max(40, width - left - values - gap);
  const placed = bars.map(({ segments, of }, index) =>
    layOut(segments, of, { x: left, y: top + index * step + (isNarrow ? 18 : 0), width: room }),
  );
  const shapes = bars.flatMap(({ mark, name, of, value }, index): Shape[] => {
    const y = top + index * step;
    const textY = y + (isNarrow ? 12 : bar.height - 2);
    const barY = isNarrow ? y + 18 : y;
    const marked = mark === undefined ? 0 : measureText(mark, size) + 6;
    const nameRoom = (isNarrow ? width - measureText(value, size) - gap : names) - marked;
    return [
      ...(mark === undefined ? [] : [{ kind: 'text', role: 'muted', x: 0, y: textY, text: mark } as const]),
      { kind: 'text', role: 'ink', x: marked, y: textY, text: fitText(name, size, nameRoom) },
      ...(of === 0
        ? []
        : [
            {
              kind: 'rect',
              role: 'track',
              x: left,
              y: barY,
              width: room,
              height: bar.height,
              radius: 2,
            } as const,
          ]),
      ...(placed[index] ?? []).flatMap(({ role, count, box }) => [
        fill(role, box),
        ...writeCount(count, box, words),
      ]),
      isNarrow
        ? { kind: 'text', role: 'muted', x: width, y: textY, text: value, anchor: 'end' }
        : { kind: 'text', role: 'muted', x: left + room + gap, y: textY, text: value },
    ];
  });
  const nameOf = ({ mark, name }: Bar) => (mark === undefined ? name : `${mark} ${name}`);
  const targets = bars.map((bar, index): Target => {
    const { key, value, label = value, of, whole = { count: of } } = bar;
    return {
      key,
      ...whole,
      label: words.t('shared.labelled', { label: nameOf(bar), value: label }),
      x: 0,
      y: top + index * step - 3,
      width,
      height: step - 2,
    };
  });
  const parts = bars.flatMap((bar, index) =>
    (placed[index] ?? []).map(({ part, role, count, box }): Target => {
      const rate = words.number(count);
      const level = entries.find(([known]) => known === role)?.[1];
      return {
        key: bar.key,
        part,
        count,
        label: words.t('shared.labelled', {
          label: nameOf(bar),
          value: level === undefined ? rate : words.t('charts.level_rate', { level, rate }),
        }),
        ...box,
      };
    }),
  );
  return { shapes, targets, parts, height: bars.length * step - (step - bar.height) + (isNarrow ? 20 : 2) };
}

/** Takes the segments of a bar, returns the non-empty ones, each in its box. */
function layOut(
  segments: readonly Segment[],
  of: number,
  { x: left, y, width }: { x: number; y: number; width: number },
): (Segment & { box: Box })[] {
  let x = left;
  return segments
    .filter(({ count }) => count > 0)
    .map((segment) => {
      const box = { x, y, width: (width * segment.count) / of, height: bar.height };
      x += box.width;
      return { ...segment, box };
    });
}

/** A number on a bar, on a plain background if there is room: digits are hard to read on a pattern. */
export function writeCount(count: number, part: Box, words: Words): Shape[] {
  const text = words.number(count);
  const plate = measureText(text, size) + 8;
  if (count === 0 || plate > part.width) return [];
  const middle = part.x + part.width / 2;
  const height = Math.min(16, part.height - 2);
  return [
    {
      kind: 'rect',
      role: 'surface',
      x: middle - plate / 2,
      y: part.y + (part.height - height) / 2,
      width: plate,
      height,
      radius: 3,
    },
    { kind: 'text', role: 'ink', x: middle, y: part.y + part.height / 2 + 4.5, text, anchor: 'middle' },
  ];
}

/** Swatches with their names, in as many lines as needed; `boxes` are the places of the entries. */
export function drawLegend(
  entries: Entries,
  { y: top, width, step = legendStep }: { y: number; width: number; step?: number },
): { shapes: Shape[]; boxes: Box[]; height: number } {
  let [x, y] = [0, top];
  const shapes: Shape[] = [];
  const boxes: Box[] = [];
  const above = (step - legendStep) / 2;
  for (const [role, name] of entries) {
    const wide = 18 + measureText(name, size);
    if (x > 0 && x + wide > width) [x, y] = [0, y + step];
    shapes.push(fill(role, { x, y: y + above + 1, width: 13, height: 13 }, 2), {
      kind: 'text',
      role: 'ink',
      x: x + 18,
      y: y + above + 12,
      text: name,
    });
    boxes.push({ x, y, width: Math.min(wide, width - x), height: step });
    x += wide + 18;
  }
  return { shapes, boxes, height: entries.length === 0 ? 0 : y - top + step };
}
