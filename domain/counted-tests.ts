import { expectationVerdicts, expectedLevels } from './expectations.ts';
import {
  answerOf,
  classOf,
  type DetectionLimit,
  detectionLimits,
  findSeverity,
  questionAnswers,
  scoreOf,
} from './figures.ts';
import {
  decidingKinds,
  type FactKind,
  factKinds,
  isSighting,
  isStopped,
  levelKeys,
  listOpenQuestions,
  severities,
} from './outcomes.ts';
import { type FiguredTest, type TimedKind, timedKinds } from './score.ts';

const classes = [...levelKeys, 'open'] as const;
const limits = Object.keys(detectionLimits) as DetectionLimit[];

/** States of unattempted tests; each has a figure, and no other figure counts these tests. */
export const notAttempted = ['pending', 'skipped', 'blocked'] as const;

/** Names of figures that count tests, so that the tests behind a bar, a tile or a cell can be listed. */
export const figureKeys = [
  'attempted',
  /** Unlike the others of every run, not only of the latest. */
  'attempted_ever',
  'not_attempted',
  'judged',
  'stopped_or_detected',
  ...classes,
  ...decidingKinds.map((kind) => `open_${kind}` as const),
  ...limits.map((limit) => `within_${limit}` as const),
  ...limits.flatMap((limit) =>
    (['unknown', 'late'] as const).map((part) => `within_${limit}_${part}` as const),
  ),
  ...timedKinds.flatMap((kind) => [
    `time_${kind}` as const,
    `untimed_${kind}` as const,
    `partial_${kind}` as const,
    `partial_${kind}_untimed` as const,
  ]),
  ...factKinds.flatMap((kind) => questionAnswers.map((answer) => `question_${kind}_${answer}` as const)),
  ...expectedLevels.flatMap((expected) => classes.map((found) => `expected_${expected}_${found}` as const)),
  ...severities.flatMap((severity) => classes.map((found) => `severity_${severity}_${found}` as const)),
  /** These list the tests with at least one such expectation. */
  ...expectationVerdicts.map((verdict) => `expectation_${verdict}` as const),
  /** These are for the tool selected with the figure. */
  'tool_expected',
  'tool_came',
  'tool_missing',
  'tool_saw',
  'odd',
  'unconfirmed',
  ...notAttempted,
] as const;
export type FigureKey = (typeof figureKeys)[number];

type Words = readonly string[];
type Tool = string | undefined;

/** Figures by the first word of their name; the remaining words select one. Any other name belongs to a class. */
const families: Readonly<Record<string, (test: FiguredTest, words: Words, tool: Tool) => boolean>> = {
  attempted: () => true,
  judged: (test) => classOf(test) !== null,
  stopped: (test) => isStopped(classOf(test)),
  open: (test, [kind]) => {
    const { class: found, brief } = scoreOf(test);
    return (
      found === null && (kind === undefined || listOpenQuestions(found, brief).some((one) => one === kind))
    );
  },
  within: (test, [limit, part = 'in']) => {
    const { class: found, stopped } = scoreOf(test);
    if (part === 'unknown') return stopped === null;
    const isIn = typeof stopped === 'number' && stopped <= detectionLimits[limit as DetectionLimit];
    return part === 'in' ? isIn : found !== null && stopped !== null && !isIn;
  },
  time: (test, [kind]) => typeof scoreOf(test).delays[kind as TimedKind] === 'number',
  untimed: (test, [kind]) => scoreOf(test).delays[kind as TimedKind] === null,
  partial: (test, [kind, part]) => {
    const delay = scoreOf(test).partialDelays[kind as TimedKind];
    return part === 'untimed' ? delay === null : typeof delay === 'number';
  },
  question: (test, [kind, ...answer]) => answerOf(scoreOf(test).brief, kind as FactKind) === answer.join('_'),
  expected: (test, [level, ...found]) => test.expected_level === level && isOfClass(test, found.join('_')),
  severity: (test, [severity, ...found]) =>
    findSeverity(test) === severity && isOfClass(test, found.join('_')),
  expectation: ({ expectations }, words) => expectations.some(({ verdict }) => verdict === words.join('_')),
  tool: ({ facts, expected_tools }, [what], tool) => {
    const isExpected = expected_tools.some(({ id }) => id === tool);
    if (what === 'expected') return isExpected;
    const saw = facts.some((fact) => fact.tool?.id === tool && isSighting(fact.result));
    return what === 'saw' ? saw : isExpected && saw === (what === 'came');
  },
  odd: (test) => scoreOf(test).isOdd,
  unconfirmed: (test) => scoreOf(test).isUnconfirmed,
};

type CountedTest = FiguredTest & { status?: string; closed_runs?: readonly { attempted: boolean }[] };

/** Takes a test, returns whether a figure counts it; a figure of a tool is for the given one. */
export function isCounted(test: CountedTest, key: FigureKey, tool?: string): boolean {
  const state = notAttempted.find((known) => known === key);
  if (state !== undefined) return !test.attempted && test.status === state;
  if (key === 'not_attempted') return !test.attempted;
  if (key === 'attempted_ever' && test.closed_runs?.some(({ attempted }) => attempted)) return true;
  if (!test.attempted) return false;
  const [first = '', ...rest] = key.split('_');
  return families[first]?.(test, rest, tool) ?? isOfClass(test, key);
}

function isOfClass(test: FiguredTest, wanted: string): boolean {
  return (classOf(test) ?? 'open') === wanted;
}
