import { rm } from 'node:fs/promises';
import { longestNote } from '../../../domain/limits.ts';
import { factKindOf, type NotOursReason } from '../../../domain/sightings.ts';
import type { OpenedBlob, StagedBlob } from '../../blobs/store.ts';
import { timeAfter } from '../../database/clock.ts';
import { inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError } from '../../errors.ts';
import type { EvidenceKeeping } from '../../evidence/service.ts';
import type { NewFact } from '../../facts/contract.ts';
import { readTools } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import { findTool } from '../alerts/rules.ts';
import { findAlerts, readRunNumber } from '../alerts/store.ts';
import { attachFiles, detachFiles, requireUnchanged, storeFiles } from '../decisions/writes.ts';
import { openPlan, openTest } from '../doors.ts';
import { discardFile, type StoredEvidence } from '../evidence/register.ts';
import { testFacts } from '../facts/service.ts';
import { readDetection } from '../facts/store.ts';
import { requireVisibleTest } from '../visibility.ts';
import type { AcceptedSighting, Sighting, SightingAcceptance, SightingFile } from './contract.ts';
import { toBlobOf } from './files.ts';
import { recordSighting, refuseDecided, requireSighting, type SightingPlace, undecided } from './record.ts';
import * as store from './store.ts';

export type SightingKeeping = Pick<EvidenceKeeping, 'db' | 'now' | 'quotas' | 'register'>;

/** Writes of a match, for undoing it. */
type Undo = { fact_version: string; evidence_ids: string[] };

/**
 * Matches a sighting to the current run of a test: makes a fact of it there, with copies of its files. Refuses `not_found`,
 * `archived`, `locked`, `run_closed` another run, `illegal_transition` a decided sighting, `evidence_corrupt`, `quota_exceeded`,
 * `invalid` a fact beyond the limit.
 */
export async function acceptSighting(
  keeping: SightingKeeping,
  user: Principal,
  place: SightingPlace,
  { test_id, run }: SightingAcceptance,
): Promise<AcceptedSighting> {
  const { db, register } = keeping;
  const sighting = await inSnapshot(db, async (trx) => {
    await requireVisibleTest(trx, user, { mission_id: place.mission_id, test_id });
    return requireSighting(trx, place);
  });
  refuseDecided(sighting);
  const copies: StagedBlob[] = [];
  try {
    for (const file of uniqueFiles(sighting.evidence)) copies.push(await copy(keeping, file));
  } catch (error) {
    for (const { place } of copies) await rm(place, { force: true });
    throw error;
  }
  return storeFiles(register, { mission_id: place.mission_id, test_id }, copies, () =>
    inTransaction(db, (trx) => accept(trx, keeping, user, place, { test_id, run }, sighting)),
  );
}

function uniqueFiles(files: readonly SightingFile[]): SightingFile[] {
  return [...new Map(files.map((file) => [file.sha256, file])).values()];
}

async function copy({ register }: SightingKeeping, file: SightingFile): Promise<StagedBlob> {
  const opened: OpenedBlob = await register.open(toBlobOf(file));
  try {
    const writer = await register.stage(file.size, file.size);
    for await (const chunk of opened.stream()) await writer.write(chunk);
    return await writer.finish();
  } finally {
    await opened.close();
  }
}

async function accept(
  trx: Trx,
  keeping: SightingKeeping,
  user: Principal,
  place: SightingPlace,
  { test_id, run }: SightingAcceptance,
  seen: Sighting,
): Promise<AcceptedSighting> {
  const { now } = keeping;
  const testPlace = { mission_id: place.mission_id, test_id };
  const { mission } = await openPlan(trx, user, place.mission_id);
  const test = await openTest(trx, user, testPlace);
  const sighting = await requireSighting(trx, place);
  refuseDecided(sighting);
  if (sighting.updated_at !== seen.updated_at)
    throw new DomainError('stale', 'The sighting was changed meanwhile');
  const current = await readRunNumber(trx, test);
  if (run !== undefined && run !== current)
    throw new DomainError('run_closed', 'Only the current run of a test takes sightings');
  const copied = uniqueFiles(sighting.evidence).map(({ file_name, mime_type, caption, sha256, size }) => ({
    fileName: file_name,
    mimeType: mime_type,
    caption,
    sha256,
    size,
  }));
  const evidence_ids = (await attachFiles(trx, keeping, user, testPlace, copied)).map(({ id }) => id);
  const made = await toFact(trx, sighting, test_id, evidence_ids);
  const fact = await testFacts.addIn(trx, now, user, testPlace, made);
  const undo: Undo = { fact_version: fact.updated_at, evidence_ids };
  const at = timeAfter(sighting.updated_at, now);
  await store.updateSighting(trx, mission, sighting.id, {
    decision: 'matched',
    not_ours_reason: null,
    test_id,
    run: current,
    fact_id: fact.id,
    undo_json: JSON.stringify(undo),
    decided_by: user.id,
    decided_at: at,
    updated_by: user.id,
    updated_at: at,
  });
  const after = await requireSighting(trx, place);
  await recordSighting(trx, { at, by: user, verb: 'changed' }, sighting, after);
  return { sighting: after, fact: { ...fact, from_sighting: sighting.id } };
}

async function toFact(
  trx: Trx,
  sighting: Sighting,
  testId: string,
  evidence_ids: string[],
): Promise<NewFact> {
  const { organisationId } = await readDetection(trx, testId);
  const [alert = null] =
    sighting.alert_id === null ? [] : await findAlerts(trx, sighting.mission_id, [sighting.alert_id]);
  const named = { tool: sighting.tool ?? alert?.alert.tool ?? null, source: alert?.alert.source ?? '' };
  const tools = organisationId === null ? [] : await readTools(trx, organisationId);
  const tool = named.tool === null && alert === null ? null : findTool(tools, named);
  const parts = [sighting.title, tool === null ? sighting.tool : null, sighting.note];
  return {
    kind: factKindOf[sighting.kind],
    result: 'yes',
    at: sighting.at,
    tool: tool && { id: tool.id },
    rule_name: sighting.rule_name ?? alert?.alert.rule_name ?? null,
    rule_id: sighting.rule_id ?? alert?.alert.rule_id ?? null,
    alert_id: alert?.external_id ?? null,
    severity: sighting.severity,
    note: parts.filter(Boolean).join('\n').slice(0, longestNote),
    evidence_ids,
    ...(sighting.analyst && { analyst: { id: sighting.analyst.id } }),
  };
}

/**
 * Says that a sighting has nothing to do with the exercise, and what it was. Refuses `not_found`, `archived`, `locked`,
 * `illegal_transition` a decided one.
 */
export function refuseSighting(
  { db, now }: Services,
  user: Principal,
  place: SightingPlace,
  reason: NotOursReason,
): Promise<Sighting> {
  return inTransaction(db, async (trx) => {
    const { mission } = await openPlan(trx, user, place.mission_id);
    const before = await requireSighting(trx, place);
    refuseDecided(before);
    const at = timeAfter(before.updated_at, now);
    await store.updateSighting(trx, mission, before.id, {
      ...undecided,
      decision: 'not_ours',
      not_ours_reason: reason,
      decided_by: user.id,
      decided_at: at,
      updated_by: user.id,
      updated_at: at,
    });
    const after = await requireSighting(trx, place);
    await recordSighting(trx, { at, by: user, verb: 'changed' }, before, after);
    return after;
  });
}

/**
 * Takes the decision on a sighting back, and removes the fact and the copies of files that it made. Refuses `not_found`,
 * `archived`, `locked`, `run_closed`, `illegal_transition` an undecided sighting, or a fact that was changed since.
 */
export async function undoSighting(
  keeping: SightingKeeping,
  user: Principal,
  place: SightingPlace,
): Promise<Sighting> {
  const { db, now, register } = keeping;
  const { after, removed } = await inTransaction(db, async (trx) => {
    const { mission } = await openPlan(trx, user, place.mission_id);
    const before = await requireSighting(trx, place);
    if (before.status !== 'matched' && before.status !== 'not_ours')
      throw new DomainError('illegal_transition', 'The sighting waits for a decision');
    const files = before.status === 'matched' ? await takeBack(trx, keeping, user, before) : [];
    const at = timeAfter(before.updated_at, now);
    await store.updateSighting(trx, mission, before.id, {
      ...undecided,
      updated_by: user.id,
      updated_at: at,
    });
    const undone = await requireSighting(trx, place);
    await recordSighting(trx, { at, by: user, verb: 'changed' }, before, undone);
    return { after: undone, removed: files };
  });
  for (const file of removed) await discardFile(register, file);
  return after;
}

/** Removes what a match wrote, as far as it is still there; returns the evidence whose files are to be removed. */
async function takeBack(
  trx: Trx,
  { now }: SightingKeeping,
  user: Principal,
  { id, mission_id, test_id, run, fact_id }: Sighting,
): Promise<StoredEvidence[]> {
  const stored = await store.findStored(trx, mission_id, id);
  if (test_id === null || stored?.undo_json == null) return [];
  const place = { mission_id, test_id };
  const undo = JSON.parse(stored.undo_json) as Undo;
  const made = { run, fact_id, version: undo.fact_version };
  const fact = await requireUnchanged(trx, user, place, made);
  if (fact !== null) await testFacts.removeIn(trx, now, user, { ...place, fact_id: fact.id });
  return detachFiles(trx, now, user, place, undo.evidence_ids);
}
