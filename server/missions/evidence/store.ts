import { type Db, prepare, type Trx } from '../../database/database.ts';
import type { NewRow } from '../../database/tables.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { EvidenceRecord } from './contract.ts';

function selectRecords(db: Db) {
  return db
    .selectFrom('evidence')
    .leftJoin('users', 'users.id', 'evidence.uploaded_by')
    .select([
      'evidence.id',
      'evidence.mission_id',
      'evidence.test_id',
      'evidence.side',
      'evidence.file_name',
      'evidence.mime_type',
      'evidence.size',
      'evidence.sha256',
      'evidence.caption',
      'evidence.uploaded_by',
      'evidence.uploaded_at',
      'users.display_name',
    ]);
}

type JoinedRow = Omit<EvidenceRecord, 'uploaded_by'> & {
  uploaded_by: string | null;
  display_name: string | null;
};

function toRecord({ display_name, uploaded_by, ...row }: JoinedRow): EvidenceRecord {
  const uploader = uploaded_by === null || display_name === null ? null : { id: uploaded_by, display_name };
  return {
    id: row.id,
    mission_id: row.mission_id,
    test_id: row.test_id,
    side: row.side,
    file_name: row.file_name,
    mime_type: row.mime_type,
    size: row.size,
    sha256: row.sha256,
    caption: row.caption,
    uploaded_by: uploader,
    uploaded_at: row.uploaded_at,
  };
}

const ofTest = prepare<{ testId: string }, JoinedRow>((db, parameter) =>
  selectRecords(db)
    .where('evidence.test_id', '=', parameter('testId'))
    .where('evidence.run_id', 'is', null)
    .orderBy('evidence.uploaded_at')
    .orderBy('evidence.id'),
);

/** For the current run. */
export async function listEvidenceOfTest(db: Db, testId: string): Promise<EvidenceRecord[]> {
  return (await ofTest(db, { testId })).map(toRecord);
}

const ofRun = prepare<{ runId: string }, JoinedRow>((db, parameter) =>
  selectRecords(db)
    .where('evidence.run_id', '=', parameter('runId'))
    .orderBy('evidence.uploaded_at')
    .orderBy('evidence.id'),
);

export async function listEvidenceOfRun(db: Db, runId: string): Promise<EvidenceRecord[]> {
  return (await ofRun(db, { runId })).map(toRecord);
}

export async function isOfClosedRun(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('evidence').select('run_id').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.run_id !== null;
}

export async function findEvidenceById(db: Db, id: string): Promise<EvidenceRecord | null> {
  const row = await selectRecords(db).where('evidence.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

/** A file of a test or of a sighting, its owner. */
export type OwnedFile = { id: string; mission_id: string; owner_id: string; sha256: string; size: number };

function selectFiles(db: Db) {
  const ofSightings = db
    .selectFrom('sighting_evidence')
    .select(['id', 'mission_id', 'sighting_id as owner_id', 'sha256', 'size']);
  const ofTests = db
    .selectFrom('evidence')
    .select(['id', 'mission_id', 'test_id as owner_id', 'sha256', 'size']);
  return db.selectFrom(ofTests.unionAll(ofSightings).as('file')).selectAll();
}

export async function findFile(db: Db, id: string): Promise<OwnedFile | null> {
  return (await selectFiles(db).where('file.id', '=', id).executeTakeFirst()) ?? null;
}

/** The next `limit` files after `afterId`, ordered by id. */
export function listFilesAfter(db: Db, afterId: string, limit: number): Promise<OwnedFile[]> {
  return selectFiles(db).where('file.id', '>', afterId).orderBy('file.id').limit(limit).execute();
}

export async function insertEvidence(
  trx: Trx,
  { id, mission_id }: OpenTest,
  row: Omit<NewRow<'evidence'>, 'mission_id' | 'test_id' | 'run_id'>,
): Promise<void> {
  await trx
    .insertInto('evidence')
    .values({ ...row, mission_id, test_id: id, run_id: null })
    .execute();
}

export async function updateCaption(
  trx: Trx,
  test: OpenTest,
  id: string,
  caption: string | null,
): Promise<void> {
  await trx
    .updateTable('evidence')
    .set({ caption })
    .where('id', '=', id)
    .where('test_id', '=', test.id)
    .execute();
}

export async function deleteEvidence(trx: Trx, test: OpenTest, id: string): Promise<void> {
  await trx.deleteFrom('evidence').where('id', '=', id).where('test_id', '=', test.id).execute();
}

const recordedDigests = prepare<{ owner: string }, { sha256: string }>((db, parameter) =>
  db
    .selectFrom('evidence')
    .select('sha256')
    .where('test_id', '=', parameter('owner'))
    .unionAll(
      db.selectFrom('sighting_evidence').select('sha256').where('sighting_id', '=', parameter('owner')),
    ),
);

/** The digests of the files of a test or a sighting. */
export async function listDigestsOf(db: Db, owner: string): Promise<Set<string>> {
  return new Set((await recordedDigests(db, { owner })).map((row) => row.sha256));
}

/** Whether the mission of a test or a sighting still exists. */
export async function isOwnerReachable(db: Db, owner: string): Promise<boolean> {
  for (const table of ['mission_tests', 'mission_sightings'] as const) {
    const row = await db
      .selectFrom(table)
      .innerJoin('missions', 'missions.id', `${table}.mission_id`)
      .select('missions.id')
      .where(`${table}.id`, '=', owner)
      .where('missions.deleted_at', 'is', null)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}
