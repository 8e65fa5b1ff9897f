import type { StagedBlob } from '../../blobs/store.ts';
import { isoTime } from '../../database/clock.ts';
import { inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { EvidenceKeeping } from '../../evidence/service.ts';
import type { Fact } from '../../facts/contract.ts';
import { recordWrite } from '../../history/service.ts';
import { readTools } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import { attachFiles, detachFiles, requireUnchanged, storeFiles } from '../decisions/writes.ts';
import { openPlan, openTest } from '../doors.ts';
import type { EvidenceRecord } from '../evidence/contract.ts';
import { discardFile, type StoredEvidence } from '../evidence/register.ts';
import { testFacts } from '../facts/service.ts';
import { readDetection } from '../facts/store.ts';
import { requireVisibleTest } from '../visibility.ts';
import type { Acceptance, AcceptedAlert, AlertRecord } from './contract.ts';
import { isInFinding } from './delivery-store.ts';
import { complete, findSameDetection, findTool, toFact } from './rules.ts';
import * as store from './store.ts';

export type AlertKeeping = Pick<EvidenceKeeping, 'db' | 'now' | 'quotas' | 'register'>;
export type AlertPlace = { mission_id: string; alert_id: string };

/** Writes of an acceptance: version of the fact, the fields that were filled if it was there before, and the evidence. */
type Undo = { evidence_id: string; fact_version: string; filled: string[] | null };

/** The alert of a path, for an operation. Refuses `not_found`; the caller has checked access to the mission. */
export async function requireAlert(
  db: Services['db'],
  { mission_id, alert_id }: AlertPlace,
): Promise<store.KeptAlert> {
  const [found] = await store.findAlerts(db, mission_id, [alert_id]);
  if (found == null) throw notFound('Alert');
  return found;
}

async function readRecord(trx: Trx, { mission_id, alert_id }: AlertPlace): Promise<AlertRecord> {
  const [record] = await store.readAlerts(trx, mission_id, [alert_id]);
  return record as AlertRecord;
}

/**
 * Accepts an alert for the current run of a test: makes a detection or completes one, and attaches the alert as evidence. What a
 * person recorded stays, and where the alert differs is answered. Refuses `not_found`, `archived`, `locked`, `run_closed` another
 * run, `illegal_transition` an alert that was decided before, `quota_exceeded`, `invalid` a detection beyond the limit.
 */
export async function acceptAlert(
  keeping: AlertKeeping,
  user: Principal,
  place: AlertPlace,
  { test_id, run }: Acceptance,
): Promise<AcceptedAlert> {
  const { db, register } = keeping;
  const testPlace = { mission_id: place.mission_id, test_id };
  const { raw } = await inSnapshot(db, async (trx) => {
    await requireVisibleTest(trx, user, testPlace);
    return requireAlert(trx, place);
  });
  const bytes = Buffer.from(raw);
  const writer = await register.stage(bytes.length, bytes.length);
  await writer.write(bytes);
  const blob = await writer.finish();
  return storeFiles(register, testPlace, [blob], () =>
    inTransaction(db, (trx) => accept(trx, keeping, user, place, { test_id, run }, blob)),
  );
}

async function accept(
  trx: Trx,
  keeping: AlertKeeping,
  user: Principal,
  place: AlertPlace,
  { test_id, run }: Acceptance,
  blob: StagedBlob,
): Promise<AcceptedAlert> {
  const { now } = keeping;
  const testPlace = { mission_id: place.mission_id, test_id };
  const test = await openTest(trx, user, testPlace);
  const kept = await requireAlert(trx, place);
  refuseDecided(kept);
  const current = await store.readRunNumber(trx, test);
  if (run !== undefined && run !== current) {
    throw new DomainError('run_closed', 'Only the current run of a test takes alerts');
  }
  const { alert } = kept;
  const { sha256, size } = blob;
  const file = {
    fileName: 'alert.json',
    mimeType: 'application/json',
    caption: (alert.title ?? alert.rule_name ?? alert.external_id).slice(0, 200),
    sha256,
    size,
  };
  const [evidence] = (await attachFiles(trx, keeping, user, testPlace, [file])) as [EvidenceRecord];

  const { organisationId } = await readDetection(trx, test_id);
  const tool = organisationId === null ? null : findTool(await readTools(trx, organisationId), alert);
  const made = toFact(alert, tool && { id: tool.id }, [evidence.id]);
  const present = findSameDetection(await testFacts.list(trx, user, testPlace), made);
  const { fact, filled, differences } =
    present === null
      ? { fact: await testFacts.addIn(trx, now, user, testPlace, made), filled: null, differences: [] }
      : await completeFact(
          trx,
          now,
          user,
          { ...testPlace, fact_id: present.id },
          present,
          made,
          tool?.name ?? null,
        );
  const undo: Undo = { evidence_id: evidence.id, fact_version: fact.updated_at, filled };
  await store.decide(trx, kept.id, {
    state: 'accepted',
    whole_rule: 0,
    test_id,
    run: current,
    fact_id: fact.id,
    undo_json: JSON.stringify(undo),
    decided_by: user.id,
    decided_at: isoTime(now()),
  });
  const write = { at: evidence.uploaded_at, by: user };
  await recordDecision(trx, write, kept, { state: 'accepted' }, test_id);
  return { alert: await readRecord(trx, place), fact, differences };
}

async function completeFact(
  trx: Trx,
  now: Services['now'],
  user: Principal,
  place: { mission_id: string; test_id: string; fact_id: string },
  present: Fact,
  made: Parameters<typeof complete>[1],
  toolName: string | null,
): Promise<{ fact: Fact; filled: string[]; differences: AcceptedAlert['differences'] }> {
  const { patch, differences } = complete(present, made, toolName);
  const fact = await testFacts.changeIn(trx, now, user, place, patch);
  return { fact, filled: Object.keys(patch), differences };
}

function refuseDecided({ state }: Pick<store.KeptAlert, 'state'>): void {
  if (state === 'new') return;
  throw new DomainError('illegal_transition', 'The alert was decided before: undo that first');
}

/**
 * Says that an alert has nothing to do with the exercise, and with `rule` the same of its rule: of the alerts that wait and of
 * those to come. Returns the number of alerts decided. Refuses `not_found`, `archived`, `locked`, `illegal_transition` a decided one.
 */
export function refuseAlert(
  { db, now }: Services,
  user: Principal,
  place: AlertPlace,
  { rule = false }: { rule?: boolean | undefined },
): Promise<{ alerts: number }> {
  return inTransaction(db, async (trx) => {
    await openPlan(trx, user, place.mission_id);
    const kept = await requireAlert(trx, place);
    refuseDecided(kept);
    const isWhole = rule && kept.rule_key !== null;
    const at = isoTime(now());
    const decision = {
      ...undecided,
      state: 'not_ours',
      whole_rule: isWhole ? 1 : 0,
      decided_by: user.id,
      decided_at: at,
    } as const;
    if (isWhole) {
      const ids = await store.decideRule(trx, kept, decision);
      const after = { state: 'not_ours', rule: kept.rule_key, alerts: ids.length };
      await recordDecision(trx, { at, by: user }, kept, after);
      return { alerts: ids.length };
    }
    await store.decide(trx, kept.id, decision);
    await recordDecision(trx, { at, by: user }, kept, { state: 'not_ours' });
    return { alerts: 1 };
  });
}

const undecided = {
  state: 'new',
  whole_rule: 0,
  test_id: null,
  run: null,
  fact_id: null,
  undo_json: null,
  decided_by: null,
  decided_at: null,
} as const satisfies store.Decision;

/**
 * Takes the decision on an alert back: the alert waits again, and what accepting it wrote is removed. A decision on a whole rule is
 * taken back from all of its alerts, and later ones wait. Refuses `not_found`, `archived`, `locked`, `run_closed`, `illegal_transition` an alert that
 * waits, a detection that was changed since, or evidence of a finding.
 */
export async function undoDecision(
  keeping: AlertKeeping,
  user: Principal,
  place: AlertPlace,
): Promise<AlertRecord> {
  const { db, now, register } = keeping;
  const { record, removed } = await inTransaction(db, async (trx) => {
    await openPlan(trx, user, place.mission_id);
    const kept = await requireAlert(trx, place);
    if (kept.state === 'new') throw new DomainError('illegal_transition', 'The alert waits for a decision');
    const at = isoTime(now());
    const evidence = kept.state === 'accepted' ? await takeBack(trx, keeping, user, kept) : null;
    if (kept.whole_rule === 1) {
      const ids = await store.undoRule(trx, kept, undecided);
      const after = { state: 'new', rule: kept.rule_key, alerts: ids.length };
      await recordDecision(trx, { at, by: user }, kept, after);
    } else {
      await store.decide(trx, kept.id, undecided);
      await recordDecision(trx, { at, by: user }, kept, { state: 'new' }, kept.test_id);
    }
    return { record: await readRecord(trx, place), removed: evidence };
  });
  if (removed !== null) await discardFile(register, removed);
  return record;
}

/**
 * Removes what accepting an alert wrote, as far as it is still there; returns the evidence whose file is to be removed. Refuses,
 * before it removes anything, `run_closed` another run, `illegal_transition` a detection that was changed since and evidence of a
 * finding, `not_found` a removed test.
 */
export async function takeBack(
  trx: Trx,
  { now }: AlertKeeping,
  user: Principal,
  kept: store.KeptAlert,
): Promise<StoredEvidence | null> {
  if (kept.test_id === null || kept.undo_json === null) return null;
  const place = { mission_id: kept.mission_id, test_id: kept.test_id };
  const undo = JSON.parse(kept.undo_json) as Undo;
  const { run, fact_id } = kept;
  const fact = await requireUnchanged(trx, user, place, { run, fact_id, version: undo.fact_version });
  if (await isInFinding(trx, undo.evidence_id))
    throw new DomainError('illegal_transition', 'A finding names its evidence: take it out there first');
  if (fact !== null) {
    const factPlace = { ...place, fact_id: fact.id };
    if (undo.filled === null) await testFacts.removeIn(trx, now, user, factPlace);
    else {
      const emptied = Object.fromEntries(undo.filled.map((field) => [field, null]));
      const evidence_ids = fact.evidence_ids.filter((id) => id !== undo.evidence_id);
      await testFacts.changeIn(trx, now, user, factPlace, { ...emptied, evidence_ids });
    }
  }
  return (await detachFiles(trx, now, user, place, [undo.evidence_id]))[0] ?? null;
}

function recordDecision(
  trx: Trx,
  write: { at: string; by: Principal },
  { id, mission_id, state }: store.KeptAlert,
  after: Record<string, unknown>,
  testId: string | null = null,
): Promise<boolean> {
  const before = Object.fromEntries(
    Object.keys(after).map((name) => [name, name === 'state' ? state : null]),
  );
  // With its test, the entry is named and linked by it.
  const place = testId === null ? { mission_id } : { mission_id, test_id: testId };
  return recordWrite(trx, { ...write, verb: 'changed', object: 'alert', id, place, before, after });
}
