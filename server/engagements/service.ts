import { advanceEngagement, type EngagementStatus } from '../../domain/engagements.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import { refuseInvertedDates } from '../dates.ts';
import { notFound } from '../errors.ts';
import { recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import { findOrMakeOrganisation, followClient } from '../organisations/service.ts';
import type { Found } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import type { Engagement, EngagementListQuery, EngagementPatch, NewEngagement } from './contract.ts';
import * as store from './store.ts';

export type Engagements = {
  db: Db;
  now: Now;
  /** Called once the deletion of an engagement is committed, to end and remove what is not in the database. */
  afterDelete: (id: string) => Promise<void>;
};

/** A page of the engagements, newest first, with how many there are. */
export function listEngagements(db: Db, query: EngagementListQuery): Promise<Found<Engagement>> {
  // One state: what other people write between the queries must not make the parts contradict one another.
  return inSnapshot(db, (trx) => store.listEngagements(trx, query));
}

/** An engagement with the counts of its simulations. Refuses `not_found`. */
export function readEngagement(db: Db, id: string): Promise<Engagement> {
  return inSnapshot(db, (trx) => readWhole(trx, id));
}

/** The engagement behind an id, which every role sees. Refuses `not_found`. */
export async function requireEngagement(db: Db, id: string): Promise<store.EngagementHead> {
  const head = await store.findEngagementHead(db, id);
  if (head === null) throw notFound('Engagement');
  return head;
}

/** The names of these engagements, which every role sees, by id. Refuses nothing. */
export const nameEngagements: (db: Db, ids: readonly string[]) => Promise<Map<string, string>> =
  store.nameEngagements;
/** Whether there is such an engagement. */
export async function isEngagement(db: Db, id: string): Promise<boolean> {
  return (await store.findEngagementHead(db, id)) !== null;
}

async function readWhole(trx: Trx, id: string): Promise<Engagement> {
  const engagement = await store.findEngagement(trx, id);
  if (engagement === null) throw notFound('Engagement');
  return engagement;
}

/** Makes an engagement. Refuses `invalid` inverted dates. */
export async function createEngagement(
  { db, now }: Engagements,
  user: Principal,
  input: NewEngagement,
): Promise<Engagement> {
  refuseInvertedDates(input.start_date, input.end_date);
  const id = newId();
  return inTransaction(db, async (trx) => {
    const time = isoTime(now());
    await store.insertEngagement(trx, {
      id,
      ...input,
      organisation_id: await findOrMakeOrganisation(trx, now, user, input.client),
      created_by: user.id,
      created_at: time,
      updated_at: time,
    });
    const made = await readWhole(trx, id);
    await recordEngagement(trx, { at: time, by: user, verb: 'created', after: made });
    return made;
  });
}

/** Changes the fields present; a change of nothing is none. Refuses `not_found`, `invalid` inverted dates. */
export function changeEngagement(
  { db, now }: Engagements,
  user: Principal,
  id: string,
  patch: EngagementPatch,
): Promise<Engagement> {
  return inTransaction(db, async (trx) => {
    const before = await requireEngagement(trx, id);
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

/** Deletes an engagement for good, with its simulations, its C2 configuration and its tasks. Refuses `not_found`. */
export async function deleteEngagement(
  { db, now, afterDelete }: Engagements,
  user: Principal,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
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
 * Notes, in the caller's transaction, that work has begun: a planned engagement becomes active. Returns what it was and is.
 * Refuses `not_found`.
 */
export async function recordWork(
  trx: Trx,
  now: Now,
  id: string,
): Promise<{ before: EngagementStatus; after: EngagementStatus }> {
  const before = await requireEngagement(trx, id);
  const status = advanceEngagement(before.status);
  if (status !== before.status) {
    await store.updateEngagement(trx, id, { status, updated_at: timeAfter(before.updated_at, now) });
  }
  return { before: before.status, after: status };
}
