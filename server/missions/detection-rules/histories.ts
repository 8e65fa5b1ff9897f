import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type JudgedRuleRun,
  judgeRule,
  judgeRuleRun,
  type RuleHistory,
  type RuleOutcome,
  type RuleReason,
  type RuleSource,
  ruleReasons,
  saysFired,
} from '../../../domain/detection-rules.ts';
import type { Brief } from '../../../domain/outcomes.ts';
import { type Db, writesTo } from '../../database/database.ts';
import { Memory } from '../../database/memory.ts';
import { readExpectedRules } from '../../facts/expectations/contract.ts';
import { Turn } from '../../turn.ts';
import type { Alert } from '../alerts/read.ts';
import type { Viewer } from '../heads.ts';
import { type Entry, gatherRules, type Naming } from './book.ts';
import { listGuids } from './simulations.ts';
import * as store from './store.ts';

/** A run of a test, whichever rules it is about. */
export type Run = {
  test: store.TestRow;
  number: number;
  status: JudgedRuleRun['status'];
  executed_at: string | null;
  level: JudgedRuleRun['level'];
  brief: Brief | null;
  series: string;
};

export type RuleRunOf = Run & {
  outcome: RuleOutcome;
  expected_by: RuleReason | null;
  seen_at: string | null;
};

/** A rule with the runs that a viewer sees. */
export type RuleOf = Entry & RuleHistory & { runs: RuleRunOf[]; last_seen_at: string | null };

export type Remediation = store.RuleRemediation & { test_ids: string[] };

export type Rules = {
  rules: RuleOf[];
  /** Test templates of the library by the GUID of their atomic test. */
  atomics: ReadonlyMap<string, store.AtomicTemplate[]>;
  /** Remediations that name a rule, with it. */
  remediations: { remediation: Remediation; rule: RuleOf }[];
  /** Tests that rules have to do with, by id. */
  tests: ReadonlyMap<string, store.TestRow>;
};

/** A place that names a rule: a fact, an alert, an expectation or a remediation. */
type Said = { naming: Naming } & (
  | {
      test_id: string;
      run: (run: Run, closedId: string | null) => boolean;
      fact: Pick<store.NamingFact, 'kind' | 'result' | 'at'>;
    }
  | { expecting: string }
  | { remediation: Remediation }
);

/** Tables that the rules of a viewer are made of. */
const tables = [
  'detection_rules',
  'detection_levels',
  'facts',
  'import_sources',
  'imports',
  'mission_alerts',
  'mission_members',
  'mission_tests',
  'missions',
  'organisation_tools',
  'organisations',
  'remediation_tests',
  'remediations',
  'test_runs',
  'test_templates',
  'users',
] as const;
/** Rules and runs of all viewers; some 80 MB. */
const mostRemembered = 500_000;

/** The rules of a viewer are read from the database, or remembered. */
export type RulesReading = { db: Db; rules: RulesMemory };

/** Remembers the rules of each viewer until one of their tables is written; who asks while they are read waits for the same. */
export class RulesMemory {
  readonly #known = new Memory<Rules>(tables, mostRemembered, ({ rules }) =>
    rules.reduce((sum, { runs }) => sum + 1 + runs.length, 0),
  );
  readonly #reading = new Map<string, { writes: number; rules: Promise<Rules> }>();

  of(db: Db, viewer: Viewer): Promise<Rules> {
    const id = viewer.seesAll ? '' : viewer.id;
    const writes = writesTo(db, tables);
    const before = this.#reading.get(id);
    if (before?.writes === writes) return before.rules;
    const rules = this.#known.of(db, { id, version: '' }, () => readRules(db, viewer));
    const reading = { writes, rules };
    this.#reading.set(id, reading);
    const end = () => {
      if (this.#reading.get(id) === reading) this.#reading.delete(id);
    };
    rules.then(end, end);
    return rules;
  }
}

/**
 * All rules: imported ones, and those named in the missions that a viewer sees, with their runs there. It gives way while it reads,
 * so what changes meanwhile is there or not. Refuses nothing.
 */
export async function readRules(db: Db, viewer: Viewer): Promise<Rules> {
  const turn = new Turn();
  const library = await store.listLibrary(db);
  const said = await listSaid(db, viewer, turn);
  const { entries, of } = gatherRules(
    library,
    said.map(({ naming }) => naming),
  );
  const atomics = await readAtomics(db, library);
  const saidOf = Map.groupBy(
    said.filter(({ naming }) => of.has(naming)),
    ({ naming }) => of.get(naming) as Entry,
  );
  const listed = await listRuns(db, viewer, said, [...atomics.values()].flat(), turn);
  const runs = new Runs(listed);
  const rules: RuleOf[] = [];
  for (const entry of entries) {
    await turn.giveWay(nextTurn);
    rules.push(describe(entry, saidOf.get(entry) ?? [], atomics, runs));
  }
  const byEntry = new Map(entries.map((entry, index) => [entry, rules[index] as RuleOf]));
  const remediations = said.flatMap((one) => {
    const entry = of.get(one.naming);
    if (!('remediation' in one) || entry === undefined) return [];
    return [{ remediation: one.remediation, rule: byEntry.get(entry) as RuleOf }];
  });
  return { rules, atomics, remediations, tests: new Map(listed.map(({ test }) => [test.id, test])) };
}

/** Rows, or ids to look for, per statement. */
const readAtOnce = 1000;

async function listSaid(db: Db, viewer: Viewer, turn: Turn): Promise<Said[]> {
  const toNaming = (
    source: RuleSource,
    { rule_id, rule_name }: Pick<Naming, 'rule_id' | 'rule_name'>,
    tool: string | null = null,
  ): Naming => ({ rule_id, rule_name, tool, source });
  const facts: Said[] = [];
  for (let after = ''; ; ) {
    const some = await store.listNamingFacts(db, viewer, after, readAtOnce);
    for (const { id: _id, ...fact } of some) {
      facts.push({
        naming: toNaming('fact', fact, fact.tool),
        test_id: fact.test_id,
        run: (_run, closedId) => closedId === fact.run_id,
        fact,
      });
    }
    after = some.at(-1)?.id ?? '';
    if (some.length < readAtOnce) break;
    await turn.giveWay(nextTurn);
  }
  const alerts = (await store.listAcceptedAlerts(db, viewer)).flatMap(
    ({ test_id, run, alert_json }): Said[] => {
      const alert = JSON.parse(alert_json) as Alert;
      const rule_name = alert.rule_name ?? alert.title;
      if (alert.rule_id === null && rule_name === null) return [];
      const at = alert.occurred_at ?? alert.recorded_at;
      return [
        {
          naming: toNaming('alert', { rule_id: alert.rule_id, rule_name }, alert.tool ?? alert.source),
          test_id,
          run: ({ number }) => number === run,
          fact: { kind: 'alerted', result: 'yes', at },
        },
      ];
    },
  );
  const expected = (await store.listExpectingTests(db, viewer)).flatMap(({ id, expectations_json }) =>
    readExpectedRules(expectations_json).map(
      (rule): Said => ({ naming: toNaming('expectation', rule), expecting: id }),
    ),
  );
  const rows = await store.listRuleRemediations(db, viewer);
  const links = await store.listTestsOfRemediations(
    db,
    rows.map(({ id }) => id),
  );
  const testsOf = Map.groupBy(links, ({ remediation_id }) => remediation_id);
  const remediations = rows.map((row): Said => {
    const test_ids = (testsOf.get(row.id) ?? []).map(({ test_id }) => test_id);
    return { naming: toNaming('remediation', row), remediation: { ...row, test_ids } };
  });
  return [...expected, ...facts, ...alerts, ...remediations];
}

async function readAtomics(
  db: Db,
  library: readonly store.LibraryRow[],
): Promise<Map<string, store.AtomicTemplate[]>> {
  const guids = [...new Set(library.flatMap(listGuids))];
  if (guids.length === 0) return new Map();
  return Map.groupBy(await store.listAtomicTemplates(db, guids), ({ guid }) => guid);
}

type WithId = Run & { closedId: string | null };

/** Templates or names, each of many tests, per statement. */
const againAtOnce = 50;

function cut(ids: readonly string[], size = readAtOnce): string[][] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}

async function listRuns(
  db: Db,
  viewer: Viewer,
  said: readonly Said[],
  atomics: readonly store.AtomicTemplate[],
  turn: Turn,
): Promise<WithId[]> {
  const ids = new Set<string>();
  const fired = new Set<string>();
  for (const one of said) {
    if ('expecting' in one) ids.add(one.expecting);
    else if ('remediation' in one) for (const id of one.remediation.test_ids) ids.add(id);
    else {
      ids.add(one.test_id);
      if (saysFired(one.fact)) fired.add(one.test_id);
    }
  }
  if (ids.size === 0 && atomics.length === 0) return [];
  const none: string[] = [];
  const named: store.TestRow[] = [];
  for (const some of cut([...ids])) {
    named.push(...(await store.listTests(db, viewer, { ids: some, templates: none, names: none })));
    await turn.giveWay(nextTurn);
  }
  // A rule that has fired has to fire when the test is run again, here or in another mission of the organisation.
  const again = named.filter(({ id }) => fired.has(id));
  const templates = new Set([
    ...atomics.map(({ id }) => id),
    ...again.flatMap(({ source_template_id }) => source_template_id ?? []),
  ]);
  const names = new Set(again.flatMap((test) => (test.source_template_id === null ? [test.name] : [])));
  const more: store.TestRow[] = [];
  for (const some of cut([...templates], againAtOnce)) {
    more.push(...(await store.listTests(db, viewer, { ids: none, templates: some, names: none })));
    await turn.giveWay(nextTurn);
  }
  for (const some of cut([...names], againAtOnce)) {
    more.push(...(await store.listTests(db, viewer, { ids: none, templates: none, names: some })));
    await turn.giveWay(nextTurn);
  }
  const tests = new Map([...named, ...more].map((test) => [test.id, test]));
  const closed: store.ClosedRunRow[] = [];
  for (const some of cut([...tests.keys()])) {
    closed.push(...(await store.listClosedRuns(db, some)));
    await turn.giveWay(nextTurn);
  }
  const toRun = (
    test: store.TestRow,
    number: number,
    closedId: string | null,
    { status, executed_at, level, outcome_json }: Omit<store.ClosedRunRow, 'id' | 'test_id' | 'number'>,
  ): WithId => ({
    ...{ test, number, closedId, status, executed_at, level },
    brief: outcome_json === null ? null : (JSON.parse(outcome_json) as Brief),
    series: JSON.stringify([
      test.organisation_id ?? test.mission_id,
      test.source_template_id ?? ['name', test.name],
    ]),
  });
  return [
    ...[...tests.values()].map((test) => toRun(test, test.run_number, null, test)),
    ...closed.map((run) => toRun(tests.get(run.test_id) as store.TestRow, run.number, run.id, run)),
  ];
}

class Runs {
  readonly #byTest: Map<string, WithId[]>;
  readonly #bySeries: Map<string, WithId[]>;
  readonly #byTemplate: Map<string | null, WithId[]>;

  constructor(runs: readonly WithId[]) {
    this.#byTest = Map.groupBy(runs, ({ test }) => test.id);
    this.#bySeries = Map.groupBy(runs, ({ series }) => series);
    this.#byTemplate = Map.groupBy(runs, ({ test }) => test.source_template_id);
  }

  ofTest(id: string): readonly WithId[] {
    return this.#byTest.get(id) ?? [];
  }

  ofSeries(series: string): readonly WithId[] {
    return this.#bySeries.get(series) ?? [];
  }

  ofTemplate(id: string): readonly WithId[] {
    return this.#byTemplate.get(id) ?? [];
  }
}

/** Takes a rule, what is said of it, and all runs; returns it with its own. */
function describe(entry: Entry, said: readonly Said[], atomics: Rules['atomics'], all: Runs): RuleOf {
  const factsOf = new Map<WithId, Pick<store.NamingFact, 'kind' | 'result' | 'at'>[]>();
  const reasons = new Map<WithId, RuleReason>();
  const expect = (run: WithId, reason: RuleReason) => {
    const before = reasons.get(run);
    if (before === undefined || ruleReasons.indexOf(reason) < ruleReasons.indexOf(before))
      reasons.set(run, reason);
  };
  const isSince = ({ executed_at }: Run, time: string) => executed_at === null || executed_at >= time;
  for (const one of said) {
    if ('expecting' in one) {
      for (const run of all.ofTest(one.expecting)) expect(run, 'expectation');
    } else if ('remediation' in one) {
      const { test_ids, created_at } = one.remediation;
      const later = test_ids.flatMap((id) => all.ofTest(id)).filter((run) => isSince(run, created_at));
      for (const run of later) expect(run, 'remediation');
    } else {
      const run = all.ofTest(one.test_id).find((known) => one.run(known, known.closedId));
      if (run === undefined) continue;
      const facts = factsOf.get(run);
      if (facts === undefined) factsOf.set(run, [one.fact]);
      else facts.push(one.fact);
    }
  }
  const { row } = entry;
  if (row !== null) {
    const templates = listGuids(row).flatMap((guid) => atomics.get(guid) ?? []);
    // A rule that came later can't have missed an earlier attack.
    const later = templates
      .flatMap(({ id }) => all.ofTemplate(id))
      .filter((run) => isSince(run, row.created_at));
    for (const run of later) expect(run, 'simulation');
  }
  const fired = [...factsOf].filter(([, facts]) => facts.some(saysFired)).map(([run]) => run);
  for (const [series, some] of Map.groupBy(fired, (run) => run.series)) {
    const first = some.map(({ executed_at }) => executed_at ?? '').reduce((a, b) => (a < b ? a : b));
    for (const again of all.ofSeries(series)) {
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
  return { ...entry, ...history, runs, last_seen_at: seen.at(-1) ?? null };
}

/** Waiting runs, then the newest first. */
function compareRuns(one: Run, other: Run): number {
  const [at, otherAt] = [one.executed_at, other.executed_at];
  if (at === otherAt)
    return one.test.id === other.test.id ? other.number - one.number : one.test.id < other.test.id ? 1 : -1;
  if (at === null || otherAt === null) return at === null ? -1 : 1;
  return at < otherAt ? 1 : -1;
}
