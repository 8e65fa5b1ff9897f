import { sql } from 'kysely';
import { listEffectivePermissions, type Role, roles } from '../../../domain/permissions.ts';
import {
  type Clock,
  type Density,
  defaultPreferences,
  type FirstStepsState,
  type LanguageChoice,
  type Theme,
  type TimeZone,
} from '../../../domain/preferences.ts';
import type { Db, Trx } from '../../database/database.ts';
import { contains } from '../../database/search.ts';
import { placeOrder, type Sorting, sortTerms, textOrder } from '../../database/sorting.ts';
import { refuseDuplicate } from '../../database/storage-errors.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { Found, Paging } from '../../paging.ts';
import { type Person, toPerson } from '../../person.ts';
import type { User } from './contract.ts';

export type Account = Omit<Row<'users'>, 'email_key' | Flag> & Record<Flag, boolean>;
type Flag = 'is_active' | 'credentials_set_by_other' | 'is_service';

const toAccount = ({ email_key: _key, ...row }: Row<'users'>): Account => ({
  ...row,
  is_active: row.is_active === 1,
  credentials_set_by_other: row.credentials_set_by_other === 1,
  is_service: row.is_service === 1,
});

/** The flags as SQLite stores them. */
function toStored<T extends Partial<Record<Exclude<Flag, 'is_service'>, boolean>>>(values: T) {
  const { is_active, credentials_set_by_other, ...rest } = values;
  const toBit = (flag: boolean): 0 | 1 => (flag ? 1 : 0);
  return {
    ...rest,
    ...(is_active === undefined ? {} : { is_active: toBit(is_active) }),
    ...(credentials_set_by_other === undefined
      ? {}
      : { credentials_set_by_other: toBit(credentials_set_by_other) }),
  };
}

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** The accounts among these that exist. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<Account[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom('users').selectAll().where('id', 'in', ids).execute()).map(toAccount);
}

export async function findAccountByEmail(db: Db, emailKey: string): Promise<Account | null> {
  const row = await db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** Refuses (`duplicate`) an email that another account has. */
export async function insertAccount(
  trx: Trx,
  values: Omit<NewRow<'users'>, Flag> & Record<Flag, boolean>,
): Promise<void> {
  await refuseDuplicate('email', 'This email already has an account', () =>
    trx
      .insertInto('users')
      .values({
        ...values,
        is_active: values.is_active ? 1 : 0,
        credentials_set_by_other: values.credentials_set_by_other ? 1 : 0,
        is_service: values.is_service ? 1 : null,
      })
      .execute(),
  );
}

export type AccountChange = {
  email?: string;
  email_key?: string;
  display_name?: string | undefined;
  role?: Role;
  password_hash?: string;
  is_active?: boolean;
  credentials_set_by_other?: boolean;
  owner_id?: string;
  last_login_at?: string;
  updated_at?: string;
  theme?: Theme | undefined;
  time_zone?: TimeZone | undefined;
  language?: LanguageChoice | undefined;
  clock?: Clock | undefined;
  density?: Density | undefined;
  test_table_json?: string | undefined;
  first_steps?: FirstStepsState | undefined;
};

/** Refuses (`duplicate`) an email that another account has. */
export async function updateAccount(db: Db, id: string, change: AccountChange): Promise<void> {
  const values = toStored(change);
  if (Object.keys(values).length === 0) return;
  await refuseDuplicate('email', 'This email already has an account', () =>
    db.updateTable('users').set(values).where('id', '=', id).execute(),
  );
}

export async function deleteAccount(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** The service accounts among these users, each with the administrator who answers for it. */
export async function findServiceAccounts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Person | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('users as owner', 'owner.id', 'users.owner_id')
    .select(['users.id', 'owner.id as owner_id', 'owner.display_name as owner_name'])
    .where('users.id', 'in', ids)
    .where('users.is_service', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.id, toPerson(row.owner_id, row.owner_name)]));
}

/** Whether another administrator can sign in by themselves: with a password, which no outage of a directory takes away. */
export async function otherAdminWithPasswordExists(db: Db, than: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_service', 'is', null)
    .where('password_hash', 'is not', null)
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
    .where('is_service', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type UserFilter = Paging &
  Sorting<keyof typeof sortColumns> & {
    q?: string | undefined;
    /** Only members of this group. */
    group_id?: string | undefined;
    role?: Role | undefined;
    is_active?: boolean | undefined;
    is_service?: boolean | undefined;
  };

const sortColumns = {
  display_name: textOrder('display_name'),
  email: sql`email_key`,
  role: placeOrder('role', roles),
  last_login_at: { nullable: sql`last_login_at` },
  is_active: sql`is_active`,
};

export async function listAccounts(db: Db, filter: UserFilter): Promise<Found<User>> {
  let query = db.selectFrom('users');
  if (filter.q) query = query.where(contains(filter.q, 'users.email', 'users.display_name'));
  const { group_id } = filter;
  if (group_id !== undefined) {
    query = query.where('users.id', 'in', (members) =>
      members.selectFrom('group_members').select('user_id').where('group_id', '=', group_id.toLowerCase()),
    );
  }
  if (filter.role !== undefined) query = query.where('role', '=', filter.role);
  if (filter.is_active !== undefined) query = query.where('is_active', '=', filter.is_active ? 1 : 0);
  if (filter.is_service !== undefined) {
    query = query.where('is_service', filter.is_service ? 'is not' : 'is', null);
  }
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = query.selectAll().limit(filter.limit).offset(filter.offset);
  const terms = sortTerms(sortColumns, 'id', filter);
  const sorted =
    terms.length === 0 ? page.orderBy('email_key') : terms.reduce((list, term) => list.orderBy(term), page);
  const rows = await sorted.execute();
  return { items: await withGroups(db, rows.map(toAccount)), total: Number(n) };
}

/** All active accounts, for picking members. */
export function listRoster(db: Db): Promise<{ id: string; email: string; display_name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'display_name'])
    .where('is_active', '=', 1)
    .orderBy('email_key')
    .execute();
}

export function listCandidates(
  db: Db,
): Promise<{ id: string; email: string; display_name: string; role: Role }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'role'])
    .where('is_active', '=', 1)
    .orderBy('email_key')
    .execute();
}

/** Whether there is another account, or an invitation. */
export async function hasCompany(db: Db, userId: string): Promise<boolean> {
  const others = await db
    .selectFrom('users')
    .select('id')
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  if (others !== undefined) return true;
  const invited = await db.selectFrom('invitations').select('id').limit(1).executeTakeFirst();
  return invited !== undefined;
}

/** Accounts as shown, with their groups and effective permissions. */
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
      permissions: listEffectivePermissions(item.role, granted),
      is_active: item.is_active,
      created_at: item.created_at,
      last_login_at: item.last_login_at,
      credentials_set_by_other: item.credentials_set_by_other,
      preferences: {
        theme: item.theme ?? defaultPreferences.theme,
        time_zone: item.time_zone ?? defaultPreferences.time_zone,
        language: item.language ?? defaultPreferences.language,
        clock: item.clock ?? defaultPreferences.clock,
        density: item.density ?? defaultPreferences.density,
        test_table:
          item.test_table_json === null ? defaultPreferences.test_table : JSON.parse(item.test_table_json),
        first_steps: item.first_steps ?? defaultPreferences.first_steps,
      },
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

/** The users among these that exist. */
export async function listExistingUserIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('users').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
