import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCounted } from '../../../domain/counted-tests.ts';
import {
  addHeadlines,
  addUpTools,
  classOf,
  type ExpectationCounts,
  figure,
  figureHeadline,
  figureTools,
  type Headline,
  listTools,
  type ToolFigure,
} from '../../../domain/figures.ts';
import { mostMissionsAtOnce, mostTests } from '../../../domain/limits.ts';
import type { MissionStatus } from '../../../domain/missions.ts';
import { compareFirstAndLast, listStrengths } from '../../../domain/test-gaps.ts';
import { findTechniques } from '../../catalogue/service.ts';
import { type Db, inSnapshot, writesTo } from '../../database/database.ts';
import { Memory } from '../../database/memory.ts';
import { figureEach, figureWithParts, judgeEach, type TaggedTest } from '../../figures/service.ts';
import { requireOrganisation } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import { requireVisibleMission, toViewer } from '../visibility.ts';
import type {
  FigureTests,
  FigureTestsQuery,
  HeadlineFigures,
  HeadlineTests,
  HeadlineTestsQuery,
  MissionChange,
  MissionFigures,
  MissionFiguresQuery,
  OrganisationFigures,
  OrganisationFiguresQuery,
} from './contract.ts';
import { type EarlierRuns, pairRuns } from './earlier.ts';
import { type EarlierMission, findEarlierMission } from './earlier-store.ts';
import { isTagged, listRuns, type MissionTest, toFirst } from './figured-test.ts';
import { findGaps, listTestGaps } from './gaps.ts';
import { compareMissions, listTactics, type Pair } from './rules.ts';
import * as store from './store.ts';
import { TestsMemory } from './tests-memory.ts';

type OfMission = Omit<MissionFigures, 'mission'>;

/** Data for figures from outside the mission: names of tools, detection levels, and tactics of techniques. */
const otherTables = [
  'organisation_tools',
  'organisations',
  'detection_levels',
  'catalogue_entries',
  'catalogue_syncs',
] as const;

/** Data for the states of gaps. */
const findingTables = ['findings', 'finding_tests', 'finding_remediations', 'remediations'] as const;

const mostRemembered = 200;

type Sign = { id: string; last_change_at: string };
type OfHeadline = { now: Headline; expectations: ExpectationCounts; first: Headline };

/** Caches the figures of missions until they change, and unchanged tests. */
export class FiguresMemory {
  readonly tests = new TestsMemory(otherTables);
  readonly #known = new Memory<OfMission>([...otherTables, ...findingTables], mostRemembered);
  readonly #earlier = new Memory<MissionTest[]>(otherTables, mostTests, (tests) => tests.length);
  readonly #headlines = new Memory<OfHeadline>(otherTables, mostRemembered);

  async of(db: Db, { id, last_change_at }: Sign): Promise<OfMission> {
    const earlier = await findEarlierMission(db, id);
    const version = JSON.stringify([last_change_at, earlier]);
    return this.#known.of(db, { id, version }, () => this.figure(db, id, earlier));
  }

  /** The figures of some tests, uncached; of all without a query. */
  async figure(
    db: Db,
    mission: string,
    earlier: EarlierMission | null,
    query?: MissionFiguresQuery,
  ): Promise<OfMission> {
    const read = await readInTurns(db, mission, this.tests);
    if (earlier === null) return figureMission(read, query);
    const sign = { id: earlier.id, version: earlier.last_change_at };
    const before = await this.#earlier.of(db, sign, () =>
      store.listTests(db, earlier.id, nextTurn, this.tests),
    );
    return figureMission({ ...read, earlier: pairRuns(earlier, before, read.tests) }, query);
  }

  /** The part of the figures used in the headline: nothing in it comes from another mission. */
  headlineOf(db: Db, { id, last_change_at }: Sign): Promise<OfHeadline> {
    return this.#headlines.of(db, { id, version: last_change_at }, async () => {
      const { tests } = await readInTurns(db, id, this.tests);
      await judgeEach(tests);
      const firsts = tests.map(toFirst);
      await judgeEach(firsts);
      const { expectations, ...now } = figure(tests);
      return { now, expectations, first: figureHeadline(firsts) };
    });
  }
}

/** The figures of the latest runs of a mission, or of a selection of its tests. Refuses `not_found`. */
export async function readMissionFigures(
  { db, memory }: { db: Db; memory: FiguresMemory },
  user: Principal,
  missionId: string,
  query: MissionFiguresQuery,
): Promise<MissionFigures> {
  const { id } = await requireVisibleMission(db, user, missionId);
  const { name, ...sign } = await store.readSign(db, id);
  if (Object.keys(query).length > 0) {
    const earlier = await findEarlierMission(db, id);
    return { mission: { id, name }, ...(await memory.figure(db, id, earlier, query)) };
  }
  return { mission: { id, name }, ...(await memory.of(db, sign)) };
}

/** The tests of a mission counted in one of its figures. Refuses `not_found`. */
export async function listFigureTests(
  { db, memory }: { db: Db; memory: FiguresMemory },
  user: Principal,
  missionId: string,
  { of, technique, ...part }: FigureTestsQuery,
): Promise<FigureTests> {
  const { id } = await requireVisibleMission(db, user, missionId);
  const { tests, techniques } = await readInTurns(db, id, memory.tests);
  const counted = tests
    .filter((test) => isChosen(test, techniques, part) && isTagged(test, technique))
    .map((test) => (part.runs === 'first' ? toFirst(test) : test))
    .filter((test) => isCounted(test, of, part.tool));
  return { test_ids: counted.map((test) => test.id) };
}

/** The headline figures of all missions visible to a user, of one status or any, and of their first runs. Refuses nothing. */
export async function readHeadline(
  { db, memory }: { db: Db; memory: FiguresMemory },
  user: Principal,
  { status }: { status?: MissionStatus | undefined },
): Promise<HeadlineFigures> {
  const missions = await store.listSeen(db, toViewer(user), status);
  const sums = { now: figureHeadline([]), first: figureHeadline([]) };
  const expectations = { met: 0, not_met: 0, open: 0, not_applicable: 0 };
  for (const sign of missions) {
    const { now, first, expectations: counts } = await memory.headlineOf(db, sign);
    sums.now = addHeadlines(sums.now, now);
    sums.first = addHeadlines(sums.first, first);
    for (const [verdict, count] of Object.entries(counts)) {
      expectations[verdict as keyof typeof expectations] += count;
    }
    await nextTurn();
  }
  return { missions: missions.length, ...sums.now, expectations, first: sums.first };
}

const mostListed = 1000;

/**
 * The tests counted in a figure over several missions, mission by mission. Refuses `not_found` an organisation this user does not
 * see.
 */
export async function listHeadlineTests(
  { db, memory }: { db: Db; memory: FiguresMemory },
  user: Principal,
  { of, runs, status, organisation_id, tool, technique }: HeadlineTestsQuery,
): Promise<HeadlineTests> {
  const seen =
    organisation_id === undefined
      ? await store.listSeen(db, toViewer(user), status)
      : await listLastMissions(db, user, (await requireOrganisation(db, user, organisation_id)).id);
  const missions: HeadlineTests['missions'] = [];
  let total = 0;
  for (const { id } of seen) {
    const { tests: all, techniques } = await readInTurns(db, id, memory.tests);
    const chosen = all.filter((test) => isChosen(test, techniques, { tool }) && isTagged(test, technique));
    const tests = runs === 'first' ? chosen.map(toFirst) : chosen;
    await judgeEach(tests);
    const counted = tests.filter((test) => isCounted(test, of, tool));
    const room = mostListed - total;
    total += counted.length;
    if (counted.length === 0 || room <= 0) continue;
    const { name } = await store.readSign(db, id);
    missions.push({
      mission: { id, name },
      tests: counted.slice(0, room).map((test) => ({ id: test.id, name: test.name, class: classOf(test) })),
    });
  }
  return { total, missions };
}

/** Reads a mission a few tests at a time; from one state if it was changed in the meantime. */
export async function readInTurns(db: Db, mission: string, memory: TestsMemory): Promise<FiguredMission> {
  const readState = async () => {
    const { last_change_at } = await store.readSign(db, mission);
    return `${last_change_at} ${writesTo(db, otherTables)}`;
  };
  const before = await readState();
  const read = await readFiguredMission(db, mission, nextTurn, memory);
  return (await readState()) === before ? read : inSnapshot(db, (trx) => readFiguredMission(trx, mission));
}

/** The tests of a mission for figures, with their groupings. The caller has checked access. */
export async function readFiguredMission(
  db: Db,
  mission: string,
  pause?: () => Promise<unknown>,
  memory?: TestsMemory,
) {
  const tests = await store.listTests(db, mission, pause, memory);
  const tagged = tests.flatMap(({ catalog_tags }) => catalog_tags.map(({ external_id }) => external_id));
  return {
    tests,
    scenarios: await store.listScenarios(db, mission),
    techniques: await findTechniques(db, tagged),
    findings: await store.listTestFindings(db, mission),
  };
}

type ReadMission = Awaited<ReturnType<typeof readFiguredMission>>;
export type FiguredMission = Omit<ReadMission, 'findings'> &
  Partial<Pick<ReadMission, 'findings'>> & { earlier?: EarlierRuns };

/** Takes the tests of a mission, returns the figures of those selected by a query. Refuses nothing. */
export async function figureMission(
  { tests: all, scenarios, techniques, findings = [], earlier = new Map() }: FiguredMission,
  query: MissionFiguresQuery = {},
): Promise<OfMission> {
  const { runs = 'compare' } = query;
  const chosen = all
    .filter((test) => isChosen(test, techniques, query))
    .map((test) => tagOnce(test, techniques));
  const tests = runs === 'first' ? chosen.map(toFirst) : chosen;
  const count = (wanted: MissionTest['status']) => tests.filter(({ status }) => status === wanted).length;
  const short = findGaps(chosen, earlier, findings);
  const inScenario = Map.groupBy(tests, ({ scenario_id }) => scenario_id);
  return {
    runs,
    first: runs === 'compare' ? figureHeadline(chosen.map(toFirst)) : null,
    changes: listChanges(chosen),
    gaps: listTestGaps(short, findings),
    strengths: listStrengths(short),
    not_attempted: { pending: count('pending'), skipped: count('skipped'), blocked: count('blocked') },
    ...(await figureWithParts(tests)),
    by_scenario: await figureEach(
      scenarios
        .map((scenario) => ({ head: { scenario }, tests: inScenario.get(scenario.id) ?? [] }))
        .filter(({ tests: those }) => those.length > 0 || all.length === tests.length),
    ),
  };
}

/** Takes tests, returns those with several runs, by change. */
function listChanges(tests: readonly MissionTest[]): OfMission['changes'] {
  const changes: OfMission['changes'] = { improved: [], worse: [], same: [], open: [] };
  for (const test of tests) {
    if (test.closed_runs.length === 0) continue;
    const compared = compareFirstAndLast(listRuns(test));
    if (compared === null) continue;
    const { change, first, latest } = compared;
    changes[change].push({ test: { id: test.id, name: test.name }, first, latest });
  }
  return changes;
}

type Tagged = MissionTest & TaggedTest;
const tagged = new WeakMap<MissionTest, Tagged>();

/** A test with its part of the matrix; cached with the test, so that it is judged once. */
function tagOnce(test: MissionTest, techniques: FiguredMission['techniques']): Tagged {
  let known = tagged.get(test);
  if (known === undefined) {
    known = {
      ...test,
      techniques: test.catalog_tags
        .filter(({ kind }) => kind !== 'tactic')
        .map((tag) => ({
          ...tag,
          tactics: (techniques.get(tag.external_id)?.tactics ?? []).map(({ id }) => id),
        })),
      tactics: listTactics(test.catalog_tags, techniques),
    };
    tagged.set(test, known);
  }
  return known;
}

function isChosen(
  test: MissionTest,
  techniques: FiguredMission['techniques'],
  { scenario, tactic, tool }: MissionFiguresQuery,
): boolean {
  return (
    (scenario === undefined || test.scenario_id === scenario) &&
    (tactic === undefined ||
      listTactics(test.catalog_tags, techniques).some(({ external_id }) => external_id === tactic)) &&
    (tool === undefined || listTools(test).has(tool))
  );
}

/** Takes the tests of two missions, returns the later one compared with the earlier one. */
export function changeBetween(earlier: readonly MissionTest[], later: readonly MissionTest[]): MissionChange {
  const { counts, pairs } = compareMissions(earlier, later);
  return {
    ...counts,
    common: figureCommon(pairs),
    worse_tests: listChanged(pairs, 'worse'),
    improved_tests: listChanged(pairs, 'improved'),
  };
}

function listChanged(
  pairs: readonly Pair<MissionTest>[],
  as: 'worse' | 'improved',
): MissionChange['worse_tests'] {
  return pairs
    .filter(({ change }) => change === as)
    .map(({ before, now }) => ({
      test: { id: now.id, name: now.name },
      before: classOf(before),
      now: classOf(now),
    }));
}

/** Takes the common tests of two missions, returns the headline of each. */
export function figureCommon(pairs: readonly Pair<MissionTest>[]): MissionChange['common'] {
  return {
    tests: pairs.length,
    before: figureHeadline(pairs.map(({ before }) => before)),
    now: figureHeadline(pairs.map(({ now }) => now)),
  };
}

/** The missions of an organisation visible to this user, in order of time. */
export function listOrganisationMissions(
  db: Db,
  user: Principal,
  organisation: string,
): Promise<store.DatedMission[]> {
  return store.listDatedMissions(db, toViewer(user), organisation);
}

/** The last missions of an organisation visible to this user, within a date range. */
async function listLastMissions(
  db: Db,
  user: Principal,
  organisation: string,
  { from, to }: OrganisationFiguresQuery = {},
): Promise<store.DatedMission[]> {
  const all = await listOrganisationMissions(db, user, organisation);
  return all.filter(({ date }) => (from ?? date) <= date && date <= (to ?? date)).slice(-mostMissionsAtOnce);
}

/**
 * The figures of the last missions of an organisation visible to this user, in order of time, each compared with the previous
 * one. Refuses `not_found`.
 */
export async function readOrganisationFigures(
  { db, memory }: { db: Db; memory: FiguresMemory },
  user: Principal,
  organisationId: string,
  { from, to }: OrganisationFiguresQuery,
): Promise<OrganisationFigures> {
  const { id, name } = await requireOrganisation(db, user, organisationId);
  const chosen = await listLastMissions(db, user, id, { from, to });
  const missions: OrganisationFigures['missions'] = [];
  const tools: ToolFigure[][] = [];
  let before: MissionTest[] | null = null;
  for (const mission of chosen) {
    const tests = await store.listTests(db, mission.id, nextTurn, memory.tests);
    await judgeEach(tests);
    const change = before === null ? null : changeBetween(before, tests);
    const first = figureHeadline(tests.map(toFirst));
    missions.push({ mission, figures: figure(tests), first, change });
    tools.push(figureTools(tests));
    before = tests;
    // One mission is added up at a time.
    await nextTurn();
  }
  return { organisation: { id, name }, missions, by_tool: addUpTools(tools.flat()) };
}
