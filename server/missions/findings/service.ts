import { severities } from '../../../domain/outcomes.ts';
import { findTestGap } from '../../../domain/test-gaps.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { refuseStale } from '../../entity-tag.ts';
import { type FieldError, invalid, notFound, refuseFields } from '../../errors.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { openMission } from '../doors.ts';
import { readEarlierRuns } from '../figures/earlier.ts';
import { listRuns } from '../figures/figured-test.ts';
import { listTests } from '../figures/store.ts';
import type { OpenMission } from '../heads.ts';
import { dropUnseenLinks, refuseUnveiling } from '../hiding/links.ts';
import { keepShownVersion } from '../hiding/versions.ts';
import { hasRun, listTestsOf } from '../remediations/store.ts';
import { requireVisibleMission } from '../visibility.ts';
import type { Decision, Finding, FindingPatch, FindingsQuery, NewFinding, Suggestion } from './contract.ts';
import { decide, listDecided } from './decisions-store.ts';
import { tellConfirmed } from './news.ts';
import { toReader } from './reader.ts';
import { suggestFindings } from './rules.ts';
import { standFindings } from './standing.ts';
import * as store from './store.ts';

/** Place of a finding in its path. */
export type FindingPlace = { mission_id: string; finding_id: string };

/** A marker that changes with any finding or remediation of a mission visible to this user. */
export function readSign(db: Db, user: Principal, missionId: string): ReturnType<typeof store.readSign> {
  return store.readSign(db, toReader(user), missionId);
}

/** A page of the findings visible to this user, by missions and sides, ordered by number. */
export function listFindings(
  { db }: Services,
  user: Principal,
  query: FindingsQuery & { mission_id?: string },
): Promise<Found<Finding>> {
  const { status, limit, offset, ...rest } = query;
  return inSnapshot(db, async (trx) => {
    if (status === undefined) {
      const { items, total } = await store.listFindings(trx, toReader(user), query);
      return { items: await standFindings(trx, items), total };
    }
    // The state is not in the row: it is derived from tests and remediations.
    const all = await store.listFindings(trx, toReader(user), {
      ...rest,
      limit: store.mostFindings,
      offset: 0,
    });
    const found = (await standFindings(trx, all.items)).filter((finding) => finding.status === status);
    return { items: found.slice(offset, offset + limit), total: found.length };
  });
}

/** The finding of a path. Refuses `not_found`. */
export async function requireFinding(
  { db }: Services,
  user: Principal,
  place: FindingPlace,
): Promise<Finding> {
  await requireVisibleMission(db, user, place.mission_id);
  return findFinding(db, user, place);
}

async function findFinding(db: Db, user: Principal, place: FindingPlace): Promise<Finding> {
  const found = await lookUpFinding(db, user, place);
  if (found === null) throw notFound('Finding');
  return found;
}

/** A finding of a visible mission; null unless this user may read it. */
export async function lookUpFinding(
  db: Db,
  user: Principal,
  { mission_id, finding_id }: FindingPlace,
): Promise<Finding | null> {
  const [found] = await standFindings(db, await findKept(db, user, mission_id, finding_id));
  return found ?? null;
}

async function findKept(db: Db, user: Principal, missionId: string, id: string) {
  const kept = await store.findFinding(db, toReader(user), missionId, id);
  return kept === null ? [] : [kept];
}

/**
 * Adds a finding to a mission: by default a draft of medium severity for both sides. Refuses `not_found`, `invalid` references
 * outside the mission, and `archived`.
 */
export function addFinding(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  { suggestion, ...input }: NewFinding,
): Promise<Finding> {
  return inTransaction(db, async (trx) => {
    const { mission } = await openMission(trx, user, missionId, () => refuseUnknown(trx, missionId, input));
    const at = isoTime(now());
    const id = newId();
    await store.insertFinding(trx, mission, {
      id,
      number: await store.takeNumber(trx, mission),
      title: input.title,
      severity: input.severity ?? 'medium',
      kind: input.kind ?? 'detection_gap',
      side: input.side ?? 'both',
      status: input.status ?? 'draft',
      description: input.description ?? null,
      impact: input.impact ?? null,
      root_cause: input.root_cause ?? null,
      recommendation: input.recommendation ?? null,
      affected: input.affected ?? null,
      references: input.references ?? [],
      techniques: input.techniques ?? [],
      tests: input.tests ?? [],
      evidence_ids: input.evidence_ids ?? [],
      remediation_ids: input.remediation_ids ?? [],
      status_changed_at: at,
      status_changed_by: user.id,
      created_by: user.id,
      created_at: at,
      updated_by: user.id,
      updated_at: at,
    });
    if (suggestion !== undefined) {
      await decide(trx, {
        mission_id: missionId,
        suggestion,
        finding_id: id,
        reason: null,
        decided_by: user.id,
        decided_at: at,
      });
    }
    const made = await findFinding(trx, user, { mission_id: missionId, finding_id: id });
    await record(trx, { at, by: user, verb: 'created' }, null, made);
    if (made.status === 'confirmed') await tellConfirmed(trx, { at, by: user }, made);
    return made;
  });
}

/**
 * Changes the given fields; an empty change writes nothing. Refuses `not_found`, what adding refuses, `hidden_tests` no test in
 * place of hidden ones, and `stale` when `ifMatch` does not name the current version.
 */
export function changeFinding(
  { db, now }: Services,
  user: Principal,
  place: FindingPlace,
  patch: FindingPatch,
  ifMatch: string | undefined,
): Promise<Finding> {
  return inTransaction(db, async (trx) => {
    const { mission, judged: before } = await openMission(trx, user, place.mission_id, async () => {
      const present = await findFinding(trx, user, place);
      await refuseUnknown(trx, place.mission_id, patch, present);
      await refuseUnveiling(trx, toNaming(present.id), patch.tests);
      return present;
    });
    refuseStale(ifMatch, before.updated_at);
    if (Object.keys(patch).length === 0) return before;
    const at = timeAfter(before.updated_at, now);
    const [kept] = await findKept(trx, user, place.mission_id, place.finding_id);
    const { came_back: _flag, moves: _moves, ...present } = before;
    const isMoved = patch.status !== undefined && patch.status !== kept?.status;
    const written = {
      ...toStored({ ...present, status: kept?.status ?? before.status, ...(patch as Partial<Finding>) }),
      ...(isMoved ? { status_changed_at: at, status_changed_by: user.id } : {}),
      updated_by: user.id,
      updated_at: at,
    };
    const write = { at, by: user, verb: isMoved ? 'moved' : 'changed' } as const;
    const after = await rewrite(trx, mission, write, before, written, async () => {
      if (patch.tests !== undefined) await dropUnseenLinks(trx, toNaming(before.id));
    });
    if (isMoved && patch.status === 'confirmed') await tellConfirmed(trx, { at, by: user }, after);
    return after;
  });
}

const toNaming = (id: string) => ({ table: 'finding_tests', owner: 'finding_id', id }) as const;

/** Links a new remediation to its finding, in the transaction that creates it. Refuses nothing. */
export async function linkRemediation(
  trx: Trx,
  mission: OpenMission,
  { by, now }: { by: Principal; now: Now },
  finding: Finding,
  remediationId: string,
): Promise<void> {
  const at = timeAfter(finding.updated_at, now);
  const { came_back: _flag, moves: _moves, ...present } = finding;
  const [kept] = await findKept(trx, by, mission.id, finding.id);
  await rewrite(trx, mission, { at, by, verb: 'changed' }, finding, {
    ...toStored({ ...present, status: kept?.status ?? finding.status }),
    remediation_ids: [...finding.remediation_ids, remediationId],
    updated_by: by.id,
    updated_at: at,
  });
}

/** Writes a finding over, and records that; returns it as it is then. */
async function rewrite(
  trx: Trx,
  mission: OpenMission,
  write: Pick<Recorded, 'at' | 'verb'> & { by: Principal },
  before: Finding | null,
  written: store.StoredFinding,
  andThen?: () => Promise<void>,
): Promise<Finding> {
  const place = { mission_id: mission.id, finding_id: written.id };
  const hidden = await keepShownVersion(
    trx,
    { table: 'findings', missionId: mission.id, id: written.id },
    () => lookUpFinding(trx, write.by, place),
    async () => {
      await store.updateFinding(trx, mission, written);
      await andThen?.();
    },
  );
  const after = await findFinding(trx, write.by, place);
  await record(trx, write, before, after, hidden);
  return after;
}

/** Deletes a finding; its number is not reused. Refuses `not_found`, `archived`. */
export async function removeFinding(
  { db, now }: Services,
  user: Principal,
  place: FindingPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { mission, judged: before } = await openMission(trx, user, place.mission_id, () =>
      findFinding(trx, user, place),
    );
    await store.deleteFinding(trx, mission, before.id);
    await record(trx, { at: isoTime(now()), by: user, verb: 'deleted' }, before, null);
  });
}

/** The undecided suggestions for a mission, the most severe first. The caller has checked access. */
export function listSuggestions({ db }: Services, missionId: string): Promise<Suggestion[]> {
  return inSnapshot(db, (trx) => suggest(trx, missionId));
}

async function suggest(db: Db, missionId: string): Promise<Suggestion[]> {
  const decided = await listDecided(db, missionId);
  const evidence = Map.groupBy(await store.listEvidence(db, missionId), ({ test_id }) => test_id);
  const tests = await listTests(db, missionId);
  const earlier = await readEarlierRuns(db, missionId, new Set(tests.map(({ id }) => id)));
  return tests
    .flatMap((test) => {
      const own = Map.groupBy(evidence.get(test.id) ?? [], ({ run }) => run);
      const ids = new Map([...own].map(([run, files]) => [run, files.map(({ id }) => id)]));
      const gap = findTestGap(listRuns(test), { earlier: earlier.get(test.id) });
      return suggestFindings(test, gap, ids, decided);
    })
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));
}

/**
 * Decides on a suggestion: it is merged into a finding, or dismissed with a reason. Refuses `not_found` a missing suggestion or
 * finding, `invalid` a dismissal without a reason, `archived`.
 */
export async function decideSuggestion(
  services: Services,
  user: Principal,
  missionId: string,
  { suggestion, finding_id, reason }: Decision,
): Promise<void> {
  const { db, now } = services;
  await inTransaction(db, async (trx) => {
    const { mission, judged } = await openMission(trx, user, missionId, async () => {
      const found = (await suggest(trx, missionId)).find((one) => one.suggestion === suggestion);
      if (found === undefined) throw notFound('Suggestion');
      if (finding_id === undefined && reason === undefined) throw invalid('reason', 'is required');
      const [kept] = finding_id === undefined ? [] : await findKept(trx, user, missionId, finding_id);
      if (finding_id !== undefined && kept === undefined) throw notFound('Finding');
      return { found, kept };
    });
    const { found, kept } = judged;
    const at = kept === undefined ? isoTime(now()) : timeAfter(kept.updated_at, now);
    if (kept !== undefined) {
      const { remediation_statuses: _statuses, ...before } = kept;
      const [present] = await standFindings(trx, [kept]);
      const isNew = ({ test_id, run }: Suggestion['tests'][number]) =>
        !before.tests.some((one) => one.test_id === test_id && one.run === run);
      await rewrite(trx, mission, { at, by: user, verb: 'changed' }, present ?? null, {
        ...toStored(before),
        tests: [...before.tests, ...found.tests.filter(isNew)],
        techniques: [...new Set([...before.techniques, ...found.techniques])],
        evidence_ids: [...new Set([...before.evidence_ids, ...found.evidence_ids])],
        updated_by: user.id,
        updated_at: at,
      });
    }
    await decide(trx, {
      mission_id: missionId,
      suggestion,
      finding_id: finding_id ?? null,
      reason: reason ?? null,
      decided_by: user.id,
      decided_at: at,
    });
  });
}

function toStored(finding: Omit<Finding, 'came_back' | 'moves'>): store.StoredFinding {
  const { mission: _mission, ...rest } = finding;
  return {
    ...rest,
    status_changed_by: finding.status_changed_by?.id ?? null,
    created_by: finding.created_by?.id ?? null,
    updated_by: finding.updated_by?.id ?? null,
  };
}

/** References that a finding already has may be sent again. */
async function refuseUnknown(
  trx: Trx,
  missionId: string,
  { tests = [], evidence_ids = [], remediation_ids = [] }: FindingPatch,
  present?: Finding,
): Promise<void> {
  const errors: FieldError[] = [];
  const inMission = await listTestsOf(
    trx,
    missionId,
    tests.map(({ test_id }) => test_id),
  );
  for (const [index, test] of tests.entries()) {
    const isSame = (one: typeof test) => one.test_id === test.test_id && one.run === test.run;
    if (tests.findIndex(isSame) < index) errors.push({ path: `tests.${index}`, message: 'is listed twice' });
    else if (!inMission.has(test.test_id))
      errors.push({ path: `tests.${index}.test_id`, message: 'is not a test of this mission' });
    else if (
      !present?.tests.some(isSame) &&
      !(await hasRun(trx, { test_id: test.test_id, number: test.run }))
    )
      errors.push({ path: `tests.${index}.run`, message: 'is not an executed run of this test' });
  }
  for (const [field, table, ids] of [
    ['evidence_ids', 'evidence', evidence_ids],
    ['remediation_ids', 'remediations', remediation_ids],
  ] as const) {
    const known = await store.listKnown(trx, table, missionId, ids);
    for (const [index, id] of ids.entries()) {
      const message = !known.has(id)
        ? 'is not of this mission'
        : ids.indexOf(id) < index
          ? 'is listed twice'
          : null;
      if (message !== null) errors.push({ path: `${field}.${index}`, message });
    }
  }
  refuseFields(errors);
}

/** Recorded in the mission's history only if both sides may read it; below `hidden`, a test, if it tells of hidden ones alone. */
async function record(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'verb'>,
  before: Finding | null,
  after: Finding | null,
  hidden: string | null = null,
): Promise<void> {
  const { id, mission } = (after ?? before) as Finding;
  const isShared = [before, after].every((one) => one === null || one.side === 'both');
  await recordWrite(trx, {
    ...write,
    object: 'finding',
    id,
    ...(isShared ? { place: { mission_id: mission.id, ...(hidden !== null && { test_id: hidden }) } } : {}),
    before: before && toRecorded(before),
    after: after && toRecorded(after),
  });
}

/** Fields of a finding written by people. */
function toRecorded(finding: Finding): Record<string, unknown> {
  const { mission, came_back, moves, status_changed_at, status_changed_by, updated_by, ...fields } = finding;
  return fields;
}
