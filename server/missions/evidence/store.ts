import { type ExpressionBuilder, sql } from 'kysely';
import { pictureTypes } from '../../../domain/written-pictures.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import type { NewRow, Tables } from '../../database/tables.ts';
import type { Found } from '../../paging.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { EvidenceRecord, PicturesQuery } from './contract.ts';

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

/** Pictures of a mission, the latest first. */
export async function listPictures(
  db: Db,
  missionId: string,
  { sha256, limit, offset }: PicturesQuery,
): Promise<Found<EvidenceRecord>> {
  const isWanted = (eb: ExpressionBuilder<Tables, 'evidence'>) =>
    eb.and([
      eb('evidence.mission_id', '=', missionId),
      eb('evidence.mime_type', 'in', pictureTypes),
      ...(sha256 === undefined ? [] : [eb('evidence.sha256', '=', sha256)]),
    ]);
  const rows = await selectRecords(db)
    .where((eb) => isWanted(eb as never))
    .orderBy('evidence.uploaded_at', 'desc')
    .orderBy('evidence.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await db
    .selectFrom('evidence')
    .where(isWanted)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { items: rows.map(toRecord), total: Number(n) };
}

export async function isOfClosedRun(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('evidence').select('run_id').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.run_id !== null;
}

/** A record with the folder of its file, unless that is the one of its mission and test. */
export type StoredEvidence = EvidenceRecord & { stored_in: string | null };

export async function findEvidenceById(db: Db, id: string): Promise<StoredEvidence | null> {
  const row = await selectRecords(db)
    .select('evidence.stored_in')
    .where('evidence.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { ...toRecord(row), stored_in: row.stored_in };
}

/** A file of a test or of a sighting, its owner; `stored_in` is its folder, unless that is the one of its mission and owner. */
export type OwnedFile = {
  id: string;
  mission_id: string;
  owner_id: string;
  sha256: string;
  size: number;
  stored_in: string | null;
};

function selectFiles(db: Db) {
  const ofSightings = db
    .selectFrom('sighting_evidence')
    .select(['id', 'mission_id', 'sighting_id as owner_id', 'sha256', 'size'])
    .select(sql<string | null>`null`.as('stored_in'));
  const ofTests = db
    .selectFrom('evidence')
    .select(['id', 'mission_id', 'test_id as owner_id', 'sha256', 'size', 'stored_in']);
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
  row: Omit<NewRow<'evidence'>, 'mission_id' | 'test_id' | 'run_id' | 'stored_in'>,
): Promise<void> {
  await trx
    .insertInto('evidence')
    .values({ ...row, mission_id, test_id: id, run_id: null, stored_in: null })
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

const recordedDigests = prepare<{ mission: string; owner: string; folder: string }, { sha256: string }>(
  (db, parameter) =>
    db
      .selectFrom('evidence')
      .select('sha256')
      .where('mission_id', '=', parameter('mission'))
      .where('test_id', '=', parameter('owner'))
      .where('stored_in', 'is', null)
      .unionAll((db) =>
        db.selectFrom('evidence').select('sha256').where('stored_in', '=', parameter('folder')),
      )
      .unionAll((db) =>
        db.selectFrom('sighting_evidence').select('sha256').where('sighting_id', '=', parameter('owner')),
      ),
);

/** Digests of the records whose files are in this folder of a test or a sighting. */
export async function listDigestsIn(db: Db, owner: string, folder: string): Promise<Set<string>> {
  const [mission = ''] = folder.split('/');
  return new Set((await recordedDigests(db, { mission, owner, folder })).map((row) => row.sha256));
}

const recordedTypes = prepare<
  { mission: string; owner: string; folder: string; sha256: string },
  { mime_type: string }
>((db, parameter) =>
  db
    .selectFrom('evidence')
    .select('mime_type')
    .where('mission_id', '=', parameter('mission'))
    .where('test_id', '=', parameter('owner'))
    .where('stored_in', 'is', null)
    .where('sha256', '=', parameter('sha256'))
    .unionAll((db) =>
      db
        .selectFrom('evidence')
        .select('mime_type')
        .where('stored_in', '=', parameter('folder'))
        .where('sha256', '=', parameter('sha256')),
    ),
);

/** Whether a file is recorded as a picture of a test. */
export async function isPicture(
  db: Db,
  { folder, sha256 }: { folder: string; sha256: string },
): Promise<boolean> {
  const [mission = '', owner = ''] = folder.split('/');
  const types = await recordedTypes(db, { mission, owner, folder, sha256 });
  return types.some(({ mime_type }) => mime_type.startsWith('image/'));
}

/** Whether a mission that uses files of this folder still exists, or that of the test or sighting it is of. */
export async function isFolderReachable(db: Db, owner: string, folder: string): Promise<boolean> {
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
  const row = await db
    .selectFrom('evidence')
    .innerJoin('missions', 'missions.id', 'evidence.mission_id')
    .select('evidence.id')
    .where('missions.deleted_at', 'is', null)
    .where('evidence.stored_in', '=', folder)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Folders of the files of a mission's evidence that are not those of their tests, by the id of the record. */
export async function listFoldersElsewhere(db: Db, missionId: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'stored_in'])
    .where('mission_id', '=', missionId)
    .where('stored_in', 'is not', null)
    .execute();
  return Object.fromEntries(rows.map(({ id, stored_in }) => [id, stored_in as string]));
}

/** Folder of a file: it stays where it was stored when its test moves. */
export function toFolder({
  mission_id,
  test_id,
  stored_in,
}: {
  mission_id: string;
  test_id: string;
  stored_in: string | null;
}): string {
  return stored_in ?? `${mission_id}/${test_id}`;
}
