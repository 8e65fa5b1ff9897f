import { countEach, eachOf } from './each-name.ts';
import { type ExpectationVerdict, type ExpectedLevel, expectedLevels } from './expectations.ts';
import {
  type Brief,
  type DetectionCategory,
  decidingKinds,
  detectionCategories,
  type FactKind,
  factKinds,
  isSighting,
  type LevelKey,
  levelKeys,
  listOpenQuestions,
  type Severity,
  severities,
} from './outcomes.ts';
import { type Delay, type FiguredTest, type Score, scoreTest, type TimedKind, timedKinds } from './score.ts';

/** Time limits of detections, in seconds. */
export const detectionLimits = { '15m': 900, '1h': 3600, '24h': 86_400 } as const;
export type DetectionLimit = keyof typeof detectionLimits;
const limits = Object.keys(detectionLimits) as DetectionLimit[];

/** The runs counted in figures: for a retested test the first, the latest, or both compared. */
export const countedRuns = ['first', 'latest', 'compare'] as const;

/** `n` of `N`. */
export type Rate = { n: number; N: number };
/** `unknown` of `N` were prevented or detected at an unknown time. */
export type WithinRate = Rate & { unknown: number };

/** Seconds from the execution. `without` counts detections without a valid time. */
export type TimeFigure = { median_s: number | null; p90_s: number | null; n: number; without: number };

/** The four headline figures, each over the judged tests; `within` contains the fourth. */
export type Headline = {
  attempted: number;
  judged: number;
  classes: Record<LevelKey, number>;
  not_judged: number;
  stopped_or_detected: Rate;
  prevented: Rate;
  missed: Rate;
  within: Record<DetectionLimit, WithinRate>;
};

/** Answers to a question; an untested kind is not answered. */
export const questionAnswers = ['yes', 'partial', 'no', 'not_applicable', 'not_answered'] as const;
export type QuestionAnswer = (typeof questionAnswers)[number];
export type QuestionCounts = Record<QuestionAnswer, number>;

export type Figures = Headline & {
  tests: number;
  /** For unjudged tests: the number waiting for an answer to each question. */
  open_questions: Record<(typeof decidingKinds)[number], number>;
  /** Answers of the attempted tests, by kind of fact. */
  questions: Record<FactKind, QuestionCounts>;
  /** Counts expectations, not tests. */
  expectations: ExpectationCounts;
  /** Times to the first full detection. */
  times: Record<TimedKind, TimeFigure>;
  /** Times to the first partial detection, if there is no full one. */
  partial_times: Record<TimedKind, TimeFigure>;
  /** Tests with an unconfirmed time before the execution, or more than a day after it. */
  odd: number;
  /** Tests with a time only known from recording. */
  unconfirmed: number;
  /** Tests by the highest category of their detections, except those after a configuration change. */
  categories: Record<DetectionCategory, number>;
};

export type ExpectationCounts = { met: number; not_met: number; open: number; not_applicable: number };

/** Tests by class; `open` ones are not judged. */
export type LevelCounts = Record<LevelKey | 'open', number>;

/** `n` of the `N` tests in which a tool was expected; `saw` counts all in which it saw something. */
export type ToolFigure = { tool: { id: string; name: string }; n: number; N: number; saw: number };

/** Takes tests, returns their figures as defined in docs/figures.md. */
export function figure(tests: readonly FiguredTest[]): Figures {
  const attempted = tests.filter((test) => test.attempted);
  const scores = attempted.map(scoreOf);
  return {
    tests: tests.length,
    ...sumUp(scores),
    open_questions: countEach(
      decidingKinds,
      scores.flatMap((score) => listOpenQuestions(score.class, score.brief)),
      (kind) => kind,
    ),
    questions: eachOf(factKinds, (kind) =>
      countEach(questionAnswers, scores, ({ brief }) => answerOf(brief, kind)),
    ),
    expectations: countExpectations(attempted),
    times: eachOf(timedKinds, (kind) => sumUpDelays(scores.map(({ delays }) => delays[kind]))),
    partial_times: eachOf(timedKinds, (kind) =>
      sumUpDelays(scores.map(({ partialDelays }) => partialDelays[kind])),
    ),
    odd: scores.filter(({ isOdd }) => isOdd).length,
    unconfirmed: scores.filter(({ isUnconfirmed }) => isUnconfirmed).length,
    categories: countEach(detectionCategories, attempted, findCategory),
  };
}

/** Takes the brief of a test, returns the answer to a question; not tested counts as not answered. */
export function answerOf(brief: Brief, kind: FactKind): QuestionAnswer {
  const result = brief[kind];
  return result === undefined || result === 'not_tested' ? 'not_answered' : result;
}

/** Takes tests, returns the headline figures. */
export function figureHeadline(tests: readonly FiguredTest[]): Headline {
  return sumUp(tests.filter((test) => test.attempted).map(scoreOf));
}

/** Takes the headline figures of two sets of tests, returns their sum. */
export function addHeadlines(one: Headline, other: Headline): Headline {
  const N = one.judged + other.judged;
  const add = (rate: 'stopped_or_detected' | 'prevented' | 'missed') => ({
    n: one[rate].n + other[rate].n,
    N,
  });
  return {
    attempted: one.attempted + other.attempted,
    judged: N,
    classes: eachOf(levelKeys, (key) => one.classes[key] + other.classes[key]),
    not_judged: one.not_judged + other.not_judged,
    stopped_or_detected: add('stopped_or_detected'),
    prevented: add('prevented'),
    missed: add('missed'),
    within: eachOf(limits, (limit) => ({
      n: one.within[limit].n + other.within[limit].n,
      N,
      unknown: one.within[limit].unknown + other.within[limit].unknown,
    })),
  };
}

function sumUp(scores: readonly Score[]): Headline {
  const classes = countEach(levelKeys, scores, (score) => score.class);
  const { prevented, alerted, not_detected } = classes;
  const N = scores.filter((score) => score.class !== null).length;
  return {
    attempted: scores.length,
    judged: N,
    classes,
    not_judged: scores.length - N,
    stopped_or_detected: { n: prevented + alerted, N },
    prevented: { n: prevented, N },
    missed: { n: not_detected, N },
    within: eachOf(limits, (limit) => ({
      n: scores.filter(({ stopped }) => isWithin(stopped, detectionLimits[limit])).length,
      N,
      unknown: scores.filter(({ stopped }) => stopped === null).length,
    })),
  };
}

function isWithin(delay: Delay, limit: number): boolean {
  return typeof delay === 'number' && delay <= limit;
}

/**
 * Takes tests, returns for each tool the number of tests in which it saw something, among the expected ones and among all; best
 * first.
 */
export function figureTools(tests: readonly FiguredTest[]): ToolFigure[] {
  return addUpTools(
    tests
      .filter(({ attempted }) => attempted)
      .flatMap((test) =>
        [...listTools(test).values()].map((tool) => {
          const sees = test.facts.some((fact) => fact.tool?.id === tool.id && isSighting(fact.result));
          const isExpected = test.expected_tools.some(({ id }) => id === tool.id);
          const saw = sees ? 1 : 0;
          return { tool, n: isExpected ? saw : 0, N: isExpected ? 1 : 0, saw };
        }),
      ),
  );
}

/** Takes figures of tools, returns one per tool: the best rate first, then tools that were never expected. */
export function addUpTools(parts: readonly ToolFigure[]): ToolFigure[] {
  const figures = new Map<string, ToolFigure>();
  for (const { tool, n, N, saw } of parts) {
    const known = figures.get(tool.id) ?? { tool, n: 0, N: 0, saw: 0 };
    figures.set(tool.id, { tool, n: known.n + n, N: known.N + N, saw: known.saw + saw });
  }
  const shareOf = ({ n, N }: ToolFigure) => (N === 0 ? -1 : n / N);
  return [...figures.values()].sort(
    (one, other) =>
      shareOf(other) - shareOf(one) || other.saw - one.saw || compareText(one.tool.name, other.tool.name),
  );
}

/** Takes a test, returns its class; null when it was not attempted, or is not judged. */
export function classOf(test: FiguredTest): LevelKey | null {
  return test.attempted ? scoreOf(test).class : null;
}

/** Takes a test, returns the seconds from its execution to its prevention or detection; null when unknown or undetected. */
export function delayOf(test: FiguredTest): number | null {
  return scoreOf(test).stopped ?? null;
}

/** Takes a test, returns by id the tools expected in it, or with a recorded answer. */
export function listTools({
  facts,
  expected_tools,
}: Pick<FiguredTest, 'facts' | 'expected_tools'>): Map<string, { id: string; name: string }> {
  const answered = facts.flatMap(({ tool, result }) => (isAnswer(result) && tool !== null ? [tool] : []));
  return new Map([...expected_tools, ...answered].map((tool) => [tool.id, tool]));
}

function isAnswer(result: FiguredTest['facts'][number]['result']): boolean {
  return result === 'yes' || result === 'partial' || result === 'no';
}

/** Takes tests, returns the classes of attempted ones, by best expectation. */
export function figureExpected(tests: readonly FiguredTest[]): Record<ExpectedLevel, LevelCounts> {
  return eachOf(expectedLevels, (expected) =>
    countLevels(tests.filter(({ attempted, expected_level }) => attempted && expected_level === expected)),
  );
}

/** Takes tests, returns the classes of attempted ones, by the highest severity observed. */
export function figureSeverities(tests: readonly FiguredTest[]): Record<Severity, LevelCounts> {
  const bySeverity = Map.groupBy(
    tests.filter(({ attempted }) => attempted),
    findSeverity,
  );
  return eachOf(severities, (severity) => countLevels(bySeverity.get(severity) ?? []));
}

/** Takes figures, returns the classes of the tests that were attempted. */
export function toLevelCounts({ not_judged, classes }: Pick<Figures, 'not_judged' | 'classes'>): LevelCounts {
  return { ...classes, open: not_judged };
}

/** Takes a test, returns the highest severity observed; undefined for none. */
export function findSeverity({ facts }: FiguredTest): Severity | undefined {
  const found = new Set(facts.filter(({ result }) => isSighting(result)).map(({ severity }) => severity));
  return severities.findLast((severity) => found.has(severity));
}

function countLevels(tests: readonly FiguredTest[]): LevelCounts {
  return countEach([...levelKeys, 'open'], tests, (test) => scoreOf(test).class ?? 'open');
}

const scores = new WeakMap<FiguredTest, Score>();

/** Takes a run of a test, returns its judgement, computed once: it counts in its mission, scenario, tactics and techniques. */
export function scoreOf(test: FiguredTest): Score {
  let known = scores.get(test);
  if (known === undefined) {
    known = scoreTest(test);
    scores.set(test, known);
  }
  return known;
}

/** Takes sorted numbers, returns their median, the mean of the middle two for an even count; null for none. */
export function findMedian(sorted: ArrayLike<number>): number | null {
  const middle = sorted.length >> 1;
  const high = sorted[middle];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}

/** Takes delays in seconds, returns their median and 90th percentile; null for a delay without a valid time. */
export function sumUpDelays(delays: readonly Delay[]): TimeFigure {
  const sorted = Float64Array.from(delays.filter((delay) => typeof delay === 'number')).sort();
  const n = sorted.length;
  return {
    median_s: findMedian(sorted),
    // By the nearest-rank method.
    p90_s: n === 0 ? null : (sorted[Math.ceil(0.9 * n) - 1] as number),
    n,
    without: delays.filter((delay) => delay === null).length,
  };
}

function countExpectations(tests: readonly FiguredTest[]): ExpectationCounts {
  const judged = tests.flatMap(({ expectations }) => expectations);
  const count = (wanted: ExpectationVerdict) => judged.filter(({ verdict }) => verdict === wanted).length;
  return {
    met: count('met'),
    not_met: count('missed'),
    open: count('open'),
    not_applicable: count('not_applicable'),
  };
}

function findCategory({ facts }: FiguredTest): DetectionCategory | undefined {
  const found = new Set(
    facts.filter(({ modifiers }) => !modifiers.includes('config_change')).map(({ category }) => category),
  );
  return detectionCategories.findLast((category) => found.has(category));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
