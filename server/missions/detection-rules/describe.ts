import {
  type JudgedRuleRun,
  judgeRule,
  judgeRuleRun,
  type RuleHistory,
  type RuleOutcome,
  type RuleReason,
  ruleReasons,
  saysFired,
} from '../../../domain/detection-rules.ts';
import type { Brief } from '../../../domain/outcomes.ts';
import type { Entry } from './book.ts';
import type { Said } from './said.ts';
import { listGuids } from './simulations.ts';
import type { AtomicTemplate, NamingFact, TestRow } from './store.ts';

/** A run of a test, whichever rules it is about. */
export type Run = {
  test: TestRow;
  number: number;
  /** Null for the current run. */
  closedId: string | null;
  status: JudgedRuleRun['status'];
  executed_at: string | null;
  level: JudgedRuleRun['level'];
  brief: Brief | null;
  series: string;
};

export type RuleRunOf = Omit<Run, 'closedId'> & {
  outcome: RuleOutcome;
  expected_by: RuleReason | null;
  seen_at: string | null;
};

/** A rule with the runs that a viewer sees. */
export type RuleOf = Entry & RuleHistory & { runs: RuleRunOf[]; last_seen_at: string | null };

/** Runs by what they are looked up by. A list is replaced when it changes, so that it tells by itself whether it has. */
export class Runs {
  readonly test = new Map<string, readonly Run[]>();
  readonly series = new Map<string, readonly Run[]>();
  readonly template = new Map<string, readonly Run[]>();

  of(by: RunKey, key: string): readonly Run[] {
    return this[by].get(key) ?? none;
  }

  /** Replaces runs by others. */
  replace(before: readonly Run[], after: readonly Run[]): void {
    const [gone, come] = [new Set(before), new Set(after)];
    for (const by of runKeys) {
      const changed = Map.groupBy(
        [...gone.symmetricDifference(come)].filter((run) => keyOf(run, by) !== null),
        (run) => keyOf(run, by) as string,
      );
      for (const [key, runs] of changed) {
        const left = this.of(by, key).filter((run) => !gone.has(run) || come.has(run));
        const list = [...left, ...runs.filter((run) => come.has(run))];
        if (list.length === 0) this[by].delete(key);
        else this[by].set(key, list);
      }
    }
  }
}

const none: readonly Run[] = [];
const runKeys = ['test', 'series', 'template'] as const;
type RunKey = (typeof runKeys)[number];

function keyOf({ test, series }: Run, by: RunKey): string | null {
  if (by === 'series') return series;
  return by === 'test' ? test.id : test.source_template_id;
}

/** A rule, and what its history was made of. */
export type Described = {
  rule: RuleOf;
  entry: Entry;
  said: readonly Said[];
  looked: readonly { by: RunKey; key: string; found: readonly Run[] }[];
};

/** Whether a rule would be described in the same way again. */
export function isSame(
  { entry: before, said: saidBefore, looked }: Described,
  entry: Entry,
  said: readonly Said[],
  runs: Runs,
): boolean {
  return (
    before.row === entry.row &&
    before.title === entry.title &&
    before.tool === entry.tool &&
    before.rule_id === entry.rule_id &&
    before.sources.join() === entry.sources.join() &&
    saidBefore.length === said.length &&
    saidBefore.every((one, index) => one === said[index]) &&
    looked.every(({ by, key, found }) => runs.of(by, key) === found)
  );
}

/** Takes a rule, what is said of it, and all runs; returns it with its own. */
export function describe(
  entry: Entry,
  said: readonly Said[],
  atomics: ReadonlyMap<string, readonly AtomicTemplate[]>,
  all: Runs,
): Described {
  const looked: Described['looked'][number][] = [];
  const look = (by: RunKey, key: string) => {
    const found = all.of(by, key);
    looked.push({ by, key, found });
    return found;
  };
  const factsOf = new Map<Run, Pick<NamingFact, 'kind' | 'result' | 'at'>[]>();
  const reasons = new Map<Run, RuleReason>();
  const expect = (run: Run, reason: RuleReason) => {
    const before = reasons.get(run);
    if (before === undefined || ruleReasons.indexOf(reason) < ruleReasons.indexOf(before))
      reasons.set(run, reason);
  };
  const isSince = ({ executed_at }: Run, time: string) => executed_at === null || executed_at >= time;
  for (const { of } of said) {
    if (of.kind === 'expectation') {
      for (const run of look('test', of.test_id)) expect(run, 'expectation');
    } else if (of.kind === 'remediation') {
      const { test_ids, created_at } = of.remediation;
      const later = test_ids.flatMap((id) => look('test', id)).filter((run) => isSince(run, created_at));
      for (const run of later) expect(run, 'remediation');
    } else {
      const runs = look('test', of.test_id);
      const run = runs.find((known) =>
        of.kind === 'fact' ? known.closedId === of.run_id : known.number === of.run,
      );
      if (run === undefined) continue;
      const facts = factsOf.get(run);
      if (facts === undefined) factsOf.set(run, [of.fact]);
      else facts.push(of.fact);
    }
  }
  const { row } = entry;
  if (row !== null) {
    const templates = listGuids(row).flatMap((guid) => atomics.get(guid) ?? []);
    // A rule that came later can't have missed an earlier attack.
    const later = templates
      .flatMap(({ id }) => look('template', id))
      .filter((run) => isSince(run, row.created_at));
    for (const run of later) expect(run, 'simulation');
  }
  const fired = [...factsOf].filter(([, facts]) => facts.some(saysFired)).map(([run]) => run);
  for (const [series, some] of Map.groupBy(fired, (run) => run.series)) {
    const first = some.map(({ executed_at }) => executed_at ?? '').reduce((a, b) => (a < b ? a : b));
    for (const again of look('series', series)) {
      const isLater =
        again.executed_at === null ? some.length > 1 || again !== some[0] : again.executed_at > first;
      if (isLater) expect(again, 'earlier');
    }
  }
  const runs = [...new Set([...factsOf.keys(), ...reasons.keys()])].flatMap((run): RuleRunOf[] => {
    const facts = factsOf.get(run) ?? [];
    const expected_by = reasons.get(run) ?? null;
    const outcome = judgeRuleRun({ ...run, facts, isExpected: expected_by !== null });
    if (outcome === null) return [];
    const seen = facts.filter(saysFired).flatMap(({ at }) => at ?? []);
    const seen_at = outcome === 'fired' ? (seen.sort()[0] ?? run.executed_at) : null;
    const { closedId: _id, ...rest } = run;
    return [{ ...rest, outcome, expected_by, seen_at }];
  });
  runs.sort(compareRuns);
  const history = judgeRule(
    runs.map(({ series, executed_at, outcome }) => ({ series, at: executed_at, outcome })),
  );
  const seen = runs.flatMap(({ seen_at }) => seen_at ?? []).sort();
  return { rule: { ...entry, ...history, runs, last_seen_at: seen.at(-1) ?? null }, entry, said, looked };
}

type Timed = Pick<Run, 'test' | 'number' | 'executed_at'>;

/** Waiting runs, then the newest first. */
function compareRuns(one: Timed, other: Timed): number {
  const [at, otherAt] = [one.executed_at, other.executed_at];
  if (at === otherAt)
    return one.test.id === other.test.id ? other.number - one.number : one.test.id < other.test.id ? 1 : -1;
  if (at === null || otherAt === null) return at === null ? -1 : 1;
  return at < otherAt ? 1 : -1;
}
