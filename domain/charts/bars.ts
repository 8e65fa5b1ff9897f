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
import { type Bar, drawLegend, list, putTogether, writeCount } from './bar-chart.ts';
import { type Box, type ColorRole, type Drawing, fill, type Space, usualWidth } from './drawing.ts';
import { describeRate, describeTool } from './figure-words.ts';
import { toLine } from './text-width.ts';
import { type OutcomeKey, outcomeOrder } from './words.ts';

/** Classes of attempted tests. */
export type Outcomes = Pick<Figures, 'attempted' | 'classes' | 'not_judged'>;

/** A named part of a mission; `key` identifies it. */
export type OutcomeRow = {
  key: string;
  name: string;
  /** Shown before the name, for example an external id. */
  mark?: string;
  of: Outcomes;
};

type Titles = { title: string; hint?: string | null; first: string };

const wholeHeight = 30;
const legendGap = 8;
/** High enough for links. */
const legendStep = 24;

/** Draws the classes of attempted tests as one bar; null if there are none. `what` is the noun for one of them. */
export function drawOutcomes(
  outcomes: Outcomes,
  { words, width = usualWidth, what = 'test' }: Space & { what?: 'test' | 'simulation' },
): Drawing | null {
  const { t } = words;
  const parts = countOutcomes(outcomes);
  const { attempted } = outcomes;
  if (attempted === 0) return null;
  let x = 0;
  const rows = parts.map(({ key, count }) => {
    const level = t(`names.outcome.${key}`);
    const label = t('shared.labelled', { label: level, value: words.number(count) });
    const box = { x, y: 0, width: (width * count) / attempted, height: wholeHeight };
    x += box.width;
    return { key, count, level, label, box };
  });
  const shapes = rows.flatMap(({ key, count, box }) => [fill(key, box), ...writeCount(count, box, words)]);
  const legend = drawLegend(
    rows.map(({ key, label }) => [key, label]),
    { y: wholeHeight + legendGap, width, step: legendStep },
  );
  return {
    title: t(`charts.outcomes.title.${what}`),
    hint: t(`charts.outcomes.hint.${what}`, { count: attempted }),
    description: list(rows.map(({ label }) => label)),
    width,
    height: wholeHeight + legendGap + legend.height,
    shapes: [...shapes, ...legend.shapes],
    // The entries, because a segment can be too narrow to hit.
    targets: rows.map(({ key, count, label }, index) => ({
      key,
      count,
      label,
      ...(legend.boxes[index] as Box),
    })),
    parts: rows.map(({ key, count, label, box }) => ({ key, count, label, ...box })),
    table: {
      head: [t('charts.outcome'), t('charts.tests')],
      rows: rows.map(({ level, count }) => [level, String(count)]),
      places: rows.map(({ key }) => [{ key }]),
    },
  };
}

type Counted = Pick<OutcomeRow, 'name'> & { of: Outcomes };

/**
 * Takes parts of a mission, returns those with an attempted test, most in need first: by the share of missed and of logged-only
 * tests among the judged ones, then by name. A part without a judged test comes last.
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

/** A bar with the classes of each part, in order; null when there is none. */
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

/** Takes tactics, returns those with an attempted test, ranked. */
export function rankTactics<Of extends Tactic>(tactics: readonly Of[]): Of[] {
  return rankByNeed(tactics.map((of) => ({ name: of.tactic.name, of }))).map(({ of }) => of);
}

/** The classes of each tactic with an attempted test; null when there is none. `key` of a target is its external id. */
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

/** Answers to each question, over all attempted tests; null if there are none. `key` of a target is the kind of fact. */
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

/** Number of tests detected within 15 minutes, an hour and a day, among all judged ones; null when none is judged. */
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
      whole: { part: 'in', count: n },
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

/**
 * For each tool the number of tests in which it saw something, among those where it was expected; null when there is none. `key`
 * of a target is its id.
 */
export function drawTools(
  { by_tool }: { by_tool: readonly ToolFigure[] },
  { words, width = usualWidth }: Space,
): Drawing | null {
  const { t } = words;
  if (by_tool.length === 0) return null;
  const bars = by_tool.map((figure): Bar => {
    const { tool, n, N, saw } = figure;
    return {
      key: tool.id,
      name: toLine(tool.name),
      segments: [
        { role: 'yes', count: n, part: 'came' },
        { role: 'no', count: N - n, part: 'missing' },
      ],
      of: N,
      whole: N > 0 ? { part: 'expected', count: N } : { part: 'saw', count: saw },
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

function countOutcomes(outcomes: Outcomes): { key: OutcomeKey; count: number }[] {
  const counts = toLevelCounts(outcomes);
  return outcomeOrder.map((key) => ({ key, count: counts[key] })).filter(({ count }) => count > 0);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
