import { mostTests } from '../../../domain/limits.ts';
import type { Now } from '../../database/clock.ts';
import { type Db, inLongTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import type { Row } from '../../database/tables.ts';
import { wholly } from '../../database/view.ts';
import { invalid } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { Mission, MissionTest } from '../contract.ts';
import { openPlan, openTest, openTests } from '../doors.ts';
import type { OpenMission } from '../heads.ts';
import { refuseUnveilingByLeaving } from '../hiding/links.ts';
import { readWrittenTest, recordTestWrite } from '../mission-tests/service.ts';
import { addToCounts, setColumns, shiftTests } from '../mission-tests/writes.ts';
import { noteOutline, pickOutlineTime, refreshTags } from '../outline/store.ts';
import { countTests } from '../plans/store.ts';
import { readRecordedTests } from '../removals/service.ts';
import { refuseTooMuch } from '../rules.ts';
import { requireVisibleScenario, type ScenarioPlace } from '../scenarios/service.ts';
import { findScenario, listScenarioNames, type ScenarioHead, shiftScenarios } from '../scenarios/store.ts';
import { readMission } from '../service.ts';
import { copiedText, insertScenario } from '../snapshots/store.ts';
import { cutTests } from '../tlpt/service.ts';
import { requireVisibleTest, seesMission, type TestPlace } from '../visibility.ts';
import type { ScenarioTransfer, TestTransfer } from './contract.ts';
import { copyRows } from './copied-rows.ts';
import { findPosition, refuseEnded } from './rules.ts';
import * as store from './store.ts';

type TestRow = Row<'mission_tests'>;

/** Each may have long texts. */
const toldAtOnce = 50;

/**
 * Moves a scenario with its tests, and everything recorded in them, to another mission. Links to findings and remediations of the
 * mission and to tests outside of the scenario are cut. Refuses `not_found`, `invalid` an invisible mission, its own one, a position
 * beyond the end and more than a mission may have, `archived`, `locked` also for completed missions, `hidden_tests` when a finding
 * or a remediation would no longer be hidden.
 */
export async function moveScenario(
  { db, now }: Services,
  user: Principal,
  place: ScenarioPlace,
  { mission_id, position: wanted }: ScenarioTransfer,
): Promise<Mission> {
  await inLongTransaction(db, async (trx, pause) => {
    const scenario = await requireVisibleScenario(trx, user, place);
    await refuseOtherMission(trx, user, mission_id, place.mission_id);
    // Its hidden tests go along, also with somebody who does not see them.
    await wholly(async () => {
      const tests = await store.listRows(trx, { scenario: scenario.id });
      const position = await judgeScenario(trx, mission_id, tests, wanted);
      const missions = await openBoth(trx, user, place.mission_id, mission_id, now);
      const told = await tellLeaving(trx, user, missions, tests, pause);
      await shiftScenarios(trx, missions.to, position, 1);
      await store.moveScenarioRow(trx, missions.to, scenario.id, position);
      await shiftScenarios(trx, missions.from, scenario.position + 1, -1);
      await store.keepHidden(
        trx,
        tests.map(({ id }) => id),
        scenario.id,
      );
      await store.moveRows(trx, missions, tests, await store.listMemberIds(trx, mission_id));
      await noteBoth(trx, missions, tests);
      await recordScenario(trx, user, missions, scenario);
      await tellArriving(trx, user, missions, tests, pause, told);
    });
  });
  return readMission(db, user, mission_id);
}

/**
 * Copies a scenario with its tests, and everything recorded in them, to another mission or its own. The original may be archived.
 * Refuses `not_found`, `invalid` as `moveScenario`, `archived`, `locked`.
 */
export async function copyScenario(
  { db, now }: Services,
  user: Principal,
  place: ScenarioPlace,
  { mission_id, position: wanted }: ScenarioTransfer,
): Promise<Mission> {
  await inLongTransaction(db, async (trx, pause) => {
    const scenario = await requireVisibleScenario(trx, user, place);
    await refuseOtherMission(trx, user, mission_id);
    const tests = await store.listRows(trx, { scenario: scenario.id });
    const position = await judgeScenario(trx, mission_id, tests, wanted);
    const { mission: to } = await openPlan(trx, user, mission_id);
    refuseEnded(to.status);
    const at = pickOutlineTime(to, now);
    const { name, description, catalog_tags } = scenario;
    const id = newId();
    await shiftScenarios(trx, to, position, 1);
    await insertScenario(trx, to, {
      id,
      name,
      description,
      position,
      catalog_tags,
      source_template_id: await store.findTemplateOf(trx, scenario.id),
    });
    await recordWrite(trx, {
      at,
      by: user,
      verb: 'created',
      object: 'scenario',
      id,
      place: { mission_id },
      after: { name, description, position, catalog_tags, copied_from: place.mission_id },
    });
    await copyTests(trx, user, { to, at }, tests, { scenario_id: id, position: 0 }, pause);
    await recordCopied(trx, user, place.mission_id, mission_id, at, { object: 'scenario', id: scenario.id });
  });
  return readMission(db, user, mission_id);
}

/**
 * Moves a test with everything recorded in it to a scenario of another mission. Refuses `not_found`, `invalid` an invisible mission,
 * a scenario of another one, a position beyond its end and more than a mission may have, `archived`, `locked` also for completed
 * missions, `hidden_tests` as `moveScenario`.
 */
export function moveTest(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  target: TestTransfer,
): Promise<MissionTest> {
  return inLongTransaction(db, async (trx, pause) => {
    await requireVisibleTest(trx, user, place);
    await refuseOtherMission(trx, user, target.mission_id, place.mission_id);
    const tests = await store.listRows(trx, { test: place.test_id });
    const position = await judgeTest(trx, target, tests);
    const missions = await openBoth(trx, user, place.mission_id, target.mission_id, now);
    const test = await openTest(trx, user, place);
    const [row] = tests as [TestRow];
    const told = await tellLeaving(trx, user, missions, tests, pause);
    const { scenario_id } = target;
    await shiftTests(trx, missions.from, { scenario_id: row.scenario_id, position: row.position + 1 }, -1);
    await shiftTests(trx, missions.to, { scenario_id, position }, 1);
    await setColumns(trx, test, { scenario_id, position });
    await store.keepHidden(trx, [test.id], null);
    await store.moveRows(trx, missions, tests, await store.listMemberIds(trx, target.mission_id));
    await noteBoth(trx, missions, tests);
    await tellArriving(trx, user, missions, tests, pause, told);
    return readWrittenTest(trx, user, { mission_id: target.mission_id, test_id: place.test_id });
  });
}

/**
 * Copies a test with everything recorded in it to a scenario of another mission or its own. The original may be archived. Refuses
 * `not_found`, `invalid` as `moveTest`, `archived`, `locked`.
 */
export function copyTest(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  target: TestTransfer,
): Promise<MissionTest> {
  return inLongTransaction(db, async (trx, pause) => {
    await requireVisibleTest(trx, user, place);
    await refuseOtherMission(trx, user, target.mission_id);
    const tests = await store.listRows(trx, { test: place.test_id });
    const position = await judgeTest(trx, target, tests);
    const { mission: to } = await openPlan(trx, user, target.mission_id);
    refuseEnded(to.status);
    const at = pickOutlineTime(to, now);
    const { scenario_id } = target;
    await shiftTests(trx, to, { scenario_id, position }, 1);
    const ids = await copyTests(trx, user, { to, at }, tests, { scenario_id, position }, pause);
    await recordCopied(trx, user, place.mission_id, target.mission_id, at, {
      object: 'test',
      id: place.test_id,
    });
    return readWrittenTest(trx, user, {
      mission_id: target.mission_id,
      test_id: ids.get(place.test_id) as string,
    });
  });
}

/** Refuses `invalid` a mission that this user doesn't see, and `own` if given. */
async function refuseOtherMission(db: Db, user: Principal, missionId: string, own?: string): Promise<void> {
  if (missionId === own) throw invalid('mission_id', 'is the mission itself');
  if (!(await seesMission(db, user, missionId))) {
    throw invalid('mission_id', `there is no mission with the id ${missionId}`);
  }
}

async function judgeScenario(
  trx: Trx,
  missionId: string,
  tests: readonly TestRow[],
  wanted: number | undefined,
): Promise<number> {
  const { length } = await listScenarioNames(trx, missionId);
  const position = findPosition(wanted, length);
  if (length >= mostTests)
    throw invalid('mission_id', `the mission already has ${length} scenarios, which is the limit`);
  await judgeArriving(trx, missionId, tests);
  return position;
}

async function judgeTest(
  trx: Trx,
  { mission_id, scenario_id, position }: TestTransfer,
  tests: readonly TestRow[],
): Promise<number> {
  if ((await findScenario(trx, mission_id, scenario_id)) === null) {
    throw invalid('scenario_id', `the mission has no scenario with the id ${scenario_id}`);
  }
  const found = findPosition(position, await countTests(trx, scenario_id));
  await judgeArriving(trx, mission_id, tests);
  return found;
}

/** Refuses `invalid` tests that the other mission can't take. */
async function judgeArriving(trx: Trx, missionId: string, tests: readonly TestRow[]): Promise<void> {
  const there = await store.countTestsOf(trx, missionId);
  const bytes = await store.weighTests(
    trx,
    tests.map(({ id }) => id),
  );
  const present = { tests: there, bytes: await copiedText(trx, missionId) };
  refuseTooMuch(present, { tests: tests.length, bytes }, 'mission_id');
}

type Both = { from: OpenMission; to: OpenMission; at: string };

/** Both missions, and a time later than every earlier write to either. Refuses `archived`, `locked`. */
async function openBoth(trx: Trx, user: Principal, from: string, to: string, now: Now): Promise<Both> {
  const opened = [await openPlan(trx, user, from), await openPlan(trx, user, to)].map(
    ({ mission }) => mission,
  );
  for (const { status } of opened) refuseEnded(status);
  const [left, entered] = opened as [OpenMission, OpenMission];
  const times = opened.map((mission) => pickOutlineTime(mission, now));
  return { from: left, to: entered, at: times[0]! > times[1]! ? times[0]! : times[1]! };
}

type Leaving = { naming: string[]; before: Map<string, Record<string, unknown>> };

/** Reads tests before they leave their mission, and cuts their ties to it. Refuses `hidden_tests`. */
async function tellLeaving(
  trx: Trx,
  user: Principal,
  { from, at }: Both,
  tests: readonly TestRow[],
  pause: () => Promise<void>,
): Promise<Leaving> {
  const ids = tests.map(({ id }) => id);
  await refuseUnveilingByLeaving(trx, ids);
  const naming = await store.listNaming(trx, ids);
  const before = new Map<string, Record<string, unknown>>();
  const turn = new Turn();
  const opened = await openTests(trx, user, from.id, ids);
  for (let at = 0; at < opened.length; at += toldAtOnce) {
    const some = await readRecordedTests(trx, opened.slice(at, at + toldAtOnce));
    for (const [id, was] of some) before.set(id, was);
    await turn.giveWay(pause);
  }
  await store.untie(trx, from, ids, at);
  const ofTlpt = await cutTests(trx, from, new Set(ids));
  return { naming: [...naming, ...ofTlpt], before };
}

/** Records in both missions that tests have left one for the other. */
async function tellArriving(
  trx: Trx,
  user: Principal,
  { from, to, at }: Both,
  tests: readonly TestRow[],
  pause: () => Promise<void>,
  { before, naming }: Leaving,
): Promise<void> {
  const turn = new Turn();
  const ids = tests.map(({ id }) => id);
  const opened = await openTests(trx, user, to.id, ids);
  for (let first = 0; first < opened.length; first += toldAtOnce) {
    const some = opened.slice(first, first + toldAtOnce);
    const arrived = await readRecordedTests(trx, some);
    for (const { id } of some) {
      const was = { ...before.get(id), moved_to: null, named_by: naming };
      // Null for each field records long texts in full, as for a removed test.
      const gone = Object.fromEntries(Object.keys(was).map((name) => [name, null]));
      await recordTestWrite(
        trx,
        user,
        { id, mission_id: from.id },
        { at, verb: 'deleted', before: was, after: { ...gone, moved_to: to.id } },
      );
      const is = { ...arrived.get(id), moved_from: from.id };
      await recordTestWrite(trx, user, { id, mission_id: to.id }, { at, verb: 'created', after: is });
    }
    await turn.giveWay(pause);
  }
}

async function recordScenario(
  trx: Trx,
  by: Principal,
  { from, to, at }: Both,
  { id, name, description, position, catalog_tags }: ScenarioHead,
): Promise<void> {
  const fields = { name, description, position, catalog_tags };
  const gone = Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
  await recordWrite(trx, {
    at,
    by,
    verb: 'deleted',
    object: 'scenario',
    id,
    place: { mission_id: from.id },
    before: { ...fields, moved_to: null },
    after: { ...gone, moved_to: to.id },
  });
  const now = await findScenario(trx, to.id, id);
  await recordWrite(trx, {
    at,
    by,
    verb: 'created',
    object: 'scenario',
    id,
    place: { mission_id: to.id },
    after: { ...fields, position: now?.position ?? position, moved_from: from.id },
  });
}

/** Notes in the mission of the original that it was copied. */
async function recordCopied(
  trx: Trx,
  by: Principal,
  from: string,
  to: string,
  at: string,
  { object, id }: { object: 'scenario' | 'test'; id: string },
): Promise<void> {
  await recordWrite(trx, {
    at,
    by,
    verb: 'changed',
    object,
    id,
    place: { mission_id: from, ...(object === 'test' && { test_id: id }) },
    before: { copied_to: null },
    after: { copied_to: to },
  });
}

async function copyTests(
  trx: Trx,
  user: Principal,
  { to, at }: { to: OpenMission; at: string },
  tests: readonly TestRow[],
  place: { scenario_id: string; position: number },
  pause: () => Promise<void>,
): Promise<Map<string, string>> {
  const members = await store.listMemberIds(trx, to.id);
  const ids = await copyRows(trx, { to, at }, tests, place, members, pause);
  await store.keepHidden(trx, [...ids.values()], null);
  await addToCounts(trx, to, tests, 1);
  await noteOutline(trx, to, at);
  await refreshTags(trx, to);
  const turn = new Turn();
  const opened = await openTests(trx, user, to.id, [...ids.values()]);
  for (let first = 0; first < opened.length; first += toldAtOnce) {
    const some = opened.slice(first, first + toldAtOnce);
    const copies = await readRecordedTests(trx, some);
    for (const [index, { id }] of some.entries()) {
      const after = { ...copies.get(id), copied_from: tests[first + index]?.mission_id };
      await recordTestWrite(trx, user, { id, mission_id: to.id }, { at, verb: 'created', after });
    }
    await turn.giveWay(pause);
  }
  return ids;
}

/** Counts, tags and outlines of both missions. */
async function noteBoth(trx: Trx, { from, to, at }: Both, tests: readonly TestRow[]): Promise<void> {
  await addToCounts(trx, from, tests, -1);
  await addToCounts(trx, to, tests, 1);
  for (const mission of [from, to]) {
    await noteOutline(trx, mission, at);
    await refreshTags(trx, mission);
  }
}
