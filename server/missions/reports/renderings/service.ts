import { nameReportFile, type ReportFormat } from '../../../../domain/reports.ts';
import type { BlobRegister } from '../../../blobs/register.ts';
import type { OpenedBlob, StagedBlob } from '../../../blobs/store.ts';
import { isoTime, type Now } from '../../../database/clock.ts';
import { type Db, inTransaction } from '../../../database/database.ts';
import { notFound } from '../../../errors.ts';
import { type DownloadRecorder, recordWrite } from '../../../history/service.ts';
import { type Principal, toAuthor } from '../../../permissions.ts';
import type { Rendering, Report } from '../contract.ts';
import { findReport, type ReportPlace, requireReport } from '../find.ts';
import * as store from '../store.ts';
import { type Entry, type Making, type RenderHost, Renderings } from './jobs.ts';
import { findSource, type RenderSource } from './source.ts';

/** Dependencies of reports. */
export type Reports = {
  db: Db;
  now: Now;
  register: BlobRegister;
  renderings: Renderings;
  source: RenderSource;
  recordDownload: DownloadRecorder;
};

/** The reports of a server; running work ends with their renderings. */
export function openReports({
  recordDownload,
  source,
  ...host
}: RenderHost & Pick<Reports, 'recordDownload' | 'source'>): Reports {
  const { db, now, register } = host;
  const parts = { db, now, register, recordDownload, source };
  return { ...parts, renderings: new Renderings(host, (entry) => findMaking(parts, entry)) };
}

/**
 * Requests a report in a format, and returns its progress; for an issued one it is made once and stored. Refuses `not_found`,
 * `too_many_requests`.
 */
export async function requestRendering(
  { db, renderings }: Reports,
  user: Principal,
  place: ReportPlace,
  format: ReportFormat,
): Promise<Rendering> {
  const report = await requireReport(db, user, place);
  const kept = report.status === 'issued' ? await store.findFileOf(db, report.id, format) : null;
  if (kept !== null) return { format, state: 'done', progress: 1, requested_at: kept.created_at };
  return renderings.request(report, format, toAuthor(user));
}

type Parts = Omit<Reports, 'renderings'>;

async function findMaking(parts: Parts, entry: Entry): Promise<Making | null> {
  const { by, format } = entry;
  const report = await findReport(parts.db, entry);
  if (report.status === 'draft') return { from: await findSource(parts, report), keep: null };
  if ((await store.findFileOf(parts.db, report.id, format)) !== null) return null;
  return {
    from: await findSource(parts, report),
    keep: (made) => keepRendering(parts, by, report, format, made),
  };
}

async function keepRendering(
  { db, now, register }: Parts,
  user: Entry['by'],
  report: Report,
  format: ReportFormat,
  made: StagedBlob,
): Promise<void> {
  const { size, sha256 } = made;
  await register.keep(made, store.toFolder(report.mission_id, report.id), () =>
    inTransaction(db, async (trx) => {
      const at = isoTime(now());
      await store.insertFile(trx, report, { format, size, sha256, created_at: at });
      await recordWrite(trx, {
        at,
        by: user,
        verb: 'changed',
        object: 'report',
        id: report.id,
        place: { mission_id: report.mission_id },
        before: { [`${format}_sha256`]: null },
        after: { [`${format}_sha256`]: sha256 },
      });
    }),
  );
}

/** A report in a format, ready to send; the sender closes it. */
type OpenedRendering = {
  /** Of a PDF that was made lately: how many of its characters no typeface of the server has. */
  missingGlyphs: number;
  record: { sha256: string; mime_type: string; file_name: string };
  opened: OpenedBlob;
};

/**
 * Opens a report in a format, or returns its progress. Refuses `not_found`, including one without a request, the reason of its
 * failure, and `evidence_corrupt` a damaged stored file.
 */
export async function openRendering(
  reports: Reports,
  user: Principal,
  place: ReportPlace,
  format: ReportFormat,
  isDownload: boolean,
): Promise<{ rendering: Rendering } | OpenedRendering> {
  const { db, register, renderings, recordDownload } = reports;
  const report = await requireReport(db, user, place);
  const kept = report.status === 'issued' ? await store.findFileOf(db, report.id, format) : null;
  const found = kept === null ? await renderings.find(report.id, format) : null;
  if (found !== null && found.entry.made === null) return { rendering: found.rendering };
  const file = kept ?? found?.entry.made;
  const opened = kept !== null ? await register.open(kept) : found && (await renderings.open(found.entry));
  if (!file || opened === null) throw notFound('Rendering');
  const { sha256 } = file;
  if (isDownload) {
    const download = { object: 'report', id: report.id, place: { mission_id: report.mission_id } } as const;
    await recordDownload(user, { ...download, after: { format, sha256 } }, opened);
  }
  return {
    missingGlyphs:
      found === null
        ? await renderings.countMissingGlyphs(report.id, format)
        : (found.entry.missingGlyphs ?? 0),
    record: { sha256, mime_type: mediaTypes[format], file_name: nameReportFile(report, format) },
    opened,
  };
}

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  // Several files.
  csv: 'application/zip',
  json: 'application/json',
};

/**
 * Cancels a rendering unless others wait for it, or removes its result; stored files of an issued report stay. Refuses
 * `not_found`.
 */
export async function cancelRendering(
  { db, renderings }: Reports,
  user: Principal,
  place: ReportPlace,
  format: ReportFormat,
): Promise<void> {
  const report = await requireReport(db, user, place);
  if (!(await renderings.cancel(report.id, format, user.id))) throw notFound('Rendering');
}
