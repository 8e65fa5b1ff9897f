import { setImmediate as nextTurn } from 'node:timers/promises';
import { saysFired } from '../../../domain/detection-rules.ts';
import type { Brief } from '../../../domain/outcomes.ts';
import type { Db } from '../../database/database.ts';
import { wholly } from '../../database/view.ts';
import { type Head, holdsHead, listWrittenSince, readHead } from '../../history/service.ts';
import { Turn } from '../../turn.ts';
import type { Viewer } from '../heads.ts';
import { type Entry, gatherRules } from './book.ts';
import { type Described, describe, isSame, type RuleOf, type Run, Runs } from './describe.ts';
import { compareSaid, listSaid, type Remediation, readAtOnce, type Said } from './said.ts';
import { listGuids } from './simulations.ts';
import * as store from './store.ts';

export type Rules = {
  rules: RuleOf[];
  /** Test templates of the library by the GUID of their atomic test. */
  atomics: ReadonlyMap<string, store.AtomicTemplate[]>;
  /** Remediations that name a rule, with it. */
  remediations: { remediation: Remediation; rule: RuleOf }[];
  /** Tests that rules have to do with, by id. */
  tests: ReadonlyMap<string, store.TestRow>;
};

/** Templates or names, each of many tests, per statement. */
const againAtOnce = 50;
/** After more entries than these, everything is read again. */
const mostEntries = 5000;

type Again = { templates: Set<string>; names: Set<string> };

/**
 * All rules: imported ones, and those named in the missions that a viewer sees, with their runs there. Read again, only missions are
 * read that the history says were written, and only rules are described again that have to do with the changes. It gives way while it
 * reads, so what changes meanwhile is there or not. One reading at a time.
 */
export class RuleSources {
  readonly #db: Db;
  readonly #viewer: Viewer;
  /** The last entry of the history that was considered; null when nothing is known. */
  #head: Head | null = null;
  #turn = new Turn();
  #library: store.LibraryRow[] = [];
  #atomics: Map<string, store.AtomicTemplate[]> = new Map();
  readonly #said = new Map<string, Said[]>();
  readonly #runsOf = new Map<string, Run[]>();
  readonly #runs = new Runs();
  /** Templates and names of tests whose runs are known in all missions. */
  #again: Again = { templates: new Set(), names: new Set() };
  #described = new Map<string, Described>();

  constructor(db: Db, viewer: Viewer) {
    this.#db = db;
    this.#viewer = viewer;
  }

  /** Rules and runs that are kept. */
  get weight(): number {
    let weight = 0;
    for (const { rule } of this.#described.values()) weight += 1 + rule.runs.length;
    return weight;
  }

  async read(): Promise<Rules> {
    this.#turn = new Turn();
    const head = await wholly(() => readHead(this.#db));
    const written = await this.#listWritten(head);
    // Forgotten in case that it fails halfway.
    this.#head = null;
    if (written === null) await this.#readLibrary();
    await this.#readMissions(written);
    const rules = await this.#describe();
    this.#head = head;
    return rules;
  }

  #giveWay = (): Promise<void> => this.#turn.giveWay(nextTurn);

  /** The missions written since the last reading; null when anything may have been written. */
  async #listWritten({ seq }: Head): Promise<string[] | null> {
    // A reset begins another history.
    const known = this.#head;
    if (known === null || !(await wholly(() => holdsHead(this.#db, known)))) return null;
    const between = { after: known.seq, upTo: seq, most: mostEntries };
    const written = await listWrittenSince(this.#db, between);
    if (written === null) return null;
    const elsewhere = written.filter(({ mission_id }) => mission_id === null);
    if (!elsewhere.every(({ object_type }) => unrelated.has(object_type))) return null;
    return [...new Set(written.flatMap(({ mission_id }) => mission_id ?? []))];
  }

  async #readLibrary(): Promise<void> {
    this.#library = keep(this.#library, await store.listLibrary(this.#db), ({ id }) => id);
    await this.#giveWay();
    const guids = [...new Set(this.#library.flatMap(listGuids))];
    const templates = guids.length === 0 ? [] : await store.listAtomicTemplates(this.#db, guids);
    const atomics = Map.groupBy(templates, ({ guid }) => guid);
    // Rules are only compared with what was said of them and with their runs.
    if (JSON.stringify([...atomics]) !== JSON.stringify([...this.#atomics])) this.#described.clear();
    this.#atomics = atomics;
  }

  /** Reads what these missions say of rules, or all, and the runs of the tests that have to do with them. */
  async #readMissions(missions: readonly string[] | null): Promise<void> {
    if (missions?.length === 0) return;
    const found = await listSaid(this.#db, this.#viewer, missions, this.#giveWay);
    const saidIn = Map.groupBy(found, ({ mission_id }) => mission_id);
    for (const mission of missions ?? new Set([...this.#said.keys(), ...saidIn.keys()])) {
      const said = keep(this.#said.get(mission) ?? [], saidIn.get(mission) ?? [], keyOfSaid);
      if (said.length === 0) this.#said.delete(mission);
      else this.#said.set(mission, said);
      await this.#giveWay();
    }
    const { ids, fired } = this.#listNamed();
    if (missions === null) this.#again = { templates: new Set(), names: new Set() };
    const tests: store.TestRow[] = [];
    for (const [some, where] of missions === null
      ? cut([...ids]).map((part) => [part, null] as const)
      : missions.map((mission) => [[...ids], [mission]] as const)) {
      const { templates, names } = this.#again;
      const wanted = { ids: some, templates: [...templates], names: [...names] };
      tests.push(...(await store.listTests(this.#db, this.#viewer, where, wanted)));
      await this.#giveWay();
    }
    const known = new Map(tests.map((test) => [test.id, test]));
    for (const test of await this.#listAgain(this.#findFired(fired, known))) known.set(test.id, test);
    await this.#takeRuns([...known.values()], missions);
  }

  #listNamed(): { ids: Set<string>; fired: Set<string> } {
    const ids = new Set<string>();
    const fired = new Set<string>();
    for (const said of this.#said.values()) {
      for (const { of } of said) {
        if (of.kind === 'remediation') for (const id of of.remediation.test_ids) ids.add(id);
        else ids.add(of.test_id);
        if ((of.kind === 'fact' || of.kind === 'alert') && saysFired(of.fact)) fired.add(of.test_id);
      }
    }
    return { ids, fired };
  }

  /** The tests for which a rule has fired, as just read or as known. */
  #findFired(ids: ReadonlySet<string>, read: ReadonlyMap<string, store.TestRow>): store.TestRow[] {
    return [...ids].flatMap((id) => read.get(id) ?? this.#runs.of('test', id)[0]?.test ?? []);
  }

  /**
   * The tests, in all missions, by the templates and names that were not looked for so far: a rule that has fired has to fire when
   * the test is run again, here or in another mission of the organisation.
   */
  async #listAgain(fired: readonly store.TestRow[]): Promise<store.TestRow[]> {
    const templates = new Set([
      ...[...this.#atomics.values()].flat().map(({ id }) => id),
      ...fired.flatMap(({ source_template_id }) => source_template_id ?? []),
    ]).difference(this.#again.templates);
    const unnamed = fired.filter(({ source_template_id }) => source_template_id === null);
    const names = new Set(unnamed.map(({ name }) => name)).difference(this.#again.names);
    const none = { ids: [], templates: [], names: [] };
    const tests: store.TestRow[] = [];
    for (const wanted of [
      ...cut([...templates], againAtOnce).map((some) => ({ ...none, templates: some })),
      ...cut([...names], againAtOnce).map((some) => ({ ...none, names: some })),
    ]) {
      tests.push(...(await store.listTests(this.#db, this.#viewer, null, wanted)));
      await this.#giveWay();
    }
    this.#again = {
      templates: this.#again.templates.union(templates),
      names: this.#again.names.union(names),
    };
    return tests;
  }

  /** Takes the runs of these tests: all there are in the missions that were read, and others elsewhere. */
  async #takeRuns(tests: readonly store.TestRow[], missions: readonly string[] | null): Promise<void> {
    const closed: store.ClosedRunRow[] = [];
    for (const some of cut(tests.map(({ id }) => id))) {
      closed.push(...(await store.listClosedRuns(this.#db, some)));
      await this.#giveWay();
    }
    const closedOf = Map.groupBy(closed, ({ test_id }) => test_id);
    const testsIn = Map.groupBy(tests, ({ mission_id }) => mission_id);
    const read = missions ?? this.#runsOf.keys();
    for (const mission of new Set([...read, ...testsIn.keys()])) {
      const before = this.#runsOf.get(mission) ?? [];
      const now = (testsIn.get(mission) ?? []).flatMap((test) => toRuns(test, closedOf.get(test.id) ?? []));
      const readAgain = new Set(now.map(({ test }) => test.id));
      const isWhole = missions === null || missions.includes(mission);
      const others = isWhole ? [] : before.filter(({ test }) => !readAgain.has(test.id));
      const runs = [...others, ...keep(before, now, keyOfRun)];
      this.#runs.replace(before, runs);
      if (runs.length === 0) this.#runsOf.delete(mission);
      else this.#runsOf.set(mission, runs);
      await this.#giveWay();
    }
  }

  async #describe(): Promise<Rules> {
    const said = [...this.#said.values()].flat().sort(compareSaid);
    await this.#giveWay();
    const { entries, of } = gatherRules(
      this.#library,
      said.map(({ naming }) => naming),
    );
    await this.#giveWay();
    const saidOf = Map.groupBy(
      said.filter(({ naming }) => of.has(naming)),
      ({ naming }) => of.get(naming) as Entry,
    );
    const described = new Map<string, Described>();
    const rules: RuleOf[] = [];
    for (const entry of entries) {
      await this.#giveWay();
      const before = this.#described.get(entry.id);
      const own = saidOf.get(entry) ?? [];
      const now =
        before !== undefined && isSame(before, entry, own, this.#runs)
          ? before
          : describe(entry, own, this.#atomics, this.#runs);
      described.set(entry.id, now);
      rules.push(now.rule);
    }
    this.#described = described;
    const remediations = said.flatMap((one) => {
      const entry = of.get(one.naming);
      if (one.of.kind !== 'remediation' || entry === undefined) return [];
      return [{ remediation: one.of.remediation, rule: (described.get(entry.id) as Described).rule }];
    });
    const current = [...this.#runsOf.values()].flat().filter(({ closedId }) => closedId === null);
    return {
      rules,
      atomics: this.#atomics,
      remediations,
      tests: new Map(current.map(({ test }) => [test.id, test])),
    };
  }
}

/** Objects without a mission that rules have nothing to do with. */
const unrelated: ReadonlySet<string> = new Set([
  'backup',
  'c2_configuration',
  'c2_task',
  'engagement',
  'group',
  'identity',
  'invitation',
  'output',
  'report_template',
  'scenario_template',
  'second_factor',
  'session',
  'simulation',
  'simulation_template',
  'token',
  'user',
]);

function cut(ids: readonly string[], size = readAtOnce): string[][] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}

/** The new list, with the objects of the old one where they are equal. */
function keep<T extends object>(before: readonly T[], now: readonly T[], keyOf: (one: T) => string): T[] {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  return now.map((one) => {
    const same = known.get(keyOf(one));
    return same !== undefined && JSON.stringify(same) === JSON.stringify(one) ? same : one;
  });
}

/** An expectation may name several rules. */
const keyOfSaid = ({ id, naming }: Said): string => `${id} ${naming.rule_id} ${naming.rule_name}`;
const keyOfRun = ({ test, number }: Run): string => `${test.id} ${number}`;

type RunFields = Omit<store.ClosedRunRow, 'id' | 'test_id' | 'number'>;

/** The runs of a test: the current one, then the closed ones. */
function toRuns(test: store.TestRow, closed: readonly store.ClosedRunRow[]): Run[] {
  const series = JSON.stringify([
    test.organisation_id ?? test.mission_id,
    test.source_template_id ?? ['name', test.name],
  ]);
  const toRun = (
    number: number,
    closedId: string | null,
    { status, executed_at, level, outcome_json }: RunFields,
  ): Run => ({
    ...{ test, number, closedId, status, executed_at, level },
    brief: outcome_json === null ? null : (JSON.parse(outcome_json) as Brief),
    series,
  });
  return [toRun(test.run_number, null, test), ...closed.map((run) => toRun(run.number, run.id, run))];
}
