import type { IncomingMessage } from 'node:http';
import { mostSightingFiles } from '../../../domain/sightings.ts';
import type { BlobRecord } from '../../blobs/records.ts';
import type { OpenedBlob } from '../../blobs/store.ts';
import { timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { DomainError, forbidden, notFound } from '../../errors.ts';
import type { FileQuery } from '../../evidence/contract.ts';
import {
  type EvidenceKeeping,
  judgeQuotas,
  receiveFile,
  requireStillLive,
  toVerb,
} from '../../evidence/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { openPlan } from '../doors.ts';
import { toFolder, toOwnedBlob } from '../evidence/register.ts';
import type { OpenMission } from '../heads.ts';
import { requireSightingsOf } from '../visibility.ts';
import type { Sighting, SightingFile } from './contract.ts';
import { recordSighting, requireSighting, type SightingPlace } from './record.ts';
import * as store from './store.ts';

/** The blob of a file of a sighting. */
export function toBlobOf({ sighting_id, ...file }: SightingFile): BlobRecord {
  return toOwnedBlob({ ...file, owner_id: sighting_id, stored_in: null });
}

/** The record of a path. Refuses `not_found` one that is missing, or of sightings that this user does not read. */
export async function requireFile(db: Db, user: Principal, id: string): Promise<SightingFile> {
  const file = await store.findFile(db, id);
  if (file === null) throw notFound('Evidence');
  await requireSightingsOf(db, user, file.mission_id).catch((error: unknown) => {
    throw error instanceof DomainError ? notFound('Evidence') : error;
  });
  return file;
}

/** Checks an upload before its bytes arrive. Refuses `not_found`, `archived`, `locked`, `invalid`, and `quota_exceeded`. */
export async function refuseUpload(
  { db, quotas }: EvidenceKeeping,
  user: Principal,
  place: SightingPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await openForFile(trx, user, place);
    await judgeQuotas(trx, quotas, user, { kind: 'mission', id: place.mission_id }, 1);
  });
}

async function openForFile(
  trx: Trx,
  user: Principal,
  place: SightingPlace,
): Promise<{ mission: OpenMission; sighting: Sighting }> {
  const { mission } = await openPlan(trx, user, place.mission_id);
  const sighting = await requireSighting(trx, place);
  if (sighting.evidence.length >= mostSightingFiles)
    throw new DomainError('invalid', `A sighting can have ${mostSightingFiles} files`);
  return { mission, sighting };
}

/**
 * Receives one upload for a sighting. The caller's rights are checked before the first byte and again when the file is stored.
 * Refuses `not_found`, `unauthenticated` once the session has ended, `forbidden`, `archived`, `locked`, `quota_exceeded`, and what
 * the receiver refuses.
 */
export function addFile(
  evidence: EvidenceKeeping,
  user: Principal,
  place: SightingPlace,
  request: IncomingMessage,
): Promise<SightingFile> {
  const folder = toFolder(place.mission_id, place.sighting_id);
  return receiveFile(evidence.register, { request, folder, sides: ['blue'] }, async (received) => {
    const live = await requireStillLive(evidence, user);
    const needed = 'mission.write_blue_fields';
    if (!live.permissions.has(needed)) throw forbidden(`This needs the permission ${needed}`);
    return inTransaction(evidence.db, async (trx) => {
      const { mission, sighting } = await openForFile(trx, live, place);
      await judgeQuotas(trx, evidence.quotas, live, { kind: 'mission', id: mission.id }, received.size);
      const at = timeAfter(sighting.updated_at, evidence.now);
      const id = newId();
      await store.insertFile(trx, mission, {
        id,
        ...place,
        file_name: received.fileName,
        mime_type: received.mimeType,
        size: received.size,
        sha256: received.sha256,
        caption: received.caption,
        uploaded_by: live.id,
        uploaded_at: at,
      });
      await noteWrite(trx, mission, live, sighting, at);
      return (await store.findFile(trx, id)) as SightingFile;
    });
  });
}

/** Deletes a file of a sighting. Refuses `not_found`, `archived`, `locked`. */
export async function dropFile(
  evidence: EvidenceKeeping,
  user: Principal,
  file: SightingFile,
): Promise<void> {
  const { mission_id, sighting_id } = file;
  await inTransaction(evidence.db, async (trx) => {
    const { mission } = await openPlan(trx, user, mission_id);
    await requireFile(trx, user, file.id);
    const sighting = await requireSighting(trx, { mission_id, sighting_id });
    await store.deleteFile(trx, mission, file.id);
    await noteWrite(trx, mission, user, sighting, timeAfter(sighting.updated_at, evidence.now));
  });
  await evidence.register.discard(toBlobOf(file));
}

/** A write to a file is a write to its sighting. */
async function noteWrite(
  trx: Trx,
  mission: OpenMission,
  user: Principal,
  before: Sighting,
  at: string,
): Promise<void> {
  await store.updateSighting(trx, mission, before.id, { updated_by: user.id, updated_at: at });
  const after = await requireSighting(trx, { mission_id: mission.id, sighting_id: before.id });
  await recordSighting(trx, { at, by: user, verb: 'changed' }, before, after);
}

/** Opens a file for the caller to send, and records the download or view, unless `sent` is null. Refuses `not_found`, `evidence_corrupt`. */
export async function openDownload(
  { register, recordDownload }: EvidenceKeeping,
  user: Principal,
  file: SightingFile,
  sent: FileQuery | null,
): Promise<{ record: SightingFile; opened: OpenedBlob }> {
  const opened = await register.open(toBlobOf(file));
  const { sighting_id, mission_id, sha256, file_name } = file;
  const about = { object: 'sighting', id: sighting_id, place: { mission_id } } as const;
  if (sent !== null) {
    await recordDownload(user, { ...about, after: { file_name, sha256 } }, opened, toVerb(sent));
  }
  return { record: file, opened };
}
