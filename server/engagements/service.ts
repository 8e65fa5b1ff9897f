import { advanceEngagement, type EngagementStatus, seesEveryEngagement } from '../../domain/engagements.ts';
import { refuseBadMembers } from '../accounts/users/service.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import { type EngagementViewer, everyEngagement } from '../database/engagement-viewers.ts';
import { refuseInvertedDates } from '../dates.ts';
import { notFound } from '../errors.ts';
import { recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { MemberInput } from '../missions/contract.ts';
import { findOrMakeOrganisation, followClient } from '../organisations/service.ts';
import type { Found } from '../paging.ts';
import { isBound, type Principal } from '../permissions.ts';
import type { Engagement, EngagementListQuery, EngagementPatch, NewEngagement } from './contract.ts';
import { withCreator } from './rules.ts';
import * as store from './store.ts';

export type Engagements = {
  db: Db;
  now: Now;
  /** Called once an engagement's deletion is committed, to stop and remove everything outside the database. */
  afterDelete: (id: string) => Promise<void>;
};

// A missing engagement, and one of which the caller is not a member, look the same: 404.

/** Viewer for queries; null is the program itself, which sees every engagement. */
export function toViewer(user: Principal | null): EngagementViewer {
  return user === null ? everyEngagement : { id: user.id, seesAll: seesEveryEngagement(user.role) };
}

/** A page of the engagements this user sees, newest first, with their number. */
export function listEngagements(
  db: Db,
  user: Principal,
  query: EngagementListQuery,
): Promise<Found<Engagement>> {
  // Read from one state, so that concurrent writes can't make the parts contradict one another.
  return inSnapshot(db, (trx) => store.listEngagements(trx, toViewer(user), query));
}

/** An engagement with the counts of its simulations. Refuses `not_found`. */
export function readEngagement(db: Db, user: Principal, id: string): Promise<Engagement> {
  return inSnapshot(db, async (trx) => {
    await requireEngagement(trx, user, id);
    return readWhole(trx, id);
  });
}

/**
 * The engagement with this id. Refuses `not_found` if it is missing or not visible to this user; null is the program itself,
 * which sees all.
 */
export async function requireEngagement(
  db: Db,
  user: Principal | null,
  id: string,
): Promise<store.EngagementHead> {
  const head = await store.findEngagementHead(db, toViewer(user), id);
  if (head === null) throw notFound('Engagement');
  return head;
}

/** The names of the engagements among these that this user sees, by id. Refuses nothing. */
export function nameEngagements(
  db: Db,
  user: Principal,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return store.nameEngagements(db, toViewer(user), ids);
}

/** Whether the engagement exists and this user sees it; a token that is bound to a mission sees none. */
export async function seesEngagement(db: Db, user: Principal, id: string): Promise<boolean> {
  if (isBound(user)) return false;
  return (await store.findEngagementHead(db, toViewer(user), id)) !== null;
}

/** The users among these who see, as members, an engagement that the user `other` does not see as a member. */
export function listUsersWhoSeeMore(db: Db, userIds: readonly string[], other: string): Promise<Set<string>> {
  return store.listMembersBeyond(db, userIds, { id: other, seesAll: false });
}

async function readWhole(trx: Trx, id: string): Promise<Engagement> {
  const engagement = await store.findEngagement(trx, id);
  if (engagement === null) throw notFound('Engagement');
  return engagement;
}

/**
 * Creates an engagement, open to everyone unless it names members: then a creator who does not see every engagement becomes one,
 * as `red` unless listed. Refuses `invalid` inverted dates, unknown or repeated members.
 */
export async function createEngagement(
  { db, now }: Engagements,
  user: Principal,
  { members, ...fields }: NewEngagement,
): Promise<Engagement> {
  refuseInvertedDates(fields.start_date, fields.end_date);
  const id = newId();
  return inTransaction(db, async (trx) => {
    await refuseBadMembers(trx, members);
    const time = isoTime(now());
    await store.insertEngagement(trx, {
      id,
      ...fields,
      organisation_id: await findOrMakeOrganisation(trx, now, user, fields.client),
      created_by: user.id,
      created_at: time,
      updated_at: time,
    });
    if (members.length > 0) await store.setMembers(trx, id, withCreator(user, members));
    const made = await readWhole(trx, id);
    await recordEngagement(trx, { at: time, by: user, verb: 'created', after: made });
    return made;
  });
}

/**
 * Replaces the members; without any the engagement is open to everyone. Refuses `not_found`, `invalid` unknown or repeated users.
 */
export function replaceMembers(
  { db, now }: Engagements,
  user: Principal,
  id: string,
  members: readonly MemberInput[],
): Promise<Engagement> {
  return inTransaction(db, async (trx) => {
    const { updated_at } = await requireEngagement(trx, user, id);
    await refuseBadMembers(trx, members);
    const before = await readWhole(trx, id);
    const at = timeAfter(updated_at, now);
    await store.setMembers(trx, id, members);
    await store.updateEngagement(trx, id, { updated_at: at });
    const after = await readWhole(trx, id);
    await recordEngagement(trx, { at, by: user, verb: 'changed', before, after });
    return after;
  });
}

/** Changes the given fields; unchanged values count as no change. Refuses `not_found`, `invalid` inverted dates. */
export function changeEngagement(
  { db, now }: Engagements,
  user: Principal,
  id: string,
  patch: EngagementPatch,
): Promise<Engagement> {
  return inTransaction(db, async (trx) => {
    const before = await requireEngagement(trx, user, id);
    refuseInvertedDates(
      patch.start_date === undefined ? before.start_date : patch.start_date,
      patch.end_date === undefined ? before.end_date : patch.end_date,
    );
    const whole = await readWhole(trx, id);
    if (Object.keys(patch).length === 0) return whole;
    const at = timeAfter(before.updated_at, now);
    await store.updateEngagement(trx, id, {
      ...patch,
      ...(await followClient(trx, now, user, before.client, patch.client)),
      updated_at: at,
    });
    const after = await readWhole(trx, id);
    await recordEngagement(trx, { at, by: user, verb: 'changed', before: whole, after });
    return after;
  });
}

/** Permanently deletes an engagement, with its simulations, C2 configuration and tasks. Refuses `not_found`. */
export async function deleteEngagement(
  { db, now, afterDelete }: Engagements,
  user: Principal,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireEngagement(trx, user, id);
    const before = await readWhole(trx, id);
    await store.deleteEngagement(trx, id);
    await recordEngagement(trx, { at: isoTime(now()), by: user, verb: 'deleted', before });
  });
  await afterDelete(id);
}

async function recordEngagement(
  trx: Trx,
  write: {
    at: string;
    by: Principal;
    verb: 'created' | 'changed' | 'deleted';
    before?: Engagement;
    after?: Engagement;
  },
): Promise<void> {
  const { id } = (write.after ?? write.before) as Engagement;
  await recordWrite(trx, { ...write, object: 'engagement', id, place: { engagement_id: id } });
}

/**
 * Starts an engagement in the caller's transaction, because work on a simulation has begun: a planned one becomes active. Returns
 * its states before and after. Refuses `not_found`.
 */
export async function startEngagement(
  trx: Trx,
  now: Now,
  id: string,
): Promise<{ before: EngagementStatus; after: EngagementStatus }> {
  const before = await requireEngagement(trx, null, id);
  const status = advanceEngagement(before.status);
  if (status !== before.status) {
    await store.updateEngagement(trx, id, { status, updated_at: timeAfter(before.updated_at, now) });
  }
  return { before: before.status, after: status };
}
