import { mostRemediations } from '../../../domain/limits.ts';
import { existingUserIds } from '../../accounts/users/service.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { refuseStale } from '../../entity-tag.ts';
import { invalid, notFound, refuseFields } from '../../errors.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import { notify } from '../../notifications/service.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { openMission } from '../doors.ts';
import type { Finding } from '../findings/contract.ts';
import { linkRemediation, lookUpFinding } from '../findings/service.ts';
import { dropUnseenLinks, refuseUnveiling } from '../hiding/links.ts';
import { keepShownVersion } from '../hiding/versions.ts';
import { requireVisibleMission, toViewer } from '../visibility.ts';
import type {
  NewRemediation,
  Remediation,
  RemediationPatch,
  RemediationsQuery,
  Verification,
} from './contract.ts';
import { followOwner, followVerification } from './rules.ts';
import * as store from './store.ts';

/** Place of a remediation in its path. */
export type RemediationPlace = { mission_id: string; remediation_id: string };

/** Today's date in UTC, so that due dates pass at the same time everywhere. */
function findToday(now: Now): string {
  return isoTime(now()).slice(0, 10);
}

/** A page of the remediations of the missions visible to this user, earliest due first. */
export function listRemediations(
  { db, now }: Services,
  user: Principal,
  query: RemediationsQuery & { mission_id?: string },
): Promise<Found<Remediation>> {
  return inSnapshot(db, (trx) => store.listRemediations(trx, toViewer(user), query, findToday(now)));
}

/** The remediation of a path. Refuses `not_found`. */
export async function requireRemediation(
  { db, now }: Services,
  user: Principal,
  place: RemediationPlace,
): Promise<Remediation> {
  await requireVisibleMission(db, user, place.mission_id);
  return find(db, now, place);
}

async function find(
  db: Db,
  now: Now,
  { mission_id, remediation_id }: RemediationPlace,
): Promise<Remediation> {
  const found = await lookUp(db, now, { mission_id, remediation_id });
  if (found === null) throw notFound('Remediation');
  return found;
}

function lookUp(
  db: Db,
  now: Now,
  { mission_id, remediation_id }: RemediationPlace,
): Promise<Remediation | null> {
  return store.findRemediation(db, mission_id, remediation_id, findToday(now));
}

/**
 * Adds a remediation to a mission, by default open and of medium priority. Refuses `not_found`, `invalid` an unknown owner, an
 * owner named in both ways, tests of another mission, a finding the user may not read, and one beyond the limit, `archived`.
 */
export function addRemediation(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  input: NewRemediation,
): Promise<Remediation> {
  return inTransaction(db, async (trx) => {
    const { mission, judged } = await openMission(trx, user, missionId, async () => {
      await refuseUnknown(trx, missionId, input);
      await refuseMore(trx, missionId);
      const { status = 'open', test_ids = [] } = input;
      const verified_by_run = await judgeVerification(
        trx,
        { status, test_ids, verified_by_run: null },
        input,
      );
      return {
        finding: await readSource(trx, user, missionId, input),
        columns: {
          ...followOwner({ owner_id: null, owner_text: null }, input),
          ...toColumns(verified_by_run),
        },
      };
    });
    const { finding, columns } = judged;
    const at = isoTime(now());
    const id = newId();
    await store.insertRemediation(trx, mission, {
      id,
      title: input.title,
      shortcoming: input.shortcoming ?? finding?.description ?? null,
      root_cause: input.root_cause ?? finding?.root_cause ?? null,
      measure: input.measure ?? null,
      risk_if_not_done: input.risk_if_not_done ?? null,
      priority: input.priority ?? 'medium',
      ...columns,
      ...toRuleColumns(input.rule ?? null),
      due_on: input.due_on ?? null,
      status: input.status ?? 'open',
      status_changed_at: at,
      status_changed_by: user.id,
      test_ids: input.test_ids ?? [],
      created_by: user.id,
      created_at: at,
      updated_by: user.id,
      updated_at: at,
    });
    const made = await find(trx, now, { mission_id: missionId, remediation_id: id });
    await record(trx, { at, by: user, verb: 'created' }, null, made);
    if (finding !== null) await linkRemediation(trx, mission, { by: user, now }, finding, id);
    return made;
  });
}

/** The finding a remediation is made from. Refuses `invalid` a finding of another mission, or one this user may not read. */
async function readSource(
  trx: Trx,
  user: Principal,
  mission_id: string,
  { finding_id }: NewRemediation,
): Promise<Finding | null> {
  if (finding_id === undefined) return null;
  const finding = await lookUpFinding(trx, user, { mission_id, finding_id });
  if (finding === null) throw invalid('finding_id', 'is not of this mission');
  return finding;
}

/**
 * Changes the given fields; an empty change writes nothing. Refuses `not_found`, what adding refuses, `archived`, and `stale`
 * when `ifMatch` does not name the current version.
 */
export function changeRemediation(
  { db, now }: Services,
  user: Principal,
  place: RemediationPlace,
  patch: RemediationPatch,
  ifMatch: string | undefined,
): Promise<Remediation> {
  return inTransaction(db, async (trx) => {
    const { mission, judged } = await openMission(trx, user, place.mission_id, async () => {
      const before = await find(trx, now, place);
      await refuseUnknown(trx, place.mission_id, patch, before);
      await refuseUnveiling(trx, toNaming(before.id), patch.test_ids);
      const present = { owner_id: before.owner?.id ?? null, owner_text: before.owner_text };
      const verified_by_run = await judgeVerification(trx, before, patch);
      return { before, columns: { ...followOwner(present, patch), ...toColumns(verified_by_run) } };
    });
    const { before, columns } = judged;
    refuseStale(ifMatch, before.updated_at);
    if (Object.keys(patch).length === 0) return before;
    const at = timeAfter(before.updated_at, now);
    const isMoved = patch.status !== undefined && patch.status !== before.status;
    const hidden = await keepShownVersion(
      trx,
      { table: 'remediations', missionId: mission.id, id: before.id },
      () => lookUp(trx, now, place),
      async () => {
        await store.updateRemediation(trx, mission, {
          ...toStored({ ...before, ...(patch as Partial<Remediation>) }),
          ...columns,
          ...(isMoved ? { status_changed_at: at, status_changed_by: user.id } : {}),
          updated_by: user.id,
          updated_at: at,
        });
        if (patch.test_ids !== undefined) await dropUnseenLinks(trx, toNaming(before.id));
      },
    );
    const after = await find(trx, now, place);
    await record(trx, { at, by: user, verb: isMoved ? 'moved' : 'changed' }, before, after, hidden);
    if (isMoved) {
      const doing = { at, by: user, mission_id: mission.id, remediation_id: after.id };
      const whose = [after.owner?.id ?? null, after.created_by?.id ?? null];
      await notify(trx, { ...doing, kind: 'remediation_moved' }, whose);
    }
    return after;
  });
}

const toNaming = (id: string) => ({ table: 'remediation_tests', owner: 'remediation_id', id }) as const;

/** Deletes a remediation. Refuses `not_found`, `archived`. */
export async function removeRemediation(
  { db, now }: Services,
  user: Principal,
  place: RemediationPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { mission, judged: before } = await openMission(trx, user, place.mission_id, () =>
      find(trx, now, place),
    );
    await store.deleteRemediation(trx, mission, before.id);
    await record(trx, { at: isoTime(now()), by: user, verb: 'deleted' }, before, null);
  });
}

/** Run that verifies a remediation after a change. Refuses (`invalid`) a run that does not exist or was not executed. */
async function judgeVerification(
  trx: Trx,
  present: Pick<Remediation, 'status' | 'test_ids' | 'verified_by_run'>,
  patch: RemediationPatch,
): Promise<Verification | null> {
  const verification = followVerification(present, patch);
  if (verification !== null && patch.verified_by_run && !(await store.hasRun(trx, verification))) {
    throw invalid('verified_by_run.number', 'is not an executed run of this test');
  }
  return verification;
}

function toColumns(verification: Verification | null) {
  return { verified_test_id: verification?.test_id ?? null, verified_run: verification?.number ?? null };
}

function toRuleColumns(rule: Remediation['rule']) {
  return { rule_id: rule?.rule_id ?? null, rule_name: rule?.rule_name ?? null };
}

/** Number of remediations of a mission by state. The caller has checked access. */
export const countRemediations = store.countRemediations;

function toStored(remediation: Remediation): store.StoredRemediation {
  const { mission: _mission, overdue: _overdue, owner, verified_by_run, rule, ...rest } = remediation;
  return {
    ...rest,
    ...toColumns(verified_by_run),
    ...toRuleColumns(rule),
    owner_id: owner?.id ?? null,
    status_changed_by: remediation.status_changed_by?.id ?? null,
    created_by: remediation.created_by?.id ?? null,
    updated_by: remediation.updated_by?.id ?? null,
  };
}

/** Values that a remediation already has may be sent again, even if they are no longer allowed. */
async function refuseUnknown(
  trx: Trx,
  missionId: string,
  { owner, test_ids = [] }: RemediationPatch,
  present?: Remediation,
): Promise<void> {
  if (owner && owner.id !== present?.owner?.id && !(await existingUserIds(trx, [owner.id])).has(owner.id)) {
    throw invalid('owner.id', `no user has the id ${owner.id}`);
  }
  if (test_ids.length === 0) return;
  const known = await store.listTestsOf(trx, missionId, test_ids);
  const errors = test_ids.flatMap((id, index) => {
    const path = `test_ids.${index}`;
    if (!known.has(id)) return [{ path, message: 'is not a test of this mission' }];
    return test_ids.indexOf(id) < index ? [{ path, message: 'is listed twice' }] : [];
  });
  refuseFields(errors);
}

async function refuseMore(trx: Trx, missionId: string): Promise<void> {
  const counts = Object.values(await store.countRemediations(trx, missionId));
  if (counts.reduce((sum, count) => sum + count, 0) < mostRemediations) return;
  throw invalid('title', `the mission already has ${mostRemediations} remediations, which is the limit`);
}

async function record(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'verb'>,
  before: Remediation | null,
  after: Remediation | null,
  hidden: string | null = null,
): Promise<void> {
  const { id, mission } = (after ?? before) as Remediation;
  await recordWrite(trx, {
    ...write,
    object: 'remediation',
    id,
    place: { mission_id: mission.id, ...(hidden !== null && { test_id: hidden }) },
    before: before && toRecorded(before),
    after: after && toRecorded(after),
  });
}

/** Fields of a remediation written by people. */
function toRecorded(remediation: Remediation): Record<string, unknown> {
  const { mission, overdue, status_changed_at, status_changed_by, updated_by, ...fields } = remediation;
  return fields;
}
