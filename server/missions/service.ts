import type { MissionVisibility, Settling } from '../../domain/missions.ts';
import { refuseBadMembers } from '../accounts/users/service.ts';
import { resolveThreats } from '../catalogue/threats/service.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inLongTransaction, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import type { Services } from '../database/services.ts';
import { wholly } from '../database/view.ts';
import { refuseInvertedDates } from '../dates.ts';
import { invalid, notFound } from '../errors.ts';
import { type Author, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import { findOrMakeOrganisation, followClient } from '../organisations/service.ts';
import type { Found } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { readSnapshotSources, readTestSources, weighSources } from '../templates/service.ts';
import { unassignOthers } from './assignments/service.ts';
import type {
  MemberInput,
  Mission,
  MissionListItem,
  MissionListQuery,
  MissionPatch,
  MissionTransition,
  NewMission,
} from './contract.ts';
import { openMission, openPlan, openToDelete } from './doors.ts';
import type { OpenMission } from './heads.ts';
import { toReveal } from './hiding/columns.ts';
import { changeShown, refuseNewLeads, refuseUnseeing, revealReviewed } from './hiding/reveal.ts';
import { settle } from './hiding/settle.ts';
import { readSchedule } from './hiding/store.ts';
import type { MembersMemory } from './members/memory.ts';
import { hasMembers, replaceMembersOf } from './members/service.ts';
import { listMembersBeyond } from './members/store.ts';
import { listTests } from './mission-tests/store.ts';
import { noteOutline, pickOutlineTime, readOutlineTime } from './outline/store.ts';
import { readPlannedFollows, readPlannedTests, type TestSource } from './plans/planned/service.ts';
import { weighPlan } from './plans/rules.ts';
import { readRecorded, recordMission } from './recorded.ts';
import { countRemediations } from './remediations/service.ts';
import { judgeMissionMove, refuseTooMuch, withCreator } from './rules.ts';
import { nameMissions as findNames } from './search/store.ts';
import { type ScenarioSource, takeSnapshots } from './snapshots/service.ts';
import { copiedText, listScenarios } from './snapshots/store.ts';
import * as store from './store.ts';
import { isTlpt } from './tlpt/store.ts';
import type { TotalsMemory } from './totals.ts';
import { toVariablesColumn } from './variables/contract.ts';
import { mergeVariables } from './variables/rules.ts';
import { readMissionVariables } from './variables/store.ts';
import { viewOf as findViewOf, toViewer } from './visibility.ts';
import * as writes from './writes.ts';

const nothing = { tests: 0, bytes: 0 };

/** The scenario for single test templates in a new mission. */
const singleTests = { id: null, name: 'Single tests', description: null, catalog_tags: [] };

/** How somebody reads missions: whole, or without hidden tests. Refuses nothing. */
export const viewOf: typeof findViewOf = findViewOf;

/** The names of the missions among these that this user sees, by id. Refuses nothing. */
export function nameMissions(
  db: Db,
  user: Pick<Principal, 'id' | 'role'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return findNames(db, toViewer(user), ids);
}

/** A page of the missions this user sees, newest first, with their number. */
export async function listMissions(
  { db, totals, members }: { db: Db; totals: TotalsMemory; members: MembersMemory },
  user: Principal,
  query: MissionListQuery,
): Promise<Found<MissionListItem>> {
  const viewer = toViewer(user);
  const filter = [
    viewer.seesAll ? 'all' : viewer.id,
    query.q ?? '',
    query.client ?? null,
    query.organisation_id ?? null,
    query.status ?? null,
    query.visibility ?? null,
  ];
  const items = await store.listMissions(db, members, viewer, query);
  const total = await totals.of(db, JSON.stringify(filter), () => store.countMissions(db, viewer, query));
  return { items, total };
}

/**
 * A mission with its scenarios and tests. The caller has checked access. Writes answer with it after their transaction, because
 * others wait for the end of that.
 */
export async function readMission(db: Db, user: Principal, missionId: string): Promise<Mission> {
  // One snapshot: concurrent writes must not make the parts contradict one another.
  return inSnapshot(db, (trx) => readWhole(trx, user, missionId));
}

/** The same in the caller's transaction. Refuses `not_found`. */
export async function readWhole(trx: Trx, user: Principal, missionId: string): Promise<Mission> {
  const item = await store.readMissionItem(trx, toViewer(user), missionId);
  if (item === null) throw notFound('Mission');
  const scenarios = await listScenarios(trx, missionId);
  const tests = Map.groupBy(await listTests(trx, missionId), (test) => test.scenario_id);
  return {
    ...item,
    variables: await readMissionVariables(trx, missionId),
    remediations: await countRemediations(trx, missionId),
    tlpt: await isTlpt(trx, missionId),
    outline_changed_at: await readOutlineTime(trx, missionId),
    reveal: toReveal(await readSchedule(trx, missionId)),
    scenarios: scenarios.map((scenario) => ({ ...scenario, tests: tests.get(scenario.id) ?? [] })),
  };
}

/**
 * Creates a mission with its snapshots in one transaction. A creator who does not see every mission becomes a member, as `red`
 * unless listed. Refuses `invalid` inverted dates, unknown or repeated members, unknown scenario or test templates, tags and
 * threats, more variables, tests or text than a mission may have, and `follows_cycle`.
 */
export async function createMission(
  missions: Services,
  user: Principal,
  input: NewMission,
): Promise<Mission> {
  refuseInvertedDates(input.start_date, input.end_date);
  const {
    scenario_template_ids,
    test_template_ids,
    tests: planned,
    threats,
    members,
    variables,
    settle_at_review,
    visibility,
    ...fields
  } = input;
  const variables_json = toVariablesColumn(mergeVariables({}, variables ?? null));
  const id = newId();
  await inLongTransaction(missions.db, async (trx, pause) => {
    await refuseBadMembers(trx, members);
    const copied = await weighSources(trx, scenario_template_ids, 'scenario_template_ids');
    refuseTooMuch(nothing, copied);
    const copies: TestSource[] = await readTestSources(trx, test_template_ids, 'test_template_ids');
    const plan = await readPlannedTests(trx, planned);
    const names = plan.map(({ name }) => name);
    const follows = readPlannedFollows(planned, names, copies.length);
    const tests = [...copies, ...plan];
    const bytes = tests.reduce(
      (sum, { id: _source, expectations: _none, variables: _variables, ...plan }) => sum + weighPlan(plan),
      0,
    );
    const place = test_template_ids.length > 0 ? 'test_template_ids' : 'tests';
    refuseTooMuch(copied, { tests: tests.length, bytes }, place);
    const time = isoTime(missions.now());
    const made = await writes.insertMission(trx, {
      ...fields,
      id,
      organisation_id: await findOrMakeOrganisation(trx, missions.now, user, fields.client),
      created_by: user.id,
      created_at: time,
      retest_of_id: null,
      variables_json,
      settle_at_review: toSettling(settle_at_review),
      visibility: toVisibility(visibility),
      threats_json: store.toThreatsColumn(await resolveThreats(trx, threats, [])),
    });
    await replaceMembersOf(trx, user, made, withCreator(user, members), time);
    const sources: ScenarioSource[] = await readSnapshotSources(
      trx,
      scenario_template_ids,
      'scenario_template_ids',
    );
    if (tests.length > 0) sources.push({ ...singleTests, tests, follows });
    if (sources.length > 0) await takeSnapshots(trx, missions.now, made, sources, pause);
    else await settle(trx, id, time, true);
    await recordMission(trx, user, id, 'created', time, null);
  });
  return readMission(missions.db, user, id);
}

/**
 * Changes the given fields, and the named variables; a no-op writes nothing. Refuses `not_found`, `invalid` inverted dates,
 * unknown threats and too many variables, `archived`.
 */
export async function changeMission(
  missions: Services,
  user: Principal,
  missionId: string,
  patch: MissionPatch,
): Promise<Mission> {
  await inTransaction(missions.db, async (trx) => {
    const {
      variables,
      settle_at_review: settling,
      sightings_visible_to_red: visible,
      replay_opened: opened,
      threats,
      visibility,
      ...fields
    } = patch;
    const { mission, judged } = await openMission(trx, user, missionId, async (before) => {
      refuseInvertedDates(
        patch.start_date === undefined ? before.start_date : patch.start_date,
        patch.end_date === undefined ? before.end_date : patch.end_date,
      );
      const judged: writes.MissionChange = {};
      if (visibility !== undefined) {
        judged.visibility = toVisibility(visibility);
        if (judged.visibility !== before.visibility) await refuseUnseeing(trx, user, missionId);
      }
      if (threats !== undefined) {
        const kept = await store.readThreatsOf(trx, missionId);
        judged.threats_json = store.toThreatsColumn(await resolveThreats(trx, threats, kept));
      }
      if (variables === undefined) return judged;
      const present = await readMissionVariables(trx, missionId);
      const variables_json = toVariablesColumn(mergeVariables(present, variables));
      return variables_json === toVariablesColumn(present) ? judged : { ...judged, variables_json };
    });
    if (Object.keys(patch).length > 0) {
      const client = await store.readClient(trx, missionId);
      const followed = await followClient(trx, missions.now, user, client, patch.client);
      const settled = settling === undefined ? {} : { settle_at_review: toSettling(settling) };
      const flags = {
        sightings_visible_to_red: toFlag(visible),
        replay_opened: toFlag(opened),
      };
      const given = { ...fields, ...judged, ...followed, ...settled, ...flags };
      const change = await writes.pickChanges(trx, mission, given);
      if (change.visibility !== undefined) {
        const at = pickOutlineTime(mission, missions.now);
        const write = () => writeMission(missions, trx, user, mission, 'changed', change);
        await changeShown(trx, missionId, user, at, write, { isForAll: true });
      } else if (Object.keys(change).length > 0) {
        await writeMission(
          missions,
          trx,
          user,
          mission,
          'changed',
          change,
          tellPages(missions, trx, mission),
        );
      }
    }
  });
  return readMission(missions.db, user, missionId);
}

/**
 * Appends snapshots of scenario templates, repeated ones each time. Refuses `not_found`, `invalid` unknown templates and more
 * tests or text than a mission may have, `archived`, `locked`.
 */
export async function appendScenarios(
  missions: Services,
  user: Principal,
  missionId: string,
  scenarioTemplateIds: readonly string[],
): Promise<Mission> {
  await inLongTransaction(missions.db, async (trx, pause) => {
    const { mission } = await openPlan(trx, user, missionId, async ({ tests }) => {
      const added = await weighSources(trx, scenarioTemplateIds, 'scenario_template_ids');
      refuseTooMuch({ tests, bytes: await copiedText(trx, missionId) }, added);
    });
    const sources = await readSnapshotSources(trx, scenarioTemplateIds, 'scenario_template_ids');
    await writeMission(missions, trx, user, mission, 'changed', {}, async () => {
      await noteOutline(trx, mission, await takeSnapshots(trx, missions.now, mission, sources, pause));
    });
  });
  return readMission(missions.db, user, missionId);
}

/** The default is stored as null. */
function toVisibility(visibility: MissionVisibility = 'open'): 'blind' | null {
  return visibility === 'open' ? null : visibility;
}

/** False is stored as null; undefined stays. */
function toFlag(value: boolean | undefined): 1 | null | undefined {
  return value === undefined ? undefined : value ? 1 : null;
}

/** The default, which is to ask, is stored as null. */
function toSettling(settling: Settling = 'ask'): 'no' | 'open' | null {
  return settling === 'ask' ? null : settling;
}

/**
 * Replaces the members; former members lose their assignments. Refuses `not_found`, `forbidden` a new lead from somebody who does
 * not see hidden tests, `invalid` unknown or repeated users, `archived`.
 */
export async function replaceMembers(
  missions: Services,
  user: Principal,
  missionId: string,
  members: readonly MemberInput[],
): Promise<Mission> {
  const ids = members.map((member) => member.user_id);
  return inLongTransaction(missions.db, async (trx, pause) => {
    const { mission } = await openMission(trx, user, missionId, async () => {
      await refuseNewLeads(trx, user, missionId, members);
      await refuseBadMembers(trx, members);
    });
    if (await hasMembers(trx, mission, members)) return readWhole(trx, user, missionId);
    // Written before the tests, which take later times.
    await tellPages(missions, trx, mission)();
    // Done before the members change: afterwards the caller may not be one of them.
    await wholly(() => unassignOthers(trx, user, missionId, ids, missions.now, pause));
    await writeMission(missions, trx, user, mission, 'changed', {}, (at) =>
      replaceMembersOf(trx, user, mission, members, at),
    );
    return readWhole(trx, user, missionId);
  });
}

/**
 * Moves a mission; its current state is a no-op, except for completing it with a lock. Reopening unlocks it. Refuses `not_found`,
 * `invalid` a lock without completion, `archived`, `illegal_transition`.
 */
export async function moveMission(
  missions: Services,
  user: Principal,
  missionId: string,
  { status, lock = false }: MissionTransition,
): Promise<Mission> {
  await inTransaction(missions.db, async (trx) => {
    const { mission } = await openMission(trx, user, missionId, async () => {
      if (lock && status !== 'completed') throw invalid('lock', 'is only for the move to completed');
    });
    const moves = judgeMissionMove(mission.status, status) === 'move';
    const locked = lock ? 1 : status === 'in_progress' ? null : mission.locked;
    if (moves || locked !== mission.locked) {
      const change = { status, locked };
      await writeMission(missions, trx, user, mission, 'moved', change, tellPages(missions, trx, mission));
      if (status === 'completed') await revealReviewed(trx, missions.now, user, missionId, () => true);
    }
  });
  return readMission(missions.db, user, missionId);
}

/** Makes open pages of the mission read it again. */
const tellPages =
  ({ now }: Services, trx: Trx, mission: OpenMission) =>
  (): Promise<void> =>
    noteOutline(trx, mission, pickOutlineTime(mission, now), { isForAll: true });

/** Deletes a mission softly, even an archived one: it disappears from every list and path. Refuses `not_found`. */
export async function deleteMission(missions: Services, user: Principal, missionId: string): Promise<void> {
  await inTransaction(missions.db, (trx) => dropMission(trx, missions.now, user, missionId));
}

/** The same in the caller's transaction. */
export async function dropMission(
  trx: Trx,
  now: Now,
  user: Principal,
  missionId: string,
  by: Author = user,
): Promise<void> {
  const mission = await openToDelete(trx, user, missionId);
  const at = timeAfter(mission.updated_at, now);
  const before = await readRecorded(trx, missionId);
  await writes.deleteMission(trx, mission, at);
  const place = { mission_id: missionId };
  await recordWrite(trx, { at, by, verb: 'deleted', object: 'mission', id: missionId, place, before });
}

/** Writes to a mission, `more` besides its own fields, and records the changes. */
async function writeMission(
  { now }: Services,
  trx: Trx,
  user: Principal,
  mission: OpenMission,
  verb: 'changed' | 'moved',
  change: writes.MissionChange,
  more?: (at: string) => Promise<void>,
): Promise<void> {
  const at = timeAfter(mission.updated_at, now);
  const before = await readRecorded(trx, mission.id);
  await more?.(at);
  await writes.updateMission(trx, mission, { ...change, updated_at: at });

  await recordMission(trx, user, mission.id, verb, at, before);
}

/** The missions with this id or exactly this name, without deleted ones. The caller sees them all. */
export const findMissionsCalled: (db: Db, given: string) => Promise<{ id: string; name: string }[]> =
  store.findMissionsCalled;

/** The users among these who see, as members, a mission that `other` does not see as a member. */
export function listUsersWhoSeeMore(db: Db, userIds: readonly string[], other: string): Promise<Set<string>> {
  return listMembersBeyond(db, userIds, other);
}
