import { setImmediate as nextTurn } from 'node:timers/promises';
import { addUpTools, figure, figureTools, listTools, type ToolFigure } from '../../../domain/figures.ts';
import { mostMissionsAtOnce } from '../../../domain/limits.ts';
import { findTechniques } from '../../catalogue/service.ts';
import { type Db, inSnapshot, writesTo } from '../../database/database.ts';
import { Memory } from '../../database/memory.ts';
import { figureEach, figureWithParts, judgeEach, type TaggedTest } from '../../figures/service.ts';
import { requireOrganisation } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import { requireVisibleMission, toViewer } from '../visibility.ts';
import type {
  MissionFigures,
  MissionFiguresQuery,
  OrganisationFigures,
  OrganisationFiguresQuery,
} from './contract.ts';
import type { MissionTest } from './figured-test.ts';
import { compareMissions, listTactics } from './rules.ts';
import * as store from './store.ts';
import { TestsMemory } from './tests-memory.ts';

type OfMission = Omit<MissionFigures, 'mission'>;

/** Data for figures from outside of the mission: names of tools, detection levels, and tactics of techniques. */
const otherTables = [
  'organisation_tools',
  'organisations',
  'detection_levels',
  'catalogue_entries',
  'catalogue_syncs',
] as const;

const mostRemembered = 200;

/** Remembers the figures of missions until they change, and the tests that have not. */
export class FiguresMemory {
  readonly tests = new TestsMemory(otherTables);
  readonly #known = new Memory<OfMission>(otherTables, mostRemembered);

  of(db: Db, { id, last_change_at }: { id: string; last_change_at: string }): Promise<OfMission> {
    return this.#known.of(db, { id, version: last_change_at }, async () =>
      figureMission(await readInTurns(db, id, this.tests)),
    );
  }
}

/** The figures of the latest runs of a mission, or of the chosen ones of its tests. Refuses `not_found`. */
export async function readMissionFigures(
  { db, memory }: { db: Db; memory: FiguresMemory },
  user: Principal,
  missionId: string,
  query: MissionFiguresQuery,
): Promise<MissionFigures> {
  const { id } = await requireVisibleMission(db, user, missionId);
  const { name, ...sign } = await store.readSign(db, id);
  if (Object.keys(query).length > 0) {
    return {
      mission: { id, name },
      ...(await figureMission(await readInTurns(db, id, memory.tests), query)),
    };
  }
  return { mission: { id, name }, ...(await memory.of(db, sign)) };
}

/** Reads a mission a few tests at a time; on one state of it, where it was changed meanwhile. */
async function readInTurns(db: Db, mission: string, memory: TestsMemory): Promise<FiguredMission> {
  const readState = async () => {
    const { last_change_at } = await store.readSign(db, mission);
    return `${last_change_at} ${writesTo(db, otherTables)}`;
  };
  const before = await readState();
  const read = await readFiguredMission(db, mission, nextTurn, memory);
  return (await readState()) === before ? read : inSnapshot(db, (trx) => readFiguredMission(trx, mission));
}

/** The tests of a mission as its figures look at them, with what they are grouped by. The caller has judged who sees it. */
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
  };
}

export type FiguredMission = Awaited<ReturnType<typeof readFiguredMission>>;

/** Takes the tests of a mission, returns the figures of those that a query chooses. Refuses nothing. */
export async function figureMission(
  { tests: all, scenarios, techniques }: FiguredMission,
  query: MissionFiguresQuery = {},
): Promise<OfMission> {
  const tests = all
    .filter((test) => isChosen(test, techniques, query))
    .map((test) => tagOnce(test, techniques));
  const count = (wanted: MissionTest['status']) => tests.filter(({ status }) => status === wanted).length;
  const inScenario = Map.groupBy(tests, ({ scenario_id }) => scenario_id);
  return {
    not_attempted: { pending: count('pending'), skipped: count('skipped'), blocked: count('blocked') },
    ...(await figureWithParts(tests)),
    by_scenario: await figureEach(
      scenarios
        .map((scenario) => ({ head: { scenario }, tests: inScenario.get(scenario.id) ?? [] }))
        .filter(({ tests: those }) => those.length > 0 || all.length === tests.length),
    ),
  };
}

type Tagged = MissionTest & TaggedTest;
const tagged = new WeakMap<MissionTest, Tagged>();

/** A test with what of the matrix it is about; remembered with it, because it is judged once. */
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

/** The missions of an organisation that this user sees, in order of time. */
export function listOrganisationMissions(
  db: Db,
  user: Principal,
  organisation: string,
): Promise<store.DatedMission[]> {
  return store.listDatedMissions(db, toViewer(user), organisation);
}

/**
 * The figures of the last missions of an organisation that this user sees, in order of time, each against the one before it.
 * Refuses `not_found`.
 */
export async function readOrganisationFigures(
  { db, memory }: { db: Db; memory: FiguresMemory },
  user: Principal,
  organisationId: string,
  { from, to }: OrganisationFiguresQuery,
): Promise<OrganisationFigures> {
  const { id, name } = await requireOrganisation(db, user, organisationId);
  const all = await listOrganisationMissions(db, user, id);
  const chosen = all.filter(({ date }) => (from ?? date) <= date && date <= (to ?? date));
  const missions: OrganisationFigures['missions'] = [];
  const tools: ToolFigure[][] = [];
  let before: MissionTest[] | null = null;
  for (const mission of chosen.slice(-mostMissionsAtOnce)) {
    const tests = await store.listTests(db, mission.id, nextTurn, memory.tests);
    await judgeEach(tests);
    const change = before === null ? null : compareMissions(before, tests);
    missions.push({ mission, figures: figure(tests), change });
    tools.push(figureTools(tests));
    before = tests;
    // One mission is added up at a time.
    await nextTurn();
  }
  return { organisation: { id, name }, missions, by_tool: addUpTools(tools.flat()) };
}
