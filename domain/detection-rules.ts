import { type TestStatus, wasRun } from './missions.ts';
import { type Brief, type FactKind, type FactResult, isSighting, type LevelKey } from './outcomes.ts';
import type { RemediationStatus } from './remediations.ts';

/** A correlation counts the hits of other rules, a filter takes some of them away. */
export const ruleKinds = ['detection', 'correlation', 'filter'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Where a rule is known from. */
export const ruleSources = ['sigma', 'expectation', 'fact', 'alert', 'remediation'] as const;
export type RuleSource = (typeof ruleSources)[number];

/** Why a rule has to fire in a run. */
export const ruleReasons = ['expectation', 'simulation', 'remediation', 'earlier'] as const;
export type RuleReason = (typeof ruleReasons)[number];

/** The result of a rule in a run; `open` is not judged yet, `waiting` not executed. */
export const ruleOutcomes = ['fired', 'missed', 'open', 'waiting'] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

/** The worst first. */
export const ruleStates = ['broken', 'missed', 'fired', 'never_tried'] as const;
export type RuleState = (typeof ruleStates)[number];

/** Formats for the CI of a detection repository. */
export const ruleFormats = ['junit', 'markdown'] as const;
export type RuleFormat = (typeof ruleFormats)[number];

/** Rules of one regression mission. */
export const mostRegressionRules = 100;
/** Rules named by one expectation. */
export const mostExpectedRules = 20;
/** Runs shown of one rule. */
export const mostRunsOfRule = 200;

/** The form in which the name or id of a rule is compared. */
export function toRuleKey(rule: string): string {
  return rule
    .trim()
    .toLowerCase()
    .replace(/\s+-\s+rule$/, '');
}

/** A rule as named by a fact, an alert, an expectation or a remediation. */
export type NamedRule = { rule_id: string | null; rule_name: string | null };

/** Whether two names are of the same rule: by id if both have one, else by name. */
export function isSameRule(one: NamedRule, other: NamedRule): boolean {
  if (one.rule_id !== null && other.rule_id !== null && toRuleKey(one.rule_id) === toRuleKey(other.rule_id)) {
    return true;
  }
  if (one.rule_name === null || other.rule_name === null) return false;
  return toRuleKey(one.rule_name) === toRuleKey(other.rule_name);
}

/** Kinds of facts that a rule makes by firing. */
const firingKinds: readonly FactKind[] = ['prevented', 'alerted', 'detected'];

/** Whether a fact that names a rule says that it fired. */
export function saysFired(fact: { kind: FactKind; result: FactResult }): boolean {
  return firingKinds.includes(fact.kind) && isSighting(fact.result);
}

export type JudgedRuleRun = {
  status: TestStatus;
  /** Of the run. */
  level: LevelKey | null;
  brief: Brief | null;
  /** Facts that name the rule. */
  facts: readonly { kind: FactKind; result: FactResult }[];
  /** Whether the rule has to fire in it. */
  isExpected: boolean;
};

/**
 * Takes a run and what it says of a rule, returns what became of the rule; null if the run has nothing to do with it. An expected
 * rule is missed once the run is reviewed, or nothing alerted; a prevented attack may not have reached it.
 */
export function judgeRuleRun({ status, level, brief, facts, isExpected }: JudgedRuleRun): RuleOutcome | null {
  if (facts.some(saysFired)) return 'fired';
  if (facts.some(({ kind, result }) => kind !== 'prevented' && firingKinds.includes(kind) && result === 'no'))
    return 'missed';
  if (!isExpected) return null;
  if (!wasRun(status)) return 'waiting';
  const alerted = brief?.alerted;
  const isUntried = alerted === 'not_applicable' || alerted === 'not_tested';
  if (level === null || level === 'prevented' || isUntried) return 'open';
  return status === 'reviewed_by_blue' || alerted === 'no' ? 'missed' : 'open';
}

/** A run of a rule. Runs of one series repeat each other: only within it can a rule break. */
export type RuleRun = { series: string; at: string | null; outcome: RuleOutcome };

export type RuleHistory = {
  state: RuleState;
  counts: Record<RuleOutcome, number>;
  /** When it was first missed after having fired, if it is broken. */
  broken_since: string | null;
};

/**
 * Takes the runs of a rule, returns its history. In each series the last decided run counts: missed after having fired is
 * broken. The worst series is the state of the rule.
 */
export function judgeRule(runs: readonly RuleRun[]): RuleHistory {
  const counts = { fired: 0, missed: 0, open: 0, waiting: 0 };
  for (const { outcome } of runs) counts[outcome] += 1;
  const bySeries = Map.groupBy(runs, ({ series }) => series);
  const judged = [...bySeries.values()].map(judgeSeries);
  const state = ruleStates.find((one) => judged.some((series) => series.state === one)) ?? 'never_tried';
  const breaks = judged.flatMap(({ broken_since }) => broken_since ?? []).sort();
  return { state, counts, broken_since: breaks[0] ?? null };
}

/** The decided runs of a series, by time. */
function listDecided(runs: readonly RuleRun[]): RuleRun[] {
  return runs
    .filter(({ outcome }) => outcome === 'fired' || outcome === 'missed')
    .sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1));
}

function judgeSeries(runs: readonly RuleRun[]): Pick<RuleHistory, 'state' | 'broken_since'> {
  const decided = listDecided(runs);
  const last = decided.at(-1);
  if (last === undefined) return { state: 'never_tried', broken_since: null };
  if (last.outcome === 'fired') return { state: 'fired', broken_since: null };
  const fired = decided.findLastIndex(({ outcome }) => outcome === 'fired');
  if (fired === -1) return { state: 'missed', broken_since: null };
  return { state: 'broken', broken_since: decided[fired + 1]?.at ?? null };
}

/** Steps of the queue “Red until it fires”, in order. */
export const queueSteps = ['gap', 'rule', 'retest', 'fired', 'closed'] as const;
export type QueueStep = (typeof queueSteps)[number];

/**
 * Takes a remediation that names a rule, and the runs of that rule in its tests since then, returns its step: `fired` once the
 * rule has fired in the last decided run of each series, `retest` while it is fixed or a new run is under way. Null for one that
 * was given up.
 */
export function findQueueStep(status: RemediationStatus, runs: readonly RuleRun[]): QueueStep | null {
  if (status === 'verified') return 'closed';
  if (status === 'risk_accepted' || status === 'declined') return null;
  const series = [...Map.groupBy(runs, (run) => run.series).values()];
  const haveFired = series.map((some) => listDecided(some).at(-1)?.outcome === 'fired');
  const isUnderWay = runs.some(({ outcome }) => outcome === 'open' || outcome === 'waiting');
  if (haveFired.length > 0 && haveFired.every(Boolean) && !isUnderWay) return 'fired';
  return status === 'fixed' || isUnderWay ? 'retest' : 'rule';
}

/** Steps of the search for the smallest set, beyond which the greedy one stays. */
const mostSteps = 5000;

type Coverer = { id: string; rules: readonly string[] };
export type Cover = {
  /** Ids of the chosen ones, in the order given. */
  chosen: string[];
  uncovered: string[];
  /** Whether no smaller set covers the rules. */
  isSmallest: boolean;
};

/**
 * Takes rules and what covers them, returns a set that covers all that can be covered: the smallest for all but large choices,
 * else one chosen greedily.
 */
export function coverRules(rules: readonly string[], coverers: readonly Coverer[]): Cover {
  const wanted = new Set(rules);
  const useful = coverers
    .map(({ id, rules: own }) => ({ id, rules: own.filter((rule) => wanted.has(rule)) }))
    .filter(({ rules: own }) => own.length > 0);
  const coverable = new Set(useful.flatMap(({ rules: own }) => own));
  const greedy = coverGreedily(coverable, useful);
  const byRule = new Map(
    [...coverable].map((rule) => [rule, useful.filter((one) => one.rules.includes(rule))]),
  );
  const search = { left: mostSteps, byRule };
  let best = greedy;
  while (best.length > 1) {
    const smaller = findWithin(coverable, useful, best.length - 1, search);
    if (smaller === null) break;
    best = smaller;
  }
  const chosen = new Set(best);
  return {
    chosen: useful.map(({ id }) => id).filter((id) => chosen.has(id)),
    uncovered: [...wanted].filter((rule) => !coverable.has(rule)),
    isSmallest: search.left > 0,
  };
}

function coverGreedily(coverable: ReadonlySet<string>, useful: readonly Coverer[]): string[] {
  const left = new Set(coverable);
  const chosen: string[] = [];
  while (left.size > 0) {
    let best: Coverer | undefined;
    let most = 0;
    for (const one of useful) {
      const gain = one.rules.filter((rule) => left.has(rule)).length;
      if (gain > most) [best, most] = [one, gain];
    }
    if (best === undefined) break;
    chosen.push(best.id);
    for (const rule of best.rules) left.delete(rule);
  }
  return chosen;
}

/** A set of at most `size`, found over the rule that the fewest cover; null if there is none, or the search is too long. */
function findWithin(
  left: ReadonlySet<string>,
  useful: readonly Coverer[],
  size: number,
  search: { left: number; byRule: ReadonlyMap<string, readonly Coverer[]> },
): string[] | null {
  if (left.size === 0) return [];
  if (size === 0 || search.left <= 0) return null;
  search.left -= 1;
  const gains = useful.map(({ rules }) => rules.filter((rule) => left.has(rule)).length);
  const most = gains.toSorted((one, other) => other - one).slice(0, size);
  if (most.reduce((sum, gain) => sum + gain, 0) < left.size) return null;
  let fewest: readonly Coverer[] = useful;
  for (const rule of left) {
    const of = search.byRule.get(rule) ?? [];
    if (of.length < fewest.length || fewest === useful) fewest = of;
  }
  for (const { id, rules } of fewest) {
    const rest = new Set(left);
    for (const rule of rules) rest.delete(rule);
    const others = findWithin(rest, useful, size - 1, search);
    if (others !== null) return [id, ...others];
  }
  return null;
}
