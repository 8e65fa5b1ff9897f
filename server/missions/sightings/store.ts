import { type SightedTest, statusOfSighting } from '../../../domain/sightings.ts';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf, contains } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import type { Found, Paging } from '../../paging.ts';
import { toPerson } from '../../person.ts';
import type { OpenMission } from '../heads.ts';
import type { Sighting, SightingFile, SightingsQuery } from './contract.ts';

export type StoredSighting = Row<'mission_sightings'>;

function selectShown(db: Db) {
  return db
    .selectFrom('mission_sightings as sighting')
    .leftJoin('users as analyst', 'analyst.id', 'sighting.analyst_id')
    .leftJoin('users as decider', 'decider.id', 'sighting.decided_by')
    .leftJoin('users as creator', 'creator.id', 'sighting.created_by')
    .leftJoin('users as writer', 'writer.id', 'sighting.updated_by')
    .selectAll('sighting')
    .select([
      'analyst.display_name as analyst_name',
      'decider.display_name as decider_name',
      'creator.display_name as creator_name',
      'writer.display_name as writer_name',
    ]);
}
type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number];

async function toSightings(db: Db, rows: readonly ShownRow[]): Promise<Sighting[]> {
  const files = Map.groupBy(
    await listFilesOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ sighting_id }) => sighting_id,
  );
  return rows.map((row) => ({
    id: row.id,
    mission_id: row.mission_id,
    at: row.at,
    at_until: row.at_until,
    kind: row.kind,
    title: row.title,
    tool: row.tool,
    rule_name: row.rule_name,
    rule_id: row.rule_id,
    alert_id: row.alert_id,
    severity: row.severity,
    hosts: JSON.parse(row.hosts_json),
    users: JSON.parse(row.users_json),
    techniques: JSON.parse(row.techniques_json),
    note: row.note,
    status: statusOfSighting(row),
    judgement: row.judgement,
    declared: row.declared_at === null ? null : { to: row.declared_to, at: row.declared_at },
    analyst: toPerson(row.analyst_id, row.analyst_name),
    not_ours_reason: row.not_ours_reason,
    test_id: row.test_id,
    run: row.run,
    fact_id: row.fact_id,
    decided_by: toPerson(row.decided_by, row.decider_name),
    decided_at: row.decided_at,
    evidence: files.get(row.id) ?? [],
    created_by: toPerson(row.created_by, row.creator_name),
    created_at: row.created_at,
    updated_by: toPerson(row.updated_by, row.writer_name),
    updated_at: row.updated_at,
  }));
}

type Filter = Omit<SightingsQuery, keyof Paging>;

/** A page of the sightings of a mission, the latest first. */
export async function listSightings(
  db: Db,
  missionId: string,
  { limit, offset, ...filter }: Filter & Paging,
): Promise<Found<Sighting>> {
  const { n } = await selectFound(db, missionId, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const rows = await selectShown(db)
    .where('sighting.id', 'in', selectFound(db, missionId, filter).select('found.id'))
    .orderBy('sighting.at', 'desc')
    .orderBy('sighting.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { items: await toSightings(db, rows), total: Number(n) };
}

function selectFound(db: Db, missionId: string, { status, kind, declared, q }: Filter) {
  let query = db.selectFrom('mission_sightings as found').where('found.mission_id', '=', missionId);
  if (status === 'matched' || status === 'not_ours') query = query.where('found.decision', '=', status);
  else if (status !== undefined)
    query = query.where('found.decision', 'is', null).where('found.judgement', '=', status);
  if (kind !== undefined) query = query.where('found.kind', '=', kind);
  if (declared !== undefined)
    query = query.where('found.declared_at', declared === 'true' ? 'is not' : 'is', null);
  if (q) {
    const fields = ['title', 'note', 'rule_name', 'rule_id', 'tool'] as const;
    const lists = ['hosts_json', 'users_json', 'techniques_json'] as const;
    const columns = [...fields, ...lists].map((name) => `found.${name}` as const);
    query = query.where(contains(q, ...columns));
  }
  return query;
}

/** Every sighting of a mission, the first one first. */
export async function listAllSightings(db: Db, missionId: string): Promise<Sighting[]> {
  const rows = await selectShown(db)
    .where('sighting.mission_id', '=', missionId)
    .orderBy('sighting.at')
    .orderBy('sighting.id')
    .execute();
  return toSightings(db, rows);
}

/** These sightings, in this order. */
export async function readSightings(db: Db, missionId: string, ids: readonly string[]): Promise<Sighting[]> {
  const rows = await selectShown(db)
    .where('sighting.mission_id', '=', missionId)
    .where('sighting.id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  const found = new Map((await toSightings(db, rows)).map((sighting) => [sighting.id, sighting]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function findStored(db: Db, missionId: string, id: string): Promise<StoredSighting | null> {
  const row = await db
    .selectFrom('mission_sightings')
    .selectAll()
    .where('mission_id', '=', missionId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Ids of the sightings of a mission, in the order in which they were written. */
export async function listIds(db: Db, missionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mission_sightings')
    .select('id')
    .where('mission_id', '=', missionId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function countSightings(db: Db, missionId: string): Promise<number> {
  const { n } = await db
    .selectFrom('mission_sightings')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', missionId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Number of undecided sightings. */
export async function countUndecided(db: Db, missionId: string): Promise<number> {
  const { n } = await db
    .selectFrom('mission_sightings')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', missionId)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertSighting(trx: Trx, _mission: OpenMission, row: StoredSighting): Promise<void> {
  await trx.insertInto('mission_sightings').values(row).execute();
}

export async function updateSighting(
  trx: Trx,
  _mission: OpenMission,
  id: string,
  change: Partial<StoredSighting>,
): Promise<void> {
  await trx.updateTable('mission_sightings').set(change).where('id', '=', id).execute();
}

export async function deleteSighting(trx: Trx, _mission: OpenMission, id: string): Promise<void> {
  await trx.deleteFrom('mission_sightings').where('id', '=', id).execute();
}

/** Whether the lead has shown the sightings of a mission to red. */
export async function areVisibleToRed(db: Db, missionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('missions')
    .select('sightings_visible_to_red')
    .where('id', '=', missionId)
    .executeTakeFirst();
  return row?.sightings_visible_to_red === 1;
}

/** The missions among these whose sightings are shown to red. */
export async function listShownToRed(db: Db, missionIds: readonly string[]): Promise<Set<string>> {
  if (missionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('missions')
    .select('id')
    .where('id', 'in', anyOf(JSON.stringify(missionIds)))
    .where('sightings_visible_to_red', '=', 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether an alert is of this mission. */
export async function hasAlert(db: Db, missionId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('mission_alerts')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** A marker that changes with any sighting of a mission. */
export async function readSightingsSign(
  db: Db,
  missionId: string,
): Promise<{ sightings: number; changed_at: string | null }> {
  const row = await db
    .selectFrom('mission_sightings')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max<string | null>('updated_at').as('changed_at')])
    .where('mission_id', '=', missionId)
    .executeTakeFirstOrThrow();
  return { sightings: Number(row.n), changed_at: row.changed_at };
}

/** The executed tests of a mission with their executed runs, oldest run first. */
export async function listSightedTests(db: Db, missionId: string): Promise<SightedTest[]> {
  const closed = await db
    .selectFrom('test_runs as run')
    .innerJoin('mission_tests as test', 'test.id', 'run.test_id')
    .select(['test.id', 'run.number', 'run.executed_at'])
    .where('test.mission_id', '=', missionId)
    .where('run.executed_at', 'is not', null)
    .orderBy('run.number')
    .$narrowType<{ executed_at: string }>()
    .execute();
  const current = await db
    .selectFrom('mission_tests')
    .select(['id', 'run_number as number', 'executed_at'])
    .where('mission_id', '=', missionId)
    .where('executed_at', 'is not', null)
    .$narrowType<{ executed_at: string }>()
    .execute();
  const hiding = await db
    .selectFrom('mission_tests')
    .select(['id', 'revealed_at', 'shown_position'])
    .where('mission_id', '=', missionId)
    .execute();
  const revealOf = new Map(hiding.map(({ id, ...row }) => [id, row]));
  const runsOf = Map.groupBy([...closed, ...current], ({ id }) => id);
  return [...runsOf].map(([id, runs]) => {
    const { revealed_at = null, shown_position = null } = revealOf.get(id) ?? {};
    return { id, runs, was_hidden: shown_position === null || revealed_at !== null, revealed_at };
  });
}

// Files of sightings.

type FileRow = Row<'sighting_evidence'> & { display_name: string | null };

function selectFiles(db: Db) {
  return db
    .selectFrom('sighting_evidence')
    .leftJoin('users', 'users.id', 'sighting_evidence.uploaded_by')
    .selectAll('sighting_evidence')
    .select('users.display_name');
}

function toFile({ display_name, uploaded_by, ...row }: FileRow): SightingFile {
  return { ...row, uploaded_by: toPerson(uploaded_by, display_name) };
}

async function listFilesOf(db: Db, sightings: readonly string[]): Promise<SightingFile[]> {
  if (sightings.length === 0) return [];
  const rows = await selectFiles(db)
    .where('sighting_evidence.sighting_id', 'in', anyOf(JSON.stringify(sightings)))
    .orderBy('sighting_evidence.uploaded_at')
    .orderBy('sighting_evidence.id')
    .execute();
  return rows.map(toFile);
}

export async function findFile(db: Db, id: string): Promise<SightingFile | null> {
  const row = await selectFiles(db).where('sighting_evidence.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toFile(row);
}

export async function insertFile(
  trx: Trx,
  _mission: OpenMission,
  row: Row<'sighting_evidence'>,
): Promise<void> {
  await trx.insertInto('sighting_evidence').values(row).execute();
}

export async function deleteFile(trx: Trx, _mission: OpenMission, id: string): Promise<void> {
  await trx.deleteFrom('sighting_evidence').where('id', '=', id).execute();
}
