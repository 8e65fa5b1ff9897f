import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { largestEvidence } from '../../../domain/limits.ts';
import type { Address, EvidenceFiles } from '../../blobs/files.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import type { Db, Trx } from '../../database/database.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { EvidenceRecord, EvidenceSide } from './contract.ts';
import { type ReceivedForm, receiveForm } from './receive.ts';
import * as store from './store.ts';

export type EvidenceContext = { db: Db; files: EvidenceFiles };

/** What was uploaded, before anything refers to it. */
export type ReceivedEvidence = ReceivedForm & { sha256: string; size: number };

export type OpenedEvidence = { record: EvidenceRecord; handle: FileHandle; size: number };

/**
 * Receives one upload for a test, puts its file in place and then calls `record`, which judges the caller again and writes
 * the row with `commitEvidence` in its own transaction. Returns what `record` returns. Refuses what `receiveForm` refuses
 * and a full disk (507); if anything fails, `record` included, nothing is kept.
 */
export async function receiveEvidence<T>(
  { db, files }: EvidenceContext,
  upload: { request: IncomingMessage; missionId: string; testId: string },
  record: (received: ReceivedEvidence) => Promise<T>,
): Promise<T> {
  const { stored, ...form } = await receiveForm(upload.request, async (bodyLength) => {
    await files.refuseWithoutSpace(bodyLength);
    return files.stage(largestEvidence);
  });
  const address = { missionId: upload.missionId, testId: upload.testId, sha256: stored.sha256 };
  return files.keep(
    stored,
    address,
    () => record({ ...form, sha256: stored.sha256, size: stored.size }),
    () => removeUnreferenced(db, files, address),
  );
}

/** Writes the row of an upload in the caller's transaction and returns the record. */
export async function commitEvidence(
  trx: Trx,
  received: ReceivedEvidence,
  facts: {
    id: string;
    missionId: string;
    testId: string;
    side: EvidenceSide;
    uploadedBy: { id: string; display_name: string };
    uploadedAt: string;
  },
): Promise<EvidenceRecord> {
  const row = {
    id: facts.id,
    mission_id: facts.missionId,
    test_id: facts.testId,
    side: facts.side,
    file_name: received.fileName,
    mime_type: received.mimeType,
    size: received.size,
    sha256: received.sha256,
    caption: received.caption,
    uploaded_at: facts.uploadedAt,
  };
  await store.insertEvidence(trx, { ...row, uploaded_by: facts.uploadedBy.id });
  return { ...row, uploaded_by: { id: facts.uploadedBy.id, display_name: facts.uploadedBy.display_name } };
}

/** The records of a test, oldest first. */
export function listEvidence(db: Db, testId: string): Promise<EvidenceRecord[]> {
  return store.evidenceOfTest(db, testId);
}

/** One record, or null. */
export function findEvidence(db: Db, id: string): Promise<EvidenceRecord | null> {
  return store.evidenceById(db, id);
}

/** Deletes a record in the caller's transaction; once that is committed, `discardFile` has to follow. */
export function removeEvidence(trx: Trx, id: string): Promise<void> {
  return store.deleteEvidence(trx, id);
}

/** Removes the file of deleted records, unless another record refers to it. Never to be called inside a transaction. */
export function discardFile({ db, files }: EvidenceContext, record: EvidenceRecord): Promise<void> {
  return discardUnreferenced(db, files, addressOf(record));
}

function discardUnreferenced(db: Db, files: EvidenceFiles, address: Address): Promise<void> {
  return files.exclusive(address, () => removeUnreferenced(db, files, address));
}

async function removeUnreferenced(db: Db, files: EvidenceFiles, address: Address): Promise<void> {
  if (!(await store.isDigestRecorded(db, address.testId, address.sha256))) await files.remove(address);
}

/**
 * Opens a record's file after comparing all of it with its digest; the caller sends or closes the handle.
 * Refuses a file that is missing or damaged (`evidence_corrupt`, remembered in `files.corrupt`).
 */
export async function openEvidence(
  { db, files }: EvidenceContext,
  record: EvidenceRecord,
): Promise<OpenedEvidence> {
  const opened = await openJudged(db, files, record);
  if (opened === 'gone') throw notFound('Evidence');
  if (opened === null) {
    throw new DomainError('evidence_corrupt', 'The stored file is missing or damaged and is not served');
  }
  return { record, ...opened };
}

async function openJudged(
  db: Db,
  files: EvidenceFiles,
  record: EvidenceRecord,
): Promise<{ handle: FileHandle; size: number } | 'gone' | null> {
  const address = addressOf(record);
  const opened = await files.openIntact(address);
  if (opened !== null) {
    files.reportIntact(address);
    return opened;
  }
  // It may have been deleted, or repaired by another upload, since the record was read.
  return files.exclusive(address, async () => {
    if ((await store.evidenceById(db, record.id)) === null) return 'gone';
    const second = await files.openIntact(address);
    if (second === null) files.reportCorrupt(address);
    return second;
  });
}

export type Verdict = { record: EvidenceRecord; intact: boolean };

/** Every record, in order of its id. */
export async function* everyEvidence(db: Db): AsyncGenerator<EvidenceRecord> {
  for await (const page of pagesOfEvidence(db)) yield* page;
}

async function* pagesOfEvidence(db: Db): AsyncGenerator<EvidenceRecord[]> {
  const most = 500;
  let afterId = '';
  for (;;) {
    const page = await store.evidenceAfter(db, afterId, most);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < most) return;
    afterId = last.id;
  }
}

/** Reads the file of every record and compares it with its digest. */
export async function* verifyEvidence({ db, files }: EvidenceContext): AsyncGenerator<Verdict> {
  for await (const record of everyEvidence(db)) {
    const opened = await openJudged(db, files, record);
    if (opened === 'gone') continue;
    await opened?.handle.close();
    yield { record, intact: opened !== null };
  }
}

/** The files that no record refers to, by their place below the root; an upload under way can be among them. */
export async function* unrecordedFiles({ db, files }: EvidenceContext): AsyncGenerator<string> {
  for await (const { missionId, testId, digests } of files.folders()) {
    const recorded = await store.digestsOfTest(db, testId);
    for (const sha256 of digests) {
      if (recorded.has(sha256) || (await files.factsOf({ missionId, testId, sha256 })) === null) continue;
      yield [missionId, testId, sha256].join('/');
    }
  }
}

export type SweepResult = {
  removed: number;
  /** Files without a record that are older than this database: another database may refer to them. */
  leftAlone: number;
  /** Records whose file is missing or has another size. */
  damaged: number;
};

/** File systems count time coarsely, and a file server has a clock of its own. */
const clockTolerance = 60_000;

/**
 * Puts the folder and the records in order after a start: removes files that no record refers to and empty folders; reports
 * records without their file in the log and in `files.corrupt`, and never deletes those.
 */
export async function sweepEvidence(
  { db, files }: EvidenceContext,
  log: Log,
  now: Now,
): Promise<SweepResult> {
  const since = Date.parse(await store.firstSweepAt(db, isoTime(now())));
  const result: SweepResult = { removed: 0, leftAlone: 0, damaged: 0 };
  for await (const { missionId, testId, digests } of files.folders()) {
    const recorded = await store.digestsOfTest(db, testId);
    for (const sha256 of digests) {
      if (recorded.has(sha256)) continue;
      const address = { missionId, testId, sha256 };
      const facts = await files.factsOf(address);
      if (facts === null) continue;
      if (facts.writtenAt < since - clockTolerance) {
        result.leftAlone += 1;
      } else {
        await discardUnreferenced(db, files, address);
        result.removed += 1;
      }
    }
    if (recorded.size === 0) await files.removeIfEmpty(files.folderOf(missionId, testId));
  }
  for await (const page of pagesOfEvidence(db)) {
    const facts = await Promise.all(page.map((record) => files.factsOf(addressOf(record))));
    const suspects = page.filter((record, index) => facts[index]?.size !== record.size);
    for (const record of suspects) {
      const opened = await openJudged(db, files, record);
      if (opened === 'gone') continue;
      await opened?.handle.close();
      if (opened !== null) continue;
      result.damaged += 1;
      log.error({ event: 'evidence_damaged', evidence_id: record.id, sha256: record.sha256 });
    }
  }
  if (result.removed + result.leftAlone + result.damaged > 0) {
    log.warn({ event: 'evidence_swept', ...result });
  }
  return result;
}

/** Empties the evidence folder; only for the reset of a test installation. */
export function wipeEvidence(files: EvidenceFiles): Promise<void> {
  return files.wipe();
}

function addressOf(record: EvidenceRecord): Address {
  return { missionId: record.mission_id, testId: record.test_id, sha256: record.sha256 };
}
