import { mostTests } from '../../../domain/limits.ts';
import { type Db, inLongTransaction, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import type { Row } from '../../database/tables.ts';
import { wholly } from '../../database/view.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { Mission } from '../contract.ts';
import { openPlan } from '../doors.ts';
import type { OpenMission } from '../heads.ts';
import { hideScenario } from '../hiding/reveal.ts';
import { refuseWrongOrder, toLabels } from '../outline/rules.ts';
import { noteOutline, pickOutlineTime, refreshTags } from '../outline/store.ts';
import { readMission } from '../service.ts';
import { insertScenario } from '../snapshots/store.ts';
import { requireVisibleMission } from '../visibility.ts';
import type { ScenarioPatch } from './contract.ts';
import * as store from './store.ts';

/** Place of a scenario in its path. */
export type ScenarioPlace = { mission_id: string; scenario_id: string };

/** The scenario of a path. Refuses `not_found` when it is missing or not visible to this user. */
export async function requireVisibleScenario(
  db: Db,
  user: Principal,
  { mission_id, scenario_id }: ScenarioPlace,
): Promise<store.ScenarioHead> {
  await requireVisibleMission(db, user, mission_id);
  const scenario = await store.findScenario(db, mission_id, scenario_id);
  if (scenario === null) throw notFound('Scenario');
  return scenario;
}

/** Adds a scenario without tests at the end. Refuses `not_found`, `invalid` beyond the limit, `archived`. */
export async function addScenario(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  { name, description }: { name: string; description: string | null },
): Promise<Mission> {
  await inTransaction(db, async (trx) => {
    const { mission, judged: position } = await openPlan(trx, user, missionId, () =>
      countBeforeOneMore(trx, missionId, 'name'),
    );
    const at = pickOutlineTime(mission, now);
    const scenario = { id: newId(), name, description, position, source_template_id: null, catalog_tags: [] };
    await insertScenario(trx, mission, scenario);
    await noteOutline(trx, mission, at);
    const { id } = scenario;
    const place = { mission_id: missionId };
    const after = { name, description, position };
    await recordWrite(trx, { at, by: user, verb: 'created', object: 'scenario', id, place, after });
  });
  return readMission(db, user, missionId);
}

async function countBeforeOneMore(trx: Trx, missionId: string, path: string): Promise<number> {
  const { length } = await store.listScenarioNames(trx, missionId);
  if (length >= mostTests)
    throw invalid(path, `the mission already has ${length} scenarios, which is the limit`);
  return length;
}

/** Changes the given fields; a no-op writes nothing. Refuses `not_found`, `archived`. */
export async function changeScenario(
  { db, now }: Services,
  user: Principal,
  place: ScenarioPlace,
  patch: ScenarioPatch,
): Promise<Mission> {
  await inTransaction(db, async (trx) => {
    const before = await requireVisibleScenario(trx, user, place);
    const { mission } = await openPlan(trx, user, place.mission_id);
    if (Object.entries(patch).some(([name, value]) => value !== before[name as keyof ScenarioPatch])) {
      const at = pickOutlineTime(mission, now);
      await store.updateScenario(trx, mission, before.id, patch);
      await noteOutline(trx, mission, at);
      await recordScenario(trx, user, at, 'changed', before, { before, after: patch });
    }
  });
  return readMission(db, user, place.mission_id);
}

/**
 * Deletes a scenario without tests, and keeps its row; with tests that this user does not see, it is hidden. Refuses `not_found`, `archived`, `scenario_not_empty`.
 */
export async function removeScenario(
  { db, now }: Services,
  user: Principal,
  place: ScenarioPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const scenario = await requireVisibleScenario(trx, user, place);
    const { mission } = await openPlan(trx, user, place.mission_id);
    const { length } = await store.listTestNames(trx, scenario.id);
    if (length > 0) {
      throw new DomainError(
        'scenario_not_empty',
        `The scenario has ${length} ${length === 1 ? 'test' : 'tests'}`,
      );
    }
    const at = pickOutlineTime(mission, now);
    if (await wholly(async () => (await store.listTestNames(trx, scenario.id)).length > 0)) {
      // Its tests are hidden from this user: to them it is gone, too.
      await hideScenario(trx, user, mission.id, scenario.id, at);
      return;
    }
    await store.deleteScenario(trx, mission, scenario, at);
    await refreshTags(trx, mission);
    await noteOutline(trx, mission, at);
    await recordScenario(trx, user, at, 'deleted', scenario, { before: toRecorded(scenario) });
  });
}

/** The removed scenario of a path. Refuses `not_found`, including one that was not removed from its mission. */
export async function requireRemovedScenario(
  db: Db,
  user: Principal,
  { mission_id, scenario_id }: ScenarioPlace,
): Promise<Row<'scenarios'>> {
  await requireVisibleMission(db, user, mission_id);
  const removed = await store.findRemovedScenario(db, mission_id, scenario_id);
  if (removed === null) throw notFound('Scenario');
  return removed;
}

/**
 * Restores a removed scenario at its position, or at the end if there are fewer now. Refuses `not_found`, `invalid` beyond the
 * limit, `archived`.
 */
export async function restoreScenario(
  { db, now }: Services,
  user: Principal,
  place: ScenarioPlace,
): Promise<Mission> {
  await inTransaction(db, async (trx) => {
    const removed = await requireRemovedScenario(trx, user, place);
    const { mission, judged: present } = await openPlan(trx, user, place.mission_id, () =>
      countBeforeOneMore(trx, place.mission_id, 'scenario_id'),
    );
    const at = pickOutlineTime(mission, now);
    await store.restoreScenario(trx, mission, removed, Math.min(removed.position, present));
    await refreshTags(trx, mission);
    await noteOutline(trx, mission, at);
    const scenario = await requireVisibleScenario(trx, user, place);
    await recordScenario(trx, user, at, 'restored', scenario, { after: toRecorded(scenario) });
  });
  return readMission(db, user, place.mission_id);
}

function toRecorded({ name, description, position, catalog_tags }: store.ScenarioHead) {
  return { name, description, position, catalog_tags };
}

/**
 * Puts all scenarios of a mission in this order. Refuses `not_found`, `invalid` an order with other or missing ones, `archived`.
 */
export async function orderScenarios(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  wanted: readonly string[],
): Promise<Mission> {
  await inLongTransaction(db, async (trx, pause) => {
    const { mission, judged: present } = await openPlan(trx, user, missionId, async () => {
      const present = await store.listScenarioNames(trx, missionId);
      refuseWrongOrder(wanted, new Set(present.map(({ id }) => id)), 'scenario_ids', 'scenario');
      return present;
    });
    const at = pickOutlineTime(mission, now);
    const after = await reorder(trx, mission, 'scenarios', present, wanted, pause);
    if (after !== null) {
      await noteOutline(trx, mission, at);
      await recordWrite(trx, {
        at,
        by: user,
        verb: 'changed',
        object: 'mission',
        id: missionId,
        place: { mission_id: missionId },
        before: { scenarios: toLabels(present) },
        after: { scenarios: toLabels(after) },
      });
    }
  });
  return readMission(db, user, missionId);
}

/** Puts all tests of a scenario in this order. Refuses `not_found`, `invalid` an order with other or missing ones, `archived`. */
export async function orderTests(
  { db, now }: Services,
  user: Principal,
  place: ScenarioPlace,
  wanted: readonly string[],
): Promise<Mission> {
  await inLongTransaction(db, async (trx, pause) => {
    const scenario = await requireVisibleScenario(trx, user, place);
    const { mission, judged: present } = await openPlan(trx, user, place.mission_id, async () => {
      const present = await store.listTestNames(trx, scenario.id);
      refuseWrongOrder(wanted, new Set(present.map(({ id }) => id)), 'test_ids', 'test in the scenario');
      return present;
    });
    const at = pickOutlineTime(mission, now);
    const after = await reorder(trx, mission, 'mission_tests', present, wanted, pause);
    if (after !== null) {
      await noteOutline(trx, mission, at);
      await recordScenario(trx, user, at, 'changed', scenario, {
        before: { tests: toLabels(present) },
        after: { tests: toLabels(after) },
      });
    }
  });
  return readMission(db, user, place.mission_id);
}

type Ordered = Awaited<ReturnType<typeof store.listTestNames>>;

/** Writes changed positions; null if there are none. */
async function reorder(
  trx: Trx,
  mission: OpenMission,
  table: 'scenarios' | 'mission_tests',
  present: Ordered,
  wanted: readonly string[],
  pause: () => Promise<void>,
): Promise<Ordered | null> {
  const known = new Map(present.map((item) => [item.id, item]));
  const turn = new Turn();
  let moved = 0;
  for (const [position, id] of wanted.entries()) {
    if (known.get(id)?.position === position) continue;
    await store.setPosition(trx, table, mission, id, position);
    moved += 1;
    await turn.giveWay(pause);
  }
  return moved === 0 ? null : wanted.map((id) => known.get(id) as Ordered[number]);
}

async function recordScenario(
  trx: Trx,
  by: Principal,
  at: string,
  verb: 'changed' | 'deleted' | 'restored',
  { id, mission_id }: Pick<store.ScenarioHead, 'id' | 'mission_id'>,
  told: Pick<Recorded, 'before' | 'after'>,
): Promise<void> {
  await recordWrite(trx, { at, by, verb, object: 'scenario', id, place: { mission_id }, ...told });
}
