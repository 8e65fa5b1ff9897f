import { isDeepStrictEqual } from 'node:util';
import { findCycle } from '../../../domain/attack-path.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { wholly } from '../../database/view.ts';
import type { Principal } from '../../permissions.ts';
import type { MissionTest } from '../contract.ts';
import { openPlan, openTest } from '../doors.ts';
import { readWrittenTest, recordTestWrite } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { updateTest } from '../mission-tests/writes.ts';
import { noteOutline, pickOutlineTime } from '../outline/store.ts';
import type { TestPlace } from '../visibility.ts';
import type { AttackPath, Followed } from './contract.ts';
import { refuseCycle, refuseHiddenFollowed, refuseUnknownFollowed, toRecordedFollows } from './rules.ts';
import * as store from './store.ts';

/** Which tests of a mission follow which. The caller has checked access. */
export async function readPath(db: Db, missionId: string): Promise<AttackPath> {
  return { edges: await store.listEdges(db, missionId) };
}

/**
 * Replaces the tests that a test follows; a no-op writes nothing. Refuses `not_found`, `invalid` a test that is not in the mission
 * or named twice, `follows_cycle`, `archived`, `locked`, and `stale` when `ifMatch` does not name the current version.
 */
export function changeFollows(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  follows: readonly Followed[],
  ifMatch: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const wanted = follows.map(({ test_id }) => test_id);
    const judge = async () => {
      refuseUnknownFollowed(follows, await store.nameTests(trx, place.mission_id, wanted));
      const hidden = await store.listHidden(trx, [place.test_id, ...wanted]);
      if (!hidden.has(place.test_id)) refuseHiddenFollowed(follows, hidden);
      const cycle = findCycle(await store.listEdges(trx, place.mission_id), place.test_id, wanted);
      if (cycle === null) return;
      const names = await store.nameTests(trx, place.mission_id, cycle);
      refuseCycle(cycle.map((id) => names.get(id) ?? ''));
    };
    const test = await openTest(trx, user, place, { judge, ifMatch });
    const present = await store.listFollowed(trx, test.id);
    const after = follows.toSorted((one, other) => (one.test_id < other.test_id ? -1 : 1));
    if (!isDeepStrictEqual(present, after)) {
      const { mission } = await openPlan(trx, user, place.mission_id);
      const at = pickOutlineTime(mission, now);
      const named = [...present, ...after].map(({ test_id }) => test_id);
      const names = await store.nameTests(trx, place.mission_id, named);
      await store.setFollowed(trx, test, present, after);
      await wholly(() => openHiddenCycle(trx, test));
      await updateTest(trx, test, {}, user.id, at);
      await noteOutline(trx, mission, at);
      await recordTestWrite(trx, user, test, {
        at,
        verb: 'changed',
        before: { follows: toRecordedFollows(present, names) },
        after: { follows: toRecordedFollows(after, names) },
      });
    }
    return readWrittenTest(trx, user, place);
  });
}

/** Removes edges of hidden tests that close a cycle somebody could not see: refusing it would tell of them. */
async function openHiddenCycle(trx: Trx, test: OpenTest): Promise<void> {
  for (;;) {
    const wanted = (await store.listFollowed(trx, test.id)).map(({ test_id }) => test_id);
    const cycle = findCycle(await store.listEdges(trx, test.mission_id), test.id, wanted);
    if (cycle === null) return;
    const hidden = await store.listHidden(trx, cycle);
    const index = cycle.findIndex((id, at) => hidden.has(id) || hidden.has(cycle[at + 1] ?? ''));
    const [test_id, follows_id] = [cycle[index], cycle[index + 1]];
    if (test_id === undefined || follows_id === undefined) return;
    await store.deleteEdge(trx, { test_id, follows_id });
  }
}
