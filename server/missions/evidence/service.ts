import type { IncomingMessage } from 'node:http';
import { defaultSide, writePermission } from '../../../domain/sides.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError, forbidden, notFound } from '../../errors.ts';
import type { EvidencePatch, FileQuery } from '../../evidence/contract.ts';
import {
  type EvidenceKeeping,
  judgeQuotas,
  recordEvidence,
  requireStillLive,
  toVerb,
} from '../../evidence/service.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { openTest } from '../doors.ts';
import { recordEvidenceChange } from '../mission-tests/service.ts';
import { seesMission, type TestPlace } from '../visibility.ts';
import type { EvidenceRecord, EvidenceSide, PicturesQuery } from './contract.ts';
import {
  commitEvidence,
  discardFile,
  findEvidence,
  listPictures as findPictures,
  isOfClosedRun,
  type OpenedEvidence,
  openEvidence,
  receiveEvidence,
  removeEvidence,
  type StoredEvidence,
  writeCaption,
} from './register.ts';

/** The record with an id. Refuses `not_found` when it is missing or belongs to a mission this user does not see. */
export async function requireVisibleEvidence(
  db: Db,
  user: Principal,
  evidenceId: string,
): Promise<StoredEvidence> {
  const record = await findEvidence(db, evidenceId);
  if (record === null) throw notFound('Evidence');
  if (!(await seesMission(db, user, record.mission_id))) throw notFound('Evidence');
  return record;
}

/** Pictures among the evidence of a mission's tests, of all runs, the latest first. Refuses nothing. */
export function listPictures(
  db: Db,
  missionId: string,
  query: PicturesQuery,
): Promise<Found<EvidenceRecord>> {
  return inSnapshot(db, (trx) => findPictures(trx, missionId, query));
}

/** Checks an upload before its bytes arrive. Refuses `not_found`, `archived`, and `quota_exceeded` when no quota is left. */
export async function refuseUpload(
  { db, quotas }: EvidenceKeeping,
  user: Principal,
  place: TestPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await openTest(trx, user, place, { isEvidence: true });
    await judgeQuotas(trx, quotas, user, toExercise(place), 1);
  });
}

function toExercise({ mission_id }: TestPlace) {
  return { kind: 'mission', id: mission_id } as const;
}

/**
 * Receives one upload for a test. The caller's rights are checked before the first byte and again when the file is stored.
 * Refuses `not_found`, `unauthenticated` once the session has ended, `forbidden` a side this user may not write, `archived`,
 * `quota_exceeded`, and what the receiver refuses.
 */
export function addEvidence(
  evidence: EvidenceKeeping,
  user: Principal,
  place: TestPlace,
  request: IncomingMessage,
): Promise<EvidenceRecord> {
  const upload = { request, missionId: place.mission_id, testId: place.test_id };
  return receiveEvidence(evidence.register, upload, async (received) => {
    const live = await requireStillLive(evidence, user);
    const side = received.side ?? defaultSide(live.permissions);
    refuseSide(live, side);
    return inTransaction(evidence.db, async (trx) => {
      const test = await openTest(trx, live, place, { isEvidence: true });
      await judgeQuotas(trx, evidence.quotas, live, toExercise(place), received.size);
      const at = await recordEvidenceChange(trx, evidence.now, test, live, 1);
      const added = await commitEvidence(trx, test, received, { id: newId(), side, by: live, at });
      await recordEvidence(trx, { at, by: live, verb: 'created', ...describe(added) }, added);
      return added;
    });
  });
}

/**
 * Changes the given fields of a record. Refuses `not_found`, `forbidden` its side, `archived`, `run_closed` a record of a closed
 * run.
 */
export function changeEvidence(
  { db, now }: Services,
  user: Principal,
  { id, side }: EvidenceRecord,
  { caption }: EvidencePatch,
): Promise<EvidenceRecord> {
  refuseSide(user, side);
  return inTransaction(db, async (trx) => {
    const before = await requireVisibleEvidence(trx, user, id);
    const test = await openTest(trx, user, before, { isEvidence: true });
    await refuseClosedRun(trx, id, 'changed');
    if (caption === undefined) return before;
    const at = await recordEvidenceChange(trx, now, test, user, 0);
    await writeCaption(trx, test, id, caption);
    const changes = { before: { caption: before.caption }, after: { caption } };
    await recordWrite(trx, { at, by: user, verb: 'changed', ...describe(before), ...changes });
    return { ...before, caption };
  });
}

/**
 * Deletes a record and, with its last record, the file. Refuses `not_found`, `forbidden` its side, `archived`, `run_closed` a
 * record of a closed run.
 */
export async function dropEvidence(
  evidence: EvidenceKeeping,
  user: Principal,
  record: StoredEvidence,
): Promise<void> {
  refuseSide(user, record.side);
  await inTransaction(evidence.db, async (trx) => {
    await requireVisibleEvidence(trx, user, record.id);
    const test = await openTest(trx, user, record, { isEvidence: true });
    await refuseClosedRun(trx, record.id, 'deleted');
    await removeEvidence(trx, test, record.id);
    const at = await recordEvidenceChange(trx, evidence.now, test, user, -1);
    await recordEvidence(trx, { at, by: user, verb: 'deleted', ...describe(record) }, record);
  });
  await discardFile(evidence.register, record);
}

/** Opens a record's file for the caller to send, and records the download or view, unless `sent` is null. Refuses `not_found`, `evidence_corrupt`. */
export async function openDownload(
  { register, recordDownload }: EvidenceKeeping,
  user: Principal,
  record: StoredEvidence,
  sent: FileQuery | null,
): Promise<OpenedEvidence> {
  const download = await openEvidence(register, record);
  const file = { ...describe(record), after: { sha256: record.sha256 } };
  if (sent !== null) await recordDownload(user, file, download.opened, toVerb(sent));
  return download;
}

async function refuseClosedRun(trx: Trx, id: string, what: 'changed' | 'deleted'): Promise<void> {
  if (!(await isOfClosedRun(trx, id))) return;
  throw new DomainError('run_closed', `The evidence is of a closed run and can't be ${what}`);
}

function describe({ id, mission_id, test_id }: EvidenceRecord) {
  return { object: 'evidence', id, place: { mission_id, test_id } } as const;
}

function refuseSide(user: Principal, side: EvidenceSide): void {
  const needed = writePermission[side];
  if (!user.permissions.has(needed)) throw forbidden(`This needs the permission ${needed}`);
}
