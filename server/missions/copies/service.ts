import { renameEdges } from '../../../domain/attack-path.ts';
import { nameClone } from '../../../domain/names.ts';
import { isoTime } from '../../database/clock.ts';
import { inLongTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { findView } from '../../database/view.ts';
import type { CatalogTag } from '../../fields.ts';
import { newId } from '../../ids.ts';
import { followClient } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import { insertEdges } from '../attack-path/store.ts';
import type { Mission } from '../contract.ts';
import type { OpenMission } from '../heads.ts';
import { replaceMembersOf } from '../members/service.ts';
import { recordMission } from '../recorded.ts';
import { refuseUnknownTests, withCreator } from '../rules.ts';
import { readMission } from '../service.ts';
import { recordSnapshot } from '../snapshots/store.ts';
import { copyTlpt } from '../tlpt/service.ts';
import { requireVisibleMission } from '../visibility.ts';
import { insertMission } from '../writes.ts';
import type { NewClone } from './contract.ts';
import * as store from './store.ts';

type Wanted = {
  toName: (original: string) => string;
  /** If omitted, taken from the original. */
  client: string | null | undefined;
  /** The tests to copy, with their scenarios; if omitted, all. */
  test_ids?: readonly string[] | undefined;
  members: boolean;
  isRetest: boolean;
};

/**
 * Creates a mission from the plan of another one, with its tests in their current form, independent of templates; client and
 * description are copied, results are not. Refuses `not_found`, `invalid` at its index a test that is not in the mission.
 */
export async function copyMission(
  missions: Services,
  user: Principal,
  missionId: string,
  { toName, client: wantedClient, test_ids, members, isRetest }: Wanted,
): Promise<Mission> {
  const id = newId();
  await inLongTransaction(missions.db, async (trx, pause) => {
    await requireVisibleMission(trx, user, missionId);
    const original = await store.readOriginal(trx, missionId);
    if (test_ids !== undefined) refuseUnknownTests(test_ids, new Set(original.tests.map(({ id }) => id)));
    const { client, organisation_id, description, variables_json, threats_json, visibility } =
      original.mission;
    const followed = await followClient(trx, missions.now, user, client, wantedClient);
    const time = isoTime(missions.now());
    const mission = await insertMission(trx, {
      id,
      name: toName(original.mission.name),
      client: wantedClient === undefined ? client : wantedClient,
      organisation_id,
      ...followed,
      description,
      start_date: null,
      end_date: null,
      created_by: user.id,
      created_at: time,
      retest_of_id: isRetest ? missionId : null,
      variables_json,
      threats_json,
      // Somebody who copies only shown tests would not see their own copy.
      visibility: findView() === null ? visibility : null,
    });
    await replaceMembersOf(trx, user, mission, withCreator(user, members ? original.members : []), time);
    await copyTlpt(trx, missionId, mission, { user, at: time });
    await copyTests(trx, mission, choose(original, test_ids), time, pause);
    await recordMission(trx, user, id, 'created', time, null);
  });
  return readMission(missions.db, user, id);
}

/** Creates a mission from the plan of another one, by default with its members. Refuses `not_found`. */
export function cloneMission(
  missions: Services,
  user: Principal,
  missionId: string,
  { name, client, members }: NewClone,
): Promise<Mission> {
  return copyMission(missions, user, missionId, {
    toName: (original) => name ?? nameClone(original),
    client,
    members,
    isRetest: false,
  });
}

function choose(original: store.Original, test_ids: readonly string[] | undefined): store.Original {
  if (test_ids === undefined) return original;
  const wanted = new Set(test_ids);
  const tests = original.tests.filter(({ id }) => wanted.has(id));
  const chosen = new Set(tests.map(({ scenario_id }) => scenario_id));
  return { ...original, tests, scenarios: original.scenarios.filter(({ id }) => chosen.has(id)) };
}

const copiedAtOnce = 50;

async function copyTests(
  trx: Trx,
  mission: OpenMission,
  { mission: { catalog_version: version }, scenarios, tests, edges }: store.Original,
  time: string,
  pause: () => Promise<void>,
): Promise<void> {
  const testsOf = Map.groupBy(tests, ({ scenario_id }) => scenario_id);
  const tags = new Map<string, CatalogTag>();
  const note = (json: string) => {
    for (const tag of JSON.parse(json) as CatalogTag[])
      tags.set(tag.external_id, tags.get(tag.external_id) ?? tag);
  };
  const copied = scenarios.map((scenario, position) => ({ ...scenario, id: newId(), position }));
  const copies = scenarios.flatMap((scenario, index) =>
    (testsOf.get(scenario.id) ?? []).map(({ id }, position): [string, store.CopyPlace] => [
      id,
      { id: newId(), scenario_id: copied[index]!.id, position, updated_at: time },
    ]),
  );
  for (const scenario of scenarios) {
    note(scenario.catalog_tags_json);
    for (const { catalog_tags_json } of testsOf.get(scenario.id) ?? []) note(catalog_tags_json);
  }
  const turn = new Turn();
  for (let from = 0; from < copied.length; from += copiedAtOnce) {
    await store.insertScenarios(trx, mission, copied.slice(from, from + copiedAtOnce));
    await turn.giveWay(pause);
  }
  for (let from = 0; from < copies.length; from += copiedAtOnce) {
    await store.copyTests(trx, mission, new Map(copies.slice(from, from + copiedAtOnce)));
    await turn.giveWay(pause);
  }
  const copyOf = new Map(copies.map(([id, copy]) => [id, copy.id]));
  await insertEdges(trx, mission, renameEdges(edges, copyOf));
  await recordSnapshot(trx, mission, { tags: [...tags.values()], version, added: tests.length, time });
}
