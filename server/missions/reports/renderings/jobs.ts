import type { ReportFormat } from '../../../../domain/reports.ts';
import type { BlobRegister } from '../../../blobs/register.ts';
import type { BlobStore, OpenedBlob, StagedBlob } from '../../../blobs/store.ts';
import { isoTime, type Now } from '../../../database/clock.ts';
import { type Db, shortLivedOf } from '../../../database/database.ts';
import { findView, inView, nameView, type View } from '../../../database/view.ts';
import { DomainError, type ErrorCode } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { JobEntries } from '../../../jobs/entries.ts';
import { JobFiles } from '../../../jobs/files.ts';
import { JobRunner, type JobWatch } from '../../../jobs/runner.ts';
import { type JobFigures, type JobOutcome, judgeJobError } from '../../../jobs/tally.ts';
import { type Log, toTrace } from '../../../log.ts';
import type { CallerAuthor } from '../../../permissions.ts';
import type { ReportPrinter } from '../../../reports/renderer.ts';
import type { ThreadMemory } from '../../../threads.ts';
import type { Rendering, Report } from '../contract.ts';
import type { ReportPlace } from '../find.ts';
import type { Previews } from '../previews/service.ts';
import { makeFormat, type Rendered, type RenderTask, removeFiles, render } from './job.ts';

export type RenderHost = {
  db: Db;
  now: Now;
  log: Log;
  register: BlobRegister;
  /** Place for the renderings of drafts, kept for a while. */
  files: BlobStore;
  /** Of the evidence. */
  previews: Previews;
  printPdf: ReportPrinter;
  /** Of the thread that makes a report; if omitted, the usual memory. */
  memory: ThreadMemory | undefined;
  /** Reports a storage failure to the host, and names the refusal for the response; null for any other. */
  onFailure: (error: unknown) => DomainError | null;
};

/** Input of a rendering; `keep` stores the result before anyone gets it. */
export type Making = { from: RenderTask['from']; keep: ((made: StagedBlob) => Promise<void>) | null };
/** Refuses `not_found` a deleted report; null when the rendering was made and stored in the meantime. */
type FindMaking = (entry: Entry) => Promise<Making | null>;

/** A rendering: of a draft, kept for a while, or of an issued report, kept until it is stored. */
export type Entry = ReportPlace & {
  id: string;
  format: ReportFormat;
  /** Version of the report it shows. */
  version: string;
  /** The view of its reader; omitted for somebody who sees everything. */
  view?: View;
  by: CallerAuthor;
  /** Requesters, except those who have cancelled it. */
  wantedBy: string[];
  requestedAt: number;
  state: Rendering['state'] | 'failed';
  endedAt: number;
  made: { sha256: string; size: number } | null;
  /** Of a PDF: how many characters no typeface of the server has. */
  missingGlyphs?: number;
  failure: { code: ErrorCode; message: string } | null;
};

const bounds = {
  /** Limit for all people, and for one. */
  mostWaiting: 20,
  mostWaitingOfPerson: 6,
  /** Time to keep a rendering after its end, and after its request. */
  keptMilliseconds: 30 * 60_000,
  longestMilliseconds: 24 * 60 * 60_000,
  keptBytes: 1024 * 1024 * 1024,
  kept: 100,
};

/** Running and recent renderings, in order of request. */
export class Renderings {
  readonly #host: RenderHost;
  readonly #findMaking: FindMaking;
  readonly #entries: JobEntries<Entry>;
  readonly #files: JobFiles;
  readonly #jobs: JobRunner;
  readonly #timer: NodeJS.Timeout;

  constructor(host: RenderHost, findMaking: FindMaking) {
    const { db, now, log } = host;
    this.#host = host;
    this.#findMaking = findMaking;
    const untilOf = (entry: Entry): number =>
      isUnderWay(entry)
        ? entry.requestedAt + bounds.longestMilliseconds
        : // Kept a little longer, so that clean-up finds its files.
          entry.endedAt + 2 * bounds.keptMilliseconds;
    this.#entries = new JobEntries(shortLivedOf(db), 'rendering', { now, untilOf });
    this.#files = new JobFiles(host.files);
    this.#jobs = new JobRunner({
      db,
      log,
      kind: 'report',
      find: async () => (await this.#list()).filter(isUnderWay).map(toKey),
      run: (key, watch) => this.#run(key, watch),
    });
    this.#timer = setInterval(() => void this.#tidy().catch(() => {}), 60_000).unref();
  }

  get figures(): JobFigures {
    return this.#jobs.figures;
  }

  /** Removes the files of expired renderings, and continues those left by other processes. */
  async prepare(): Promise<void> {
    const { db, now } = this.#host;
    const isShared = shortLivedOf(db).outlivesProcess;
    await this.#files.prepare(isShared ? now() - bounds.longestMilliseconds : null);
    this.#jobs.look();
  }

  /** Stops running work, removes files that no other process can find, and returns when that is done. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#jobs.close();
    if (!shortLivedOf(this.#host.db).outlivesProcess) await this.#files.wipe();
  }

  /** Progress of a report's rendering, or null without a request. Refuses the reason of its failure. */
  async find(report: string, format: ReportFormat): Promise<{ rendering: Rendering; entry: Entry } | null> {
    const entry = await this.#entries.find(toKey({ report_id: report, format, view: findView() }));
    if (entry === null) return null;
    if (entry.failure !== null) throw new DomainError(entry.failure.code, entry.failure.message);
    return { rendering: this.#describe(entry), entry };
  }

  /** How many characters of a PDF that was made lately no typeface has. */
  async countMissingGlyphs(report: string, format: ReportFormat): Promise<number> {
    const entry = await this.#entries.find(toKey({ report_id: report, format, view: findView() }));
    return entry?.missingGlyphs ?? 0;
  }

  /** Opens a rendering; null when it is not made yet, or missing or damaged. */
  async open({ report_id, id, made }: Entry): Promise<OpenedBlob | null> {
    return made && this.#files.open({ folder: `${report_id}/${id}`, sha256: made.sha256 });
  }

  /**
   * Requests a rendering, replacing any previous one; a running one of the same version continues. Refuses `too_many_requests`
   * while too many wait.
   */
  async request(
    { id: report_id, mission_id, updated_at }: Pick<Report, 'id' | 'mission_id' | 'updated_at'>,
    format: ReportFormat,
    by: Entry['by'],
  ): Promise<Rendering> {
    const view = findView();
    const key = toKey({ report_id, format, view });
    const goesOn = (entry: Entry | null): entry is Entry =>
      entry !== null && isUnderWay(entry) && entry.version === updated_at;
    if (!goesOn(await this.#entries.find(key))) await this.#refuseTooMany(by.id);
    let before: Entry | null = null;
    const entry = await this.#entries.change(key, (now) => {
      if (goesOn(now)) return { ...now, wantedBy: [...new Set([...now.wantedBy, by.id])] };
      before = now;
      return {
        id: newId(),
        report_id,
        mission_id,
        format,
        version: updated_at,
        view,
        by,
        wantedBy: [by.id],
        requestedAt: this.#host.now(),
        state: 'waiting',
        endedAt: 0,
        made: null,
        failure: null,
      };
    });
    if (before !== null) await this.#clear(before);
    this.#jobs.look();
    return this.#describe(entry as Entry);
  }

  /** Makes the files of a report being issued, ahead of all waiting ones. Refuses what `render` refuses. */
  async makeNow(from: RenderTask['from'], formats: readonly ReportFormat[]): Promise<Rendered> {
    if (this.#jobs.figures.waiting >= bounds.mostWaiting) throw tooMany();
    try {
      const files = formats.map((format) => ({ format, place: toPlace(this.#host.register, format) }));
      const { previews, memory } = this.#host;
      const task = { ...this.#toTask(from), files };
      const onPreview = previews.keep.bind(previews);
      return await this.#jobs.doFirst((stop) =>
        render(task, { stop, progress: () => {}, onPreview, memory }),
      );
    } catch (error) {
      throw this.#judge(error);
    }
  }

  /** Cancels a rendering unless others than `by` wait for it, or removes its result. Returns whether there was one. */
  async cancel(report: string, format: ReportFormat, by: string): Promise<boolean> {
    let before: Entry | null = null;
    const after = await this.#entries.change(
      toKey({ report_id: report, format, view: findView() }),
      (entry) => {
        before = entry;
        if (entry === null) return null;
        const wantedBy = entry.wantedBy.filter((id) => id !== by);
        return isUnderWay(entry) && wantedBy.length > 0 ? { ...entry, wantedBy } : null;
      },
    );
    if (before === null) return false;
    if (after === null) await this.#clear(before);
    return true;
  }

  /** Cancels and removes all renderings of a report; what can't be done now is done once they are old. */
  async cancelAll(report: string): Promise<void> {
    try {
      for (const entry of await this.#list()) if (entry.report_id === report) await this.#forget(entry);
    } catch {}
  }

  async #run(key: string, watch: JobWatch): Promise<JobOutcome | null> {
    const entry = await this.#entries.change(key, (now) =>
      now !== null && isUnderWay(now) ? { ...now, state: 'running' } : now,
    );
    if (entry === null || !isUnderWay(entry)) return null;
    const isSame = (now: Entry | null): now is Entry =>
      now !== null && now.id === entry.id && isUnderWay(now);
    let outcome: JobOutcome = 'done';
    let end: Partial<Entry>;
    try {
      end = { state: 'done', ...(await inView(entry.view ?? null, () => this.#make(entry, watch))) };
    } catch (error) {
      if (watch.stop.aborted) return 'stopped';
      outcome = judgeJobError(error, watch.stop);
      const { code, message } = this.#judge(error);
      end = { state: 'failed', failure: { code, message } };
    }
    const endedAt = this.#host.now();
    const after = await this.#entries.change(key, (now) => (isSame(now) ? { ...now, ...end, endedAt } : now));
    // Cancelled in the meantime, perhaps in another process.
    if (after?.id !== entry.id) await this.#files.drop(`${entry.report_id}/${entry.id}`);
    await this.#tidy().catch(() => {});
    return outcome;
  }

  async #make(entry: Entry, watch: JobWatch): Promise<Pick<Entry, 'made' | 'missingGlyphs'>> {
    const { previews, memory, printPdf, register } = this.#host;
    const making = await this.#findMaking(entry);
    if (making === null) return { made: null };
    const { from, keep } = making;
    const { format } = entry;
    const place = toPlace(keep === null ? this.#files : register, format);
    const onPreview = previews.keep.bind(previews);
    const { file: made, missingGlyphs } = await makeFormat(this.#toTask(from), format, place, printPdf, {
      ...watch,
      onPreview,
      memory,
    });
    if (watch.stop.aborted) {
      await removeFiles([made.place]);
      throw new DomainError('unavailable', 'The rendering was stopped');
    }
    if (keep === null) {
      await this.#files.put(made, `${entry.report_id}/${entry.id}`);
      return { made: { sha256: made.sha256, size: made.size }, missingGlyphs };
    }
    await keep(made);
    return { made: null, missingGlyphs };
  }

  #toTask(from: RenderTask['from']): Omit<RenderTask, 'files'> {
    const { place, key } = this.#host.previews;
    return { from, evidence: place, previewKey: key, template: null };
  }

  #judge(error: unknown): DomainError {
    const ofStorage = this.#host.onFailure(error);
    if (ofStorage !== null) return ofStorage;
    if (error instanceof DomainError) return error;
    this.#host.log.error({ event: 'rendering_failed', ...toTrace(error) });
    return new DomainError('rendering_failed', 'Something went wrong on the server; its log says where');
  }

  async #refuseTooMany(by: string): Promise<void> {
    const waiting = (await this.#list()).filter(({ state }) => state === 'waiting');
    const ofPerson = waiting.filter((entry) => entry.by.id === by).length;
    if (waiting.length >= bounds.mostWaiting || ofPerson >= bounds.mostWaitingOfPerson) throw tooMany();
  }

  /** In order of request. */
  async #list(): Promise<Entry[]> {
    return (await this.#entries.list()).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #forget(entry: Entry): Promise<void> {
    const removed = await this.#entries.remove(toKey(entry), ({ id }) => id === entry.id);
    if (removed !== null) await this.#clear(removed);
  }

  async #clear(entry: Entry): Promise<void> {
    if (isUnderWay(entry)) this.#jobs.stop(toKey(entry));
    await this.#files.drop(`${entry.report_id}/${entry.id}`);
  }

  /** Removes old results, and the oldest ones beyond the limit. */
  async #tidy(): Promise<void> {
    const ended = (await this.#list()).filter((entry) => !isUnderWay(entry)).reverse();
    let bytes = 0;
    for (const [index, entry] of ended.entries()) {
      bytes += entry.made?.size ?? 0;
      const isOld = this.#host.now() - entry.endedAt > bounds.keptMilliseconds;
      if (isOld || bytes > bounds.keptBytes || index >= bounds.kept) await this.#forget(entry);
    }
  }

  #describe(entry: Entry): Rendering {
    const { format, state, requestedAt } = entry;
    const hasEnded = !isUnderWay(entry);
    return {
      format,
      state: state === 'failed' ? 'done' : state,
      progress: hasEnded ? 1 : this.#jobs.progressOf(toKey(entry)),
      requested_at: isoTime(requestedAt),
    };
  }
}

function isUnderWay({ state }: Entry): boolean {
  return state === 'waiting' || state === 'running';
}

/** Each view has renderings of its own. */
function toKey({ report_id, format, view = null }: Pick<Entry, 'report_id' | 'format' | 'view'>): string {
  const name = nameView(view);
  return name === '' ? `${report_id}/${format}` : `${report_id}/${format}/${name}`;
}

/** Browsers go by the extension. */
function toPlace(folder: { newPlace(): string }, format: ReportFormat): string {
  return `${folder.newPlace()}.${format}`;
}

function tooMany(): DomainError {
  return new DomainError('too_many_requests', 'Too many reports are being created: wait for them to finish', {
    retryAfterSeconds: 5,
  });
}
