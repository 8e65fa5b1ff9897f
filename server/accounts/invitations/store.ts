import { listEffectivePermissions, type Permission } from '../../../domain/permissions.ts';
import type { Db, Trx } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { Found, Paging } from '../../paging.ts';
import type { User } from '../users/contract.ts';
import * as users from '../users/store.ts';
import type { Invitation } from './contract.ts';

export type StoredInvitation = Omit<Invitation, 'is_open' | 'may_withdraw'> & {
  /** Permissions of the account to be created. */
  permissions: Permission[];
  maker: Pick<User, 'role' | 'is_active' | 'permissions'> | null;
};

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

/** Pending invitations, newest first. */
export async function listInvitations(db: Db, page: Paging): Promise<Found<StoredInvitation>> {
  const query = db.selectFrom('invitations').where('accepted_at', 'is', null);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  return { items: await withWhatTheyGive(db, rows), total: Number(n) };
}

export async function findInvitation(db: Db, id: string): Promise<StoredInvitation | null> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return row ? ((await withWhatTheyGive(db, [row]))[0] ?? null) : null;
}

export async function findInvitationByToken(db: Db, tokenHash: string): Promise<StoredInvitation | null> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return row ? ((await withWhatTheyGive(db, [row]))[0] ?? null) : null;
}

async function withWhatTheyGive(db: Db, rows: readonly Row<'invitations'>[]): Promise<StoredInvitation[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const granted = await db
    .selectFrom('invitation_groups')
    .innerJoin('groups', 'groups.id', 'invitation_groups.group_id')
    .leftJoin('group_permissions', 'group_permissions.group_id', 'groups.id')
    .select(['invitation_groups.invitation_id', 'groups.id', 'groups.name', 'group_permissions.permission'])
    .where('invitation_groups.invitation_id', 'in', ids)
    .orderBy('groups.name_key')
    .execute();
  const makerIds = rows.map((row) => row.created_by).filter((id) => id !== null);
  const makers = await users.withGroups(db, await users.findAccounts(db, makerIds));
  return rows.map((row) => {
    const own = granted.filter((item) => item.invitation_id === row.id);
    const groups = new Map(own.map((item) => [item.id, { id: item.id, name: item.name }]));
    const maker = makers.find((user) => user.id === row.created_by) ?? null;
    return {
      id: row.id,
      email: row.email,
      role: row.role,
      groups: [...groups.values()],
      permissions: listEffectivePermissions(
        row.role,
        own.map((item) => item.permission).filter((name) => name !== null),
      ),
      created_by: maker === null ? null : { id: maker.id, display_name: maker.display_name },
      maker,
      created_at: row.created_at,
      expires_at: row.expires_at,
    };
  });
}

/** Invitations of an email that have not been accepted. */
export async function findOpenInvitationsFor(db: Db, emailKey: string): Promise<StoredInvitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('accepted_at', 'is', null)
    .execute();
  return withWhatTheyGive(db, rows);
}

export async function markInvitationAccepted(trx: Trx, id: string, time: string): Promise<void> {
  await trx.updateTable('invitations').set({ accepted_at: time }).where('id', '=', id).execute();
}

export async function deleteInvitation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('invitations').where('id', '=', id).execute();
}

/** An email has at most one open invitation: a new one replaces it. */
export async function deleteOpenInvitationsFor(trx: Trx, emailKey: string): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('email_key', '=', emailKey)
    .where('accepted_at', 'is', null)
    .execute();
}
