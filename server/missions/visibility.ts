import { seesEveryMission, seesHidden } from '../../domain/missions.ts';
import { readsSightings } from '../../domain/sightings.ts';
import { type Db, prepare } from '../database/database.ts';
import { findView, shownOnly, type View, wholly } from '../database/view.ts';
import { forbidden, notFound } from '../errors.ts';
import { isBound, type Principal } from '../permissions.ts';
import type { Member } from './contract.ts';
import type { MissionHead, Viewer } from './heads.ts';
import { findTestHead, findTestHeads, type TestHead } from './mission-tests/store.ts';
import * as store from './store.ts';

/** Whether anything was ever hidden in a mission, and in how many this user is lead, this one among them; null if nothing was. */
const findLead = prepare<{ user: string; mission: string }, { leads: number; here: number }>(
  (db, parameter) =>
    db
      .selectFrom('missions')
      .select(({ selectFrom }) =>
        selectFrom('mission_members')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('mission_id', '=', parameter('mission'))
          .where('user_id', '=', parameter('user'))
          .where('role_hint', '=', 'lead')
          .$asScalar()
          .$notNull()
          .as('here'),
      )
      .select(({ selectFrom }) =>
        selectFrom('mission_members')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('user_id', '=', parameter('user'))
          .where('role_hint', '=', 'lead')
          .$asScalar()
          .$notNull()
          .as('leads'),
      )
      .where('shown_change_at', 'is not', null)
      .limit(1),
);

/**
 * Decides how somebody reads missions: whole, or without hidden tests and all that tells of them. No other place decides it, and
 * `database/shown.ts` leaves them out of every statement. `readOnly` names the mission of a request that only reads it: the lead of
 * another one reads it like everybody else, by the indexes of what is shown.
 */
export async function viewOf(
  db: Db,
  { id, role, permissions }: Principal,
  { readOnly }: { readOnly?: string | undefined } = {},
): Promise<View> {
  if (seesHidden(role, permissions)) return null;
  const [found] = await wholly(() => findLead(db, { user: id, mission: readOnly ?? '' }));
  if (found === undefined) return null;
  const leads = readOnly === undefined ? found.leads : found.here;
  return Number(leads) > 0 ? { leads: id } : shownOnly;
}

/**
 * Whether the present view has only a part of a mission, whether anything is hidden in it or not: its figures are then of the tests
 * that are seen.
 */
export function isPart({ visibility }: Pick<MissionHead, 'visibility'>, members: readonly Member[]): boolean {
  const view = findView();
  if (visibility !== 'blind' || view === null) return false;
  return !members.some(({ user, role_hint }) => role_hint === 'lead' && user.id === view.leads);
}

// Missing missions, deleted ones and those the caller is no member of look the same: 404.

/** Viewer, for queries: an administrator sees every mission, others those they are members of. */
export function toViewer(user: Pick<Principal, 'id' | 'role'>): Viewer {
  return { id: user.id, seesAll: seesEveryMission(user.role) };
}

/** The mission with an id. Refuses `not_found` when it is missing, deleted or not visible to this user. */
export async function requireVisibleMission(
  db: Db,
  user: Principal,
  missionId: string,
): Promise<MissionHead> {
  const mission = await store.findMission(db, toViewer(user), missionId);
  if (mission === null) throw notFound('Mission');
  return mission;
}

/** Whether the mission exists and this user sees it; the token of a program may be bound to one. */
export async function seesMission(db: Db, user: Principal, missionId: string): Promise<boolean> {
  if (isBound(user) && user.token?.missionId !== missionId) return false;
  return (await store.findMission(db, toViewer(user), missionId)) !== null;
}

/** Whether this user sees a mission and reads its sightings. */
export async function readsSightingsOf(db: Db, user: Principal, missionId: string): Promise<boolean> {
  const mission = await store.findMission(db, toViewer(user), missionId);
  return mission !== null && readsSightings(user.permissions, mission.sightings_visible_to_red === 1);
}

/** The mission of a path, for its sightings. Refuses `not_found`, and `forbidden` red while they are not shown to it. */
export async function requireSightingsOf(db: Db, user: Principal, missionId: string): Promise<MissionHead> {
  const mission = await requireVisibleMission(db, user, missionId);
  if (readsSightings(user.permissions, mission.sightings_visible_to_red === 1)) return mission;
  throw forbidden("The lead has not shown blue's sightings to red");
}

/** Place of a test in its path. */
export type TestPlace = { mission_id: string; test_id: string };

/** The test of a path. Refuses `not_found` when it is missing or not visible to this user. */
export async function requireVisibleTest(db: Db, user: Principal, place: TestPlace): Promise<TestHead> {
  const test = await findTestHead(db, toViewer(user), place.mission_id, place.test_id);
  if (test === null) throw notFound('Test');
  return test;
}

/** Several tests of a mission, in this order. Refuses `not_found` when one is missing or not visible to this user. */
export async function requireVisibleTests(
  db: Db,
  user: Principal,
  missionId: string,
  ids: readonly string[],
): Promise<TestHead[]> {
  const heads = await findTestHeads(db, toViewer(user), missionId, ids);
  return ids.map((id) => {
    const test = heads.get(id);
    if (test === undefined) throw notFound('Test');
    return test;
  });
}

/** Whether the test exists and this user sees it. */
export async function seesTest(db: Db, user: Principal, place: TestPlace): Promise<boolean> {
  return (await findTestHead(db, toViewer(user), place.mission_id, place.test_id)) !== null;
}
