import {
  type DetectionLimit,
  detectionLimits,
  type Figures,
  type QuestionAnswer,
  questionAnswers,
  type ToolFigure,
  toLevelCounts,
} from '../figures.ts';
import { type FactKind, factKinds } from '../outcomes.ts';
import type { Words } from '../words/words.ts';
import {
  type Box,
  type ColorRole,
  type Drawing,
  fill,
  type Shape,
  type Space,
  usualWidth,
} from './drawing.ts';
import { describeRate, describeTool } from './figure-words.ts';
import { fitText, measureText, toLine } from './text-width.ts';
import { type OutcomeKey, outcomeOrder } from './words.ts';

/** Classes of attempted tests. */
export type Outcomes = Pick<Figures, 'attempted' | 'classes' | 'not_judged'>;

/** A part of a mission with a name; `key` tells it from the others. */
export type OutcomeRow = {
  key: string;
  name: string;
  /** Before the name, as an external id. */
  mark?: string;
  of: Outcomes;
};

/** `part` names it beside the key of its bar. */
type Segment = { role: ColorRole; count: number; part: string };
type Bar = {
  key: string;
  name: string;
  mark?: string | undefined;
  segments: readonly Segment[];
  of: number;
  value: string;
  /** Stands for `value` where there is no room to see the segments. */
  label?: string;
};
type Titles = { title: string; hint?: string | null; first: string };

const size = 12;
const gap = 12;
/** Where a bar beside its name would be shorter than `least`, the name goes above it. */
const bar = { height: 15, least: 130, step: 28, narrowStep: 40, whole: 30 };
const legendStep = 18;

/** Draws the classes of attempted tests as one bar; null without any. `what` names one of them. */
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
    return [fill(key, part), ...writeCount(count, part, words)];
  });
  const rows = parts.map(({ key, count }) => {
    const level = t(`names.outcome.${key}`);
    return { key, count, level, label: t('charts.labelled', { label: level, value: words.number(count) }) };
  });
  const legend = drawLegend(
    rows.map(({ key, label }) => [key, label]),
    { y: bar.whole + 12, width },
  );
  return {
    title: t(`charts.outcomes.title.${what}`),
    hint: t(`charts.outcomes.hint.${what}`, { count: attempted }),
    description: list(rows.map(({ label }) => label)),
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
      head: [t('charts.outcome'), t('charts.tests')],
      rows: rows.map(({ level, count }) => [level, String(count)]),
      places: rows.map(({ key }) => [{ key }]),
    },
  };
}

/** A number on a bar, on a ground of its own where there is room for it: digits are not read on a pattern. */
function writeCount(count: number, part: Box, words: Words): Shape[] {
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

type Counted = Pick<OutcomeRow, 'name'> & { of: Outcomes };

/**
 * Takes parts of a mission, returns those with an attempted test, the one that needs most first: by the share of missed and of
 * logged-only tests among the judged ones, then by name. A part without a judged test comes last.
 */
export function rankByNeed<Of extends Counted>(parts: readonly Of[]): Of[] {
  const needOf = ({ of: { attempted, classes, not_judged } }: Counted) => {
    const judged = attempted - not_judged;
    return judged === 0 ? -1 : (classes.not_detected + classes.logged) / judged;
  };
  return parts
    .filter(({ of }) => of.attempted > 0)
    .sort((one, other) => needOf(other) - needOf(one) || compareText(one.name, other.name));
}

/** A bar of the classes of each part, in their order; null where there is none. */
export function drawOutcomeRows(
  parts: readonly OutcomeRow[],
  { title, hint = null, first }: Titles,
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  const rows = parts.map((part) => ({ ...part, counts: toLevelCounts(part.of) }));
  if (rows.length === 0) return null;
  const bars = rows.map(({ key, name, mark, of, counts }): Bar => {
    const said = outcomeOrder.filter((level) => counts[level] > 0);
    return {
      key,
      name: toLine(name),
      mark: mark === undefined ? undefined : toLine(mark),
      segments: said.map((level) => ({ role: level, count: counts[level], part: level })),
      of: of.attempted,
      value: t('charts.count', { count: of.attempted }),
      label: said
        .map((level) =>
          t('charts.level_rate', { level: t(`names.outcome.${level}`), rate: words.number(counts[level]) }),
        )
        .join(', '),
    };
  });
  const used = outcomeOrder.filter((key) => rows.some(({ counts }) => counts[key] > 0));
  return putTogether(
    bars,
    used.map((key) => [key, t(`names.outcome.${key}`)]),
    {
      title,
      hint,
      table: {
        head: [first, t('charts.tests'), ...outcomeOrder.map((key) => t(`names.outcome.${key}`))],
        rows: rows.map(({ counts, mark, name, of }) => [
          toLine(mark === undefined ? name : `${mark} ${name}`),
          String(of.attempted),
          ...outcomeOrder.map((key) => String(counts[key])),
        ]),
        places: rows.map(({ key, of, counts }) => [
          of.attempted > 0 ? { key } : null,
          ...outcomeOrder.map((part) => (counts[part] > 0 ? { key, part } : null)),
        ]),
      },
    },
    { words, width },
  );
}

type Tactic = Outcomes & { tactic: { external_id: string; name: string } };

/** Takes tactics, returns those with an attempted test as they are ranked. */
export function rankTactics<Of extends Tactic>(tactics: readonly Of[]): Of[] {
  return rankByNeed(tactics.map((of) => ({ name: of.tactic.name, of }))).map(({ of }) => of);
}

/** The classes of each tactic with an attempted test; null where there is none. `key` of a target is its external id. */
export function drawOutcomesByTactic(tactics: readonly Tactic[], space: Space): Drawing | null {
  const { t } = space.words;
  return drawOutcomeRows(
    rankTactics(tactics).map((of) => ({ key: of.tactic.external_id, name: of.tactic.name, of })),
    { title: t('charts.tactics.title'), hint: t('charts.tactics.hint'), first: t('charts.tactic') },
    space,
  );
}

type Answers = Record<QuestionAnswer, number>;
const answerRoles = {
  yes: 'yes',
  partial: 'partly',
  no: 'no',
  not_applicable: 'grid',
  not_answered: 'open',
} as const satisfies Record<QuestionAnswer, ColorRole>;

/** Answers to each question, of all attempted tests; null without any. `key` of a target is the kind of fact. */
export function drawQuestions(
  { questions, attempted }: { questions: Readonly<Record<FactKind, Answers>>; attempted: number },
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  if (attempted === 0) return null;
  const nameOf = (answer: QuestionAnswer) => t(`names.question_answer.${answer}`);
  const bars = factKinds.map((kind): Bar => {
    const said = questionAnswers.filter((answer) => questions[kind][answer] > 0);
    return {
      key: kind,
      name: t(`names.fact_kind.${kind}`),
      segments: said.map((answer) => ({
        role: answerRoles[answer],
        count: questions[kind][answer],
        part: answer,
      })),
      of: attempted,
      value: '',
      label: said
        .map((answer) =>
          t('charts.level_rate', { level: nameOf(answer), rate: words.number(questions[kind][answer]) }),
        )
        .join(', '),
    };
  });
  const used = questionAnswers.filter((answer) => factKinds.some((kind) => questions[kind][answer] > 0));
  return putTogether(
    bars,
    used.map((answer) => [answerRoles[answer], nameOf(answer)]),
    {
      title: t('charts.questions.title'),
      hint: t('charts.questions.hint', { count: attempted }),
      table: {
        head: [t('charts.questions.first'), ...questionAnswers.map(nameOf)],
        rows: factKinds.map((kind) => [
          t(`names.fact_kind.${kind}`),
          ...questionAnswers.map((answer) => String(questions[kind][answer])),
        ]),
        places: factKinds.map((key) =>
          questionAnswers.map((part) => (questions[key][part] > 0 ? { key, part } : null)),
        ),
      },
    },
    { words, width },
  );
}

/** How many were detected in 15 minutes, an hour and a day, of all that were judged; null where none is judged. */
export function drawWithin(
  { within }: Pick<Figures, 'within'>,
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  const limits = Object.keys(detectionLimits) as DetectionLimit[];
  if (limits.every((limit) => within[limit].N === 0)) return null;
  const named = [
    ['yes', t('charts.within.yes')],
    ['open', t('charts.within.unknown')],
    ['no', t('charts.within.no')],
  ] as const;
  const bars = limits.map((limit): Bar => {
    const { n, N, unknown } = within[limit];
    const value = describeRate(within[limit], words);
    return {
      key: limit,
      name: t('charts.within.limit', { limit: t(`names.detection_limit.${limit}`) }),
      segments: [
        { role: 'yes', count: n, part: 'in' },
        { role: 'open', count: unknown, part: 'unknown' },
        { role: 'no', count: N - n - unknown, part: 'late' },
      ],
      of: N,
      value,
      label: unknown === 0 ? value : t('charts.within.with_unknown', { rate: value, count: unknown }),
    };
  });
  const hasUnknown = limits.some((limit) => within[limit].unknown > 0);
  return putTogether(
    bars,
    hasUnknown ? named : named.filter(([role]) => role !== 'open'),
    {
      title: t('charts.within.title'),
      hint: t('charts.within.hint'),
      table: {
        head: [t('charts.within.first'), ...named.map(([, name]) => name), t('charts.of')],
        rows: limits.map((limit, index) => {
          const { n, N, unknown } = within[limit];
          return [bars[index]?.name ?? '', ...[n, unknown, N - n - unknown, N].map(String)];
        }),
        places: bars.map(({ key, segments }) => [
          ...segments.map(({ part, count }) => (count > 0 ? { key, part } : null)),
          { key, part: 'judged' },
        ]),
      },
    },
    { words, width },
  );
}

/** Of each tool in how many tests it saw something, of those in which it was expected; null where there is none. `key` of a target is its id. */
export function drawTools(
  { by_tool }: { by_tool: readonly ToolFigure[] },
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  if (by_tool.length === 0) return null;
  const bars = by_tool.map((figure): Bar => {
    const { tool, n, N } = figure;
    return {
      key: tool.id,
      name: toLine(tool.name),
      segments: [
        { role: 'yes', count: n, part: 'came' },
        { role: 'no', count: N - n, part: 'missing' },
      ],
      of: N,
      value: describeTool(figure, words),
    };
  });
  return putTogether(
    bars,
    [],
    {
      title: t('charts.tools.title'),
      hint: t('charts.tools.hint'),
      table: {
        head: [
          t('charts.tools.first'),
          t('charts.tools.saw'),
          t('charts.tools.expected'),
          t('charts.tools.came'),
        ],
        rows: by_tool.map(({ tool, n, N, saw }) => [
          toLine(tool.name),
          String(saw),
          String(N),
          N === 0 ? '–' : String(n),
        ]),
        places: by_tool.map(({ tool: { id: key }, n, N, saw }) => [
          saw > 0 ? { key, part: 'saw' } : null,
          N > 0 ? { key, part: 'expected' } : null,
          n > 0 ? { key, part: 'came' } : null,
        ]),
      },
    },
    { words, width },
  );
}

/** Colours with their names, as legends have them. */
type Entries = readonly (readonly [role: ColorRole, name: string])[];

/** Bars under their legend, as a chart; without entries there is none. */
function putTogether(
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
      bars.map(({ name, value, label = value }) => words.t('charts.labelled', { label: name, value: label })),
    ),
    width,
    height: top + drawn.height,
    shapes: [...legend.shapes, ...drawn.shapes],
    targets: drawn.targets,
    parts: drawn.parts,
  };
}

function countOutcomes(outcomes: Outcomes): { key: OutcomeKey; count: number }[] {
  const counts = toLevelCounts(outcomes);
  return outcomeOrder.map((key) => ({ key, count: counts[key] })).filter(({ count }) => count > 0);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function list(parts: readonly string[]): string {
  return `${parts.join('; ')}.`;
}

type Drawn = Required<Pick<Drawing, 'targets' | 'parts'>> & { shapes: Shape[]; height: number };

/** Names at the left, bars, and what they come to at the right; where there is no room, both stand above the bar. */
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
  const shapes = bars.flatMap(({ mark, name, segments, of, value }, index): Shape[] => {
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
      ...stack(segments, of, { x: left, y: barY, width: room }, words),
      isNarrow
        ? { kind: 'text', role: 'muted', x: width, y: textY, text: value, anchor: 'end' }
        : { kind: 'text', role: 'muted', x: left + room + gap, y: textY, text: value },
    ];
  });
  const targets = bars.map(({ key, mark, name, value, label = value }, index) => ({
    key,
    label: words.t('charts.labelled', { label: mark === undefined ? name : `${mark} ${name}`, value: label }),
    x: 0,
    y: top + index * step - 3,
    width,
    height: step - 2,
  }));
  const parts = bars.flatMap(({ key, segments, of }, index) => {
    const y = top + index * step + (isNarrow ? 18 : 0);
    return layOut(segments, of, { x: left, y, width: room }).map(({ part, role, count, box }) => ({
      key,
      part,
      label: words.t('charts.level_rate', {
        level: entries.find(([known]) => known === role)?.[1] ?? '',
        rate: words.number(count),
      }),
      ...box,
    }));
  });
  return { shapes, targets, parts, height: bars.length * step - (step - bar.height) + (isNarrow ? 20 : 2) };
}

type BarPlace = { x: number; y: number; width: number };

function stack(segments: readonly Segment[], of: number, place: BarPlace, words: Words): Shape[] {
  return layOut(segments, of, place).flatMap(({ role, count, box }) => [
    fill(role, box),
    ...writeCount(count, box, words),
  ]);
}

/** Takes the segments of a bar, returns those that have something in them, each in its box. */
function layOut(
  segments: readonly Segment[],
  of: number,
  { x: left, y, width }: BarPlace,
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

/** Swatches with their names, in as many lines as they take. */
export function drawLegend(
  entries: Entries,
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
