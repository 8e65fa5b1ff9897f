import { type JoinBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { missionStatuses, rolesOfEveryMission } from '../../domain/missions.ts';
import { type Db, prepare } from '../database/database.ts';
import { contains, toClientKey } from '../database/search.ts';
import { placeOrder, sortTerms, textOrder } from '../database/sorting.ts';
import type { Row, Tables } from '../database/tables.ts';
import { toOrganisation } from '../organisations/contract.ts';
import { toPerson } from '../person.ts';
import type { MissionListItem, MissionListQuery } from './contract.ts';
import type { MissionHead, Viewer } from './heads.ts';
import type { MembersMemory } from './members/memory.ts';
import { listMembers } from './members/store.ts';

/** Whether this viewer sees the mission of the query: `all` is 1 for a viewer who sees every mission. */
export function isSeenBy(all: number, user: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${all} = 1 or exists (select mission_members.user_id from mission_members where mission_members.mission_id = missions.id and mission_members.user_id = ${user}))`;
}

/** Whether every member of this mission sees the mission of the query: an administrator sees all. */
export function isSeenByMembersOf(mission: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from mission_members as reader
    join users on users.id = reader.user_id
    where reader.mission_id = ${mission} and users.role not in (${sql.join(rolesOfEveryMission)}) and not exists (
      select 1 from mission_members as own
      where own.mission_id = missions.id and own.user_id = reader.user_id))`;
}

const findVisible = prepare<{ mission: string; all: number; user: string }, MissionHead>((db, parameter) =>
  db
    .selectFrom('missions')
    .select(['id', 'status', 'locked', 'sightings_visible_to_red', 'replay_opened', 'visibility'])
    .select(['start_date', 'end_date'])
    .select(['updated_at', 'last_change_at', 'outline_changed_at'])
    .select(
      sql<number>`count_pending + count_skipped + count_blocked + count_executed + count_reviewed`.as(
        'tests',
      ),
    )
    .where('id', '=', parameter('mission'))
    .where('deleted_at', 'is', null)
    .where(isSeenBy(parameter('all'), parameter('user'))),
);

/** The mission if this viewer may see it, else null: a missing mission and an invisible one look the same. */
export async function findMission(db: Db, viewer: Viewer, missionId: string): Promise<MissionHead | null> {
  const [row] = await findVisible(db, { mission: missionId, all: viewer.seesAll ? 1 : 0, user: viewer.id });
  return row ?? null;
}

/**
 * Starting from the membership keeps a page equally fast for members of few missions and of many. SQLite keeps the order of a
 * cross join; otherwise it scans all missions and sorts them.
 */
function selectMissionsOf(db: Db, userId: string) {
  return db
    .selectFrom('mission_members as own')
    .crossJoin('missions')
    .whereRef('missions.id', '=', 'own.mission_id')
    .where('own.user_id', '=', userId);
}

type ListFilter = Pick<MissionListQuery, 'q' | 'client' | 'organisation_id' | 'status' | 'visibility'>;

/** The missions a viewer sees that pass the filter; those of a member start from `mission_members as own`. */
export function selectVisibleMissions(db: Db, viewer: Viewer, filter: ListFilter) {
  let query = (viewer.seesAll ? db.selectFrom('missions') : selectMissionsOf(db, viewer.id)).where(
    'missions.deleted_at',
    'is',
    null,
  );
  if (filter.q) {
    query = query.where(contains(filter.q, 'missions.name', 'missions.client', 'missions.description'));
  }
  if (filter.client !== undefined) {
    query = query.where('missions.client_key', '=', toClientKey(filter.client));
  }
  if (filter.organisation_id !== undefined) {
    query = query.where('missions.organisation_id', '=', filter.organisation_id);
  }
  if (filter.status !== undefined) query = query.where('missions.status', '=', filter.status);
  if (filter.visibility !== undefined) {
    // `open` is stored as null.
    const isSo = sql<SqlBool>`coalesce(missions.visibility, 'open') = ${filter.visibility}`;
    query = query.where(isSo);
  }
  return query;
}

/** The missions with this id or exactly this name that are not deleted. */
export function findMissionsCalled(db: Db, given: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('missions')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', given), eb('name', '=', given)]))
    .orderBy('id')
    .execute();
}

export async function countMissions(db: Db, viewer: Viewer, filter: ListFilter): Promise<number> {
  const { n } = await selectVisibleMissions(db, viewer, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const shownColumns = [
  'missions.id',
  'missions.name',
  'missions.client',
  'missions.organisation_id',
  'organisation.name as organisation_name',
  'missions.description',
  'missions.settle_at_review',
  'missions.locked',
  'missions.sightings_visible_to_red',
  'missions.replay_opened',
  'missions.threats_json',
  'missions.visibility',
  'missions.status',
  'missions.start_date',
  'missions.end_date',
  'missions.catalog_tags_json',
  'missions.catalog_version',
  'missions.created_by',
  'creator.display_name as creator_name',
  'missions.created_at',
  'missions.updated_at',
  'missions.count_pending',
  'missions.count_skipped',
  'missions.count_blocked',
  'missions.count_executed',
  'missions.count_reviewed',
  'origin.id as retest_of_id',
  'origin.name as retest_of_name',
] as const;

/** A possible retest with its original mission, if this viewer sees the original, too. */
function joinOrigin(viewer: Viewer) {
  return (join: JoinBuilder<Tables & { origin: Tables['missions'] }, 'missions' | 'origin'>) => {
    const found = join.onRef('origin.id', '=', 'missions.retest_of_id').on('origin.deleted_at', 'is', null);
    if (viewer.seesAll) return found;
    return found.on(({ exists, selectFrom }) =>
      exists(
        selectFrom('mission_members as seen')
          .select('seen.user_id')
          .whereRef('seen.mission_id', '=', 'missions.retest_of_id')
          .where('seen.user_id', '=', viewer.id),
      ),
    );
  };
}

const sortColumns = {
  name: textOrder('missions.name'),
  client: { nullable: textOrder('missions.client') },
  status: placeOrder('missions.status', missionStatuses),
  start_date: { nullable: sql`missions.start_date` },
  progress: {
    nullable: sql`(missions.count_executed + missions.count_reviewed) * 1.0 / nullif(missions.count_pending + missions.count_skipped + missions.count_blocked + missions.count_executed + missions.count_reviewed, 0)`,
  },
  updated_at: sql`missions.updated_at`,
};

type PageQuery = ListFilter & Pick<MissionListQuery, 'sort' | 'order'> & { limit: number; offset: number };

function selectPage(db: Db, viewer: Viewer, query: PageQuery) {
  const page = selectVisibleMissions(db, viewer, query)
    .leftJoin('users as creator', 'creator.id', 'missions.created_by')
    .leftJoin('organisations as organisation', 'organisation.id', 'missions.organisation_id')
    .leftJoin('missions as origin', joinOrigin(viewer))
    .select(shownColumns)
    .limit(query.limit)
    .offset(query.offset);
  const terms = sortTerms(sortColumns, 'missions.id', query);
  if (terms.length === 0)
    return page.orderBy(viewer.seesAll ? 'missions.id' : sql.ref('own.mission_id'), 'desc');
  return terms.reduce((sorted, term) => sorted.orderBy(term), page);
}

const preparePage = (seesAll: boolean) =>
  prepare<{ user: string; limit: number; offset: number }, ShownRow>((db, parameter) =>
    selectPage(
      db,
      { id: parameter('user'), seesAll },
      { limit: parameter('limit'), offset: parameter('offset') },
    ),
  );
const unfilteredPageOf = { everyone: preparePage(true), member: preparePage(false) };

/** A page of the missions a viewer sees, newest first. Identifiers are UUIDv7, so they sort by creation. */
export async function listMissions(
  db: Db,
  members: MembersMemory,
  viewer: Viewer,
  query: MissionListQuery,
): Promise<MissionListItem[]> {
  const { q, client, organisation_id, status, visibility, sort, limit, offset } = query;
  const isFiltered =
    Boolean(q) || [client, organisation_id, status, visibility, sort].some((wanted) => wanted !== undefined);
  const rows = isFiltered
    ? await selectPage(db, viewer, query).execute()
    : await unfilteredPageOf[viewer.seesAll ? 'everyone' : 'member'](db, { user: viewer.id, limit, offset });
  return toItems(rows, await members.of(db, listIds(rows)));
}

/** The client last written for a mission. */
export async function readClient(db: Db, missionId: string): Promise<string | null> {
  const row = await db.selectFrom('missions').select('client').where('id', '=', missionId).executeTakeFirst();
  return row?.client ?? null;
}

/** A mission in a list for this viewer. The caller has checked access. */
export async function readMissionItem(
  db: Db,
  viewer: Viewer,
  missionId: string,
): Promise<MissionListItem | null> {
  const rows = await db
    .selectFrom('missions')
    .leftJoin('users as creator', 'creator.id', 'missions.created_by')
    .leftJoin('organisations as organisation', 'organisation.id', 'missions.organisation_id')
    .leftJoin('missions as origin', joinOrigin(viewer))
    .select(shownColumns)
    .where('missions.id', '=', missionId)
    .execute();
  return toItems(rows, await listMembers(db, listIds(rows)))[0] ?? null;
}

type ShownRow = Omit<
  Row<'missions'>,
  | 'reveal_at'
  | 'reveal_on_review'
  | 'reveal_by'
  | 'shown_change_at'
  | 'shown_outline_at'
  | 'shown_updated_at'
  | 'shown_tags_json'
  | 'shown_sign'
  | 'client_key'
  | 'deleted_at'
  | 'last_change_at'
  | 'variables_json'
  | 'running_since'
  | 'outline_changed_at'
  | 'last_finding'
> & {
  creator_name: string | null;
  organisation_name: string | null;
  retest_of_name: string | null;
};

function listIds(rows: readonly ShownRow[]): string[] {
  return rows.map((row) => row.id);
}

function toItems(
  rows: readonly ShownRow[],
  members: ReadonlyMap<string, MissionListItem['members']>,
): MissionListItem[] {
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
    catalog_tags: JSON.parse(row.catalog_tags_json),
    catalog_version: row.catalog_version,
    created_by: toPerson(row.created_by, row.creator_name),
    created_at: row.created_at,
    updated_at: row.updated_at,
    counts: {
      tests:
        row.count_pending + row.count_skipped + row.count_blocked + row.count_executed + row.count_reviewed,
      pending: row.count_pending,
      skipped: row.count_skipped,
      blocked: row.count_blocked,
      executed: row.count_executed,
      reviewed_by_blue: row.count_reviewed,
    },
    retest_of: toNamed(row.retest_of_id, row.retest_of_name),
    settle_at_review: row.settle_at_review ?? 'ask',
    locked: row.locked === 1,
    sightings_visible_to_red: row.sightings_visible_to_red === 1,
    replay_opened: row.replay_opened === 1,
    threats: toThreats(row.threats_json),
    visibility: row.visibility ?? 'open',
  }));
}

function toThreats(json: string | null): MissionListItem['threats'] {
  return json === null ? [] : JSON.parse(json);
}

/** Takes the threats of a mission, returns their stored form. */
export function toThreatsColumn(threats: MissionListItem['threats']): string | null {
  return threats.length === 0 ? null : JSON.stringify(threats);
}

/** Groups, campaigns and software a mission was planned from. */
export async function readThreatsOf(db: Db, missionId: string): Promise<MissionListItem['threats']> {
  const row = await db
    .selectFrom('missions')
    .select('threats_json')
    .where('id', '=', missionId)
    .executeTakeFirst();
  return toThreats(row?.threats_json ?? null);
}

function toNamed(id: string | null, name: string | null): MissionListItem['retest_of'] {
  return id === null || name === null ? null : { id, name };
}
