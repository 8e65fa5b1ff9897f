import type { Side } from '../../../domain/sides.ts';
import type { Db } from '../../database/database.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { toViewer } from '../visibility.ts';
import * as store from './store.ts';

/**
 * The first `most` tests that wait for a side in running missions, or in one, longest wait first, with their number: all that
 * this user sees, or only their own. Own tests are in their missions, and assigned to them or, if they belong to that side or it
 * has no members, to nobody else of it.
 */
export async function listWaitingTests(
  db: Db,
  user: Principal,
  {
    side,
    isMine,
    most,
    mission,
  }: { side: Side; isMine: boolean; most: number; mission?: string | undefined },
): Promise<Found<store.WaitingKey>> {
  const viewer = isMine ? { id: user.id, seesAll: false } : toViewer(user);
  const asked = { side, mineOf: isMine ? user.id : null, most, mission };
  const missions = await store.listRunningMissions(db, viewer, asked);
  if (missions.length === 0) return { items: [], total: 0 };
  const all = missions.reduce((sum, { waiting, is_turn }) => sum + (is_turn === 1 ? waiting : 0), 0);
  const assigned = isMine
    ? await store.countAssigned(db, viewer, { ...asked, mineOf: user.id })
    : { others: 0, mine: 0 };
  const items =
    side === 'red'
      ? [...(await listNeverRun(db, missions, asked)), ...(await store.listToRunAgain(db, viewer, asked))]
      : await store.listToReview(db, viewer, asked);
  return { items, total: all - assigned.others + assigned.mine };
}

/** A mission's tests wait since its start. */
async function listNeverRun(
  db: Db,
  missions: readonly store.RunningMission[],
  asked: store.Asked,
): Promise<store.WaitingKey[]> {
  const found: store.WaitingKey[] = [];
  for (const { id, running_since: since } of missions) {
    const tests = await store.listFirstPending(db, id, { ...asked, most: asked.most - found.length });
    found.push(...tests.map((test) => ({ id: test, since })));
    if (found.length >= asked.most) break;
  }
  return found;
}

/** Start of the oldest wait for each side in each of these missions that is running, by mission. Refuses nothing. */
export const listFirstWaiting: (
  db: Db,
  missionIds: readonly string[],
) => Promise<Map<string, store.FirstWaiting>> = store.listFirstWaiting;

/** Names and places of tests, by id. The caller has checked access. */
export const nameTests: (db: Db, ids: readonly string[]) => Promise<Map<string, store.NamedTest>> =
  store.nameTests;

/** The names of the missions among these that this user sees, by id. */
export function nameVisibleMissions(
  db: Db,
  user: Principal,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return store.nameVisibleMissions(db, toViewer(user), ids);
}

/** Whether this user sees any mission. */
export async function seesAnyMission(db: Db, user: Principal): Promise<boolean> {
  return store.seesAnyMission(db, toViewer(user));
}
