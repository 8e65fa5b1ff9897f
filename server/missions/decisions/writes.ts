import { rm } from 'node:fs/promises';
import type { BlobRegister } from '../../blobs/register.ts';
import type { StagedBlob } from '../../blobs/store.ts';
import type { Now } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { type EvidenceKeeping, judgeQuotas, recordEvidence } from '../../evidence/service.ts';
import type { Fact } from '../../facts/contract.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { readRunNumber } from '../alerts/store.ts';
import { openTest } from '../doors.ts';
import type { EvidenceRecord } from '../evidence/contract.ts';
import {
  commitEvidence,
  findEvidence,
  type ReceivedEvidence,
  removeEvidence,
  type StoredEvidence,
  toFolder,
} from '../evidence/register.ts';
import { testFacts } from '../facts/service.ts';
import { recordEvidenceChange } from '../mission-tests/service.ts';
import type { TestPlace } from '../visibility.ts';

// Writes of decisions on alerts and sightings to a test, and how they are taken back.

/** Stores staged files for a test while `work` records them; if it fails, nothing is kept. */
export async function storeFiles<T>(
  register: BlobRegister,
  { mission_id, test_id }: TestPlace,
  staged: readonly StagedBlob[],
  work: () => Promise<T>,
): Promise<T> {
  const folder = toFolder(mission_id, test_id);
  const storeFrom = (index: number): Promise<T> => {
    const blob = staged[index];
    return blob === undefined ? work() : register.keep(blob, folder, () => storeFrom(index + 1));
  };
  try {
    return await storeFrom(0);
  } finally {
    for (const { place } of staged) await rm(place, { force: true });
  }
}

/** Records stored files as evidence of blue. Refuses `not_found`, `archived`, `locked`, `quota_exceeded`. */
export async function attachFiles(
  trx: Trx,
  { now, quotas }: Pick<EvidenceKeeping, 'now' | 'quotas'>,
  user: Principal,
  place: TestPlace,
  files: readonly Omit<ReceivedEvidence, 'side'>[],
): Promise<EvidenceRecord[]> {
  if (files.length === 0) return [];
  const size = files.reduce((sum, file) => sum + file.size, 0);
  await judgeQuotas(trx, quotas, user, { kind: 'mission', id: place.mission_id }, size);
  const added: EvidenceRecord[] = [];
  for (const file of files) {
    const test = await openTest(trx, user, place);
    const at = await recordEvidenceChange(trx, now, test, user, 1);
    const side = 'blue';
    const record = await commitEvidence(trx, test, { ...file, side }, { id: newId(), side, by: user, at });
    const about = { object: 'evidence', id: record.id, place } as const;
    await recordEvidence(trx, { at, by: user, verb: 'created', ...about }, record);
    added.push(record);
  }
  return added;
}

/**
 * The detection that a decision made, to be taken back; null if it is gone. Refuses `not_found`, `archived`, `locked`,
 * `run_closed` another run, and `illegal_transition` a detection that was changed since.
 */
export async function requireUnchanged(
  trx: Trx,
  user: Principal,
  place: TestPlace,
  { run, fact_id, version }: { run: number | null; fact_id: string | null; version: string },
): Promise<Fact | null> {
  const test = await openTest(trx, user, place);
  if ((await readRunNumber(trx, test)) !== run)
    throw new DomainError('run_closed', "The detection is of a closed run and can't be changed");
  const facts = await testFacts.list(trx, user, place);
  const fact = facts.find(({ id }) => id === fact_id) ?? null;
  if (fact !== null && fact.updated_at !== version)
    throw new DomainError('illegal_transition', 'The detection was changed since: change it there');
  return fact;
}

/** Removes evidence that a decision attached, as far as it is still there; returns that whose files are to be removed. */
export async function detachFiles(
  trx: Trx,
  now: Now,
  user: Principal,
  place: TestPlace,
  ids: readonly string[],
): Promise<StoredEvidence[]> {
  const removed: StoredEvidence[] = [];
  for (const id of ids) {
    const evidence = await findEvidence(trx, id);
    if (evidence === null) continue;
    const test = await openTest(trx, user, place);
    await removeEvidence(trx, test, id);
    const at = await recordEvidenceChange(trx, now, test, user, -1);
    await recordEvidence(trx, { at, by: user, verb: 'deleted', object: 'evidence', id, place }, evidence);
    removed.push(evidence);
  }
  return removed;
}
