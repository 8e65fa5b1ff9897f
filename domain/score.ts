import { eachOf } from './each-name.ts';
import { type FiguredFact, type FiguredTest, type TimedKind, timedKinds } from './figured-tests.ts';
import { type FactKind, type FactResult, isSighting, type LevelKey } from './outcomes.ts';

export type Answer = 'yes' | 'partial' | 'no' | null;

type Times = Record<TimedKind, { at: string | null } | null>;

/** Answers of a scored test. */
export type Score = {
  basis: 'facts' | 'level';
  detection: Answer;
  alert: Answer;
  visibility: Answer;
  prevention: Answer;
  response: Answer;
  missed: boolean;
  /** When it was first seen; null where it was not. */
  seen: Times;
};

const kindsOf = {
  prevention: ['prevented'],
  log: ['logged'],
  alert: ['alerted'],
  detection: ['alerted', 'detected'],
  response: ['responded'],
  visibility: ['prevented', 'alerted', 'logged', 'detected'],
} as const satisfies Record<TimedKind | 'visibility', readonly FactKind[]>;

/** Null where neither a fact is answered nor a level given. Facts go before a level. */
export function scoreTest({ facts, level, detected_at }: FiguredTest): Score | null {
  const answered = facts.filter(({ result }) => isAnswer(result));
  if (answered.length > 0) return scoreFacts(answered);
  return level === null ? null : scoreLevel(level, detected_at);
}

function scoreFacts(facts: readonly FiguredFact[]): Score {
  const answer = (question: keyof typeof kindsOf) => answerOf(facts, kindsOf[question]);
  const [prevented, detected] = [answer('prevention'), answerOf(facts, ['detected'])];
  const missed =
    answer('alert') === 'no' && answer('log') === 'no' && !isSeen(prevented) && !isSeen(detected);
  return {
    basis: 'facts',
    detection: answer('detection'),
    alert: answer('alert'),
    visibility: answer('visibility'),
    prevention: prevented,
    response: answer('response'),
    missed,
    seen: eachOf(timedKinds, (kind) => findFirst(facts, kindsOf[kind])),
  };
}

/** A level is the best that became of a test: what stands above it did not happen, what stands below is not known. */
function scoreLevel(level: LevelKey, detectedAt: string | null): Score {
  const seen = { at: detectedAt };
  const unseen = { prevention: null, log: null, alert: null, detection: null, response: null };
  const score = { basis: 'level', response: null, missed: false } as const;
  switch (level) {
    case 'prevented':
      return {
        ...score,
        prevention: 'yes',
        detection: null,
        alert: null,
        visibility: 'yes',
        seen: { ...unseen, prevention: seen },
      };
    case 'alerted':
      return {
        ...score,
        prevention: 'no',
        detection: 'yes',
        alert: 'yes',
        visibility: 'yes',
        seen: { ...unseen, alert: seen, detection: seen },
      };
    case 'logged':
      return {
        ...score,
        prevention: 'no',
        detection: 'no',
        alert: 'no',
        visibility: 'yes',
        seen: { ...unseen, log: seen },
      };
    case 'not_detected':
      return {
        ...score,
        prevention: 'no',
        detection: 'no',
        alert: 'no',
        visibility: 'no',
        missed: true,
        seen: unseen,
      };
  }
}

function answerOf(facts: readonly FiguredFact[], kinds: readonly FactKind[]): Answer {
  let best: Answer = null;
  for (const { kind, result } of facts) {
    if (!kinds.includes(kind)) continue;
    if (result === 'yes') return 'yes';
    if (result === 'partial' || (result === 'no' && best === null)) best = result;
  }
  return best;
}

export function isAnswer(result: FactResult): boolean {
  return result === 'yes' || result === 'partial' || result === 'no';
}

function isSeen(answer: Answer): boolean {
  return answer === 'yes' || answer === 'partial';
}

function findFirst(facts: readonly FiguredFact[], kinds: readonly FactKind[]): { at: string | null } | null {
  let first: { at: string | null } | null = null;
  for (const { kind, result, at } of facts) {
    if (!kinds.includes(kind) || !isSighting(result)) continue;
    if (first === null || first.at === null || (at !== null && at < first.at)) first = { at };
  }
  return first;
}

/** In seconds; null where something was seen and has no time, undefined where nothing was. */
export type Delay = number | null | undefined;

export function measureDelays({ executed_at }: FiguredTest, { seen }: Score): Record<TimedKind, Delay> {
  return eachOf(timedKinds, (kind) => {
    const first = seen[kind];
    if (first === null) return undefined;
    if (first.at === null || executed_at === null) return null;
    return (Date.parse(first.at) - Date.parse(executed_at)) / 1000;
  });
}

export function isNegative(delay: Delay): boolean {
  return typeof delay === 'number' && delay < 0;
}

/** A detection without a time, or with one that can't be, was not shown to be in time. */
export function inTime(detection: Answer, delay: Delay, limit: number): Answer {
  if (detection === null || detection === 'no') return detection;
  return typeof delay === 'number' && delay >= 0 && delay <= limit ? detection : 'no';
}
