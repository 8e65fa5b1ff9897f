import { sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { contains } from '../../database/search.ts';
import { sortTerms } from '../../database/sorting.ts';
import { refuseDuplicate } from '../../database/storage-errors.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import type { Found } from '../../paging.ts';
import type { Group, GroupListQuery } from './contract.ts';

/** The combined permissions granted by groups. */
export async function listGroupPermissions(db: Db, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const rows = await db
    .selectFrom('group_permissions')
    .select('permission')
    .where('group_id', 'in', groupIds)
    .execute();
  return rows.map((row) => row.permission);
}

const sortColumns = {
  name: sql.ref('name_key'),
  members: sql`(select count(*) from group_members where group_id = groups.id)`,
};

export async function listGroups(db: Db, filter: GroupListQuery): Promise<Found<Group>> {
  let query = db.selectFrom('groups');
  if (filter.q) query = query.where(contains(filter.q, 'groups.name'));
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = query.selectAll().limit(filter.limit).offset(filter.offset);
  const terms = sortTerms(sortColumns, 'id', filter);
  const sorted =
    terms.length === 0 ? page.orderBy('name_key') : terms.reduce((list, term) => list.orderBy(term), page);
  const rows = await sorted.execute();
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
  await refuseDuplicate('name', 'A group already has this name', () =>
    trx.insertInto('groups').values(row).execute(),
  );
}

/** Refuses (`duplicate`) a name that another group has. */
export async function updateGroup(trx: Trx, id: string, change: Partial<NewRow<'groups'>>): Promise<void> {
  await refuseDuplicate('name', 'A group already has this name', () =>
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

/** Existing groups among these. */
export async function listExistingGroupIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('groups').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
