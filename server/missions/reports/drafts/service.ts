import { mostReports } from '../../../../domain/limits.ts';
import { defaultOptionsOf } from '../../../../domain/reports.ts';
import { isoTime, timeAfter } from '../../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../../database/database.ts';
import type { Services } from '../../../database/services.ts';
import { refuseStale } from '../../../entity-tag.ts';
import { invalid } from '../../../errors.ts';
import { type Recorded, recordWrite } from '../../../history/service.ts';
import { newId } from '../../../ids.ts';
import type { Found, Paging } from '../../../paging.ts';
import type { Principal } from '../../../permissions.ts';
import { findTemplate } from '../../../report-templates/service.ts';
import { openMission } from '../../doors.ts';
import type { NewReport, Report, ReportPatch, ReportSummary } from '../contract.ts';
import { findReport, type ReportPlace } from '../find.ts';
import { followOptions, followTexts, refuseIssued, refuseUnknownTexts, toRecorded } from '../rules.ts';
import * as store from '../store.ts';

/** A page of the reports of a mission, newest first. The caller has checked access. */
export function listReports(db: Db, missionId: string, paging: Paging): Promise<Found<ReportSummary>> {
  return inSnapshot(db, (trx) => store.listReports(trx, missionId, paging));
}

/**
 * Adds a draft to a mission. Refuses `not_found`, `invalid` texts outside the sections of its kind, a missing template and a
 * report beyond the limit, `archived`.
 */
export function addReport(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  { kind, title, options, texts }: NewReport,
): Promise<Report> {
  return inTransaction(db, async (trx) => {
    const { mission, judged: template } = await openMission(trx, user, missionId, async () => {
      refuseUnknownTexts(kind, texts);
      if ((await store.countReports(trx, missionId)) >= mostReports) {
        throw invalid('title', `the mission already has ${mostReports} reports, which is the limit`);
      }
      return findChosen(trx, options.template_id ?? null);
    });
    const id = newId();
    const at = isoTime(now());
    await store.insertDraft(trx, mission, {
      id,
      kind,
      title,
      options: followOptions(defaultOptionsOf(kind), options),
      template,
      texts: followTexts({}, texts),
      by: user.id,
      at,
    });
    const made = await findReport(trx, { mission_id: missionId, report_id: id });
    await record(trx, { at, by: user, verb: 'created' }, null, made);
    return made;
  });
}

/** The template with an id, in the form stored in a report. Refuses `invalid` a missing one. */
async function findChosen(trx: Trx, id: string | null): Promise<Report['template']> {
  if (id === null) return null;
  const found = await findTemplate(trx, id);
  if (found === null) throw invalid('options.template_id', `no template has the id ${id}`);
  return { id, name: found.name, sha256: found.sha256 };
}

/**
 * Changes the given fields of a draft, each option and each text separately; an empty change writes nothing. Refuses `not_found`,
 * `invalid` texts outside the sections of its kind and a missing template, `archived`, `report_issued`, and `stale` when
 * `ifMatch` does not name the current version.
 */
export function changeReport(
  { db, now }: Services,
  user: Principal,
  place: ReportPlace,
  patch: ReportPatch,
  ifMatch: string | undefined,
): Promise<Report> {
  return inTransaction(db, async (trx) => {
    const { mission, judged } = await openMission(trx, user, place.mission_id, async () => {
      const present = await findReport(trx, place);
      refuseUnknownTexts(present.kind, patch.texts);
      const chosen = patch.options?.template_id;
      return {
        before: present,
        template: chosen === undefined ? present.template : await findChosen(trx, chosen),
      };
    });
    const { before, template } = judged;
    refuseIssued(before);
    refuseStale(ifMatch, before.updated_at);
    if (Object.keys(patch).length === 0) return before;
    const at = timeAfter(before.updated_at, now);
    await store.updateDraft(trx, mission, {
      id: before.id,
      title: patch.title ?? before.title,
      options: followOptions(before.options, patch.options),
      template,
      texts: followTexts(before.texts, patch.texts),
      by: user.id,
      at,
    });
    const after = await findReport(trx, place);
    await record(trx, { at, by: user, verb: 'changed' }, before, after);
    return after;
  });
}

/** Deletes a draft. Refuses `not_found`, `archived`, `report_issued`. */
export async function removeReport(
  { db, now, renderings }: Services & { renderings: { cancelAll(report: string): Promise<void> } },
  user: Principal,
  place: ReportPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { mission, judged: before } = await openMission(trx, user, place.mission_id, () =>
      findReport(trx, place),
    );
    refuseIssued(before);
    await store.deleteDraft(trx, mission, before.id);
    await record(trx, { at: isoTime(now()), by: user, verb: 'deleted' }, before, null);
  });
  await renderings.cancelAll(place.report_id);
}

async function record(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'verb'>,
  before: Report | null,
  after: Report | null,
): Promise<void> {
  const { id, mission_id } = (after ?? before) as Report;
  await recordWrite(trx, {
    ...write,
    object: 'report',
    id,
    place: { mission_id },
    before: before && toRecorded(before),
    after: after && toRecorded(after),
  });
}
