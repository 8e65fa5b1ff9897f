import type { ReportFormat } from '../../../../domain/reports.ts';
import type { BlobRegister } from '../../../blobs/register.ts';
import type { StagedBlob } from '../../../blobs/store.ts';
import { timeAfter } from '../../../database/clock.ts';
import { type Db, findInUse, inTransaction, type Trx } from '../../../database/database.ts';
import { wholly } from '../../../database/view.ts';
import { refuseStale } from '../../../entity-tag.ts';
import { notFound } from '../../../errors.ts';
import { holdsHead, listSealedChanges, recordWrite } from '../../../history/service.ts';
import type { Principal } from '../../../permissions.ts';
import { openMission } from '../../doors.ts';
import { listFoldersElsewhere } from '../../evidence/store.ts';
import type { OpenMission } from '../../heads.ts';
import type { Report, ReportVerification } from '../contract.ts';
import { findReport, type ReportPlace, requireReport } from '../find.ts';
import { removeFiles } from '../renderings/job.ts';
import type { Reports } from '../renderings/service.ts';
import { pickTemplate, toBuild } from '../renderings/source.ts';
import { refuseIssued, toRecorded } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Issues a draft: model, HTML and, with a custom template, the Word document are made, stored and recorded with their digests and
 * the head of the history at reading, all or nothing. `admitAgain` checks the caller once they are made. Refuses `not_found`,
 * `archived`, `report_issued`, `stale`, even when changed in the meantime, and what making it refuses.
 */
export async function issueReport(
  reports: Reports,
  user: Principal,
  place: ReportPlace,
  ifMatch: string | undefined,
  admitAgain: () => Promise<Principal>,
): Promise<Report> {
  const { db, now, register, renderings, source } = reports;
  const draft = await inTransaction(db, async (trx) => (await openDraft(trx, user, place, ifMatch)).draft);
  const at = timeAfter(draft.updated_at, now);
  const by = { id: user.id, display_name: user.displayName };
  const { version } = source;
  const chosen = pickTemplate(draft);
  const from = {
    database: findInUse(db),
    report: toBuild(draft, { at, by }, version, at),
    template: chosen,
    folders: await listFoldersElsewhere(db, draft.mission_id),
  };
  const formats = chosen === null ? (['json', 'html'] as const) : (['json', 'html', 'docx'] as const);
  const { files, history } = await renderings.makeNow(from, formats);
  const [model] = files as [StagedBlob];
  const template = chosen && draft.template;
  try {
    const issued = await keepAll(register, files, store.toFolder(draft.mission_id, draft.id), async () => {
      const live = await admitAgain();
      return inTransaction(db, async (trx) => {
        const { mission } = await openDraft(trx, live, place, `"${draft.updated_at}"`);
        const issue = { by: user.id, at, model_sha256: model.sha256, history, template };
        await store.issueDraft(trx, mission, draft.id, issue);
        for (const [index, { size, sha256 }] of files.entries()) {
          const format = formats[index] as ReportFormat;
          await store.insertFile(trx, draft, { format, size, sha256, created_at: at });
        }
        const after = await findReport(trx, place);
        await recordWrite(trx, {
          at,
          by: user,
          verb: 'issued',
          object: 'report',
          id: draft.id,
          place: { mission_id: draft.mission_id },
          before: { ...toRecorded(draft), ...digestsOf(draft) },
          after: { ...toRecorded(after), ...digestsOf(after) },
        });
        return after;
      });
    });
    await renderings.cancelAll(draft.id);
    return issued;
  } finally {
    await removeFiles(files.map((file) => file.place));
  }
}

/** Stores files in their folder, one after the other, then runs `record`. On failure no unreferenced file is kept. */
function keepAll<T>(
  register: BlobRegister,
  files: readonly StagedBlob[],
  folder: string,
  record: () => Promise<T>,
): Promise<T> {
  const [first, ...rest] = files;
  if (first === undefined) return record();
  return register.keep(first, folder, () => keepAll(register, rest, folder, record));
}

async function openDraft(
  trx: Trx,
  user: Principal,
  place: ReportPlace,
  ifMatch: string | undefined,
): Promise<{ mission: OpenMission; draft: Report }> {
  const { mission, judged: draft } = await openMission(trx, user, place.mission_id, () =>
    findReport(trx, place),
  );
  refuseIssued(draft);
  refuseStale(ifMatch, draft.updated_at);
  return { mission, draft };
}

/** History entry of an issued report. */
function digestsOf({ status, issued, files, template }: Report): Record<string, unknown> {
  const digestOf = (format: ReportFormat) => files.find((file) => file.format === format)?.sha256 ?? null;
  return {
    json_sha256: digestOf('json'),
    html_sha256: digestOf('html'),
    docx_sha256: digestOf('docx'),
    template_sha256: status === 'issued' ? (template?.sha256 ?? null) : null,
    history_seq: issued?.history?.seq ?? null,
    history_hash: issued?.history?.hash ?? null,
  };
}

/**
 * Checks for an issued report whether each stored file matches its digest, and whether the history contains its head and the same
 * digests. Refuses `not_found`, including a draft.
 */
export async function verifyReport(
  { db, register }: Reports,
  user: Principal,
  place: ReportPlace,
): Promise<ReportVerification> {
  const report = await requireReport(db, user, place);
  if (report.issued === null) throw notFound('Issued report');
  const files: ReportVerification['files'] = [];
  for (const { format, record: file } of await store.listFilesOf(db, report.id)) {
    files.push({ format, intact: (await register.judge(file)) === 'intact' });
  }
  const { history } = report.issued;
  return {
    files,
    // The history of the issue need not be what its reader sees of it.
    history:
      history && (await wholly(async () => (await holdsHead(db, history)) && agreesWithHistory(db, report))),
  };
}

/** Whether the entries on issuing it and its files exist and match its rows; erased entries are not judged. */
async function agreesWithHistory(db: Db, report: Report): Promise<boolean> {
  const about = { object_type: 'report', object_id: report.id };
  const issues = await listSealedChanges(db, { ...about, verb: 'issued' });
  const later = await listSealedChanges(db, { ...about, verb: 'changed', since: report.issued?.at });
  const entries = [...issues, ...later];
  if (issues.length !== 1 || entries.includes('forged')) return false;
  if (entries.includes(null)) return true;
  const told = Object.assign({}, ...(entries as object[]));
  const isTold = (field: string, value: unknown): boolean => {
    const change: unknown = told[field];
    return Array.isArray(change) && change[1] === value;
  };
  return (
    isTold('json_sha256', report.issued?.model_sha256) &&
    isTold('history_hash', report.issued?.history?.hash) &&
    (report.template === null || isTold('template_sha256', report.template.sha256)) &&
    report.files.every(({ format, sha256 }) => isTold(`${format}_sha256`, sha256))
  );
}
