import { sql } from 'kysely';
import { wasRun } from '../../../domain/missions.ts';
import { isOverdue, remediationStatuses, unresolvedStatuses } from '../../../domain/remediations.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import type { Found, Paging } from '../../paging.ts';
import { toPerson } from '../../person.ts';
import type { OpenMission, Viewer } from '../heads.ts';
import { settleAbout } from '../hiding/settle.ts';
import { isSeenBy } from '../store.ts';
import type { Remediation, RemediationCounts, RemediationsQuery, Verification } from './contract.ts';

export type RemediationFilter = Omit<RemediationsQuery, keyof Paging> & {
  mission_id?: string | undefined;
};

/** The remediations of missions a viewer sees that pass the filter; due dates are compared with `today`. */
function selectSeen(db: Db, viewer: Viewer, filter: RemediationFilter, today: string) {
  let query = db
    .selectFrom('remediations')
    .innerJoin('missions', 'missions.id', 'remediations.mission_id')
    .where('missions.deleted_at', 'is', null)
    .where(isSeenBy(viewer.seesAll ? 1 : 0, viewer.id));
  const { mission_id, organisation_id, status, priority, owner_id, test_id, unresolved, overdue } = filter;
  if (mission_id !== undefined) query = query.where('remediations.mission_id', '=', mission_id);
  if (organisation_id !== undefined) query = query.where('missions.organisation_id', '=', organisation_id);
  if (status !== undefined) query = query.where('remediations.status', '=', status);
  if (priority !== undefined) query = query.where('remediations.priority', '=', priority);
  if (owner_id !== undefined) query = query.where('remediations.owner_id', '=', owner_id);
  if (test_id !== undefined) {
    query = query.where('remediations.id', 'in', (links) =>
      links.selectFrom('remediation_tests').select('remediation_id').where('test_id', '=', test_id),
    );
  }
  if (unresolved !== undefined) {
    query = query.where('remediations.status', unresolved ? 'in' : 'not in', unresolvedStatuses);
  }
  if (overdue === true) {
    query = query
      .where('remediations.due_on', '<', today)
      .where('remediations.status', 'in', unresolvedStatuses);
  }
  if (overdue === false) {
    query = query.where((eb) =>
      eb.or([
        eb('remediations.due_on', 'is', null),
        eb('remediations.due_on', '>=', today),
        eb('remediations.status', 'not in', unresolvedStatuses),
      ]),
    );
  }
  return query;
}

const shownColumns = [
  'mission.name as mission_name',
  'owner.display_name as owner_name',
  'mover.display_name as mover_name',
  'creator.display_name as creator_name',
  'writer.display_name as writer_name',
] as const;

function selectShown(db: Db) {
  return db
    .selectFrom('remediations')
    .innerJoin('missions as mission', 'mission.id', 'remediations.mission_id')
    .leftJoin('users as owner', 'owner.id', 'remediations.owner_id')
    .leftJoin('users as mover', 'mover.id', 'remediations.status_changed_by')
    .leftJoin('users as creator', 'creator.id', 'remediations.created_by')
    .leftJoin('users as writer', 'writer.id', 'remediations.updated_by')
    .selectAll('remediations')
    .select(shownColumns);
}

/** A page of the remediations a viewer sees: earliest due first, those without a date last, then the newest. */
export async function listRemediations(
  db: Db,
  viewer: Viewer,
  filter: RemediationFilter & Paging,
  today: string,
): Promise<Found<Remediation>> {
  const { n } = await selectSeen(db, viewer, filter, today)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const rows = await selectShown(db)
    .where('remediations.id', 'in', selectSeen(db, viewer, filter, today).select('remediations.id'))
    .orderBy(sql`case when remediations.due_on is null then 1 else 0 end`)
    .orderBy('remediations.due_on')
    .orderBy('remediations.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { items: await toRemediations(db, rows, today), total: Number(n) };
}

/** A remediation of a mission, or null. The caller has checked access. */
export async function findRemediation(
  db: Db,
  missionId: string,
  id: string,
  today: string,
): Promise<Remediation | null> {
  const rows = await selectShown(db)
    .where('remediations.mission_id', '=', missionId)
    .where('remediations.id', '=', id)
    .execute();
  return (await toRemediations(db, rows, today))[0] ?? null;
}

type Names = 'mission_name' | 'owner_name' | 'mover_name' | 'creator_name' | 'writer_name';
type ShownRow = Row<'remediations'> &
  Record<Exclude<Names, 'mission_name'>, string | null> & {
    mission_name: string;
  };

async function toRemediations(db: Db, rows: readonly ShownRow[], today: string): Promise<Remediation[]> {
  const testsOf = await listTestIds(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    mission: { id: row.mission_id, name: row.mission_name },
    title: row.title,
    shortcoming: row.shortcoming,
    root_cause: row.root_cause,
    measure: row.measure,
    risk_if_not_done: row.risk_if_not_done,
    priority: row.priority,
    owner: toPerson(row.owner_id, row.owner_name),
    owner_text: row.owner_text,
    due_on: row.due_on,
    overdue: isOverdue(row, today),
    status: row.status,
    status_changed_at: row.status_changed_at,
    status_changed_by: toPerson(row.status_changed_by, row.mover_name),
    test_ids: testsOf.get(row.id) ?? [],
    verified_by_run:
      row.verified_test_id === null || row.verified_run === null
        ? null
        : { test_id: row.verified_test_id, number: row.verified_run },
    rule:
      row.rule_id === null && row.rule_name === null
        ? null
        : { rule_id: row.rule_id, rule_name: row.rule_name },
    created_by: toPerson(row.created_by, row.creator_name),
    created_at: row.created_at,
    updated_by: toPerson(row.updated_by, row.writer_name),
    updated_at: row.updated_at,
  }));
}

async function listTestIds(db: Db, remediationIds: readonly string[]): Promise<Map<string, string[]>> {
  if (remediationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('remediation_tests')
    .selectAll()
    .where('remediation_id', 'in', anyOf(JSON.stringify(remediationIds)))
    .orderBy('test_id')
    .execute();
  const testsOf = new Map<string, string[]>();
  for (const { remediation_id, test_id } of rows) {
    testsOf.set(remediation_id, [...(testsOf.get(remediation_id) ?? []), test_id]);
  }
  return testsOf;
}

const countByStatus = prepare<{ mission: string }, { status: keyof RemediationCounts; n: number }>(
  (db, parameter) =>
    db
      .selectFrom('remediations')
      .select(['status', ({ fn }) => fn.countAll<number>().as('n')])
      .where('mission_id', '=', parameter('mission'))
      .groupBy('status'),
);

/** Number of remediations of a mission by state. */
export async function countRemediations(db: Db, missionId: string): Promise<RemediationCounts> {
  const none = Object.fromEntries(remediationStatuses.map((status) => [status, 0]));
  const rows = await countByStatus(db, { mission: missionId });
  return Object.assign(none, ...rows.map(({ status, n }) => ({ [status]: Number(n) })));
}

/** The tests among these that belong to the mission. */
export async function listTestsOf(
  db: Db,
  missionId: string,
  testIds: readonly string[],
): Promise<Set<string>> {
  if (testIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('mission_tests')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('id', 'in', anyOf(JSON.stringify(testIds)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether a test has an executed run of this number. */
export async function hasRun(db: Db, { test_id, number }: Verification): Promise<boolean> {
  const closed = await db
    .selectFrom('test_runs')
    .select('id')
    .where('test_id', '=', test_id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (closed !== undefined) return true;
  const present = await db
    .selectFrom('mission_tests')
    .select(['run_number', 'status'])
    .where('id', '=', test_id)
    .executeTakeFirst();
  return present !== undefined && present.run_number === number && wasRun(present.status);
}

/** A remediation as written. */
export type StoredRemediation = Omit<
  Row<'remediations'>,
  'mission_id' | 'hidden' | 'shown_updated_at' | 'shown_updated_by'
> & {
  test_ids: readonly string[];
};

export async function insertRemediation(
  trx: Trx,
  mission: OpenMission,
  { test_ids, ...row }: StoredRemediation,
): Promise<void> {
  await trx
    .insertInto('remediations')
    .values({ ...row, mission_id: mission.id })
    .execute();
  await setTests(trx, mission, row.id, test_ids);
}

export async function updateRemediation(
  trx: Trx,
  mission: OpenMission,
  { test_ids, ...row }: StoredRemediation,
): Promise<void> {
  await trx
    .updateTable('remediations')
    .set(row)
    .where('id', '=', row.id)
    .where('mission_id', '=', mission.id)
    .execute();
  await setTests(trx, mission, row.id, test_ids);
}

/** The tests of a remediation that the caller sees: hidden ones stay with it. */
async function listLinked(trx: Trx, id: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('remediation_tests')
    .select('test_id')
    .where('remediation_id', '=', id)
    .execute();
  return rows.map(({ test_id }) => test_id);
}

async function setTests(
  trx: Trx,
  mission: OpenMission,
  id: string,
  testIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('remediation_tests')
    .where('remediation_id', '=', id)
    .where('test_id', 'in', anyOf(JSON.stringify(await listLinked(trx, id))))
    .execute();
  if (testIds.length > 0) {
    const rows = testIds.map((test_id) => ({ remediation_id: id, test_id }));
    await trx.insertInto('remediation_tests').values(rows).execute();
  }
  await settleAbout(trx, mission.id, id);
}

export async function deleteRemediation(trx: Trx, mission: OpenMission, id: string): Promise<void> {
  await trx.deleteFrom('remediations').where('id', '=', id).where('mission_id', '=', mission.id).execute();
}
