import type { IncomingMessage } from 'node:http';
import { type ImportFormat, seesEveryImport } from '../../domain/interchange.ts';
import type { Language } from '../../domain/words/languages.ts';
import type { BlobStore, StagedBlob } from '../blobs/store.ts';
import { isoTime } from '../database/clock.ts';
import { shortLivedOf, tryHoldJob } from '../database/database.ts';
import { DomainError, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { JobEntries } from '../jobs/entries.ts';
import { JobRunner } from '../jobs/runner.ts';
import { addFigures, type JobFigures } from '../jobs/tally.ts';
import type { Found, Paging } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { openProblems } from '../words.ts';
import { forgetBefore, listForgettable } from './apply/before.ts';
import { beginUndo, takeBackAgain, undoInSlices } from './apply/undo.ts';
import { importBounds } from './bounds.ts';
import type { Import, ImportChoices, ImportPatch, ImportRow, RowFilter } from './contract.ts';
import { Exports } from './export/exports.ts';
import { exportHere as writeHere } from './export/here.ts';
import { ImportRefusal } from './format.ts';
import { importHere as fromHere, type ImportedHere } from './here.ts';
import { receiveUpload } from './staging/receive.ts';
import * as store from './store.ts';
import { readLog as readLogOf } from './thread/log-job.ts';
import { type DayBounds, DayCounts } from './waiting/day.ts';
import {
  keepApplier,
  keepPrincipal,
  keptMilliseconds,
  openWaiting,
  type Waiting,
} from './waiting/entries.ts';
import { ImportFiles } from './waiting/files.ts';
import { KeptInTable } from './waiting/kept.ts';
import { pickPage, pickStoredPage } from './waiting/page.ts';
import {
  describeWaiting,
  notApplying,
  refuseForbidden,
  refuseUnless,
  sayState,
  sees,
  toBeRead,
} from './waiting/states.ts';
import { ImportWork, type WorkParts } from './waiting/work.ts';

export type { ExportCall, MadeExport } from './export/exports.ts';
export type { ExecutionLog, LoggedExecution } from './logs.ts';

/** Imports a local file or folder, for the command. Refuses `invalid` unreadable content. */
export async function importHere(...given: Parameters<typeof fromHere>): Promise<ImportedHere> {
  try {
    return await fromHere(...given);
  } catch (error) {
    throw error instanceof ImportRefusal ? new DomainError('invalid', error.message) : error;
  }
}

/** Reads a log of executions in any format that has them, for the command. Refuses `invalid` any other file. */
export const readLog: typeof readLogOf = readLogOf;

/** Passes a mission or the library in an export format to `write`, for the command. Refuses `not_found`. */
export const exportHere: typeof writeHere = writeHere;

const bounds = {
  /** Limit of all waiting imports; the oldest are deleted. */
  kept: 50,
  /** Limit per person of imports being read or waiting. */
  mostOfPerson: 10,
  /** Limit per process of imports being read, of different people. */
  readAtOnce: 2,
};

export type InterchangeParts = WorkParts & {
  /** Place of uploads until they are applied. */
  files: BlobStore;
  /** Daily limits of one person's imports; by default 4 GiB and 1,000,000 rows. */
  ofDay?: DayBounds | undefined;
  /** The live user behind the caller's session, looked up again when an upload has arrived. */
  stillLive: (user: Principal) => Promise<Principal | null>;
};

/** Imports from other tools: read in a thread, previewed, and applied on request. */
export class Interchange {
  readonly #parts: InterchangeParts;
  readonly #kept: KeptInTable;
  readonly #waiting: JobEntries<Waiting>;
  readonly #days: DayCounts;
  /** Imports being undone here on request. */
  readonly #undoing = new Map<string, AbortController>();
  readonly #files: ImportFiles;
  readonly #readings: JobRunner;
  readonly #writings: JobRunner;
  readonly exports: Exports;
  readonly #timer: NodeJS.Timeout;
  readonly #work: ImportWork;
  #isPrepared = false;

  constructor(parts: InterchangeParts) {
    const { db, now, log } = parts;
    this.#parts = parts;
    this.#kept = new KeptInTable(db);
    this.#waiting = openWaiting(this.#kept, now);
    this.#days = new DayCounts(this.#kept, now, parts.ofDay);
    this.#files = new ImportFiles(parts.files);
    this.exports = new Exports(parts);
    const kept = { waiting: this.#waiting, files: this.#files };
    this.#work = new ImportWork(parts, kept);
    const inState = async (wanted: Waiting['status']) =>
      (await this.#list())
        .filter(({ status, retryAt = 0 }) => status === wanted && retryAt <= now())
        .map(({ id, by }) => ({ id, of: by.id }));
    this.#readings = new JobRunner({
      db,
      log,
      kind: 'import',
      atOnce: bounds.readAtOnce,
      find: () => inState('reading'),
      run: (id, watch) => this.#work.read(id, watch),
    });
    this.#writings = new JobRunner({
      db,
      log,
      kind: 'import-apply',
      find: async () => [...(await inState('applying')), ...(await this.#listLeft())],
      run: async (id, watch) => (await this.#work.apply(id, watch)) ?? this.#work.goOn(id, watch),
    });
    this.#timer = setInterval(() => void this.#tidy().catch(() => {}), 60_000).unref();
  }

  get figures(): JobFigures {
    return addFigures(this.#readings.figures, this.#writings.figures);
  }

  /** Removes files of deleted imports, and continues those left by other processes. */
  async prepare(): Promise<void> {
    const { db, now } = this.#parts;
    const known = new Set((await this.#list()).map(({ id }) => id));
    await this.#files.prepare(shortLivedOf(db).outlivesProcess ? now() - keptMilliseconds : null, known);
    await this.#forgetLost();
    for (const id of await listForgettable(db)) await forgetBefore(db, id);
    this.#isPrepared = true;
    this.#readings.look();
    this.#writings.look();
  }

  /** Stops running work and returns when it has ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const control of this.#undoing.values()) control.abort();
    await Promise.all([this.#readings.close(), this.#writings.close(), this.exports.close()]);
  }

  /**
   * Receives a file and starts to read it. Refuses what receiving refuses, `unauthenticated` once the session has ended, and
   * `too_many_requests` while too many imports of this person wait.
   */
  async begin(user: Principal, request: IncomingMessage, format: ImportFormat | null): Promise<Import> {
    await this.#refuseTooMany(user);
    await this.#days.refuseUsedUp(user.id);
    const { fileName, staged } = await receiveUpload(request, () => this.#files.stage(importBounds.file));
    const live = await this.#parts.stillLive(user);
    if (live === null) {
      await this.#files.discard(staged);
      throw new DomainError('unauthenticated', 'The session ended during the upload');
    }
    await this.#countBytes(live, staged);
    const entry: Waiting = {
      id: newId(),
      by: keepPrincipal(live),
      fileName,
      size: staged.size,
      createdAt: isoTime(this.#parts.now()),
      upload: staged.sha256,
      choices: {},
      version: null,
      asks: null,
      ...toBeRead(format),
    };
    await this.#files.putUpload(entry.id, staged);
    await this.#waiting.change(entry.id, () => entry);
    this.#readings.look();
    await this.#tidy().catch(() => {});
    return this.#describe(entry);
  }

  /** A page of this user's imports, or everyone's for an administrator, newest first. Refuses nothing. */
  async list(user: Principal, { limit, offset }: Paging): Promise<Found<Import>> {
    const waiting = (await this.#list()).filter((entry) => sees(user, entry)).reverse();
    const shown = waiting.slice(offset, offset + limit).map((entry) => this.#describe(entry));
    const { items, total } = await store.listImports(this.#parts.db, toViewer(user), {
      limit: limit - shown.length,
      offset: Math.max(0, offset - waiting.length),
    });
    return { items: [...shown, ...items], total: total + waiting.length };
  }

  /** One import. Refuses `not_found`, including another person's. */
  async read(user: Principal, id: string): Promise<Import> {
    const entry = await this.#find(user, id);
    if (entry !== null) return this.#describe(entry);
    const found = await store.findImport(this.#parts.db, toViewer(user), id);
    if (found === null) throw notFound('Import');
    return found;
  }

  /** A page of an import's rows that pass the filter in a language, in file order. Refuses `not_found`. */
  async rows(user: Principal, id: string, filter: RowFilter, language: Language): Promise<Found<ImportRow>> {
    const entry = await this.#find(user, id);
    if (entry === null) {
      await this.read(user, id);
      return pickStoredPage(this.#parts.db, id, filter, language);
    }
    return pickPage(await this.#files.rowsOf(entry), filter, openProblems(language));
  }

  /**
   * Reads a file again, in another format or with other choices. Refuses `not_found`, `import_not_ready` while it is being read
   * or applied.
   */
  async change(user: Principal, id: string, { format, choices }: ImportPatch): Promise<Import> {
    const changed = await this.#change(user, id, (entry) => {
      refuseUnless(entry, ['ready', 'refused', 'failed']);
      const wanted = format ?? entry.read?.format ?? entry.wanted;
      return { ...entry, choices: { ...entry.choices, ...choices }, ...toBeRead(wanted) };
    });
    this.#readings.look();
    return this.#describe(changed);
  }

  /** Deletes an import that was not applied. Refuses `not_found`, `import_not_ready` one that is being applied. */
  async forget(user: Principal, id: string): Promise<void> {
    const entry = await this.#require(user, id);
    refuseUnless(entry, notApplying);
    if (await this.#drop(entry)) return;
    refuseUnless(await this.#require(user, id), notApplying);
  }

  /** Deletes all imports that are not being applied. */
  async forgetAll(): Promise<void> {
    for (const entry of await this.#list()) await this.#drop(entry);
  }

  /**
   * Starts to apply an import, all or nothing, except for rows that the user may not write. Refuses `not_found`,
   * `import_not_ready`, and `forbidden` when no row may be written, or the user may not write a row that the reader may.
   */
  async apply(user: Principal, id: string, choices: ImportChoices): Promise<Import> {
    const found = await this.#require(user, id);
    refuseUnless(found, ['ready']);
    refuseForbidden(user, found);
    const { new: made = 0, changed: written = 0 } = found.read?.totals ?? {};
    await this.#days.add(user.id, 'rows', made + written);
    const changed = await this.#change(user, id, (entry) => {
      refuseUnless(entry, ['ready']);
      refuseForbidden(user, entry);
      const chosen = { ...entry.choices, ...choices };
      const by = keepApplier(user, entry.by);
      return { ...entry, by, choices: chosen, status: 'applying', problem: null, attempts: 0, retryAt: 0 };
    });
    this.#writings.look();
    return this.#describe(changed);
  }

  /**
   * Undoes an import while all its objects are unchanged. Refuses `not_found`, `import_not_ready` one that was not applied or is
   * already undone, `import_touched`.
   */
  async undo(user: Principal, id: string): Promise<Import> {
    const { db, now } = this.#parts;
    const { status } = await this.read(user, id);
    if (status !== 'applied' && status !== 'failed')
      throw new DomainError('import_not_ready', sayState(status));
    const key = id.toLowerCase();
    if ((await this.#waiting.find(key)) !== null)
      throw new DomainError('import_not_ready', 'The import was not applied');
    const control = new AbortController();
    this.#undoing.set(key, control);
    const letGo = await tryHoldJob(db, `import-apply ${key}`);
    try {
      if (status === 'failed') await takeBackAgain({ db, now, user }, key);
      else await beginUndo({ db, now, user }, key);
      const watch = { stop: control.signal, progress: () => {} };
      await undoInSlices({ db, now, by: user }, key, watch);
    } finally {
      this.#undoing.delete(key);
      await letGo?.();
    }
    return this.read(user, id);
  }

  /** Abandoned imports that an earlier process has begun to apply, undo or roll back. */
  async #listLeft(): Promise<string[]> {
    if (!this.#isPrepared) return [];
    const waiting = new Set((await this.#list()).map(({ id }) => id));
    const unfinished = await store.listUnfinished(this.#parts.db);
    return unfinished
      .filter(({ id, state, touched_at, retry_at }) => {
        if (waiting.has(id) || this.#undoing.has(id)) return false;
        if (Date.parse(retry_at ?? '') > this.#parts.now()) return false;
        // The command may be working alongside this process, without a lock.
        const isFresh = Date.parse(touched_at ?? '') > this.#parts.now() - leftAfter;
        return state !== 'applying' || !isFresh;
      })
      .map(({ id }) => id);
  }

  /** Deletes imports whose files are gone: a backup has the records but not the files. */
  async #forgetLost(): Promise<void> {
    for (const entry of await this.#list()) {
      if (await this.#files.hasAll(entry)) continue;
      await this.#waiting.remove(entry.id, () => true);
      await this.#files.drop(entry.id);
      this.#parts.log.warn({ event: 'import_without_files', import: entry.id });
    }
  }

  async #countBytes(user: Principal, staged: StagedBlob): Promise<void> {
    try {
      await this.#days.add(user.id, 'bytes', staged.size);
    } catch (error) {
      await this.#files.discard(staged);
      throw error;
    }
  }

  /** Oldest first. */
  async #list(): Promise<Waiting[]> {
    return (await this.#waiting.list()).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #find(user: Principal, id: string): Promise<Waiting | null> {
    const entry = await this.#waiting.find(id.toLowerCase());
    return entry !== null && sees(user, entry) ? entry : null;
  }

  async #require(user: Principal, id: string): Promise<Waiting> {
    const entry = await this.#find(user, id);
    if (entry === null) throw notFound('Import');
    return entry;
  }

  async #change(user: Principal, id: string, change: (entry: Waiting) => Waiting): Promise<Waiting> {
    await this.#require(user, id);
    const changed = await this.#waiting.change(id.toLowerCase(), (entry) => entry && change(entry));
    if (changed === null) throw notFound('Import');
    return changed;
  }

  async #refuseTooMany(user: Principal): Promise<void> {
    const ofPerson = (await this.#list()).filter(({ by }) => by.id === user.id);
    if (ofPerson.length < bounds.mostOfPerson) return;
    const old = ofPerson.find(
      ({ status }) => status === 'ready' || status === 'refused' || status === 'failed',
    );
    if (old === undefined) {
      throw new DomainError('too_many_requests', 'Too many imports are being read: wait for them to finish', {
        retryAfterSeconds: 5,
      });
    }
    await this.#drop(old);
  }

  /** Deletes an import unless it is being applied; returns whether it was deleted. */
  async #drop({ id }: Waiting): Promise<boolean> {
    const removed = await this.#waiting.remove(id, ({ status }) => notApplying.includes(status));
    if (removed === null) return false;
    this.#readings.stop(id);
    await this.#files.drop(id);
    return true;
  }

  async #tidy(): Promise<void> {
    await this.#kept.sweep(this.#parts.now());
    const still = (await this.#list()).filter(({ status }) => notApplying.includes(status)).reverse();
    for (const [index, entry] of still.entries()) {
      // Before it is so old that its files can no longer be found.
      const isOld = this.#parts.now() - Date.parse(entry.createdAt) > keptMilliseconds - 120_000;
      if (isOld || index >= bounds.kept) await this.#drop(entry);
    }
  }

  #describe(entry: Waiting): Import {
    const jobs = { reading: this.#readings, applying: this.#writings }[entry.status as string];
    return describeWaiting(entry, jobs?.progressOf(entry.id) ?? null);
  }
}

/** Milliseconds after which an import by the command counts as abandoned. */
const leftAfter = 60_000;

function toViewer(user: Principal): { id: string } | null {
  return seesEveryImport(user.role) ? null : { id: user.id };
}
