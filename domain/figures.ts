import { countEach, eachOf } from './each-name.ts';
import { type ExpectedLevel, expectedLevels } from './expectations.ts';
import { type FiguredTest, type TimedKind, timedKinds } from './figured-tests.ts';
import {
  type DetectionCategory,
  detectionCategories,
  isSighting,
  type LevelKey,
  levelKeys,
  type Severity,
  severities,
} from './outcomes.ts';
import {
  type Answer,
  type Delay,
  inTime,
  isAnswer,
  isNegative,
  measureDelays,
  type Score,
  scoreTest,
} from './score.ts';

/** How soon a detection counts, in seconds. */
export const detectionLimits = { '15m': 900, '1h': 3600, '24h': 86_400 } as const;
export type DetectionLimit = keyof typeof detectionLimits;
const limits = Object.keys(detectionLimits) as DetectionLimit[];

/** `n` of `N`; `partial` of those beside `n`, but for visibility, whose `n` holds them. */
export type Rate = { n: number; N: number; partial: number };

/** Seconds from the execution. `without` counts what was seen and has no time. */
export type TimeFigure = { median_s: number | null; p90_s: number | null; n: number; without: number };

export type Figures = {
  tests: number;
  attempted: number;
  /** Attempted, and at least one fact is answered or there is a level. */
  scored: number;
  /** Attempted tests by their detection level, whoever gave it; the others have none. */
  levels: Record<LevelKey, number>;
  /** Basis of the scored tests. */
  basis: { facts: number; level: number };
  /** Tests of which something was seen before they were executed: one of the clocks is wrong. */
  skew: number;
  detection: Rate;
  visibility: Rate;
  prevention: Rate;
  response: Rate;
  missed: Rate;
  /** Null where nothing was expected. */
  expectations: Rate | null;
  within: Record<DetectionLimit, Rate>;
  times: Record<TimedKind, TimeFigure>;
  /** Tests by the highest category of their detections, those after a change of configuration aside. */
  categories: Record<DetectionCategory, number>;
};

/** Tests by their detection level; `open` have none. */
export type LevelCounts = Record<LevelKey | 'open', number>;

export type ToolFigure = { tool: { id: string; name: string }; n: number; N: number };

/** Takes tests, returns their figures as docs/figures.md defines them. */
export function figure(tests: readonly FiguredTest[]): Figures {
  const attempted = tests.filter((test) => test.attempted);
  const judgements = attempted.map(judgeOnce);
  const scored = judgements.flatMap((judgement) => judgement.scored ?? []);
  const rateOf = (question: 'detection' | 'prevention' | 'response' | 'visibility') =>
    countAnswers(scored.map(({ score }) => score[question]));
  const visibility = rateOf('visibility');
  return {
    tests: tests.length,
    attempted: attempted.length,
    scored: scored.length,
    levels: countEach(levelKeys, attempted, ({ level }) => level),
    basis: countEach(['facts', 'level'], scored, ({ score }) => score.basis),
    skew: scored.filter(({ isSkewed }) => isSkewed).length,
    detection: rateOf('detection'),
    visibility: { ...visibility, n: visibility.n + visibility.partial },
    prevention: rateOf('prevention'),
    response: rateOf('response'),
    missed: { n: scored.filter(({ score }) => score.missed).length, N: scored.length, partial: 0 },
    expectations: countExpectations(attempted),
    within: eachOf(limits, (limit) => countAnswers(scored.map(({ within }) => within[limit]))),
    times: eachOf(timedKinds, (kind) => sumUpDelays(scored.map(({ delays }) => delays[kind]))),
    categories: countEach(detectionCategories, judgements, ({ category }) => category),
  };
}

/** Takes tests, returns of each tool in how many of those it was expected of, or answered for, it saw something; best first. */
export function figureTools(tests: readonly FiguredTest[]): ToolFigure[] {
  return addUpTools(
    tests
      .filter(({ attempted }) => attempted)
      .flatMap((test) =>
        [...listTools(test).values()].map((tool) => {
          const sees = test.facts.some((fact) => fact.tool?.id === tool.id && isSighting(fact.result));
          return { tool, n: sees ? 1 : 0, N: 1 };
        }),
      ),
  );
}

/** Takes figures of tools, returns one of each tool, best first. */
export function addUpTools(parts: readonly ToolFigure[]): ToolFigure[] {
  const figures = new Map<string, ToolFigure>();
  for (const { tool, n, N } of parts) {
    const known = figures.get(tool.id) ?? { tool, n: 0, N: 0 };
    figures.set(tool.id, { tool, n: known.n + n, N: known.N + N });
  }
  return [...figures.values()].sort(
    (one, other) => other.n / other.N - one.n / one.N || compareText(one.tool.name, other.tool.name),
  );
}

/** Takes a test, returns whether it was missed, and whether it was prevented or alerted in full; null where it is not scored. */
export function judgeTest(test: FiguredTest): { missed: boolean; stopped: boolean } | null {
  const score = test.attempted ? judgeOnce(test).scored?.score : null;
  if (!score) return null;
  return { missed: score.missed, stopped: score.prevention === 'yes' || score.alert === 'yes' };
}

/** Takes a test, returns by their ids the tools that were expected in it, or answered for. */
export function listTools({
  facts,
  expected_tools,
}: Pick<FiguredTest, 'facts' | 'expected_tools'>): Map<string, { id: string; name: string }> {
  const answered = facts.filter(({ result }) => isAnswer(result)).flatMap(({ tool }) => tool ?? []);
  return new Map([...expected_tools, ...answered].map((tool) => [tool.id, tool]));
}

/** Takes tests, returns the levels of those that were attempted, by what was expected of them at best. */
export function figureExpected(tests: readonly FiguredTest[]): Record<ExpectedLevel, LevelCounts> {
  return eachOf(expectedLevels, (expected) =>
    countLevels(tests.filter(({ attempted, expected_level }) => attempted && expected_level === expected)),
  );
}

/** Takes tests, returns the levels of those that were attempted, by the highest severity of what was seen of them. */
export function figureSeverities(tests: readonly FiguredTest[]): Record<Severity, LevelCounts> {
  const highest = tests
    .filter(({ attempted }) => attempted)
    .map((test) => {
      const found = new Set(
        test.facts.filter(({ result }) => isSighting(result)).map(({ severity }) => severity),
      );
      return { test, severity: severities.findLast((severity) => found.has(severity)) };
    });
  return eachOf(severities, (severity) =>
    countLevels(highest.filter((found) => found.severity === severity).map(({ test }) => test)),
  );
}

/** Takes figures, returns the levels of the tests that were attempted. */
export function toLevelCounts({ attempted, levels }: Pick<Figures, 'attempted' | 'levels'>): LevelCounts {
  const judged = Object.values(levels).reduce((sum, count) => sum + count, 0);
  return { ...levels, open: attempted - judged };
}

function countLevels(tests: readonly FiguredTest[]): LevelCounts {
  return countEach([...levelKeys, 'open'], tests, ({ level }) => level ?? 'open');
}

type Scored = {
  score: Score;
  delays: Record<TimedKind, Delay>;
  /** Something was seen before it was executed. */
  isSkewed: boolean;
  within: Record<DetectionLimit, Answer>;
};

/** Judgement of one test, independent of where it counts; `scored` is null without a result. */
type Judgement = { scored: Scored | null; category: DetectionCategory | undefined };

const judgements = new WeakMap<FiguredTest, Judgement>();

/** A test counts in its mission, scenario, tactics and techniques, and is judged for all of them once. */
function judgeOnce(test: FiguredTest): Judgement {
  let known = judgements.get(test);
  if (known === undefined) {
    const score = scoreTest(test);
    known = { scored: score && measure(test, score), category: findCategory(test) };
    judgements.set(test, known);
  }
  return known;
}

function measure(test: FiguredTest, score: Score): Scored {
  const delays = measureDelays(test, score);
  return {
    score,
    delays,
    isSkewed: timedKinds.some((kind) => isNegative(delays[kind])),
    within: eachOf(limits, (limit) => inTime(score.detection, delays.detection, detectionLimits[limit])),
  };
}

/** Takes numbers in their order, returns their median, which lies between the two in the middle where there are two; null for none. */
export function findMedian(sorted: ArrayLike<number>): number | null {
  const middle = sorted.length >> 1;
  const high = sorted[middle];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}

function sumUpDelays(delays: readonly Delay[]): TimeFigure {
  const possible = delays.filter((delay) => typeof delay === 'number' && delay >= 0) as number[];
  const sorted = Float64Array.from(possible).sort();
  const n = sorted.length;
  return {
    median_s: findMedian(sorted),
    // By nearest rank.
    p90_s: n === 0 ? null : (sorted[Math.ceil(0.9 * n) - 1] as number),
    n,
    without: delays.filter((delay) => delay === null).length,
  };
}

function countAnswers(answers: readonly Answer[]): Rate {
  const { yes, partial, no } = countEach(['yes', 'partial', 'no'], answers, (answer) => answer);
  return { n: yes, N: yes + partial + no, partial };
}

function countExpectations(tests: readonly FiguredTest[]): Rate | null {
  const verdicts = tests.flatMap(({ expectations }) => expectations);
  if (verdicts.length === 0) return null;
  return { n: verdicts.filter((verdict) => verdict === 'met').length, N: verdicts.length, partial: 0 };
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
