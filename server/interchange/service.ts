import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { ImportFormat, LibraryExport, MissionExport } from '../../domain/interchange.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { BlobRegister } from '../blobs/register.ts';
import { listKnownEntries, readCatalogueVersion } from '../catalogue/service.ts';
import { isoTime, type Now } from '../database/clock.ts';
import { type Db, inLongTransaction, inSnapshot } from '../database/database.ts';
import { DomainError, forbidden, notFound } from '../errors.ts';
import type { judgeQuotas } from '../evidence/service.ts';
import { recordEvent } from '../history/service.ts';
import { newId } from '../ids.ts';
import { type JobFigures, judgeJobError } from '../job-tally.ts';
import { type Log, toTrace } from '../log.ts';
import { requireMissionToExport } from '../missions/imports/service.ts';
import type { Found, Paging } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { Queue } from '../queue.ts';
import { applyImport } from './apply/apply.ts';
import { withEvidence } from './apply/evidence.ts';
import { type Judged, judgeRows } from './apply/judge.ts';
import { undoImport } from './apply/undo.ts';
import type {
  Asked,
  Import,
  ImportChoices,
  ImportPatch,
  ImportRow,
  LibraryExportQuery,
  RowFilter,
} from './contract.ts';
import { exportLibrary, exportMission } from './export/export.ts';
import { type Packed, pack } from './export/pack.ts';
import { ImportRefusal } from './format.ts';
import { importHere as fromHere, type ImportedHere } from './here.ts';
import { addUp, editedWhy, emptyTotals, permissionsOf } from './rules.ts';
import { planFile, receiveUpload, sweepFolder, upload } from './staging/receive.ts';
import * as store from './store.ts';
import { readImport } from './thread/job.ts';
import type { ReadRow } from './thread/plan-file.ts';

export type { Packed } from './export/pack.ts';

/** An import before it is applied; a restart forgets it. */
type Entry = {
  id: string;
  by: Principal;
  folder: string;
  fileName: string;
  size: number;
  createdAt: string;
  format: ImportFormat | null;
  version: string | null;
  status: 'reading' | 'ready' | 'applying' | 'refused' | 'failed';
  progress: number;
  rows: ReadRow[];
  judged: Judged[];
  notes: string[];
  choices: ImportChoices;
  asks: Asked | null;
  problem: Import['problem'];
  stop: () => void;
};

/** Imports a file or folder of this machine, for the command. Refuses `invalid` what can't be read. */
export async function importHere(...given: Parameters<typeof fromHere>): Promise<ImportedHere> {
  try {
    return await fromHere(...given);
  } catch (error) {
    throw error instanceof ImportRefusal ? new DomainError('invalid', error.message) : error;
  }
}

/** A mission or the library as a format has it, for the command. Refuses `not_found`. */
export async function exportHere(
  { db, now, evidence }: Pick<InterchangeParts, 'db' | 'now' | 'evidence'>,
  what: { mission: string; format: MissionExport } | { library: LibraryExport },
): Promise<Packed> {
  const event = { at: isoTime(now()), by: 'command', verb: 'exported' } as const;
  if ('library' in what) {
    const made = await pack(await exportLibrary(db, what.library, {}));
    await recordEvent(db, { ...event, object: 'test_template', id: null, after: { format: what.library } });
    return made;
  }
  const { mission: id, format } = what;
  const made = await pack(await exportMission({ db, evidence }, null, id, format));
  await recordEvent(db, { ...event, object: 'mission', id, place: { mission_id: id }, after: { format } });
  return made;
}

const bounds = {
  /** That wait to be applied, of all people; the oldest are forgotten. */
  kept: 50,
  /** Of one person, read or waiting. */
  mostOfPerson: 10,
  keptMilliseconds: 24 * 60 * 60_000,
};

export type InterchangeParts = {
  db: Db;
  now: Now;
  log: Log;
  /** The register of evidence of missions. */
  evidence: BlobRegister;
  quotas: Parameters<typeof judgeQuotas>[1];
  /** Where what comes in lies until it is applied. */
  folder: string;
  /** The live user behind the caller's session, asked again when an upload has arrived. */
  stillLive: (user: Principal) => Promise<Principal | null>;
  /** Names the refusal that a failure of the storage is answered with; null for any other. */
  onFailure: (error: unknown) => DomainError | null;
};

/** What comes in from other tools: it is read in a thread, shown, and applied when somebody says so. */
export class Interchange {
  readonly #parts: InterchangeParts;
  readonly #queue = new Queue((error, stop) =>
    error instanceof ImportRefusal && !stop.aborted ? 'refused' : judgeJobError(error, stop),
  );
  readonly #entries = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;
  #onMissions: () => void = () => {};

  constructor(parts: InterchangeParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#tidy(), 60_000).unref();
  }

  get figures(): JobFigures {
    return this.#queue.figures;
  }

  /** Removes what an earlier process has left. */
  prepare(): Promise<void> {
    return sweepFolder(this.#parts.folder);
  }

  /** Calls back when missions may have been made or changed. */
  followMissions(onMissions: () => void): void {
    this.#onMissions = onMissions;
  }

  /** Stops what is under way and returns when it has ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue.close();
  }

  /**
   * Receives a file and begins to read it. Refuses what receiving refuses, `unauthenticated` once the session has ended, and
   * `too_many_requests` while too many of this person wait.
   */
  async begin(user: Principal, request: IncomingMessage, format: ImportFormat | null): Promise<Import> {
    this.#refuseTooMany(user);
    const id = newId();
    const folder = path.join(this.#parts.folder, id);
    const received = await receiveUpload(request, folder);
    const live = await this.#parts.stillLive(user);
    if (live === null) {
      await rm(folder, { recursive: true, force: true });
      throw new DomainError('unauthenticated', 'The session ended during the upload');
    }
    const entry: Entry = {
      id,
      by: live,
      folder,
      ...received,
      createdAt: isoTime(this.#parts.now()),
      format,
      version: null,
      status: 'reading',
      progress: 0,
      rows: [],
      judged: [],
      notes: [],
      choices: {},
      asks: null,
      problem: null,
      stop: () => {},
    };
    this.#entries.set(id, entry);
    this.#read(entry, format);
    this.#tidy();
    return describe(entry);
  }

  /** A page of imports of this user, of everybody's for an administrator, newest first. Refuses nothing. */
  async list(user: Principal, { limit, offset }: Paging): Promise<Found<Import>> {
    const waiting = [...this.#entries.values()].filter((entry) => sees(user, entry)).reverse();
    const shown = waiting.slice(offset, offset + limit).map(describe);
    const { items, total } = await store.listImports(this.#parts.db, toViewer(user), {
      limit: limit - shown.length,
      offset: Math.max(0, offset - waiting.length),
    });
    return { items: [...shown, ...items], total: total + waiting.length };
  }

  /** One import. Refuses `not_found` also another person's. */
  async read(user: Principal, id: string): Promise<Import> {
    const entry = this.#find(user, id);
    if (entry !== null) return describe(entry);
    const found = await store.findImport(this.#parts.db, toViewer(user), id);
    if (found === null) throw notFound('Import');
    return found;
  }

  /** A page of the rows of an import that pass the filter, in the order of the file. Refuses `not_found`. */
  async rows(user: Principal, id: string, filter: RowFilter): Promise<Found<ImportRow>> {
    const entry = this.#find(user, id);
    if (entry === null) {
      await this.read(user, id);
      return store.listRows(this.#parts.db, id, filter);
    }
    const q = filter.q?.toLowerCase();
    const rows = entry.rows
      .map((row, index) => toRow(row, entry.judged[index]))
      .filter(
        (row) =>
          (filter.what === undefined || row.what === filter.what) &&
          (filter.action === undefined || row.action === filter.action) &&
          (filter.edited === undefined || row.edited) &&
          (!q || [row.name, row.row, row.why].some((text) => text?.toLowerCase().includes(q))),
      );
    return { items: rows.slice(filter.offset, filter.offset + filter.limit), total: rows.length };
  }

  /** Reads a file again, by another format or other choices. Refuses `not_found`, `import_not_ready` while it is read or applied. */
  change(user: Principal, id: string, { format, choices }: ImportPatch): Import {
    const entry = this.#require(user, id);
    refuseUnless(entry, ['ready', 'refused', 'failed']);
    entry.choices = { ...entry.choices, ...choices };
    this.#read(entry, format ?? entry.format);
    return describe(entry);
  }

  /** Forgets an import that was not applied. Refuses `not_found`, `import_not_ready` one that is being applied. */
  forget(user: Principal, id: string): void {
    const entry = this.#require(user, id);
    refuseUnless(entry, ['reading', 'ready', 'refused', 'failed']);
    this.#drop(entry);
  }

  /** Forgets all that is not being applied, whoever sent it. */
  forgetAll(): void {
    for (const entry of [...this.#entries.values()]) if (entry.status !== 'applying') this.#drop(entry);
  }

  /**
   * Begins to apply what was read, all of it or nothing. Refuses `not_found`, `import_not_ready`, and `forbidden` what the user may not
   * make or change here.
   */
  apply(user: Principal, id: string, choices: ImportChoices): Import {
    const entry = this.#require(user, id);
    refuseUnless(entry, ['ready']);
    refuseForbidden(user, entry);
    entry.choices = { ...entry.choices, ...choices };
    entry.by = user;
    entry.status = 'applying';
    entry.progress = 0;
    entry.problem = null;
    const { ended } = this.#queue.add(() => this.#apply(entry), { first: true });
    ended.then(
      () => this.#drop(entry),
      (error: unknown) => Object.assign(entry, { status: 'ready', problem: this.#judge(error) }),
    );
    return describe(entry);
  }

  /** A mission as a format has it, which is recorded. Refuses `not_found`. */
  async exportMission(user: Principal, missionId: string, format: MissionExport): Promise<Packed> {
    const made = await pack(await exportMission(this.#parts, user, missionId, format));
    await this.#recordExport(user, 'mission', missionId, { format });
    return made;
  }

  /** Templates as a format has them, which is recorded. Refuses nothing. */
  async exportLibrary(user: Principal, { format, ...filter }: LibraryExportQuery): Promise<Packed> {
    const made = await pack(await exportLibrary(this.#parts.db, format, filter));
    await this.#recordExport(user, 'test_template', null, { format, ...filter });
    return made;
  }

  /** Refuses `not_found` a mission that this user does not see. */
  async requireMission(user: Principal, missionId: string): Promise<void> {
    await requireMissionToExport(this.#parts.db, user, missionId);
  }

  async #recordExport(
    by: Principal,
    object: 'mission' | 'test_template',
    id: string | null,
    after: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { db, now } = this.#parts;
    const place = id === null ? {} : { place: { mission_id: id } };
    await recordEvent(db, { at: isoTime(now()), by, verb: 'exported', object, id, ...place, after });
  }

  /**
   * Takes back what an import has made, while all of it is as it was made. Refuses `not_found`, `import_not_ready` what was not applied or
   * is undone, `import_touched`.
   */
  async undo(user: Principal, id: string): Promise<Import> {
    const { db, now } = this.#parts;
    const { status } = await this.read(user, id);
    if (status !== 'applied') throw new DomainError('import_not_ready', `The import is ${status}`);
    await inLongTransaction(db, (trx, pause) => undoImport({ trx, now, user, pause }, id.toLowerCase()));
    this.#onMissions();
    return this.read(user, id);
  }

  async #apply(entry: Entry): Promise<void> {
    const { db, now, evidence, quotas } = this.#parts;
    const { by, id, version, fileName, size, createdAt, notes, rows, choices } = entry;
    const format = entry.format as ImportFormat;
    const plan = planFile(entry.folder);
    const ready = { id, format, version, fileName, size, createdAt, notes, rows, plan, choices };
    const judged = await inSnapshot(db, (trx) => judgeRows(trx, by, format, rows, choices));
    const staged = { name: fileName, file: upload(entry.folder) };
    await withEvidence(evidence, staged, { place: plan, rows, judged }, (prepared) =>
      inLongTransaction(db, (trx, pause) =>
        applyImport({ trx, now, user: by, by, viewer: by, ready, prepared, quotas, pause }, (share) => {
          entry.progress = share;
        }),
      ),
    );
    this.#onMissions();
  }

  #read(entry: Entry, format: ImportFormat | null): void {
    entry.stop();
    Object.assign(entry, { status: 'reading', progress: 0, problem: null, rows: [], judged: [], notes: [] });
    const { db } = this.#parts;
    const { ended, stop } = this.#queue.add(async (signal) => {
      const task = {
        staged: { name: entry.fileName, file: upload(entry.folder) },
        format,
        choices: entry.choices,
        attack: await inSnapshot(db, async (trx) => ({
          entries: await listKnownEntries(trx),
          version: await readCatalogueVersion(trx),
        })),
        plan: planFile(entry.folder),
      };
      const read = await readImport(task, { stop: signal, progress: (share) => (entry.progress = share) });
      const judged = await inSnapshot(db, (trx) =>
        judgeRows(trx, entry.by, read.format, read.rows, entry.choices),
      );
      return { ...read, judged };
    });
    entry.stop = stop;
    ended.then(
      (read) => Object.assign(entry, read, { status: 'ready', progress: 1 }),
      (error: unknown) => {
        const isRefused = error instanceof ImportRefusal;
        Object.assign(entry, { status: isRefused ? 'refused' : 'failed', problem: this.#judge(error) });
      },
    );
  }

  #judge(error: unknown): NonNullable<Import['problem']> {
    if (error instanceof ImportRefusal) return { code: 'invalid', detail: error.message };
    const refusal = this.#parts.onFailure(error) ?? (error instanceof DomainError ? error : null);
    if (refusal !== null) return { code: refusal.code, detail: refusal.message };
    this.#parts.log.error({ event: 'import_failed', ...toTrace(error) });
    return { code: 'internal', detail: 'Something went wrong on the server; its log says where' };
  }

  #find(user: Principal, id: string): Entry | null {
    const entry = this.#entries.get(id.toLowerCase());
    return entry !== undefined && sees(user, entry) ? entry : null;
  }

  #require(user: Principal, id: string): Entry {
    const entry = this.#find(user, id);
    if (entry === null) throw notFound('Import');
    return entry;
  }

  #refuseTooMany(user: Principal): void {
    const ofPerson = [...this.#entries.values()].filter(({ by }) => by.id === user.id);
    if (ofPerson.length < bounds.mostOfPerson) return;
    const old = ofPerson.find(
      ({ status }) => status === 'ready' || status === 'refused' || status === 'failed',
    );
    if (old === undefined) {
      throw new DomainError('too_many_requests', 'Too many imports are being read: wait for those', {
        retryAfterSeconds: 5,
      });
    }
    this.#drop(old);
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.id);
    entry.stop();
    void rm(entry.folder, { recursive: true, force: true }).catch(() => {});
  }

  #tidy(): void {
    const still = [...this.#entries.values()].filter(({ status }) => status !== 'applying').reverse();
    for (const [index, entry] of still.entries()) {
      const isOld = this.#parts.now() - Date.parse(entry.createdAt) > bounds.keptMilliseconds;
      if (isOld || index >= bounds.kept) this.#drop(entry);
    }
  }
}

function sees(user: Principal, { by }: Entry): boolean {
  return user.role === 'admin' || by.id === user.id;
}

function toViewer(user: Principal): { id: string } | null {
  return user.role === 'admin' ? null : { id: user.id };
}

function refuseUnless({ status }: Entry, wanted: readonly Entry['status'][]): void {
  if (wanted.includes(status)) return;
  const why = {
    reading: 'is still being read',
    ready: 'is not applied yet',
    applying: 'is being applied',
    refused: 'was refused',
    failed: 'could not be read',
  }[status];
  throw new DomainError('import_not_ready', `The import ${why}`);
}

function refuseForbidden(user: Principal, { rows, judged }: Entry): void {
  const needed = new Set<Permission>();
  for (const [index, { action }] of judged.entries()) {
    const what = rows[index]?.what ?? null;
    if (what !== null && (action === 'new' || action === 'changed')) needed.add(permissionsOf[what][action]);
  }
  const missing = [...needed].find((permission) => !user.permissions.has(permission));
  if (missing !== undefined) throw forbidden(`This needs the permission ${missing}`);
}

function toRow(row: ReadRow, judged: Judged | undefined): ImportRow {
  const { number, row: place, what, name, refused, leftover } = row;
  const { action = 'refused', edited = false, source = null } = judged ?? {};
  return {
    number,
    row: place,
    what,
    name,
    action,
    why: refused ?? (edited ? editedWhy : null),
    edited,
    leftover,
    object:
      source === null
        ? null
        : { id: source.object_id, mission_id: source.scope === '' ? null : source.scope },
  };
}

function describe(entry: Entry): Import {
  const totals = emptyTotals();
  for (const [index, { action }] of entry.judged.entries()) {
    addUp(totals, entry.rows[index]?.what ?? null, action);
  }
  const { id, format, version, status, progress, size, notes, choices, asks, problem } = entry;
  return {
    id,
    format,
    version,
    status,
    progress,
    file_name: entry.fileName,
    size,
    by: { id: entry.by.id, display_name: entry.by.displayName },
    created_at: entry.createdAt,
    applied_at: null,
    undone_at: null,
    totals: totals.all,
    kinds: totals.list(),
    notes,
    choices,
    asks,
    problem,
    made: [],
  };
}
