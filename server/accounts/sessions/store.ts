import type { Role } from '../../../domain/permissions.ts';
import { type Db, prepare } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { Found, Paging } from '../../paging.ts';

/** The live session with its user and the permissions of their groups, one row per permission. */
export const liveSession = prepare<
  { session: string; user: string; time: string },
  { display_name: string; role: Role; expires_at: string; permission: string | null }
>((db, parameter) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('group_members', 'group_members.user_id', 'users.id')
    .leftJoin('group_permissions', 'group_permissions.group_id', 'group_members.group_id')
    .select(['users.display_name', 'users.role', 'sessions.expires_at', 'group_permissions.permission'])
    .where('sessions.id', '=', parameter('session'))
    .where('sessions.user_id', '=', parameter('user'))
    .where('sessions.expires_at', '>', parameter('time'))
    .where('users.is_active', '=', 1),
);

export async function insertSession(db: Db, session: NewRow<'sessions'>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export function findSession(db: Db, id: string): Promise<Row<'sessions'> | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

export type StoredSession = Row<'sessions'>;
export type CookieColumns = Pick<NewRow<'sessions'>, 'cookie_family' | 'cookie_current' | 'is_kept'>;

export function findSessionByCookie(db: Db, family: string): Promise<StoredSession | undefined> {
  return db.selectFrom('sessions').selectAll().where('cookie_family', '=', family).executeTakeFirst();
}

/** Records that the newest value of a cookie was used, and stores the next one. */
export async function rotateCookie(
  db: Db,
  { id, cookie_current }: StoredSession,
  next: string,
  time: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      cookie_previous: cookie_current,
      cookie_current: next,
      cookie_rotated_at: time,
      renewed_at: time,
    })
    .where('id', '=', id)
    .execute();
}

/** A user's live sessions at this time, newest first. */
export async function listLiveSessions(
  db: Db,
  userId: string,
  time: string,
  page: Paging,
): Promise<Found<Row<'sessions'>>> {
  const query = db.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', time);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const items = await query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  return { items, total: Number(n) };
}

export async function renewSession(db: Db, id: string, time: string): Promise<void> {
  await db.updateTable('sessions').set({ renewed_at: time }).where('id', '=', id).execute();
}

/** Ends a session of a user; false when they have no such session. */
export async function deleteSessionOf(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends every session of a user except one. */
export async function deleteSessionsOf(db: Db, userId: string, except?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== undefined) query = query.where('id', '!=', except);
  await query.execute();
}

export async function deleteExpiredSessions(db: Db, time: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', time).execute();
}
