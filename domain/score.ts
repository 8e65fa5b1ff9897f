import type { NamedRule } from './detection-rules.ts';
import { eachOf } from './each-name.ts';
import type { ExpectationJudgement, ExpectedLevel } from './expectations.ts';
import {
  type Brief,
  classify,
  type DetectionCategory,
  type FactKind,
  type FactResult,
  isSighting,
  isStopped,
  type LevelKey,
  type Severity,
  summarise,
  type TimeConfirmed,
} from './outcomes.ts';

/** Events with a time, measured from the execution. */
export const timedKinds = ['prevention', 'log', 'alert', 'detection', 'response'] as const;
export type TimedKind = (typeof timedKinds)[number];

export type FiguredFact = {
  kind: FactKind;
  result: FactResult;
  at: string | null;
  time_confirmed: TimeConfirmed;
  tool: { id: string; name: string } | null;
  category: DetectionCategory | null;
  severity: Severity | null;
  modifiers: readonly string[];
} & Partial<NamedRule>;

/** A run of a test, or a simulation, as needed for figures. */
export type FiguredTest = {
  /** Whether the test was executed; a blocked one was not. */
  attempted: boolean;
  executed_at: string | null;
  level: LevelKey | null;
  detected_at: string | null;
  facts: readonly FiguredFact[];
  expectations: readonly ExpectationJudgement[];
  /** The test's best expectation; null when no detection is expected. */
  expected_level: ExpectedLevel | null;
  /** The tools named in the test's expectations. */
  expected_tools: readonly { id: string; name: string }[];
};

/** In seconds; null for a detection without a given time, undefined without a detection. */
export type Delay = number | null | undefined;
export type Delays = Record<TimedKind, Delay>;

/** Judgement of one run, independent of where it is counted. */
export type Score = {
  /** Null when the run is not judged. */
  class: LevelKey | null;
  brief: Brief;
  /** Times to the first full detection of each kind. */
  delays: Delays;
  /** Times to the first partial detection, if there is no full one. */
  partialDelays: Delays;
  /** Time to the first detection that makes the run prevented or detected; undefined for every other class. */
  stopped: Delay;
  /** Whether a detection has an unconfirmed time before the execution or more than a day after it. */
  isOdd: boolean;
  /** Whether a time is only known from recording. */
  isUnconfirmed: boolean;
};

const kindsOf = {
  prevention: ['prevented'],
  log: ['logged'],
  alert: ['alerted'],
  detection: ['alerted', 'detected'],
  response: ['responded'],
} as const satisfies Record<TimedKind, readonly FactKind[]>;

const stoppingKinds: readonly FactKind[] = ['prevented', 'alerted', 'detected'];

/** More than this many seconds after the execution, a time only counts once confirmed. */
export const oddAfterSeconds = 86_400;

/** Takes the seconds from the execution to a detection, returns whether the time is odd until confirmed. */
export function isOddDelay(seconds: number): boolean {
  return seconds < 0 || seconds > oddAfterSeconds;
}

/** Takes a run, returns its class and its times (docs/figures.md). */
export function scoreTest(test: FiguredTest): Score {
  const { facts, level, detected_at, executed_at } = test;
  const brief = summarise(facts);
  const found = classify(level, brief);
  const sightings = facts.filter(({ result }) => isSighting(result));
  const measure = (fact: Pick<FiguredFact, 'at' | 'time_confirmed'>) => measureDelay(executed_at, fact);
  const first = (kinds: readonly FactKind[], result: 'yes' | 'partial'): Delay =>
    findFirst(sightings.filter((fact) => kinds.includes(fact.kind) && fact.result === result).map(measure));
  const bare = { at: detected_at, time_confirmed: null };
  const delays = eachOf(timedKinds, (kind) => first(kindsOf[kind], 'yes'));
  const isBare = sightings.length === 0;
  const levelKind = isBare && level !== null ? levelKinds[level] : [];
  for (const kind of levelKind) delays[kind] = measure(bare);
  const stopped = isStopped(found) ? first(stoppingKinds, 'yes') : undefined;
  const timed = isBare && level !== null ? [bare] : sightings;
  return {
    class: found,
    brief,
    delays,
    partialDelays: eachOf(timedKinds, (kind) =>
      delays[kind] === undefined ? first(kindsOf[kind], 'partial') : undefined,
    ),
    stopped: isStopped(found) && stopped === undefined ? measure(bare) : stopped,
    isOdd: timed.some((fact) => isOddTime(executed_at, fact)),
    isUnconfirmed: timed.some(({ at, time_confirmed }) => at !== null && time_confirmed === false),
  };
}

/** Kinds implied by a level without facts. */
const levelKinds: Readonly<Record<LevelKey, readonly TimedKind[]>> = {
  prevented: ['prevention'],
  alerted: ['alert', 'detection'],
  logged: ['log'],
  not_detected: [],
};

type Moment = Pick<FiguredFact, 'at' | 'time_confirmed'>;

/** Null when no time counts: none was given, the time of execution is unknown, or the time is unconfirmed. */
function measureDelay(executedAt: string | null, { at, time_confirmed }: Moment): number | null {
  const seconds = time_confirmed === false ? null : secondsBetween(executedAt, at);
  return seconds !== null && isOddDelay(seconds) && time_confirmed !== true ? null : seconds;
}

/** Whether the time of a detection is given, odd and unconfirmed. */
function isOddTime(executedAt: string | null, { at, time_confirmed }: Moment): boolean {
  const seconds = time_confirmed === null ? secondsBetween(executedAt, at) : null;
  return seconds !== null && isOddDelay(seconds);
}

/** Takes two times, returns the seconds from one to the other; null without one of them. */
export function secondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;
}

/** The least known delay; null when none is known. */
function findFirst(delays: readonly (number | null)[]): Delay {
  let first: Delay;
  for (const delay of delays) {
    if (first === undefined || first === null || (delay !== null && delay < first)) first = delay;
  }
  return first;
}
