import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { refuseDuplicate } from '../database/failures.ts';
import { contains, toClientKey } from '../database/search.ts';
import { sortTerms } from '../database/sorting.ts';
import type { Found } from '../paging.ts';
import type { Organisation, OrganisationListQuery, OrganisationName } from './contract.ts';

/** Who is looking: an administrator sees every mission, others those they are members of. */
export type Viewer = { id: string; seesAll: boolean };

const live = sql`missions.organisation_id = organisations.id and missions.deleted_at is null`;

function isSeen({ id, seesAll }: Viewer): RawBuilder<SqlBool> {
  if (seesAll) return sql<SqlBool>`true`;
  return sql<SqlBool>`(exists (select 1 from engagements where engagements.organisation_id = organisations.id)
    or not exists (select 1 from missions where ${live})
    or exists (select 1 from missions join mission_members on mission_members.mission_id = missions.id
      where ${live} and mission_members.user_id = ${id}))`;
}

function countMissions({ id, seesAll }: Viewer): RawBuilder<number> {
  const seen = seesAll
    ? sql`true`
    : sql`exists (select 1 from mission_members where mission_members.mission_id = missions.id
        and mission_members.user_id = ${id})`;
  return sql<number>`(select count(*) from missions where ${live} and ${seen})`;
}

function selectSeen(db: Db, viewer: Viewer) {
  return db.selectFrom('organisations').where(isSeen(viewer));
}

function select(db: Db, viewer: Viewer) {
  return selectSeen(db, viewer).select([
    'organisations.id',
    'organisations.name',
    countMissions(viewer).as('missions'),
    sql<number>`(select count(*) from engagements where engagements.organisation_id = organisations.id)`.as(
      'engagements',
    ),
    sql<number>`(select count(*) from organisation_tools where organisation_id = organisations.id)`.as(
      'tools',
    ),
    'organisations.created_at',
    'organisations.updated_at',
  ]);
}

/** By what is shown of an organisation, so that its counts are those that this viewer sees. */
const sortColumns = {
  name: sql.ref('name_key'),
  missions: sql.ref('missions'),
  engagements: sql.ref('engagements'),
  tools: sql.ref('tools'),
};

/** A page of the organisations a viewer sees, by name unless told otherwise. */
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
    terms.length === 0 ? page.orderBy('name_key') : terms.reduce((list, term) => list.orderBy(term), page);
  const items = await sorted.execute();
  return { items, total: Number(n) };
}

/** The organisation when this viewer sees it, else null. */
export async function findOrganisation(db: Db, viewer: Viewer, id: string): Promise<Organisation | null> {
  return (await select(db, viewer).where('organisations.id', '=', id).executeTakeFirst()) ?? null;
}

/** The organisation of a name in any case, or null. */
export async function findByName(db: Db, name: string): Promise<OrganisationName | null> {
  const row = await db
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('name_key', '=', toClientKey(name))
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a mission or an engagement is for it. */
export async function isInUse(db: Db, id: string): Promise<boolean> {
  const mission = db
    .selectFrom('missions')
    .select('id')
    .where('organisation_id', '=', id)
    .where('deleted_at', 'is', null);
  const engagement = db.selectFrom('engagements').select('id').where('organisation_id', '=', id);
  return (await mission.unionAll(engagement).limit(1).execute()).length > 0;
}

const taken = 'An organisation has this name already';

/** Refuses (`duplicate`) a name that another organisation has in any case. */
export async function insertOrganisation(
  trx: Trx,
  row: { id: string; name: string; created_at: string },
): Promise<void> {
  const { created_at: updated_at, name } = row;
  const values = { ...row, name_key: toClientKey(name), updated_at };
  await refuseDuplicate('name', taken, () => trx.insertInto('organisations').values(values).execute());
}

/** Refuses (`duplicate`) a name that another organisation has in any case. */
export async function renameOrganisation(trx: Trx, id: string, name: string, time: string): Promise<void> {
  const change = { name, name_key: toClientKey(name), updated_at: time };
  await refuseDuplicate('name', taken, () =>
    trx.updateTable('organisations').set(change).where('id', '=', id).execute(),
  );
}

export async function deleteOrganisation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('organisations').where('id', '=', id).execute();
}

/** Gives another organisation what is for this one. */
export async function moveWork(trx: Trx, from: string, into: string): Promise<void> {
  for (const table of ['missions', 'engagements'] as const) {
    await trx.updateTable(table).set({ organisation_id: into }).where('organisation_id', '=', from).execute();
  }
}
