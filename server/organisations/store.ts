import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { seesEngagement } from '../database/engagement-viewers.ts';
import { contains, toClientKey } from '../database/search.ts';
import { sortTerms } from '../database/sorting.ts';
import { DomainError } from '../errors.ts';
import type { Found } from '../paging.ts';
import type { Organisation, OrganisationListQuery, OrganisationName } from './contract.ts';

/** Viewer: an administrator sees every mission and engagement, others those they are members of, and open engagements. */
export type Viewer = { id: string; seesAll: boolean; mayWrite: boolean };

const ofThis = sql`missions.organisation_id = organisations.id`;
const live = sql`${ofThis} and missions.deleted_at is null`;

const engaged = sql`engagements.organisation_id = organisations.id`;

function isMember({ id }: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from mission_members where mission_members.mission_id = missions.id
    and mission_members.user_id = ${id})`;
}

/**
 * Whether a viewer sees the organisation of the query: by one of its missions or engagements, or as its creator if nobody else's
 * mission or engagement ever belonged to it.
 */
function isSeen(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.seesAll) return sql<SqlBool>`true`;
  return sql<SqlBool>`(exists (select 1 from engagements where ${engaged} and ${seesEngagement(viewer)})
    or exists (select 1 from missions where ${live} and ${isMember(viewer)})
    or (organisations.created_by = ${viewer.id}
      and not exists (select 1 from missions where ${ofThis} and not ${isMember(viewer)})
      and not exists (select 1 from engagements where ${engaged} and not ${seesEngagement(viewer)})))`;
}

/** Whether the viewer sees all of it. A deleted mission doesn't count, since nobody sees it. */
function isWhole(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.seesAll) return sql<SqlBool>`true`;
  return sql<SqlBool>`(not exists (select 1 from missions where ${live} and not ${isMember(viewer)})
    and not exists (select 1 from engagements where ${engaged} and not ${seesEngagement(viewer)}))`;
}

function countMissions(viewer: Viewer): RawBuilder<number> {
  const seen = viewer.seesAll ? sql`true` : isMember(viewer);
  return sql<number>`(select count(*) from missions where ${live} and ${seen})`;
}

function countEngagements(viewer: Viewer): RawBuilder<number> {
  return sql<number>`(select count(*) from engagements where ${engaged} and ${seesEngagement(viewer)})`;
}

function selectSeen(db: Db, viewer: Viewer) {
  return db.selectFrom('organisations').where(isSeen(viewer));
}

function select(db: Db, viewer: Viewer) {
  return selectSeen(db, viewer).select([
    'organisations.id',
    'organisations.name',
    countMissions(viewer).as('missions'),
    countEngagements(viewer).as('engagements'),
    sql<number>`(select count(*) from organisation_tools where organisation_id = organisations.id)`.as(
      'tools',
    ),
    'organisations.created_at',
    'organisations.updated_at',
    sql<number>`case when ${isWhole(viewer)} then 1 else 0 end`.as('is_whole'),
  ]);
}

function toShown(viewer: Viewer, { is_whole, ...row }: Stored): Organisation {
  return { ...row, may_change: viewer.mayWrite && is_whole === 1 };
}
type Stored = Omit<Organisation, 'may_change'> & { is_whole: number };

/** Sorts by displayed values, so that counts are those visible to this viewer. */
const sortColumns = {
  name: sql.ref('name_key'),
  missions: sql.ref('missions'),
  engagements: sql.ref('engagements'),
  tools: sql.ref('tools'),
};

/** A page of the organisations a viewer sees, by default ordered by name. */
export async function listOrganisations(
  db: Db,
  viewer: Viewer,
  { q, limit, offset, ...sorting }: OrganisationListQuery,
): Promise<Found<Organisation>> {
  const wanted = q ? contains(q, 'organisations.name') : sql<SqlBool>`true`;
  const { n } = await selectSeen(db, viewer)
    .where(wanted)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const page = select(db, viewer).where(wanted).limit(limit).offset(offset);
  const terms = sortTerms(sortColumns, 'organisations.id', sorting);
  const sorted =
    terms.length === 0
      ? page.orderBy('name_key').orderBy('organisations.id')
      : terms.reduce((list, term) => list.orderBy(term), page);
  const rows = await sorted.execute();
  return { items: rows.map((row) => toShown(viewer, row)), total: Number(n) };
}

/** The organisation if this viewer sees it, else null. */
export async function findOrganisation(db: Db, viewer: Viewer, id: string): Promise<Organisation | null> {
  const row = await select(db, viewer).where('organisations.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toShown(viewer, row);
}

/** Whether a viewer sees every mission and engagement of an organisation. */
export async function seesWhole(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', id)
    .where(isWhole(viewer))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether it is the viewer's own: they are a member of one of its missions, or created it. */
function isOwn(viewer: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`(organisations.created_by = ${viewer.id}
    or exists (select 1 from missions where ${live} and ${isMember(viewer)}))`;
}

/**
 * The organisation of a name (ignoring case) that a viewer sees, or null; of several, the oldest of their own, else the oldest.
 */
export async function findByName(db: Db, viewer: Viewer, name: string): Promise<OrganisationName | null> {
  const row = await selectSeen(db, viewer)
    .select(['id', 'name'])
    .where('name_key', '=', toClientKey(name))
    .orderBy(sql`case when ${isOwn(viewer)} then 0 else 1 end`)
    .orderBy('organisations.id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether it has a mission or an engagement. */
export async function isInUse(db: Db, id: string): Promise<boolean> {
  const mission = db
    .selectFrom('missions')
    .select('id')
    .where('organisation_id', '=', id)
    .where('deleted_at', 'is', null);
  const engagement = db.selectFrom('engagements').select('id').where('organisation_id', '=', id);
  return (await mission.unionAll(engagement).limit(1).execute()).length > 0;
}

/** Refuses (`duplicate`) a name that another organisation visible to this viewer has, ignoring case. */
export async function refuseTakenName(db: Db, viewer: Viewer, name: string): Promise<void> {
  if ((await findByName(db, viewer, name)) === null) return;
  const message = 'An organisation already has this name';
  throw new DomainError('duplicate', message, { errors: [{ path: 'name', message }] });
}

type NewOrganisation = { id: string; name: string; created_by: string | null; created_at: string };

export async function insertOrganisation(trx: Trx, row: NewOrganisation): Promise<void> {
  const values = { ...row, name_key: toClientKey(row.name), updated_at: row.created_at };
  await trx.insertInto('organisations').values(values).execute();
}

export async function renameOrganisation(trx: Trx, id: string, name: string, time: string): Promise<void> {
  const change = { name, name_key: toClientKey(name), updated_at: time };
  await trx.updateTable('organisations').set(change).where('id', '=', id).execute();
}

export async function deleteOrganisation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('organisations').where('id', '=', id).execute();
}

/** Moves everything of this organisation to another one. */
export async function moveWork(trx: Trx, from: string, into: string): Promise<void> {
  for (const table of ['missions', 'engagements'] as const) {
    await trx.updateTable(table).set({ organisation_id: into }).where('organisation_id', '=', from).execute();
  }
}

/** Missions and engagements of an organisation that can be opened. */
export type Work = { missions: string[]; engagements: string[] };

export async function listWork(db: Db, id: string): Promise<Work> {
  const missions = await db
    .selectFrom('missions')
    .select('id')
    .where('organisation_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const engagements = await db
    .selectFrom('engagements')
    .select('id')
    .where('organisation_id', '=', id)
    .orderBy('id')
    .execute();
  return { missions: missions.map((row) => row.id), engagements: engagements.map((row) => row.id) };
}
