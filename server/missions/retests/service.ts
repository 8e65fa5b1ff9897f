import { seesEveryMission } from '../../../domain/missions.ts';
import { nameRetest } from '../../../domain/runs.ts';
import { isoTime } from '../../database/clock.ts';
import { inLongTransaction, type Trx } from '../../database/database.ts';
import type { CatalogTag } from '../../fields.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { Mission } from '../contract.ts';
import { setMembers } from '../members/store.ts';
import { refuseUnknownTests } from '../rules.ts';
import { type Missions, readWhole, recordMission } from '../service.ts';
import { recordSnapshot } from '../snapshots/store.ts';
import { insertMission, type OpenMission } from '../store.ts';
import { requireVisibleMission } from '../visibility.ts';
import type { NewRetest } from './contract.ts';
import * as store from './store.ts';

/**
 * Makes a mission of the tests of another one, those named or all, as they are in it whatever became of their templates; members,
 * client and description are copied. Refuses `not_found`, `invalid` at its index a test that the mission does not have.
 */
export async function makeRetest(
  missions: Missions,
  user: Principal,
  missionId: string,
  { name, test_ids }: NewRetest,
): Promise<Mission> {
  const made = await inLongTransaction(missions.db, async (trx, pause) => {
    await requireVisibleMission(trx, user, missionId);
    const original = await store.readOriginal(trx, missionId);
    const known = new Set(original.tests.map(({ id }) => id));
    if (test_ids !== undefined) refuseUnknownTests(test_ids, known);
    const chosen = new Set(test_ids ?? known);
    const { client, organisation_id, description } = original.mission;
    const time = isoTime(missions.now());
    const mission = await insertMission(trx, {
      id: newId(),
      name: name ?? nameRetest(original.mission.name),
      client,
      organisation_id,
      description,
      start_date: null,
      end_date: null,
      created_by: user.id,
      created_at: time,
      retest_of_id: missionId,
    });
    await setMembers(trx, mission, withCreator(original.members, user));
    const tests = original.tests.filter(({ id }) => chosen.has(id));
    await copyTests(trx, mission, { ...original, tests }, time, pause);
    await recordMission(trx, user, mission.id, 'created', time, null);
    return readWhole(trx, user, mission.id);
  });
  missions.totals.forget();
  return made;
}

/** Whoever does not see every mission has to be a member of what they make. */
function withCreator(members: store.Original['members'], user: Principal): store.Original['members'] {
  const isMember = seesEveryMission(user.role) || members.some(({ user_id }) => user_id === user.id);
  return isMember ? members : [...members, { user_id: user.id, role_hint: 'red' }];
}

async function copyTests(
  trx: Trx,
  mission: OpenMission,
  { mission: { catalog_version: version }, scenarios, tests }: store.Original,
  time: string,
  pause: () => Promise<void>,
): Promise<void> {
  const testsOf = Map.groupBy(tests, ({ scenario_id }) => scenario_id);
  const tags = new Map<string, CatalogTag>();
  const note = (json: string) => {
    for (const tag of JSON.parse(json) as CatalogTag[])
      tags.set(tag.external_id, tags.get(tag.external_id) ?? tag);
  };
  const turn = new Turn();
  const chosen = scenarios.filter(({ id }) => testsOf.has(id));
  for (const [position, scenario] of chosen.entries()) {
    const scenario_id = newId();
    await store.copyScenario(trx, mission, scenario, { id: scenario_id, position });
    note(scenario.catalog_tags_json);
    for (const [place, test] of (testsOf.get(scenario.id) ?? []).entries()) {
      await store.copyTest(trx, mission, test.id, {
        id: newId(),
        scenario_id,
        position: place,
        updated_at: time,
      });
      note(test.catalog_tags_json);
      if (turn.isOver) {
        await pause();
        turn.begin();
      }
    }
  }
  await recordSnapshot(trx, mission, { tags: [...tags.values()], version, added: tests.length, time });
}
