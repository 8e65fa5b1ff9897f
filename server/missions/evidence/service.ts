import type { IncomingMessage } from 'node:http';
import { writePermission } from '../../../domain/sides.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import type { Now } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import { DomainError, forbidden, notFound } from '../../errors.ts';
import { type DownloadRecorder, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { openTest } from '../doors.ts';
import { recordEvidenceChange } from '../tests/service.ts';
import { seesMission, type TestPlace } from '../visibility.ts';
import type { EvidenceRecord, EvidenceSide, EvidenceUsage } from './contract.ts';
import {
  commitEvidence,
  discardFile,
  findEvidence,
  isOfClosedRun,
  listFullestEvidence,
  type OpenedEvidence,
  openEvidence,
  readEvidenceUsage,
  receiveEvidence,
  removeEvidence,
} from './register.ts';
import { type Quotas, refuseOverQuota } from './rules.ts';

export type MissionEvidence = {
  db: Db;
  now: Now;
  register: BlobRegister;
  /** The live user behind the caller's session, asked again when an upload has arrived; null once it has ended. */
  stillLive: (user: Principal) => Promise<Principal | null>;
  quotas: Quotas;
  recordDownload: DownloadRecorder;
};

/** The record behind an id. Refuses `not_found` what is missing or belongs to a mission this user does not see. */
export async function requireVisibleEvidence(
  db: Db,
  user: Principal,
  evidenceId: string,
): Promise<EvidenceRecord> {
  const record = await findEvidence(db, evidenceId);
  if (record === null) throw notFound('Evidence');
  if (!(await seesMission(db, user, record.mission_id))) throw notFound('Evidence');
  return record;
}

/** Judges an upload before its bytes arrive. Refuses `not_found`, `archived`, and `quota_exceeded` where none is left. */
export async function refuseUpload(
  { db, quotas }: MissionEvidence,
  user: Principal,
  place: TestPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await openTest(trx, user, place);
    await judgeQuotas(trx, quotas, user, place, 1);
  });
}

async function judgeQuotas(
  trx: Trx,
  quotas: Quotas,
  user: Principal,
  place: TestPlace,
  size: number,
): Promise<void> {
  if (quotas.mission === null && quotas.person === null) return;
  const used = await readEvidenceUsage(trx, { missionId: place.mission_id, userId: user.id });
  refuseOverQuota(quotas, used, size);
}

/** Where the bytes of evidence are, for an operator: the twenty fullest missions and people, and what is allowed. */
export async function readUsage({ db, quotas }: MissionEvidence): Promise<EvidenceUsage> {
  return { quotas, ...(await inSnapshot(db, (trx) => listFullestEvidence(trx, 20))) };
}

/**
 * Receives one upload for a test. The caller's rights are judged before the first byte and again when the file is in its
 * place. Refuses `not_found`, `unauthenticated` once the session has ended, `forbidden` the side this user may not write,
 * `archived`, `quota_exceeded`, and what the receiver refuses.
 */
export function addEvidence(
  evidence: MissionEvidence,
  user: Principal,
  place: TestPlace,
  request: IncomingMessage,
): Promise<EvidenceRecord> {
  const upload = { request, missionId: place.mission_id, testId: place.test_id };
  return receiveEvidence(evidence.register, upload, async (received) => {
    const live = await evidence.stillLive(user);
    if (live === null) throw new DomainError('unauthenticated', 'The session ended during the upload');
    const side = received.side ?? pickDefaultSide(live);
    refuseSide(live, side);
    return inTransaction(evidence.db, async (trx) => {
      const test = await openTest(trx, live, place);
      await judgeQuotas(trx, evidence.quotas, live, place, received.size);
      const uploadedAt = await recordEvidenceChange(trx, evidence.now, test, live, 1);
      const added = await commitEvidence(trx, received, {
        id: newId(),
        missionId: place.mission_id,
        testId: place.test_id,
        side,
        uploadedBy: { id: live.id, display_name: live.displayName },
        uploadedAt,
      });
      await recordEvidence(trx, { at: uploadedAt, by: live, verb: 'created' }, added);
      return added;
    });
  });
}

/**
 * Deletes a record and, with its last record, the file. Refuses `not_found`, `forbidden` its side, `archived`, `run_closed` what a
 * closed run shows.
 */
export async function dropEvidence(
  evidence: MissionEvidence,
  user: Principal,
  record: EvidenceRecord,
): Promise<void> {
  refuseSide(user, record.side);
  await inTransaction(evidence.db, async (trx) => {
    await requireVisibleEvidence(trx, user, record.id);
    const test = await openTest(trx, user, record);
    if (await isOfClosedRun(trx, record.id)) {
      throw new DomainError('run_closed', "The evidence is of a closed run and can't be deleted");
    }
    await removeEvidence(trx, record.id);
    const at = await recordEvidenceChange(trx, evidence.now, test, user, -1);
    await recordEvidence(trx, { at, by: user, verb: 'deleted' }, record);
  });
  await discardFile(evidence.register, record);
}

/** Opens a record's file for the caller to send, and records that it was downloaded. Refuses `not_found`, `evidence_corrupt`. */
export async function openDownload(
  { register, recordDownload }: MissionEvidence,
  user: Principal,
  record: EvidenceRecord,
  isSent: boolean,
): Promise<OpenedEvidence> {
  const download = await openEvidence(register, record);
  const file = { ...describe(record), after: { sha256: record.sha256 } };
  if (isSent) await recordDownload(user, file, download.opened);
  return download;
}

async function recordEvidence(
  trx: Trx,
  write: { at: string; by: Principal; verb: 'created' | 'deleted' },
  record: EvidenceRecord,
): Promise<void> {
  const { side, file_name, size, sha256, caption } = record;
  const fields = { side, file_name, size, sha256, caption };
  await recordWrite(trx, {
    ...write,
    ...describe(record),
    ...(write.verb === 'deleted' ? { before: fields } : { after: fields }),
  });
}

function describe({ id, mission_id, test_id }: EvidenceRecord) {
  return { object: 'evidence', id, place: { mission_id, test_id } } as const;
}

function pickDefaultSide(user: Principal): EvidenceSide {
  return user.permissions.has(writePermission.blue) ? 'blue' : 'red';
}

function refuseSide(user: Principal, side: EvidenceSide): void {
  const needed = writePermission[side];
  if (!user.permissions.has(needed)) throw forbidden(`This needs the permission ${needed}`);
}
