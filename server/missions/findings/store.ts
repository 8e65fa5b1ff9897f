import type { FindingSide } from '../../../domain/findings.ts';
import type { RemediationStatus } from '../../../domain/remediations.ts';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf, contains } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { wholly } from '../../database/view.ts';
import type { Found, Paging } from '../../paging.ts';
import { toPerson } from '../../person.ts';
import type { OpenMission, Viewer } from '../heads.ts';
import { settleAbout } from '../hiding/settle.ts';
import { isSeenBy } from '../store.ts';
import type { Finding, FindingsQuery, ShownBy } from './contract.ts';

/** A finding as stored, with the states of its remediations: without its state derived from tests. */
export type KeptFinding = Omit<Finding, 'came_back' | 'moves'> & {
  remediation_statuses: RemediationStatus[];
};

/** Visible findings: in the viewer's missions, and of sides they may read or created by them. */
export type Reader = { viewer: Viewer; sides: readonly FindingSide[] };

/** Limit of findings of a mission read at once. */
export const mostFindings = 10_000;

type Filter = Omit<FindingsQuery, keyof Paging | 'status'> & { mission_id?: string | undefined };

function selectSeen(db: Db, { viewer, sides }: Reader, filter: Filter) {
  let query = db
    .selectFrom('findings')
    .innerJoin('missions', 'missions.id', 'findings.mission_id')
    .where('missions.deleted_at', 'is', null)
    .where(isSeenBy(viewer.seesAll ? 1 : 0, viewer.id))
    .where((eb) => eb.or([eb('findings.side', 'in', sides), eb('findings.created_by', '=', viewer.id)]));
  const { mission_id, organisation_id, severity, q } = filter;
  if (q) {
    const number = /^f-([1-9]\d{0,6})$/i.exec(q)?.[1];
    const text = contains(q, 'findings.title', 'findings.techniques_json');
    query = query.where((eb) =>
      number === undefined ? text : eb.or([text, eb('findings.number', '=', Number(number))]),
    );
  }
  if (mission_id !== undefined) query = query.where('findings.mission_id', '=', mission_id);
  if (organisation_id !== undefined) query = query.where('missions.organisation_id', '=', organisation_id);
  if (severity !== undefined) query = query.where('findings.severity', '=', severity);
  return query;
}

function selectShown(db: Db) {
  return db
    .selectFrom('findings')
    .innerJoin('missions as mission', 'mission.id', 'findings.mission_id')
    .leftJoin('users as mover', 'mover.id', 'findings.status_changed_by')
    .leftJoin('users as creator', 'creator.id', 'findings.created_by')
    .leftJoin('users as writer', 'writer.id', 'findings.updated_by')
    .selectAll('findings')
    .select([
      'mission.name as mission_name',
      'mover.display_name as mover_name',
      'creator.display_name as creator_name',
      'writer.display_name as writer_name',
    ]);
}

/** A page of the findings a reader sees, mission by mission, by number. */
export async function listFindings(
  db: Db,
  reader: Reader,
  filter: Filter & Paging,
): Promise<Found<KeptFinding>> {
  const { n } = await selectSeen(db, reader, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const rows = await selectShown(db)
    .where('findings.id', 'in', selectSeen(db, reader, filter).select('findings.id'))
    .orderBy('findings.mission_id', 'desc')
    .orderBy('findings.number')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { items: await toFindings(db, rows), total: Number(n) };
}

/** A finding of a mission that a reader sees, or null. */
export async function findFinding(
  db: Db,
  reader: Reader,
  mission_id: string,
  id: string,
): Promise<KeptFinding | null> {
  const rows = await selectShown(db)
    .where('findings.id', 'in', selectSeen(db, reader, { mission_id }).select('findings.id'))
    .where('findings.id', '=', id)
    .execute();
  return (await toFindings(db, rows))[0] ?? null;
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number];

async function toFindings(db: Db, rows: readonly ShownRow[]): Promise<KeptFinding[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const tests = await db
    .selectFrom('finding_tests')
    .selectAll()
    .where('finding_id', 'in', anyOf(ids))
    .orderBy('test_id')
    .orderBy('run')
    .execute();
  const evidence = await db
    .selectFrom('finding_evidence')
    .selectAll()
    .where('finding_id', 'in', anyOf(ids))
    .orderBy('evidence_id')
    .execute();
  const remediations = await db
    .selectFrom('finding_remediations as link')
    .innerJoin('remediations', 'remediations.id', 'link.remediation_id')
    .select(['link.finding_id', 'link.remediation_id', 'remediations.status'])
    .where('link.finding_id', 'in', anyOf(ids))
    .orderBy('link.remediation_id')
    .execute();
  return rows.map((row) => {
    const own = <Link extends { finding_id: string }>(links: readonly Link[]) =>
      links.filter(({ finding_id }) => finding_id === row.id);
    return {
      id: row.id,
      mission: { id: row.mission_id, name: row.mission_name },
      number: row.number,
      title: row.title,
      severity: row.severity,
      kind: row.kind,
      side: row.side,
      description: row.description,
      impact: row.impact,
      root_cause: row.root_cause,
      recommendation: row.recommendation,
      affected: row.affected,
      references: JSON.parse(row.references_json),
      techniques: JSON.parse(row.techniques_json),
      tests: own(tests).map(({ test_id, run }) => ({ test_id, run })),
      evidence_ids: own(evidence).map(({ evidence_id }) => evidence_id),
      remediation_ids: own(remediations).map(({ remediation_id }) => remediation_id),
      remediation_statuses: own(remediations).map(({ status }) => status),
      status: row.status,
      status_changed_at: row.status_changed_at,
      status_changed_by: toPerson(row.status_changed_by, row.mover_name),
      created_by: toPerson(row.created_by, row.creator_name),
      created_at: row.created_at,
      updated_by: toPerson(row.updated_by, row.writer_name),
      updated_at: row.updated_at,
    };
  });
}

/**
 * Takes the next number of a mission, which was never used before, or the one given in a file if it is higher or, in a new
 * mission, free.
 */
export async function takeNumber(
  trx: Trx,
  mission: OpenMission,
  given?: { number: number; isNew: boolean },
): Promise<number> {
  return wholly(async () => {
    const { last_finding } = await trx
      .selectFrom('missions')
      .select('last_finding')
      .where('id', '=', mission.id)
      .executeTakeFirstOrThrow();
    const last = last_finding ?? 0;
    const isFree =
      given !== undefined &&
      (given.number > last || (given.isNew && !(await hasNumber(trx, mission, given.number))));
    const number = isFree ? given.number : last + 1;
    const highest = Math.max(last, number);
    await trx.updateTable('missions').set({ last_finding: highest }).where('id', '=', mission.id).execute();
    return number;
  });
}

async function hasNumber(trx: Trx, mission: OpenMission, number: number): Promise<boolean> {
  const row = await trx
    .selectFrom('findings')
    .select('id')
    .where('mission_id', '=', mission.id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}

/** Written apart, when the things change that everybody sees. */
type Shown = 'hidden' | 'shown_updated_at' | 'shown_updated_by';

/** A finding as written. */
export type StoredFinding = Omit<
  Row<'findings'>,
  'mission_id' | 'references_json' | 'techniques_json' | Shown
> & {
  references: readonly string[];
  techniques: readonly string[];
  tests: readonly ShownBy[];
  evidence_ids: readonly string[];
  remediation_ids: readonly string[];
};

export async function insertFinding(trx: Trx, mission: OpenMission, finding: StoredFinding): Promise<void> {
  await trx
    .insertInto('findings')
    .values({ ...toColumns(finding), mission_id: mission.id })
    .execute();
  await setLinks(trx, mission, finding);
}

export async function updateFinding(trx: Trx, mission: OpenMission, finding: StoredFinding): Promise<void> {
  await trx
    .updateTable('findings')
    .set(toColumns(finding))
    .where('id', '=', finding.id)
    .where('mission_id', '=', mission.id)
    .execute();
  await setLinks(trx, mission, finding);
}

function toColumns({
  references,
  techniques,
  tests: _tests,
  evidence_ids: _evidence,
  remediation_ids: _remediations,
  ...row
}: StoredFinding): Omit<Row<'findings'>, 'mission_id' | Shown> {
  return { ...row, references_json: JSON.stringify(references), techniques_json: JSON.stringify(techniques) };
}

const links = [
  ['finding_tests', 'test_id'],
  ['finding_evidence', 'evidence_id'],
  ['finding_remediations', 'remediation_id'],
] as const;

async function setLinks(
  trx: Trx,
  mission: OpenMission,
  { id, tests, evidence_ids, remediation_ids }: StoredFinding,
): Promise<void> {
  for (const [table, column] of links) {
    // Links that the caller does not see stay.
    const rows = await trx
      .selectFrom(table as 'finding_tests')
      .select(`${column as 'test_id'} as id`)
      .where('finding_id', '=', id)
      .execute();
    await trx
      .deleteFrom(table as 'finding_tests')
      .where('finding_id', '=', id)
      .where(column as 'test_id', 'in', anyOf(JSON.stringify(rows.map((row) => row.id))))
      .execute();
  }
  const finding_id = id;
  if (tests.length > 0) {
    await trx
      .insertInto('finding_tests')
      .values(tests.map((test) => ({ finding_id, ...test })))
      .execute();
  }
  if (evidence_ids.length > 0) {
    const rows = evidence_ids.map((evidence_id) => ({ finding_id, evidence_id }));
    await trx.insertInto('finding_evidence').values(rows).execute();
  }
  if (remediation_ids.length > 0) {
    const rows = remediation_ids.map((remediation_id) => ({ finding_id, remediation_id }));
    await trx.insertInto('finding_remediations').values(rows).execute();
  }
  await settleAbout(trx, mission.id, id);
}

export async function deleteFinding(trx: Trx, mission: OpenMission, id: string): Promise<void> {
  await trx.deleteFrom('findings').where('id', '=', id).where('mission_id', '=', mission.id).execute();
}

/** The rows among these that belong to the mission. */
export async function listKnown(
  db: Db,
  table: 'evidence' | 'remediations',
  missionId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table as 'evidence')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Evidence of a mission by test and run number. */
export async function listEvidence(
  db: Db,
  missionId: string,
): Promise<{ id: string; test_id: string; run: number; sha256: string; file_name: string }[]> {
  const rows = await db
    .selectFrom('evidence')
    .innerJoin('mission_tests as test', 'test.id', 'evidence.test_id')
    .leftJoin('test_runs as run', 'run.id', 'evidence.run_id')
    .select(['evidence.id', 'evidence.test_id', 'evidence.sha256', 'evidence.file_name'])
    .select(['run.number', 'test.run_number'])
    .where('evidence.mission_id', '=', missionId)
    .orderBy('evidence.id')
    .execute();
  return rows.map(({ number, run_number, ...file }) => ({ ...file, run: number ?? run_number }));
}

/** A marker that changes with any finding or remediation of a mission visible to a reader. */
export async function readSign(
  db: Db,
  reader: Reader,
  mission_id: string,
): Promise<{ findings: number; remediations: number; decided: number; changed_at: string | null }> {
  const findings = await selectSeen(db, reader, { mission_id })
    .select(({ fn }) => [
      fn.countAll<number>().as('n'),
      fn.max<string | null>('findings.updated_at').as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  const remediations = await db
    .selectFrom('remediations')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max<string | null>('updated_at').as('changed_at')])
    .where('mission_id', '=', mission_id)
    .executeTakeFirstOrThrow();
  const suggestions = await db
    .selectFrom('finding_suggestions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', mission_id)
    .executeTakeFirstOrThrow();
  const changed = [findings.changed_at, remediations.changed_at].filter((at) => at !== null).sort();
  return {
    findings: Number(findings.n),
    remediations: Number(remediations.n),
    decided: Number(suggestions.n),
    changed_at: changed.at(-1) ?? null,
  };
}
