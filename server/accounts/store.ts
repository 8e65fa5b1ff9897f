import { type Db, prepared, type Trx } from '../database/database.ts';
import { isUniqueViolation } from '../database/failures.ts';
import { contains } from '../database/search.ts';
import type { NewRow, Row } from '../database/tables.ts';
import { DomainError } from '../errors.ts';
import type { Role } from '../permissions.ts';
import type { Group, Invitation, Paging, User } from './contract.ts';
import { effectivePermissions } from './rules.ts';

export type Account = Omit<Row<'users'>, 'is_active' | 'email_key'> & { is_active: boolean };

const account = ({ email_key: _key, is_active, ...row }: Row<'users'>): Account => ({
  ...row,
  is_active: is_active === 1,
});

/** The live session with its user and the permissions of the user's groups, one row a permission. */
export const liveSession = prepared<
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

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends every session of a user, but for `except`. */
export async function deleteSessionsOf(db: Db, userId: string, except?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== undefined) query = query.where('id', '!=', except);
  await query.execute();
}

export async function deleteExpiredSessions(db: Db, time: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', time).execute();
}

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? account(row) : null;
}

export async function findAccountByEmail(db: Db, emailKey: string): Promise<Account | null> {
  const row = await db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
  return row ? account(row) : null;
}

/** Refuses (`duplicate`) an email that another account has. */
export async function insertAccount(
  trx: Trx,
  values: Omit<NewRow<'users'>, 'is_active'> & { is_active: boolean },
): Promise<void> {
  await refusingDuplicate('email', 'This email has an account already', () =>
    trx
      .insertInto('users')
      .values({ ...values, is_active: values.is_active ? 1 : 0 })
      .execute(),
  );
}

export type AccountChange = {
  email?: string;
  email_key?: string;
  display_name?: string;
  role?: Role;
  password_hash?: string;
  is_active?: boolean;
  last_login_at?: string;
  updated_at?: string;
};

/** Refuses (`duplicate`) an email that another account has. */
export async function updateAccount(db: Db, id: string, change: AccountChange): Promise<void> {
  const { is_active, ...rest } = change;
  const values =
    is_active === undefined ? rest : { ...rest, is_active: is_active ? (1 as const) : (0 as const) };
  if (Object.keys(values).length === 0) return;
  await refusingDuplicate('email', 'This email has an account already', () =>
    db.updateTable('users').set(values).where('id', '=', id).execute(),
  );
}

export async function deleteAccount(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

export async function otherActiveAdminExists(db: Db, than: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', 1)
    .where('id', '!=', than)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function adminExists(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type UserFilter = Paging & {
  q?: string | undefined;
  /** Only its members. */
  group_id?: string | undefined;
  role?: Role | undefined;
  is_active?: boolean | undefined;
};

export async function listAccounts(db: Db, filter: UserFilter): Promise<{ items: User[]; total: number }> {
  let query = db.selectFrom('users');
  if (filter.q) query = query.where(contains(filter.q, 'users.email', 'users.display_name') as never);
  const { group_id } = filter;
  if (group_id !== undefined) {
    query = query.where('users.id', 'in', (members) =>
      members.selectFrom('group_members').select('user_id').where('group_id', '=', group_id.toLowerCase()),
    );
  }
  if (filter.role !== undefined) query = query.where('role', '=', filter.role);
  if (filter.is_active !== undefined) query = query.where('is_active', '=', filter.is_active ? 1 : 0);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('email_key')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { items: await withGroups(db, rows.map(account)), total: Number(n) };
}

/** Every active account, as members are picked from. */
export function listRoster(db: Db): Promise<{ id: string; email: string; display_name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'display_name'])
    .where('is_active', '=', 1)
    .orderBy('email_key')
    .execute();
}

/** Accounts as they are shown, with their groups and effective permissions. */
export async function withGroups(db: Db, accounts: readonly Account[]): Promise<User[]> {
  if (accounts.length === 0) return [];
  const memberships = await db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .leftJoin('group_permissions', 'group_permissions.group_id', 'groups.id')
    .select(['group_members.user_id', 'groups.id', 'groups.name', 'group_permissions.permission'])
    .where(
      'group_members.user_id',
      'in',
      accounts.map((item) => item.id),
    )
    .orderBy('groups.name_key')
    .execute();
  return accounts.map((item) => {
    const own = memberships.filter((row) => row.user_id === item.id);
    const groups = new Map(own.map((row) => [row.id, { id: row.id, name: row.name }]));
    const granted = own.map((row) => row.permission).filter((name) => name !== null);
    return {
      id: item.id,
      email: item.email,
      display_name: item.display_name,
      role: item.role,
      groups: [...groups.values()],
      permissions: effectivePermissions(item.role, granted),
      is_active: item.is_active,
      created_at: item.created_at,
      last_login_at: item.last_login_at,
    };
  });
}

/** Replaces the groups of a user. */
export async function setGroupsOf(trx: Trx, userId: string, groupIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('group_members').where('user_id', '=', userId).execute();
  for (const group_id of new Set(groupIds)) {
    await trx.insertInto('group_members').values({ group_id, user_id: userId }).execute();
  }
}

export async function existingIds(
  db: Db,
  table: 'users' | 'groups',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** The permissions that groups grant together. */
export async function permissionsOfGroups(db: Db, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const rows = await db
    .selectFrom('group_permissions')
    .select('permission')
    .where('group_id', 'in', groupIds)
    .execute();
  return rows.map((row) => row.permission);
}

/** The names behind user ids, for `{id, display_name}`. */
export async function displayNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

export async function listGroups(
  db: Db,
  filter: Paging & { q?: string | undefined },
): Promise<{ items: Group[]; total: number }> {
  let query = db.selectFrom('groups');
  if (filter.q) query = query.where(contains(filter.q, 'groups.name') as never);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('name_key')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { items: await withMembers(db, rows), total: Number(n) };
}

export async function findGroup(db: Db, id: string): Promise<Group | null> {
  const row = await db.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? ((await withMembers(db, [row]))[0] ?? null) : null;
}

async function withMembers(db: Db, rows: readonly Row<'groups'>[]): Promise<Group[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const granted = await db
    .selectFrom('group_permissions')
    .selectAll()
    .where('group_id', 'in', ids)
    .orderBy('permission')
    .execute();
  const members = await db
    .selectFrom('group_members')
    .selectAll()
    .where('group_id', 'in', ids)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    permissions: granted.filter((item) => item.group_id === row.id).map((item) => item.permission as never),
    member_ids: members.filter((item) => item.group_id === row.id).map((item) => item.user_id),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

/** Refuses (`duplicate`) a name that another group has. */
export async function insertGroup(trx: Trx, row: NewRow<'groups'>): Promise<void> {
  await refusingDuplicate('name', 'A group has this name already', () =>
    trx.insertInto('groups').values(row).execute(),
  );
}

/** Refuses (`duplicate`) a name that another group has. */
export async function updateGroup(trx: Trx, id: string, change: Partial<NewRow<'groups'>>): Promise<void> {
  await refusingDuplicate('name', 'A group has this name already', () =>
    trx.updateTable('groups').set(change).where('id', '=', id).execute(),
  );
}

export async function deleteGroup(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('groups').where('id', '=', id).execute();
}

export async function setGroupPermissions(
  trx: Trx,
  groupId: string,
  names: readonly string[],
): Promise<void> {
  await trx.deleteFrom('group_permissions').where('group_id', '=', groupId).execute();
  for (const permission of new Set(names)) {
    await trx.insertInto('group_permissions').values({ group_id: groupId, permission }).execute();
  }
}

export async function setGroupMembers(trx: Trx, groupId: string, userIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('group_members').where('group_id', '=', groupId).execute();
  for (const user_id of new Set(userIds)) {
    await trx.insertInto('group_members').values({ group_id: groupId, user_id }).execute();
  }
}

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
export async function listInvitations(db: Db, page: Paging): Promise<{ items: Invitation[]; total: number }> {
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

export async function readInstance(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeInstance(db: Db, key: string, value: string | null): Promise<void> {
  await db.deleteFrom('instance').where('key', '=', key).execute();
  if (value !== null) await db.insertInto('instance').values({ key, value }).execute();
}

async function refusingDuplicate<T>(field: string, message: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('duplicate', message, { errors: [{ path: field, message }] });
  }
}
