import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { mostReportTemplates } from '../../domain/limits.ts';
import { seesEveryMission } from '../../domain/missions.ts';
import type { Language } from '../../domain/words/languages.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import type { Services } from '../database/services.ts';
import { DomainError, forbidden, invalid, notFound } from '../errors.ts';
import { type Recorded, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { Found, Paging } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { readProgramFile } from '../program.ts';
import { judgeTemplate } from '../reports/docx/lint/judge.ts';
import { ownTemplates } from '../reports/docx/own-template.ts';
import { makeSampleTemplate } from '../reports/docx/sample-template.ts';
import type { ReportTemplate, ReportTemplatePatch } from './contract.ts';
import { type ReceivedTemplate, receiveTemplate } from './receive.ts';
import * as store from './store.ts';

export type ReportTemplates = { db: Db; now: Now; uploads: Uploads };

/** Checks the sender again once an upload has arrived. Refuses `unauthenticated`, `forbidden`. */
type AdmitAgain = () => Promise<Principal>;

/** Limit of uploads: each is held in memory, and its trial takes some 200 MiB. */
const mostUploads = 4;

/** Accepts a few uploads at once, and tries them one by one. */
export class Uploads {
  #under = 0;
  #tried: Promise<unknown> = Promise.resolve();

  /**
   * Receives a form and checks its template; returns it in stored form. Refuses `too_many_requests`, what receiving and checking
   * refuse.
   */
  async take(request: IncomingMessage, form: { named: boolean }): Promise<ReceivedTemplate> {
    if (this.#under >= mostUploads) {
      throw new DomainError('too_many_requests', 'Too many templates are being uploaded: try again', {
        retryAfterSeconds: 5,
      });
    }
    this.#under += 1;
    try {
      const received = await receiveTemplate(request, form);
      const trial = this.#tried.then(() => judgeTemplate(received.bytes));
      this.#tried = trial.catch(() => {});
      return { ...received, bytes: await trial };
    } finally {
      this.#under -= 1;
    }
  }
}

/** A page of the templates, by name. Refuses nothing. */
export function listTemplates(db: Db, user: Principal, paging: Paging): Promise<Found<ReportTemplate>> {
  return inSnapshot(db, (trx) => store.listTemplates(trx, toViewer(user), paging));
}

function toViewer(user: Principal): store.Viewer {
  return {
    id: user.id,
    seesAll: seesEveryMission(user.role),
    mayWrite: user.permissions.has('mission.update'),
    mayManage: user.permissions.has('system.manage'),
  };
}

/** The template with an id. Refuses `not_found`. */
export async function requireTemplate(db: Db, user: Principal, id: string): Promise<ReportTemplate> {
  const template = await store.findTemplate(db, toViewer(user), id);
  if (template === null) throw notFound('Template');
  return template;
}

/**
 * The template with an id, for a change. Refuses `not_found`, and `forbidden` one added by someone else, whether used or not: the
 * answer must not reveal whether invisible reports use it.
 */
export async function requireOwnTemplate(db: Db, user: Principal, id: string): Promise<ReportTemplate> {
  const template = await requireTemplate(db, user, id);
  if (!template.may_change) {
    throw forbidden('Only the person who added this template, or an administrator, can change it');
  }
  return template;
}

/** Template and its file, or null. */
export const findTemplate: (db: Db, id: string) => Promise<store.TemplateHead | null> = store.findHead;

/** The bytes of a template if it still has this digest; else null. */
export async function readTemplateOf(
  db: Db,
  { id, sha256 }: Pick<ReportTemplate, 'id' | 'sha256'>,
): Promise<Buffer | null> {
  const content = await store.readContent(db, id);
  return content !== null && toDigest(content) === sha256 ? content : null;
}

/** The file of a template. Refuses `not_found`. */
export function readFileOf(db: Db, id: string): Promise<{ name: string; sha256: string; bytes: Buffer }> {
  return inSnapshot(db, async (trx) => {
    const found = await store.findHead(trx, id);
    const bytes = await store.readContent(trx, id);
    if (found === null || bytes === null) throw notFound('Template');
    return { name: found.name, sha256: found.sha256, bytes };
  });
}

/** Damson's own template in a language, as a starting point. Refuses nothing. */
export async function readOwnTemplate(
  language: Language,
): Promise<{ name: string; sha256: string; bytes: Buffer }> {
  const bytes = await readProgramFile(ownTemplates[language]);
  return { name: 'Damson report template', sha256: toDigest(bytes), bytes };
}

/** A template in a language with every field of a report. Refuses nothing. */
export async function readSampleTemplate(
  language: Language,
): Promise<{ name: string; sha256: string; bytes: Buffer }> {
  const bytes = await makeSampleTemplate(language);
  return { name: 'Damson sample template', sha256: toDigest(bytes), bytes };
}

/**
 * Adds an uploaded template. Refuses `invalid` its faults, each part and tag by name, one beyond the limit and a bad name;
 * `duplicate` a name that is taken, ignoring case; `too_large`, `too_many_requests`, `unsupported_media_type`. A refused upload
 * leaves nothing.
 */
export async function addTemplate(
  { db, now, uploads }: ReportTemplates,
  request: IncomingMessage,
  admitAgain: AdmitAgain,
): Promise<ReportTemplate> {
  const { name, bytes } = await uploads.take(request, { named: true });
  const user = await admitAgain();
  return inTransaction(db, async (trx) => {
    if ((await store.countTemplates(trx)) >= mostReportTemplates) {
      throw invalid('file', `there are already ${mostReportTemplates} templates, which is the limit`);
    }
    const id = newId();
    const at = isoTime(now());
    await store.insertTemplate(trx, { id, name, by: user.id, at, ...toFile(bytes) });
    const after = await requireTemplate(trx, user, id);
    await record(trx, { at, by: user, verb: 'created' }, null, after);
    return after;
  });
}

/**
 * Replaces the file of a template; drafts use the new one from now on. Refuses `not_found`, `forbidden`, and what adding refuses.
 */
export async function replaceFile(
  { db, now, uploads }: ReportTemplates,
  id: string,
  request: IncomingMessage,
  admitAgain: AdmitAgain,
): Promise<ReportTemplate> {
  const { bytes } = await uploads.take(request, { named: false });
  const user = await admitAgain();
  const file = toFile(bytes);
  return change({ db, now }, user, id, (before) => (before.sha256 === file.sha256 ? null : file));
}

/** Renames a template. Refuses `not_found`, `forbidden`, `duplicate` a name that is taken, ignoring case. */
export function renameTemplate(
  templates: Services,
  user: Principal,
  id: string,
  { name }: ReportTemplatePatch,
): Promise<ReportTemplate> {
  return change(templates, user, id, (before) =>
    name === undefined || name === before.name ? null : { name },
  );
}

function change(
  { db, now }: Services,
  user: Principal,
  id: string,
  find: (before: ReportTemplate) => { name: string } | ReturnType<typeof toFile> | null,
): Promise<ReportTemplate> {
  return inTransaction(db, async (trx) => {
    const before = await requireOwnTemplate(trx, user, id);
    const found = find(before);
    if (found === null) return before;
    const at = timeAfter(before.updated_at, now);
    await store.updateTemplate(trx, id, { ...found, by: user.id, at });
    const after = await requireTemplate(trx, user, id);
    await record(trx, { at, by: user, verb: 'changed' }, before, after);
    return after;
  });
}

/**
 * Deletes a template. Drafts using it then use Damson's own, and say so; issued reports don't change. Refuses `not_found`,
 * `forbidden`.
 */
export async function removeTemplate({ db, now }: Services, user: Principal, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await requireOwnTemplate(trx, user, id);
    await store.deleteTemplate(trx, id);
    await record(trx, { at: isoTime(now()), by: user, verb: 'deleted' }, before, null);
  });
}

function toFile(content: Buffer) {
  return { size: content.length, sha256: toDigest(content), content };
}

function toDigest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function record(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'verb'>,
  before: ReportTemplate | null,
  after: ReportTemplate | null,
): Promise<void> {
  const { id } = (after ?? before) as ReportTemplate;
  await recordWrite(trx, {
    ...write,
    object: 'report_template',
    id,
    before: before && toRecorded(before),
    after: after && toRecorded(after),
  });
}

function toRecorded({ name, size, sha256 }: ReportTemplate): Record<string, unknown> {
  return { name, size, sha256 };
}
