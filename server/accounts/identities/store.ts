import type { Db } from '../../database/database.ts';
import { refuseDuplicate } from '../../database/storage-errors.ts';
import type { NewRow, Row } from '../../database/tables.ts';

export type Identity = Row<'identities'>;

export function findBySubject(db: Db, issuer: string, subject: string): Promise<Identity | undefined> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function findIdentity(db: Db, id: string): Promise<Identity | undefined> {
  return db.selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A user's identities, oldest first. */
export function listIdentities(db: Db, userId: string): Promise<Identity[]> {
  return db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Refuses (`duplicate`) an identity that another request has just added. */
export async function insertIdentity(db: Db, row: NewRow<'identities'>): Promise<void> {
  await refuseDuplicate('provider', 'This identity was linked a moment ago: sign in again', () =>
    db.insertInto('identities').values(row).execute(),
  );
}

export async function noteUse(db: Db, id: string, name: string, time: string): Promise<void> {
  await db.updateTable('identities').set({ name, last_used_at: time }).where('id', '=', id).execute();
}

/** Its sessions end with it. */
export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.deleteFrom('identities').where('id', '=', id).execute();
}

export async function deleteSessionsOfIdentity(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('identity_id', '=', id).execute();
}

export async function noteConfirmed(db: Db, sessionId: string, time: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: time }).where('id', '=', sessionId).execute();
}

/** Issuers of the identities of these users, by user, oldest first. */
export async function listIssuers(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('identities')
    .select(['user_id', 'issuer'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([user, of]) => [
      user,
      [...new Set(of.map(({ issuer }) => issuer))],
    ]),
  );
}

/** Accounts per issuer. */
export async function countByIssuer(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identities')
    .select(({ fn }) => ['issuer', fn.countAll<number>().as('n')])
    .groupBy('issuer')
    .execute();
  return new Map(rows.map(({ issuer, n }) => [issuer, Number(n)]));
}

/** The groups here with these names, by name. */
export async function findGroupsByName(
  db: Db,
  keys: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (keys.size === 0) return new Map();
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name_key'])
    .where('name_key', 'in', [...keys.keys()])
    .execute();
  return new Map(rows.map(({ id, name_key }) => [String(keys.get(name_key)), id]));
}
