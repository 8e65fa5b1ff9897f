import { sql } from 'kysely';
import { type EngagementStatus, engagementStatuses } from '../../domain/engagements.ts';
import { type Db, prepare, type Trx } from '../database/database.ts';
import { type EngagementViewer, isSeenEngagement, seesEngagement } from '../database/engagement-viewers.ts';
import { anyOf, contains, toClientKey } from '../database/search.ts';
import { placeOrder, sortTerms, textOrder } from '../database/sorting.ts';
import type { NewRow, Row } from '../database/tables.ts';
import type { MemberInput } from '../missions/contract.ts';
import { toOrganisation } from '../organisations/contract.ts';
import type { Found } from '../paging.ts';
import { toPerson } from '../person.ts';
import type { Engagement, EngagementListQuery, SimulationCounts } from './contract.ts';

export type EngagementHead = {
  id: string;
  status: EngagementStatus;
  client: string | null;
  start_date: string | null;
  end_date: string | null;
  updated_at: string;
};

const findVisible = prepare<{ engagement: string; all: number; user: string }, EngagementHead>(
  (db, parameter) =>
    db
      .selectFrom('engagements')
      .select(['id', 'client', 'status', 'start_date', 'end_date', 'updated_at'])
      .where('id', '=', parameter('engagement'))
      .where(isSeenEngagement(parameter('all'), parameter('user'))),
);

/** The engagement if this viewer may see it, else null; a missing one looks the same as one not visible. */
export async function findEngagementHead(
  db: Db,
  viewer: EngagementViewer,
  id: string,
): Promise<EngagementHead | null> {
  const [row] = await findVisible(db, { engagement: id, all: viewer.seesAll ? 1 : 0, user: viewer.id });
  return row ?? null;
}

/** The names of the engagements among these that this viewer sees. */
export async function nameEngagements(
  db: Db,
  viewer: EngagementViewer,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('engagements')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .where(seesEngagement(viewer))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const shownColumns = [
  'engagements.id',
  'engagements.name',
  'engagements.client',
  'engagements.organisation_id',
  'organisation.name as organisation_name',
  'engagements.description',
  'engagements.status',
  'engagements.start_date',
  'engagements.end_date',
  'engagements.members_only',
  'engagements.created_by',
  'creator.display_name as creator_name',
  'engagements.created_at',
  'engagements.updated_at',
] as const;

const sortColumns = {
  name: textOrder('engagements.name'),
  client: { nullable: textOrder('engagements.client') },
  status: placeOrder('engagements.status', engagementStatuses),
  start_date: { nullable: sql`engagements.start_date` },
  updated_at: sql`engagements.updated_at`,
};

/**
 * A page of the engagements this viewer sees that pass every filter, newest first. Identifiers are UUIDv7, so they sort by
 * creation.
 */
export async function listEngagements(
  db: Db,
  viewer: EngagementViewer,
  filter: EngagementListQuery,
): Promise<Found<Engagement>> {
  let query = db.selectFrom('engagements').where(seesEngagement(viewer));
  if (filter.q) {
    query = query.where(contains(filter.q, 'engagements.name', 'engagements.client'));
  }
  if (filter.client !== undefined)
    query = query.where('engagements.client_key', '=', toClientKey(filter.client));
  if (filter.organisation_id !== undefined) {
    query = query.where('engagements.organisation_id', '=', filter.organisation_id);
  }
  if (filter.status !== undefined) query = query.where('engagements.status', '=', filter.status);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = query
    .leftJoin('users as creator', 'creator.id', 'engagements.created_by')
    .leftJoin('organisations as organisation', 'organisation.id', 'engagements.organisation_id')
    .select(shownColumns)
    .limit(filter.limit)
    .offset(filter.offset);
  const terms = sortTerms(sortColumns, 'engagements.id', filter);
  const sorted =
    terms.length === 0
      ? page.orderBy('engagements.id', 'desc')
      : terms.reduce((list, term) => list.orderBy(term), page);
  const rows = await sorted.execute();
  return { items: await withParts(db, rows), total: Number(n) };
}

export async function findEngagement(db: Db, id: string): Promise<Engagement | null> {
  const rows = await db
    .selectFrom('engagements')
    .leftJoin('users as creator', 'creator.id', 'engagements.created_by')
    .leftJoin('organisations as organisation', 'organisation.id', 'engagements.organisation_id')
    .select(shownColumns)
    .where('engagements.id', '=', id)
    .execute();
  return (await withParts(db, rows))[0] ?? null;
}

type ShownRow = Omit<Row<'engagements'>, 'client_key'> & {
  creator_name: string | null;
  organisation_name: string | null;
};

async function withParts(db: Db, rows: readonly ShownRow[]): Promise<Engagement[]> {
  const ids = rows.map((row) => row.id);
  const counts = await countSimulations(db, ids);
  const members = await listMembers(db, ids);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    client: row.client,
    organisation: toOrganisation(row),
    description: row.description,
    status: row.status,
    start_date: row.start_date,
    end_date: row.end_date,
    members: members.get(row.id) ?? [],
    members_only: row.members_only === 1,
    created_by: toPerson(row.created_by, row.creator_name),
    created_at: row.created_at,
    updated_at: row.updated_at,
    counts: counts(row.id),
  }));
}

/** The counts of all these engagements, in one query. */
async function countSimulations(db: Db, ids: readonly string[]): Promise<(id: string) => SimulationCounts> {
  const counts = new Map<string, SimulationCounts>(
    ids.map((id) => [id, { simulations: 0, pending: 0, in_progress: 0, review_required: 0, done: 0 }]),
  );
  if (ids.length > 0) {
    const rows = await db
      .selectFrom('simulations')
      .select(({ fn }) => ['engagement_id', 'status', fn.countAll<number>().as('n')])
      .where('engagement_id', 'in', ids)
      .groupBy(['engagement_id', 'status'])
      .execute();
    for (const { engagement_id, status, n } of rows) {
      const known = counts.get(engagement_id)!;
      known[status] = Number(n);
      known.simulations += Number(n);
    }
  }
  return (id) => counts.get(id)!;
}

/** The members of each of these engagements, in order. */
async function listMembers(db: Db, ids: readonly string[]): Promise<Map<string, Engagement['members']>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('engagement_members')
    .innerJoin('users', 'users.id', 'engagement_members.user_id')
    .select(['engagement_id', 'role_hint', 'users.id', 'users.display_name'])
    .where('engagement_id', 'in', ids)
    .orderBy('engagement_id')
    .orderBy('position')
    .execute();
  const of = Map.groupBy(rows, ({ engagement_id }) => engagement_id);
  return new Map(
    [...of].map(([engagement, members]) => [
      engagement,
      members.map(({ id, display_name, role_hint }) => ({ user: { id, display_name }, role_hint })),
    ]),
  );
}

/** Replaces the members, in the given order; without any, the engagement is open to everyone. */
export async function setMembers(trx: Trx, id: string, members: readonly MemberInput[]): Promise<void> {
  await trx.deleteFrom('engagement_members').where('engagement_id', '=', id).execute();
  for (const [position, member] of members.entries()) {
    await trx
      .insertInto('engagement_members')
      .values({ engagement_id: id, user_id: member.user_id, role_hint: member.role_hint, position })
      .execute();
  }
  const members_only = members.length === 0 ? null : 1;
  await trx.updateTable('engagements').set({ members_only }).where('id', '=', id).execute();
}

/** The users among these who are members of an engagement that `other` does not see. */
export async function listMembersBeyond(
  db: Db,
  userIds: readonly string[],
  other: EngagementViewer,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('engagement_members as known')
    .innerJoin('engagements', 'engagements.id', 'known.engagement_id')
    .select('known.user_id')
    .distinct()
    .where('known.user_id', 'in', anyOf(JSON.stringify(userIds)))
    .where(({ not }) => not(seesEngagement(other)))
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

export async function insertEngagement(
  trx: Trx,
  row: Omit<NewRow<'engagements'>, 'client_key' | 'members_only'> & { client: string | null },
): Promise<void> {
  await trx
    .insertInto('engagements')
    .values({ ...row, client_key: toClientKey(row.client) })
    .execute();
}

type Change = {
  [K in
    | 'name'
    | 'client'
    | 'organisation_id'
    | 'description'
    | 'status'
    | 'start_date'
    | 'end_date'
    | 'updated_at']?: Row<'engagements'>[K] | undefined;
};

export async function updateEngagement(trx: Trx, id: string, change: Change): Promise<void> {
  await trx
    .updateTable('engagements')
    .set({ ...change, client_key: toClientKey(change.client) })
    .where('id', '=', id)
    .execute();
}

/** Everything that belongs to the engagement is deleted with it. */
export async function deleteEngagement(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('engagements').where('id', '=', id).execute();
}
