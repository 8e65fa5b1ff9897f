import type { Db, Trx } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { Found, Paging } from '../../paging.ts';
import { displayNames } from '../users/store.ts';
import type { Invitation } from './contract.ts';

export async function insertInvitation(
  trx: Trx,
  row: NewRow<'invitations'>,
  groupIds: readonly string[],
): Promise<void> {
  await trx.insertInto('invitations').values(row).execute();
  for (const group_id of new Set(groupIds)) {
    await trx.insertInto('invitation_groups').values({ invitation_id: row.id, group_id }).execute();
  }
}

/** Invitations that wait for their answer, newest first. */
export async function listInvitations(db: Db, page: Paging): Promise<Found<Invitation>> {
  const query = db.selectFrom('invitations').where('accepted_at', 'is', null);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  return { items: await withInvitationGroups(db, rows), total: Number(n) };
}

export async function findInvitation(db: Db, id: string): Promise<Invitation | null> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return row ? ((await withInvitationGroups(db, [row]))[0] ?? null) : null;
}

export function findInvitationByToken(
  db: Db,
  tokenHash: string,
  time: string,
): Promise<Row<'invitations'> | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', time)
    .executeTakeFirst();
}

async function withInvitationGroups(db: Db, rows: readonly Row<'invitations'>[]): Promise<Invitation[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const groups = await db
    .selectFrom('invitation_groups')
    .innerJoin('groups', 'groups.id', 'invitation_groups.group_id')
    .select(['invitation_groups.invitation_id', 'groups.id', 'groups.name'])
    .where('invitation_groups.invitation_id', 'in', ids)
    .orderBy('groups.name_key')
    .execute();
  const creators = rows.map((row) => row.created_by).filter((id) => id !== null);
  const names = await displayNames(db, creators);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    groups: groups
      .filter((group) => group.invitation_id === row.id)
      .map((group) => ({ id: group.id, name: group.name })),
    created_by:
      row.created_by === null ? null : { id: row.created_by, display_name: names.get(row.created_by) ?? '' },
    created_at: row.created_at,
    expires_at: row.expires_at,
  }));
}

export async function markInvitationAccepted(trx: Trx, id: string, time: string): Promise<void> {
  await trx.updateTable('invitations').set({ accepted_at: time }).where('id', '=', id).execute();
}

export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** An email has one open invitation at most: a new one replaces the older. */
export async function deleteOpenInvitationsFor(trx: Trx, emailKey: string): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('email_key', '=', emailKey)
    .where('accepted_at', 'is', null)
    .execute();
}
