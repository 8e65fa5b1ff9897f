import {
  type DetectionLimit,
  detectionLimits,
  type Figures,
  type LevelCounts,
  type Rate,
  type ToolFigure,
  toLevelCounts,
} from '../figures.ts';
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
import { describeRate } from './figure-words.ts';
import { fitText, measureText, toLine } from './text-width.ts';
import { type OutcomeKey, outcomeOrder } from './words.ts';

/** Outcomes of attempted tests. */
export type Outcomes = Pick<Figures, 'attempted' | 'levels'>;

/** A rate with a name; `key` tells it from the others. */
export type RateRow = {
  key: string;
  name: string;
  /** Before the name, as an external id. */
  mark?: string;
  rate: Rate;
  /** The rest beside `n` is unknown rather than failed. */
  isOpen?: boolean;
};

type Segment = { role: ColorRole; count: number };
type Bar = {
  key: string;
  name: string;
  mark?: string | undefined;
  segments: readonly Segment[];
  of: number;
  value: string;
};

const size = 12;
const gap = 12;
/** Where a bar beside its name would be shorter than `least`, the name goes above it. */
const bar = { height: 13, least: 130, step: 27, narrowStep: 38, whole: 30 };
const legendStep = 18;

/** Draws the outcomes of attempted tests as one bar; null without any. `what` names one of them. */
export function drawOutcomes(
  outcomes: Outcomes,
  { words, width = usualWidth, what = 'test' }: Space & { what?: 'test' | 'simulation' },
): Drawing | null {
  const { t } = words;
  const parts = countOutcomes(outcomes);
  const { attempted } = outcomes;
  if (attempted === 0) return null;
  let x = 0;
  const shapes = parts.flatMap(({ key, count }): Shape[] => {
    const part = { x, y: 0, width: (width * count) / attempted, height: bar.whole };
    x += part.width;
    const text = words.number(count);
    const plate = measureText(text, size) + 8;
    if (plate > part.width) return [fill(key, part)];
    const middle = part.x + part.width / 2;
    return [
      fill(key, part),
      // Digits are not read on a pattern.
      { kind: 'rect', role: 'surface', x: middle - plate / 2, y: 7, width: plate, height: 16, radius: 3 },
      { kind: 'text', role: 'ink', x: middle, y: 19.5, text, anchor: 'middle' },
    ];
  });
  const rows = parts.map(({ key, count }) => {
    const level = t(`names.outcome.${key}`);
    const rate = describeRate({ n: count, N: attempted }, words);
    return { key, count, level, rate, label: t('charts.labelled', { label: level, value: rate }) };
  });
  const legend = drawLegend(
    rows.map(({ key, label }) => [key, label]),
    { y: bar.whole + 12, width },
  );
  return {
    title: t(`charts.outcomes.title.${what}`),
    hint: t(`charts.outcomes.hint.${what}`, { count: attempted }),
    description: list(rows.map(({ level, rate }) => t('charts.level_rate', { level, rate }))),
    width,
    height: bar.whole + 12 + legend.height,
    shapes: [...shapes, ...legend.shapes],
    targets: rows.map(({ key, count, label }, index) => {
      const before = parts.slice(0, index).reduce((sum, part) => sum + part.count, 0);
      return {
        key,
        label,
        x: (width * before) / attempted,
        y: 0,
        width: (width * count) / attempted,
        height: bar.whole,
      };
    }),
    table: {
      head: [t('charts.outcome'), t('charts.tests'), t('charts.rate')],
      rows: rows.map(({ level, count, rate }) => [level, String(count), rate]),
    },
  };
}

type Tactic = Outcomes & { tactic: { external_id: string; name: string } };

/** Takes tactics, returns those with an attempted test from the best to the worst. `raised`: prevented or alerted, of those judged. */
export function rankTactics<Of extends Tactic>(
  tactics: readonly Of[],
): { of: Of; counts: LevelCounts; raised: { n: number; N: number } }[] {
  return tactics
    .filter(({ attempted }) => attempted > 0)
    .map((of) => {
      const counts = toLevelCounts(of);
      const raised = { n: counts.prevented + counts.alerted, N: of.attempted - counts.open };
      return { of, counts, raised };
    })
    .sort(
      (one, other) =>
        shareOf(other.raised.n, other.raised.N) - shareOf(one.raised.n, one.raised.N) ||
        shareOf(other.counts.logged, other.raised.N) - shareOf(one.counts.logged, one.raised.N) ||
        other.raised.N - one.raised.N,
    );
}

/** The outcomes of each tactic with an attempted test, from the best to the worst; null where there is none. `key` of a target is its external id. */
export function drawOutcomesByTactic(
  tactics: readonly Tactic[],
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  const rows = rankTactics(tactics);
  if (rows.length === 0) return null;
  const bars = rows.map(
    ({ of, raised }): Bar => ({
      key: of.tactic.external_id,
      name: toLine(of.tactic.name),
      segments: countOutcomes(of).map(({ key, count }) => ({ role: key, count })),
      of: of.attempted,
      value: describeRate(raised, words),
    }),
  );
  const used = outcomeOrder.filter((key) => rows.some(({ counts }) => counts[key] > 0));
  const legend = drawLegend(
    used.map((key) => [key, t(`names.outcome.${key}`)]),
    { y: 0, width },
  );
  const drawn = drawBars(bars, { y: legend.height + 6, width, words });
  return {
    title: t('charts.tactics.title'),
    hint: t('charts.tactics.hint'),
    description: list(bars.map(({ name, value }) => t('charts.tactics.of', { tactic: name, rate: value }))),
    width,
    height: legend.height + 6 + drawn.height,
    shapes: [...legend.shapes, ...drawn.shapes],
    targets: drawn.targets,
    table: {
      head: [
        t('charts.tactic'),
        ...outcomeOrder.map((key) => t(`names.outcome.${key}`)),
        t('charts.tactics.raised'),
      ],
      rows: rows.map(({ counts }, index) => [
        bars[index]?.name ?? '',
        ...outcomeOrder.map((key) => String(counts[key])),
        bars[index]?.value ?? '',
      ]),
    },
  };
}

/** A bar for each rate: yes, partly and no; null where there is none. `first` says what the names are. */
export function drawRates(
  rows: readonly RateRow[],
  { title, hint = null, first }: { title: string; hint?: string | null; first: string },
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  if (rows.length === 0) return null;
  const bars = rows.map(({ key, name, mark, rate, isOpen = false }): Bar => {
    const { n, N, partial } = rate;
    const no = N - n - partial;
    return {
      key,
      name: toLine(name),
      mark: mark === undefined ? undefined : toLine(mark),
      segments: [
        { role: 'prevented', count: n },
        { role: 'logged', count: partial },
        { role: 'not_detected', count: isOpen ? 0 : no },
      ],
      of: N,
      value:
        partial > 0
          ? t('charts.rate.partly', { rate: describeRate(rate, words), partial })
          : describeRate(rate, words),
    };
  });
  const roles = new Set(
    bars.flatMap(({ segments }) => segments.filter(({ count }) => count > 0)).map(({ role }) => role),
  );
  const named = [
    ['prevented', t('charts.yes')],
    ['logged', t('charts.partly')],
    ['not_detected', t('charts.no')],
  ] as const;
  const used = named.filter(([role]) => roles.has(role));
  const legend = drawLegend(used.length > 1 ? used : [], { y: 0, width });
  const top = legend.height === 0 ? 0 : legend.height + 6;
  const drawn = drawBars(bars, { y: top, width, words });
  return {
    title,
    hint,
    description: list(bars.map(({ name, value }) => t('charts.labelled', { label: name, value }))),
    width,
    height: top + drawn.height,
    shapes: [...legend.shapes, ...drawn.shapes],
    targets: drawn.targets,
    table: {
      head: [first, t('charts.yes'), t('charts.partly'), t('charts.no'), t('charts.of'), t('charts.rate')],
      rows: rows.map(({ name, mark, rate, isOpen = false }) => [
        toLine(mark === undefined ? name : `${mark} ${name}`),
        String(rate.n),
        String(rate.partial),
        isOpen ? '–' : String(rate.N - rate.n - rate.partial),
        String(rate.N),
        describeRate(rate, words),
      ]),
    },
  };
}

/** How many were detected in 15 minutes, an hour and a day; null where of none it is known. */
export function drawWithin({ within }: Pick<Figures, 'within'>, space: Space): Drawing | null {
  const { t } = space.words;
  const limits = Object.keys(detectionLimits) as DetectionLimit[];
  const rows = limits.map((limit) => ({
    key: limit,
    name: t('charts.within.limit', { limit: t(`names.detection_limit.${limit}`) }),
    rate: within[limit],
  }));
  if (rows.every(({ rate }) => rate.N === 0)) return null;
  return drawRates(
    rows,
    {
      title: t('charts.within.title'),
      hint: t('charts.within.hint'),
      first: t('charts.within.first'),
    },
    space,
  );
}

/** Of each tool in how many tests it saw something; null where there is none. `key` of a target is its id. */
export function drawTools({ by_tool }: { by_tool: readonly ToolFigure[] }, space: Space): Drawing | null {
  const { t } = space.words;
  return drawRates(
    by_tool.map(({ tool, n, N }) => ({
      key: tool.id,
      name: tool.name,
      rate: { n, N, partial: 0 },
      isOpen: true,
    })),
    {
      title: t('charts.tools.title'),
      hint: t('charts.tools.hint'),
      first: t('charts.tools.first'),
    },
    space,
  );
}

function countOutcomes(outcomes: Outcomes): { key: OutcomeKey; count: number }[] {
  const counts = toLevelCounts(outcomes);
  return outcomeOrder.map((key) => ({ key, count: counts[key] })).filter(({ count }) => count > 0);
}

/** Unknown shares sort last. */
function shareOf(n: number, of: number): number {
  return of === 0 ? -1 : n / of;
}

function list(parts: readonly string[]): string {
  return `${parts.join('; ')}.`;
}

type Drawn = { shapes: Shape[]; targets: Target[]; height: number };

/** Names at the left, bars, and what they come to at the right; where there is no room, both stand above the bar. */
function drawBars(
  bars: readonly Bar[],
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
  const shapes = bars.flatMap(({ mark, name, segments, of, value }, index): Shape[] => {
    const y = top + index * step;
    const textY = y + (isNarrow ? 12 : bar.height - 2);
    const barY = isNarrow ? y + 18 : y;
    const marked = mark === undefined ? 0 : measureText(mark, size) + 6;
    const nameRoom = (isNarrow ? width - measureText(value, size) - gap : names) - marked;
    return [
      ...(mark === undefined ? [] : [{ kind: 'text', role: 'muted', x: 0, y: textY, text: mark } as const]),
      { kind: 'text', role: 'ink', x: marked, y: textY, text: fitText(name, size, nameRoom) },
      { kind: 'rect', role: 'track', x: left, y: barY, width: room, height: bar.height, radius: 2 },
      ...stack(segments, of, { x: left, y: barY, width: room }),
      isNarrow
        ? { kind: 'text', role: 'muted', x: width, y: textY, text: value, anchor: 'end' }
        : { kind: 'text', role: 'muted', x: left + room + gap, y: textY, text: value },
    ];
  });
  const targets = bars.map(({ key, mark, name, value }, index) => ({
    key,
    label: words.t('charts.labelled', { label: mark === undefined ? name : `${mark} ${name}`, value }),
    x: 0,
    y: top + index * step - 3,
    width,
    height: step - 2,
  }));
  return { shapes, targets, height: bars.length * step - (step - bar.height) + (isNarrow ? 20 : 2) };
}

function stack(
  segments: readonly Segment[],
  of: number,
  { x: left, y, width }: { x: number; y: number; width: number },
): Shape[] {
  if (of === 0) return [];
  let x = left;
  return segments
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => {
      const part = { x, y, width: (width * count) / of, height: bar.height };
      x += part.width;
      return fill(role, part);
    });
}

/** Swatches with their names, in as many lines as they take. */
export function drawLegend(
  entries: readonly (readonly [role: ColorRole, name: string])[],
  { y: top, width }: { y: number; width: number },
): { shapes: Shape[]; height: number } {
  let [x, y] = [0, top];
  const shapes: Shape[] = [];
  for (const [role, name] of entries) {
    const wide = 18 + measureText(name, size);
    if (x > 0 && x + wide > width) [x, y] = [0, y + legendStep];
    shapes.push(fill(role, { x, y: y + 1, width: 13, height: 13 }, 2), {
      kind: 'text',
      role: 'ink',
      x: x + 18,
      y: y + 12,
      text: name,
    });
    x += wide + 18;
  }
  return { shapes, height: entries.length === 0 ? 0 : y - top + legendStep };
}
