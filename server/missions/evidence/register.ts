import type { IncomingMessage } from 'node:http';
import { sides } from '../../../domain/sides.ts';
import { type BlobPlace, openBlobStore } from '../../blobs/place.ts';
import type { BlobRecord } from '../../blobs/records.ts';
import { BlobRegister } from '../../blobs/register.ts';
import type { OpenedBlob } from '../../blobs/store.ts';
import type { Db, Trx } from '../../database/database.ts';
import { type ReceivedEvidence as Received, receiveFile } from '../../evidence/service.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { EvidenceRecord, EvidenceSide, PicturesQuery } from './contract.ts';
import * as store from './store.ts';

/** The register of files at `<place>/<mission>/<test or sighting>/<sha256>`. */
export function openEvidenceRegister(db: Db, place: BlobPlace): BlobRegister {
  return new BlobRegister(db, openBlobStore(place), {
    name: 'evidence',
    noun: 'Evidence',
    find: async (from, id) => {
      const file = await store.findFile(from, id);
      return file && toOwnedBlob(file);
    },
    after: async (from, afterId, limit) =>
      (await store.listFilesAfter(from, afterId, limit)).map(toOwnedBlob),
    digestsOf: store.listDigestsIn,
    isReachable: store.isFolderReachable,
  });
}

export type { StoredEvidence } from './store.ts';

/** An uploaded file without a record yet. */
export type ReceivedEvidence = Received<EvidenceSide>;

export type OpenedEvidence = { record: EvidenceRecord; opened: OpenedBlob };

/**
 * Receives one upload for a test, stores its file and then calls `record`, which checks the caller again and writes the row with
 * `commitEvidence` in its own transaction. Returns the result of `record`. Refuses what `receiveFile` refuses; if anything fails,
 * including `record`, nothing is kept.
 */
export function receiveEvidence<T>(
  register: BlobRegister,
  upload: { request: IncomingMessage; missionId: string; testId: string },
  record: (received: ReceivedEvidence) => Promise<T>,
): Promise<T> {
  const folder = `${upload.missionId}/${upload.testId}`;
  return receiveFile(register, { request: upload.request, folder, sides }, record);
}

/** Writes the row of an upload in the caller's transaction and returns the record. */
export async function commitEvidence(
  trx: Trx,
  test: OpenTest,
  received: ReceivedEvidence,
  { id, side, by, at }: { id: string; side: EvidenceSide; by: Principal; at: string },
): Promise<EvidenceRecord> {
  const row = {
    id,
    side,
    file_name: received.fileName,
    mime_type: received.mimeType,
    size: received.size,
    sha256: received.sha256,
    caption: received.caption,
    uploaded_at: at,
  };
  await store.insertEvidence(trx, test, { ...row, uploaded_by: by.id });
  return {
    ...row,
    mission_id: test.mission_id,
    test_id: test.id,
    uploaded_by: { id: by.id, display_name: by.displayName },
  };
}

/** The records of the current run of a test, oldest first. */
export function listEvidence(db: Db, testId: string): Promise<EvidenceRecord[]> {
  return store.listEvidenceOfTest(db, testId);
}

/** The records of a closed run, oldest first. */
export const listEvidenceOfRun: (db: Db, runId: string) => Promise<EvidenceRecord[]> =
  store.listEvidenceOfRun;

/** Whether a record belongs to a closed run, and so can't change. */
export const isOfClosedRun: (db: Db, id: string) => Promise<boolean> = store.isOfClosedRun;

/** Pictures of a mission, the latest first. */
export const listPictures: (
  db: Db,
  missionId: string,
  query: PicturesQuery,
) => Promise<Found<EvidenceRecord>> = store.listPictures;

/** One record, or null. */
export function findEvidence(db: Db, id: string): Promise<store.StoredEvidence | null> {
  return store.findEvidenceById(db, id);
}

/** Writes the caption of a record in the caller's transaction. */
export function writeCaption(trx: Trx, test: OpenTest, id: string, caption: string | null): Promise<void> {
  return store.updateCaption(trx, test, id, caption);
}

/** Deletes a record in the caller's transaction; call `discardFile` after the commit. */
export function removeEvidence(trx: Trx, test: OpenTest, id: string): Promise<void> {
  return store.deleteEvidence(trx, test, id);
}

/** Removes the file of deleted records, unless another record refers to it. Never call it inside a transaction. */
export function discardFile(register: BlobRegister, record: store.StoredEvidence): Promise<void> {
  return register.discard(toBlob(record));
}

/**
 * Opens a record's file after comparing all of it with its digest; the caller sends or closes it. Refuses `not_found` a missing
 * record or file, `evidence_corrupt` a damaged file.
 */
export async function openEvidence(
  register: BlobRegister,
  record: store.StoredEvidence,
): Promise<OpenedEvidence> {
  return { record, opened: await register.open(toBlob(record)) };
}

function toBlob({ test_id, ...record }: store.StoredEvidence): BlobRecord {
  return toOwnedBlob({ ...record, owner_id: test_id });
}

/** The blob of a file of a test or a sighting. */
export function toOwnedBlob(file: store.OwnedFile): BlobRecord {
  const { id, sha256, size } = file;
  return { id, folder: store.toFolder({ ...file, test_id: file.owner_id }), sha256, size };
}

/** Folder of the files of a test or a sighting. */
export function toFolder(missionId: string, ownerId: string): string {
  return `${missionId}/${ownerId}`;
}
