import {
  deriveLevel,
  type FactKind,
  type FactResult,
  isSighting,
  type LevelKey,
  type Severity,
  severities,
} from './outcomes.ts';

/** Expected result of a kind of fact: seen, not seen, or known at all. */
export const expectedResults = ['yes', 'no', 'any'] as const;
export type ExpectedResult = (typeof expectedResults)[number];

/** Verdict on an expectation. */
export const expectationVerdicts = ['met', 'missed', 'open'] as const;
export type ExpectationVerdict = (typeof expectationVerdicts)[number];
/** Verdict on all expectations of a test; none where nothing is expected. */
export const testVerdicts = [...expectationVerdicts, 'none'] as const;
export type TestVerdict = (typeof testVerdicts)[number];

/** Best detection levels that a test can be expected to reach. */
export const expectedLevels = ['prevented', 'alerted', 'logged'] as const satisfies readonly LevelKey[];
export type ExpectedLevel = (typeof expectedLevels)[number];

/** Expectation of a test; `severity` is the minimum, `within_seconds` counts from the execution. */
export type Expectation = {
  kind: FactKind;
  result: ExpectedResult;
  severity: Severity | null;
  within_seconds: number | null;
  /** One of these tools; empty for any. */
  tool_ids: readonly string[];
};

/** Fields of a fact that an expectation is judged by. */
export type JudgedFact = {
  kind: FactKind;
  result: FactResult;
  at: string | null;
  severity: Severity | null;
  tool: { id: string } | null;
};

/** A test as its expectations look at it. */
export type JudgedTest = { executed_at: string | null; facts: readonly JudgedFact[] };

/**
 * Takes an expectation and a test, returns what it has come to: open while its facts do not decide it. What was not tested, or does
 * not apply, is never missed; a partial prevention is none, any other partial sighting is one.
 */
export function judgeExpectation(expectation: Expectation, test: JudgedTest): ExpectationVerdict {
  const facts = test.facts.filter(
    (fact) => fact.kind === expectation.kind && speaksOf(expectation, fact) !== 'missed',
  );
  if (expectation.result === 'any') return judgeKnown(expectation, facts);
  const seen = judgeSeen(expectation, test.executed_at, facts);
  if (expectation.result === 'yes' || seen === 'open') return seen;
  return seen === 'met' ? 'missed' : 'met';
}

/** Takes the expectations of a test, returns the level that it has once they are met; null where none is that something is seen. */
export function expectLevel(
  expectations: readonly Pick<Expectation, 'kind' | 'result'>[],
): ExpectedLevel | null {
  const seen = expectations
    .filter(({ result }) => result === 'yes')
    .map(({ kind }) => [kind, 'yes'] as const);
  const level = deriveLevel(Object.fromEntries(seen));
  return level === 'not_detected' ? null : level;
}

/** Takes the expectations of a test and the test, returns what they have come to together: missed as soon as one is. */
export function judgeExpectations(expectations: readonly Expectation[], test: JudgedTest): TestVerdict {
  if (expectations.length === 0) return 'none';
  const verdicts = expectations.map((expectation) => judgeExpectation(expectation, test));
  if (verdicts.includes('missed')) return 'missed';
  return verdicts.includes('open') ? 'open' : 'met';
}

function judgeKnown(expectation: Expectation, facts: readonly JudgedFact[]): ExpectationVerdict {
  const known = facts.filter(({ result }) => result !== 'not_tested');
  return known.some((fact) => speaksOf(expectation, fact) === 'met') ? 'met' : 'open';
}

/** Whether it was seen as expected: by one fact that has all of it. */
function judgeSeen(
  expectation: Expectation,
  executedAt: string | null,
  facts: readonly JudgedFact[],
): ExpectationVerdict {
  const verdicts = facts.flatMap((fact): ExpectationVerdict[] => {
    if (isSeen(expectation, fact.result)) return [judgeSighting(expectation, executedAt, fact)];
    const decides = fact.result === 'no' || fact.result === 'partial';
    return decides ? ['missed'] : [];
  });
  if (verdicts.includes('met')) return 'met';
  return verdicts.includes('missed') && !verdicts.includes('open') ? 'missed' : 'open';
}

function isSeen({ kind, result: expected }: Expectation, result: FactResult): boolean {
  return kind === 'prevented' && expected === 'yes' ? result === 'yes' : isSighting(result);
}

function judgeSighting(
  expectation: Expectation,
  executedAt: string | null,
  fact: JudgedFact,
): ExpectationVerdict {
  const parts = [
    speaksOf(expectation, fact),
    isSevere(expectation.severity, fact.severity),
    isInTime(expectation.within_seconds, executedAt, fact.at),
  ];
  if (parts.includes('missed')) return 'missed';
  return parts.includes('open') ? 'open' : 'met';
}

/** Whether a fact is of one of the named tools; one without a tool may be, and says of all of them that nothing was seen. */
function speaksOf({ tool_ids }: Expectation, { tool }: JudgedFact): ExpectationVerdict {
  if (tool_ids.length === 0) return 'met';
  if (tool === null) return 'open';
  return tool_ids.includes(tool.id) ? 'met' : 'missed';
}

function isSevere(least: Severity | null, actual: Severity | null): ExpectationVerdict {
  if (least === null) return 'met';
  if (actual === null) return 'open';
  return severities.indexOf(actual) >= severities.indexOf(least) ? 'met' : 'missed';
}

function isInTime(
  withinSeconds: number | null,
  executedAt: string | null,
  at: string | null,
): ExpectationVerdict {
  if (withinSeconds === null) return 'met';
  if (executedAt === null || at === null) return 'open';
  return Date.parse(at) - Date.parse(executedAt) <= withinSeconds * 1000 ? 'met' : 'missed';
}
