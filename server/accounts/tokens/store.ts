import type { CompiledQuery } from 'kysely';
import type { Permission, Role } from '../../../domain/permissions.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { refuseDuplicate } from '../../database/storage-errors.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Holder } from './rules.ts';

/** A token with its owner and their rights. */
export type StoredToken = Omit<Row<'program_tokens'>, 'scopes_json' | 'token_hash' | 'name_key'> & {
  scopes: Permission[];
  owner_name: string;
  holder: Holder;
};

type JoinedRow = Omit<Row<'program_tokens'>, 'token_hash' | 'name_key'> & {
  owner_name: string;
  role: Role;
  is_active: 0 | 1;
  is_service: 0 | 1 | null;
  keeper_role: Role | null;
  keeper_is_active: 0 | 1 | null;
};

function selectTokens(db: Db) {
  return db
    .selectFrom('program_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .leftJoin('users as keeper', 'keeper.id', 'users.owner_id');
}

const columns = [
  'token.id',
  'token.user_id',
  'token.name',
  'token.scopes_json',
  'token.mission_id',
  'token.created_by',
  'token.created_at',
  'token.expires_at',
  'token.last_used_at',
  'token.last_used_from',
  'users.display_name as owner_name',
  'users.role',
  'users.is_active',
  'users.is_service',
  'keeper.role as keeper_role',
  'keeper.is_active as keeper_is_active',
] as const;

function toToken(row: JoinedRow, groupPermissions: readonly string[]): StoredToken {
  const { scopes_json, role, is_active, is_service, keeper_role, keeper_is_active, ...rest } = row;
  const keeper = keeper_role === null ? null : { role: keeper_role, is_active: keeper_is_active === 1 };
  return {
    ...rest,
    scopes: JSON.parse(scopes_json) as Permission[],
    holder: { role, is_active: is_active === 1, is_service: is_service === 1, keeper, groupPermissions },
  };
}

const prepareLive = (column: 'token.token_hash' | 'token.id') =>
  prepare<{ given: string; time: string }, JoinedRow & { permission: string | null }>((db, parameter) =>
    selectTokens(db)
      .leftJoin('group_members', 'group_members.user_id', 'users.id')
      .leftJoin('group_permissions', 'group_permissions.group_id', 'group_members.group_id')
      .select([...columns, 'group_permissions.permission'])
      .where(column, '=', parameter('given'))
      .where('token.expires_at', '>', parameter('time')),
  );
const live = { hash: prepareLive('token.token_hash'), id: prepareLive('token.id') };

/** The unexpired token with this digest or id, with the rights behind it, or null. */
export async function findUnexpired(
  db: Db,
  by: keyof typeof live,
  given: string,
  time: string,
): Promise<StoredToken | null> {
  const rows = await live[by](db, { given, time });
  const first = rows[0];
  if (first === undefined) return null;
  const { permission: _permission, ...row } = first;
  return toToken(
    row,
    rows.map(({ permission }) => permission).filter((permission) => permission !== null),
  );
}

/** Refuses (`duplicate`) a name that another token of the same owner has. */
export async function insertToken(trx: Trx, row: NewRow<'program_tokens'>): Promise<void> {
  await refuseDuplicate('name', 'Another token has this name', () =>
    trx.insertInto('program_tokens').values(row).execute(),
  );
}

export async function deleteToken(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('program_tokens').where('id', '=', id).execute();
}

/** The statement that notes a use. */
export function noteUse(db: Db, id: string, time: string, address: string | null): CompiledQuery {
  return db
    .updateTable('program_tokens')
    .set({ last_used_at: time, last_used_from: address })
    .where('id', '=', id)
    .compile();
}

export async function findToken(db: Db, id: string): Promise<StoredToken | null> {
  const row = await selectTokens(db).select(columns).where('token.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toToken(row, []);
}

export async function countTokensOf(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('program_tokens')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** A page of the tokens of a user, or of everybody, newest first. */
export async function listTokens(db: Db, userId: string | null, page: Paging): Promise<Found<StoredToken>> {
  const query = selectTokens(db).$if(userId !== null, (all) =>
    all.where('token.user_id', '=', userId as string),
  );
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(columns)
    .orderBy('token.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items: rows.map((row) => toToken(row, [])), total: Number(n) };
}

/** Every token, with the rights behind it. */
export async function listBackedTokens(db: Db): Promise<StoredToken[]> {
  const rows = await selectTokens(db).select(columns).orderBy('token.id').execute();
  if (rows.length === 0) return [];
  const granted = await db
    .selectFrom('group_members')
    .innerJoin('group_permissions', 'group_permissions.group_id', 'group_members.group_id')
    .select(['group_members.user_id', 'group_permissions.permission'])
    .where('group_members.user_id', 'in', [...new Set(rows.map((row) => row.user_id))])
    .execute();
  const permissionsOf = Map.groupBy(granted, ({ user_id }) => user_id);
  return rows.map((row) =>
    toToken(
      row,
      (permissionsOf.get(row.user_id) ?? []).map(({ permission }) => permission),
    ),
  );
}
