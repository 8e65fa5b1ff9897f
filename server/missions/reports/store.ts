import {
  defaultReportOptions,
  type ReportFormat,
  type ReportKind,
  type ReportOptions,
} from '../../../domain/reports.ts';
import type { BlobRecord } from '../../blobs/records.ts';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { findView } from '../../database/view.ts';
import { newId } from '../../ids.ts';
import type { Found, Paging } from '../../paging.ts';
import { toPerson } from '../../person.ts';
import type { OpenMission } from '../heads.ts';
import type { Report, ReportSummary } from './contract.ts';

function selectShown(db: Db) {
  return db
    .selectFrom('reports')
    .leftJoin('users as creator', 'creator.id', 'reports.created_by')
    .leftJoin('users as writer', 'writer.id', 'reports.updated_by')
    .leftJoin('users as issuer', 'issuer.id', 'reports.issued_by')
    .leftJoin('report_templates as template', 'template.id', 'reports.template_id')
    .select([
      'reports.id',
      'reports.mission_id',
      'reports.kind',
      'reports.later_kind',
      'reports.title',
      'reports.status',
      'reports.options_json',
      'reports.created_by',
      'reports.created_at',
      'reports.updated_by',
      'reports.updated_at',
      'reports.issued_by',
      'reports.issued_at',
      'reports.model_sha256',
      'reports.history_seq',
      'reports.history_hash',
      'creator.display_name as creator_name',
      'writer.display_name as writer_name',
      'issuer.display_name as issuer_name',
      'reports.template_id',
      'reports.template_name',
      'reports.template_sha256',
      'template.name as present_template_name',
      'template.sha256 as present_template_sha256',
    ]);
}

type Joined = Record<
  'creator_name' | 'writer_name' | 'issuer_name' | 'present_template_name' | 'present_template_sha256',
  string | null
>;
type ShownRow = Omit<Row<'reports'>, 'texts_json' | 'of_whole' | 'hidden_json'> & Joined;

export async function readSign(
  db: Db,
  missionId: string,
): Promise<{ reports: number; changed_at: string | null }> {
  const { n, changed_at } = await db
    .selectFrom('reports')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max<string | null>('updated_at').as('changed_at')])
    .where('mission_id', '=', missionId)
    .executeTakeFirstOrThrow();
  return { reports: Number(n), changed_at };
}

/** A page of the reports of a mission, newest first. The caller has checked access. */
export async function listReports(
  db: Db,
  missionId: string,
  { limit, offset }: Paging,
): Promise<Found<ReportSummary>> {
  const rows = await selectShown(db)
    .where('reports.mission_id', '=', missionId)
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { items: await toSummaries(db, rows), total: await countReports(db, missionId) };
}

export async function countReports(db: Db, missionId: string): Promise<number> {
  const { n } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', missionId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Texts that somebody called harmless in any report of a mission. The caller has checked access. */
export async function listKnownWords(db: Db, missionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .select('options_json')
    .where('mission_id', '=', missionId)
    .execute();
  return rows.flatMap(({ options_json }) => (JSON.parse(options_json) as ReportOptions).known_words ?? []);
}

/** A report of a mission, or null. The caller has checked access. */
export async function findReport(db: Db, missionId: string, id: string): Promise<Report | null> {
  const row = await selectShown(db)
    .select('reports.texts_json')
    .where('reports.mission_id', '=', missionId)
    .where('reports.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [summary] = await toSummaries(db, [row]);
  return { ...(summary as ReportSummary), texts: JSON.parse(row.texts_json) };
}

async function toSummaries(db: Db, rows: readonly ShownRow[]): Promise<ReportSummary[]> {
  const ids = rows.map(({ id }) => id);
  const files = await db
    .selectFrom('report_files')
    .select(['report_id', 'format', 'size', 'sha256', 'created_at'])
    .where('report_id', 'in', anyOf(JSON.stringify(ids)))
    .orderBy('id')
    .execute();
  const filesOf = Map.groupBy(files, ({ report_id }) => report_id);
  return rows.map((row) => ({
    id: row.id,
    mission_id: row.mission_id,
    kind: row.later_kind ?? row.kind,
    title: row.title,
    status: row.status,
    options: {
      ...defaultReportOptions,
      // Reports from before this option included them.
      plans: true,
      ...JSON.parse(row.options_json),
      template_id: row.template_id,
    },
    template: toTemplate(row),
    created_by: toPerson(row.created_by, row.creator_name),
    created_at: row.created_at,
    updated_by: toPerson(row.updated_by, row.writer_name),
    updated_at: row.updated_at,
    issued: toIssued(row),
    files: (filesOf.get(row.id) ?? []).map(({ report_id, ...file }) => file),
  }));
}

function toIssued(row: ShownRow): Report['issued'] {
  const { issued_at, model_sha256, history_seq, history_hash } = row;
  if (issued_at === null || model_sha256 === null) return null;
  const history =
    history_seq === null || history_hash === null ? null : { seq: history_seq, hash: history_hash };
  return { at: issued_at, by: toPerson(row.issued_by, row.issuer_name), model_sha256, history };
}

/** A draft shows its template in the current state, an issued report as of issuing. */
function toTemplate(row: ShownRow): Report['template'] {
  const { template_id: id, template_name: name, template_sha256: sha256 } = row;
  if (name === null || sha256 === null) return null;
  if (row.status === 'issued') return { id, name, sha256 };
  return { id, name: row.present_template_name ?? name, sha256: row.present_template_sha256 ?? sha256 };
}

type Draft = Pick<Report, 'id' | 'kind' | 'title' | 'options' | 'template' | 'texts'> & {
  by: string;
  at: string;
};

function toColumns({ options, template, texts }: Pick<Draft, 'options' | 'template' | 'texts'>) {
  const { template_id, ...rest } = options;
  return {
    options_json: JSON.stringify(rest),
    texts_json: JSON.stringify(texts),
    template_id,
    template_name: template?.name ?? null,
    template_sha256: template?.sha256 ?? null,
  };
}

/** Whether what the caller writes may tell of tests that others do not see. */
async function tellsHidden(trx: Trx, { id }: OpenMission): Promise<boolean> {
  const view = findView();
  if (view !== null && view.leads === null) return false;
  const veiled = await trx
    .selectFrom('missions')
    .select('id')
    .where('id', '=', id)
    .where('shown_change_at', 'is not', null)
    .executeTakeFirst();
  return veiled !== undefined;
}

async function listHiddenTests(trx: Trx, missionId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('mission_tests')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('shown_position', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertDraft(trx: Trx, mission: OpenMission, draft: Draft): Promise<void> {
  const { id, kind, title, by, at } = draft;
  await trx
    .insertInto('reports')
    .values({
      id,
      mission_id: mission.id,
      ...toKindColumns(kind),
      title,
      status: 'draft',
      ...toColumns(draft),
      of_whole: (await tellsHidden(trx, mission)) ? 1 : 0,
      created_by: by,
      created_at: at,
      updated_by: by,
      updated_at: at,
      issued_by: null,
      issued_at: null,
      model_sha256: null,
      history_seq: null,
      history_hash: null,
    })
    .execute();
}

export async function updateDraft(
  trx: Trx,
  mission: OpenMission,
  { id, title, by, at, ...draft }: Omit<Draft, 'kind'>,
): Promise<void> {
  await trx
    .updateTable('reports')
    .set({
      title,
      ...toColumns(draft),
      of_whole: (await tellsHidden(trx, mission)) ? 1 : 0,
      updated_by: by,
      updated_at: at,
    })
    .where('id', '=', id)
    .where('mission_id', '=', mission.id)
    .where('status', '=', 'draft')
    .execute();
}

export async function deleteDraft(trx: Trx, mission: OpenMission, id: string): Promise<void> {
  await trx
    .deleteFrom('reports')
    .where('id', '=', id)
    .where('mission_id', '=', mission.id)
    .where('status', '=', 'draft')
    .execute();
}

const fileColumns = ['id', 'mission_id', 'report_id', 'sha256', 'size'] as const;
type FileRow = Pick<Row<'report_files'>, (typeof fileColumns)[number]>;

function toBlob({ id, mission_id, report_id, sha256, size }: FileRow): BlobRecord {
  return { id, folder: toFolder(mission_id, report_id), sha256, size };
}

/** Folder of a report's files. */
export function toFolder(missionId: string, reportId: string): string {
  return `${missionId}/${reportId}`;
}

/** The record of a stored file, or null. */
export async function findFile(db: Db, id: string): Promise<BlobRecord | null> {
  const row = await db.selectFrom('report_files').select(fileColumns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toBlob(row);
}

/** The next `limit` records after `afterId`, ordered by id. */
export async function listFilesAfter(db: Db, afterId: string, limit: number): Promise<BlobRecord[]> {
  const rows = await db
    .selectFrom('report_files')
    .select(fileColumns)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toBlob);
}

/** The digests of the stored files of a report. */
export async function listDigestsOfReport(db: Db, reportId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('report_files')
    .select('sha256')
    .where('report_id', '=', reportId)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The stored file of an issued report in a format, or null. */
export async function findFileOf(
  db: Db,
  reportId: string,
  format: ReportFormat,
): Promise<(BlobRecord & { created_at: string }) | null> {
  const row = await db
    .selectFrom('report_files')
    .select([...fileColumns, 'created_at'])
    .where('report_id', '=', reportId)
    .where('format', '=', format)
    .executeTakeFirst();
  return row === undefined ? null : { ...toBlob(row), created_at: row.created_at };
}

/** The stored files of an issued report, oldest first. */
export async function listFilesOf(
  db: Db,
  reportId: string,
): Promise<{ format: ReportFormat; record: BlobRecord }[]> {
  const rows = await db
    .selectFrom('report_files')
    .select([...fileColumns, 'format'])
    .where('report_id', '=', reportId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ format: row.format, record: toBlob(row) }));
}

export async function insertFile(
  trx: Trx,
  { mission_id, id }: Pick<Report, 'mission_id' | 'id'>,
  file: Pick<Row<'report_files'>, 'format' | 'size' | 'sha256' | 'created_at'>,
): Promise<void> {
  await trx
    .insertInto('report_files')
    .values({ id: newId(), report_id: id, mission_id, ...file })
    .execute();
}

type Issue = Pick<Report, 'template'> & {
  by: string;
  at: string;
  model_sha256: string;
  history: { seq: number; hash: string } | null;
};

export async function issueDraft(
  trx: Trx,
  mission: OpenMission,
  id: string,
  { by, at, model_sha256, history, template }: Issue,
): Promise<void> {
  const hidden = (await tellsHidden(trx, mission)) ? await listHiddenTests(trx, mission.id) : [];
  await trx
    .updateTable('reports')
    .set({
      status: 'issued',
      hidden_json: hidden.length === 0 ? null : JSON.stringify(hidden),
      updated_by: by,
      updated_at: at,
      issued_by: by,
      issued_at: at,
      model_sha256,
      history_seq: history?.seq ?? null,
      history_hash: history?.hash ?? null,
      template_name: template?.name ?? null,
      template_sha256: template?.sha256 ?? null,
    })
    .where('id', '=', id)
    .where('mission_id', '=', mission.id)
    .where('status', '=', 'draft')
    .execute();
}

/** Whether the mission of a report still exists. */
export async function isReportReachable(db: Db, reportId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('missions', 'missions.id', 'reports.mission_id')
    .select('reports.id')
    .where('reports.id', '=', reportId)
    .where('missions.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Kinds from after the first schema have a column of their own. */
function toKindColumns(kind: ReportKind): Pick<Row<'reports'>, 'kind' | 'later_kind'> {
  return kind === 'replay_minutes' ? { kind: 'technical', later_kind: kind } : { kind, later_kind: null };
}
