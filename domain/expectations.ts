import { isSameRule, type NamedRule } from './detection-rules.ts';
import {
  deriveLevel,
  type FactKind,
  type FactResult,
  isSighting,
  type LevelKey,
  type Severity,
  severities,
  type TimeConfirmed,
} from './outcomes.ts';

/** Expected result of a kind of fact: seen, not seen, or known at all. */
export const expectedResults = ['yes', 'no', 'any'] as const;
export type ExpectedResult = (typeof expectedResults)[number];

/** Verdict on an expectation; `missed` reads "not met". */
export const expectationVerdicts = ['met', 'missed', 'open', 'not_applicable'] as const;
export type ExpectationVerdict = (typeof expectationVerdicts)[number];
/** Verdict on all expectations of a test; none without expectations, or when none applies. */
export const testVerdicts = ['met', 'missed', 'open', 'none'] as const;
export type TestVerdict = (typeof testVerdicts)[number];
/** The combined verdict as stored in tests: null for none. */
export const keptVerdicts = ['met', 'missed', 'open'] as const;
export type KeptVerdict = (typeof keptVerdicts)[number];

/** Best detection levels that a test can be expected to reach. */
export const expectedLevels = ['prevented', 'alerted', 'logged'] as const satisfies readonly LevelKey[];
export type ExpectedLevel = (typeof expectedLevels)[number];

/** Expectation of a test; `severity` is the minimum, `within_seconds` counts from the execution. */
export type Expectation = {
  kind: FactKind;
  result: ExpectedResult;
  severity: Severity | null;
  within_seconds: number | null;
  /** Any one of these tools; empty for any tool. */
  tool_ids: readonly string[];
  /** All of these rules; omitted for any. */
  rules?: readonly NamedRule[] | undefined;
};

/** Fields of a fact that an expectation is judged by. */
export type JudgedFact = {
  kind: FactKind;
  result: FactResult;
  at: string | null;
  time_confirmed?: TimeConfirmed | undefined;
  severity: Severity | null;
  tool: { id: string } | null;
} & Partial<NamedRule>;

/** A test as needed to judge its expectations. */
export type JudgedTest = { executed_at: string | null; facts: readonly JudgedFact[] };

/** Part of a fact that falls short of an expectation, or is not known yet. `sighting`: not seen, or seen unexpectedly. */
export const expectedParts = ['sighting', 'time', 'severity', 'tool'] as const;
export type ExpectedPart = (typeof expectedParts)[number];

/** A verdict on an expectation, with the parts that fall short when it is not met, or are unknown when it is open. */
export type ExpectationJudgement = {
  kind: FactKind;
  verdict: ExpectationVerdict;
  parts: readonly ExpectedPart[];
};

/**
 * Takes an expectation and a test, returns the verdict: open while its facts do not decide it. Not tested is never missed; a
 * partial prevention does not count, any other partial result does.
 */
export function judgeExpectation(expectation: Expectation, test: JudgedTest): ExpectationVerdict {
  return explainExpectation(expectation, test).verdict;
}

/** Like `judgeExpectation`, but also returns the parts that fall short or are unknown. */
export function explainExpectation(expectation: Expectation, test: JudgedTest): ExpectationJudgement {
  const { rules = [], ...ofAnyRule } = expectation;
  if (rules.length === 0) return explainOfAnyRule(expectation, test);
  const judged = rules.map((rule) => {
    const facts = test.facts.filter((fact) => speaksOfRule(rule, fact));
    return explainOfAnyRule(ofAnyRule, { ...test, facts });
  });
  const worst = (['missed', 'open', 'met', 'not_applicable'] as const)
    .map((verdict) => judged.find((one) => one.verdict === verdict))
    .find((one) => one !== undefined);
  return worst as ExpectationJudgement;
}

/** A fact without a rule says nothing of a certain rule, unless nothing was seen at all. */
function speaksOfRule(rule: NamedRule, { rule_id = null, rule_name = null, result }: JudgedFact): boolean {
  if (rule_id === null && rule_name === null) return !isSighting(result);
  return isSameRule(rule, { rule_id, rule_name });
}

function explainOfAnyRule(expectation: Expectation, test: JudgedTest): ExpectationJudgement {
  const { kind, result } = expectation;
  const all = test.facts.filter((fact) => fact.kind === kind);
  const facts = all.filter((fact) => speaksOf(expectation, fact) !== 'missed');
  if (result === 'any') {
    const verdict = judgeKnown(expectation, facts);
    return { kind, verdict, parts: verdict === 'open' ? ['sighting'] : [] };
  }
  if (facts.length > 0 && facts.every((fact) => fact.result === 'not_applicable'))
    return { kind, verdict: 'not_applicable', parts: [] };
  const seen = judgeSeen(expectation, test.executed_at, facts);
  if (result === 'no') {
    const verdicts = { met: 'missed', missed: 'met' } as const;
    if (seen.verdict === 'open') return { kind, ...seen };
    const verdict = verdicts[seen.verdict];
    return { kind, verdict, parts: verdict === 'missed' ? ['sighting'] : [] };
  }
  if (seen.verdict === 'met' || !seen.parts.includes('sighting')) return { kind, ...seen };
  // A tool other than the expected ones saw the attack.
  const isElsewhere = all.some((fact) => !facts.includes(fact) && isSeen(expectation, fact.result));
  return { kind, verdict: seen.verdict, parts: isElsewhere ? ['tool'] : seen.parts };
}

/** Takes the expectations of a test, returns its level once they are met; null when none expects a detection. */
export function expectLevel(
  expectations: readonly Pick<Expectation, 'kind' | 'result'>[],
): ExpectedLevel | null {
  const seen = expectations
    .filter(({ result }) => result === 'yes')
    .map(({ kind }) => [kind, 'yes'] as const);
  const level = deriveLevel(Object.fromEntries(seen));
  return level === 'not_detected' ? null : level;
}

/** Takes the expectations of a test and the test, returns the combined verdict: missed as soon as one is. */
export function judgeExpectations(expectations: readonly Expectation[], test: JudgedTest): TestVerdict {
  if (expectations.length === 0) return 'none';
  const verdicts = expectations.map((expectation) => judgeExpectation(expectation, test));
  return (['missed', 'open', 'met'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'none';
}

function judgeKnown(expectation: Expectation, facts: readonly JudgedFact[]): 'met' | 'open' {
  const known = facts.filter(({ result }) => result !== 'not_tested');
  return known.some((fact) => speaksOf(expectation, fact) === 'met') ? 'met' : 'open';
}

type Seen = { verdict: 'met' | 'missed' | 'open'; parts: readonly ExpectedPart[] };

/** Whether the attack was seen as expected: by one fact that matches in all parts. */
function judgeSeen(expectation: Expectation, executedAt: string | null, facts: readonly JudgedFact[]): Seen {
  const found = facts.flatMap((fact): Seen[] => {
    if (isSeen(expectation, fact.result)) return [judgeSighting(expectation, executedAt, fact)];
    const decides = fact.result === 'no' || fact.result === 'partial';
    return decides ? [{ verdict: 'missed', parts: ['sighting'] }] : [];
  });
  const ofVerdict = (wanted: Seen['verdict']) => found.find(({ verdict }) => verdict === wanted);
  const best = ofVerdict('met') ?? ofVerdict('open');
  // A fact that falls short is more informative than none.
  const worst = found.find(({ parts }) => parts.length > 0 && !parts.includes('sighting'));
  return best ?? worst ?? ofVerdict('missed') ?? { verdict: 'open', parts: ['sighting'] };
}

function isSeen({ kind, result: expected }: Expectation, result: FactResult): boolean {
  return kind === 'prevented' && expected === 'yes' ? result === 'yes' : isSighting(result);
}

function judgeSighting(expectation: Expectation, executedAt: string | null, fact: JudgedFact): Seen {
  const judged = [
    ['tool', speaksOf(expectation, fact)],
    ['severity', isSevere(expectation.severity, fact.severity)],
    ['time', isInTime(expectation.within_seconds, executedAt, fact)],
  ] as const;
  const partsOf = (wanted: Judged) => judged.flatMap(([part, verdict]) => (verdict === wanted ? [part] : []));
  for (const verdict of ['missed', 'open'] as const) {
    const parts = partsOf(verdict);
    if (parts.length > 0) return { verdict, parts };
  }
  return { verdict: 'met', parts: [] };
}

type Judged = 'met' | 'missed' | 'open';

/**
 * Whether a fact belongs to one of the named tools. A fact without a tool may belong to any; if negative, it covers all of them.
 */
function speaksOf({ tool_ids }: Expectation, { tool }: JudgedFact): Judged {
  if (tool_ids.length === 0) return 'met';
  if (tool === null) return 'open';
  return tool_ids.includes(tool.id) ? 'met' : 'missed';
}

function isSevere(least: Severity | null, actual: Severity | null): Judged {
  if (least === null) return 'met';
  if (actual === null) return 'open';
  return severities.indexOf(actual) >= severities.indexOf(least) ? 'met' : 'missed';
}

function isInTime(
  withinSeconds: number | null,
  executedAt: string | null,
  { at, time_confirmed }: JudgedFact,
): Judged {
  if (withinSeconds === null) return 'met';
  if (executedAt === null || at === null || time_confirmed === false) return 'open';
  return Date.parse(at) - Date.parse(executedAt) <= withinSeconds * 1000 ? 'met' : 'missed';
}
