import type { IncomingMessage } from 'node:http';
import {
  defaultSimulationSide,
  rolesOfSimulationSide,
  type SimulationSide,
  simulationSides,
} from '../../../domain/sides.ts';
import type { OpenedBlob } from '../../blobs/store.ts';
import { timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { toViewer } from '../../engagements/service.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { EvidencePatch, FileQuery } from '../../evidence/contract.ts';
import {
  type EvidenceKeeping,
  judgeQuotas,
  type ReceivedEvidence,
  receiveFile,
  recordEvidence,
  requireStillLive,
  toVerb,
} from '../../evidence/service.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { openSimulation } from '../service.ts';
import { type OpenSimulation, type SimulationHead, updateSimulation } from '../store.ts';
import type { SimulationEvidence } from './contract.ts';
import { toBlob, toFolder } from './register.ts';
import * as store from './store.ts';

/** The record with an id. Refuses `not_found` when it is missing or of an engagement that this user does not see. */
export async function requireEvidence(db: Db, user: Principal, id: string): Promise<SimulationEvidence> {
  const record = await store.findEvidence(db, toViewer(user), id);
  if (record === null) throw notFound('Evidence');
  return record;
}

/** Checks an upload before its bytes arrive. Refuses `not_found`, `done`, and `quota_exceeded` when no quota is left. */
export function openForUpload(
  { db, quotas }: EvidenceKeeping,
  user: Principal,
  simulationId: string,
): Promise<SimulationHead> {
  return inTransaction(db, async (trx) => {
    const simulation = await openSimulation(trx, user, simulationId);
    await judgeQuotas(trx, quotas, user, toExercise(simulation), 1);
    return simulation;
  });
}

function toExercise({ engagement_id }: SimulationHead) {
  return { kind: 'engagement', id: engagement_id } as const;
}

/**
 * Receives one upload for a simulation. The caller's rights are checked before the first byte and again when the file is stored.
 * Refuses `not_found`, `unauthenticated` once the session has ended, `forbidden` a side this user may not write, `done`,
 * `quota_exceeded`, and what the receiver refuses.
 */
export function addEvidence(
  evidence: EvidenceKeeping,
  user: Principal,
  place: SimulationHead,
  request: IncomingMessage,
): Promise<SimulationEvidence> {
  const folder = toFolder(place.engagement_id, place.id);
  return receiveFile(evidence.register, { request, folder, sides: simulationSides }, async (received) => {
    const live = await requireStillLive(evidence, user);
    const side = received.side ?? defaultSimulationSide(live.role);
    refuseSide(live, side);
    return inTransaction(evidence.db, async (trx) => {
      const simulation = await openSimulation(trx, live, place.id);
      await judgeQuotas(trx, evidence.quotas, live, toExercise(simulation), received.size);
      const at = await noteWrite(trx, evidence, simulation);
      const added = toRecord(received, { simulation, side, by: live, at });
      await store.insertEvidence(trx, simulation, { ...added, uploaded_by: live.id });
      await recordEvidence(trx, { at, by: live, verb: 'created', ...describe(added) }, added);
      return added;
    });
  });
}

function toRecord(
  { fileName, mimeType, size, sha256, caption }: ReceivedEvidence<SimulationSide>,
  facts: { simulation: OpenSimulation; side: SimulationSide; by: Principal; at: string },
): SimulationEvidence {
  return {
    id: newId(),
    engagement_id: facts.simulation.engagement_id,
    simulation_id: facts.simulation.id,
    side: facts.side,
    file_name: fileName,
    mime_type: mimeType,
    size,
    sha256,
    caption,
    uploaded_by: { id: facts.by.id, display_name: facts.by.displayName },
    uploaded_at: facts.at,
  };
}

/** Changes the given fields of a record. Refuses `not_found`, `forbidden` its side, `done`. */
export function changeEvidence(
  evidence: Services,
  user: Principal,
  { id, side }: SimulationEvidence,
  { caption }: EvidencePatch,
): Promise<SimulationEvidence> {
  refuseSide(user, side);
  return inTransaction(evidence.db, async (trx) => {
    const before = await requireEvidence(trx, user, id);
    const simulation = await openSimulation(trx, user, before.simulation_id);
    if (caption === undefined) return before;
    const at = await noteWrite(trx, evidence, simulation);
    await store.updateCaption(trx, simulation, id, caption);
    const changes = { before: { caption: before.caption }, after: { caption } };
    await recordWrite(trx, { at, by: user, verb: 'changed', ...describe(before), ...changes });
    return { ...before, caption };
  });
}

/** Deletes a record and, with its last record, the file. Refuses `not_found`, `forbidden` its side, `done`. */
export async function dropEvidence(
  evidence: EvidenceKeeping,
  user: Principal,
  record: SimulationEvidence,
): Promise<void> {
  refuseSide(user, record.side);
  await inTransaction(evidence.db, async (trx) => {
    await requireEvidence(trx, user, record.id);
    const simulation = await openSimulation(trx, user, record.simulation_id);
    await store.deleteEvidence(trx, simulation, record.id);
    const at = await noteWrite(trx, evidence, simulation);
    await recordEvidence(trx, { at, by: user, verb: 'deleted', ...describe(record) }, record);
  });
  await evidence.register.discard(toBlob(record));
}

/** A write to evidence is a write to its simulation. Returns its time. */
async function noteWrite(
  trx: Trx,
  { now }: Pick<EvidenceKeeping, 'now'>,
  simulation: OpenSimulation,
): Promise<string> {
  const updated_at = timeAfter(simulation.updated_at, now);
  await updateSimulation(trx, simulation, { updated_at });
  return updated_at;
}

/** Opens a record's file for the caller to send, and records the download or view, unless `sent` is null. Refuses `not_found`, `evidence_corrupt`. */
export async function openDownload(
  { register, recordDownload }: EvidenceKeeping,
  user: Principal,
  record: SimulationEvidence,
  sent: FileQuery | null,
): Promise<{ record: SimulationEvidence; opened: OpenedBlob }> {
  const opened = await register.open(toBlob(record));
  const file = { ...describe(record), after: { sha256: record.sha256 } };
  if (sent !== null) await recordDownload(user, file, opened, toVerb(sent));
  return { record, opened };
}

function describe({ id, engagement_id, simulation_id }: SimulationEvidence) {
  return { object: 'evidence', id, place: { engagement_id, simulation_id } } as const;
}

function refuseSide(user: Principal, side: SimulationSide): void {
  if (!rolesOfSimulationSide[side].includes(user.role)) {
    throw forbidden(`Your role can't add evidence of the ${side === 'soc' ? 'SOC' : 'red'} side`);
  }
}
