import type { BlobPlace } from '../../../blobs/place.ts';
import { isoTime, type Now } from '../../../database/clock.ts';
import { type Db, findInUse } from '../../../database/database.ts';
import { listFoldersElsewhere } from '../../evidence/store.ts';
import type { ReportToBuild } from '../build.ts';
import type { Report } from '../contract.ts';
import * as store from '../store.ts';
import type { RenderTask } from './job.ts';

/** Inputs of renderings besides the database: the place of the register, and the version of Damson. */
export type RenderSource = { reports: BlobPlace; version: string };

/** A report in its current state, or the stored model of an issued one. */
export async function findSource(
  { db, now, source }: { db: Db; now: Now; source: RenderSource },
  report: Report,
): Promise<RenderTask['from']> {
  const { reports, version } = source;
  const folders = await listFoldersElsewhere(db, report.mission_id);
  if (report.status === 'draft') {
    const draft = toBuild(report, null, version, isoTime(now()));
    return { database: findInUse(db), report: draft, template: pickTemplate(report), folders };
  }
  const model = await store.findFileOf(db, report.id, 'json');
  if (model === null) throw new Error('an issued report without its model');
  return { reports, model: { folder: model.folder, sha256: model.sha256 }, folders };
}

/** The custom template that a report uses now; null once it was deleted, and for a sanitised one, because its words are not searched. */
export function pickTemplate({ template, options }: Report): { id: string; sha256: string } | null {
  return options.sanitised || template === null || template.id === null
    ? null
    : { id: template.id, sha256: template.sha256 };
}

/** A report in the form from which its model is built. */
export function toBuild(
  report: Report,
  issued: ReportToBuild['report']['issued'],
  version: string,
  at: string,
): Omit<ReportToBuild, 'openText'> {
  return { missionId: report.mission_id, report: { ...report, issued }, version, at };
}
