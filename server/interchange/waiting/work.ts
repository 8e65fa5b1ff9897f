import { rm } from 'node:fs/promises';
import type { Permission } from '../../../domain/permissions.ts';
import type { BlobPlace } from '../../blobs/place.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction } from '../../database/database.ts';
import { DatabaseUnreachable } from '../../database/refused.ts';
import { inView } from '../../database/view.ts';
import { DomainError } from '../../errors.ts';
import type { judgeQuotas } from '../../evidence/service.ts';
import type { Author } from '../../history/service.ts';
import type { JobEntries } from '../../jobs/entries.ts';
import type { JobWatch } from '../../jobs/runner.ts';
import { type JobOutcome, judgeJobError } from '../../jobs/tally.ts';
import { type Log, toTrace } from '../../log.ts';
import { viewOf } from '../../missions/service.ts';
import { applyImport } from '../apply/apply.ts';
import { markUnchanged } from '../apply/as-here.ts';
import { type Judged, judgeAll } from '../apply/judge.ts';
import { beginTakingBack, undoInSlices } from '../apply/undo.ts';
import { readAttackFacts } from '../attack-facts.ts';
import type { Import } from '../contract.ts';
import { ImportRefusal } from '../format.ts';
import { addUp, emptyTotals, permissionsOf } from '../rules.ts';
import * as store from '../store.ts';
import { readImport } from '../thread/job.ts';
import type { ReadRow } from '../thread/plan-file.ts';
import { toPrincipal, type Waiting } from './entries.ts';
import type { ImportFiles } from './files.ts';

export type WorkParts = {
  db: Db;
  now: Now;
  log: Log;
  /** The register of evidence of missions, and the place of its files. */
  evidence: BlobRegister;
  evidencePlace: BlobPlace;
  quotas: Parameters<typeof judgeQuotas>[1];
  /** Names the refusal for a storage failure; null for any other. */
  onFailure: (error: unknown) => DomainError | null;
};

/** Work on waiting imports: each is read, and applied on request. */
export class ImportWork {
  readonly #parts: WorkParts;
  readonly #waiting: JobEntries<Waiting>;
  readonly #files: ImportFiles;

  constructor(parts: WorkParts, { waiting, files }: { waiting: JobEntries<Waiting>; files: ImportFiles }) {
    this.#parts = parts;
    this.#waiting = waiting;
    this.#files = files;
  }

  /** Reads an import that is due, and returns the outcome; null when nothing is due. */
  async read(id: string, watch: JobWatch): Promise<JobOutcome | null> {
    const entry = await this.#waiting.find(id);
    return entry?.status === 'reading' ? this.#asPerson(entry, () => this.#read(entry, watch)) : null;
  }

  /** Applies an import that is due, and returns the outcome; null when nothing is due. */
  async apply(id: string, watch: JobWatch): Promise<JobOutcome | null> {
    const entry = await this.#waiting.find(id);
    return entry?.status === 'applying' ? this.#asPerson(entry, () => this.#apply(entry, watch)) : null;
  }

  /** An import is compared with what its person sees. */
  async #asPerson<T>({ by }: Waiting, work: () => Promise<T>): Promise<T> {
    return inView(await viewOf(this.#parts.db, toPrincipal(by)), work);
  }

  async #apply(entry: Waiting, watch: JobWatch): Promise<JobOutcome> {
    const { db, now } = this.#parts;
    const attempts = (entry.attempts ?? 0) + 1;
    const note = (change: Partial<Waiting>) =>
      this.#waiting.change(entry.id, (before) => before && { ...before, ...change });
    await note({ attempts });
    try {
      if ((await store.findProgress(db, entry.id))?.state === 'taken_back') throw new CutOff();
      if (attempts > mostAttempts) throw new Error('applying it has ended the server too often');
      await this.#write(entry, watch);
    } catch (error) {
      if (watch.stop.aborted || error instanceof DatabaseUnreachable) {
        // Not the import's fault, so the attempt doesn't count.
        await note({ attempts: attempts - 1 }).catch(() => {});
        return 'stopped';
      }
      const problem = error instanceof CutOff ? (entry.problem ?? cutOff) : this.#judge(error);
      if (attempts < mostAttempts && this.#mayPass(error)) {
        await note({ problem, retryAt: now() + waitAfter(attempts) });
        return 'failed';
      }
      return this.#giveUp(entry, { problem, outcome: judgeOutcome(error, watch.stop) }, watch);
    }
    await this.#end(entry.id);
    return 'done';
  }

  /** Rolls back an import that can't be finished; then it waits again, or has failed if part of it remains. */
  async #giveUp(
    { id, by }: Waiting,
    { problem, outcome }: { problem: NonNullable<Import['problem']>; outcome: JobOutcome },
    watch: JobWatch,
  ): Promise<JobOutcome> {
    await this.#waiting.change(id, (before) => before && { ...before, problem });
    const state = await this.#takeBack(id, toPrincipal(by), watch);
    if (state === 'failed') await this.#end(id);
    else if (state === 'left') {
      const { retry_at } = (await store.findProgress(this.#parts.db, id)) ?? { retry_at: null };
      const retryAt = retry_at === null ? 0 : Date.parse(retry_at);
      await this.#waiting.change(id, (before) => before && { ...before, retryAt });
      return watch.stop.aborted ? 'stopped' : 'failed';
    } else {
      const ready = { status: 'ready', problem, attempts: 0, retryAt: 0 } as const;
      await this.#waiting.change(id, (before) => before && { ...before, ...ready });
    }
    return outcome;
  }

  async #end(id: string): Promise<void> {
    await this.#waiting.remove(id, () => true);
    await this.#files.drop(id);
  }

  /** Whether a later attempt may succeed. */
  #mayPass(error: unknown): boolean {
    if (error instanceof ImportRefusal || error instanceof CutOff) return false;
    if (this.#parts.onFailure(error) !== null) return true;
    return !(error instanceof DomainError) || error.code === 'unavailable' || error.code === 'disk_full';
  }

  /** Rolls back an import: `left` means that it is tried again later, `failed` that part of it remains. */
  async #takeBack(id: string, by: Author, watch: JobWatch): Promise<'gone' | 'left' | 'failed'> {
    const { db, now } = this.#parts;
    try {
      if (await beginTakingBack({ db, now }, id)) await undoInSlices({ db, now, by }, id, watch);
      return (await store.findProgress(db, id))?.state === 'failed' ? 'failed' : 'gone';
    } catch (error) {
      if (watch.stop.aborted || error instanceof DatabaseUnreachable) return 'left';
      return (await this.#noteTry(id, error)) ? 'left' : 'failed';
    }
  }

  /** Notes another failed rollback or undo; returns whether it is tried again. */
  async #noteTry(id: string, error: unknown): Promise<boolean> {
    const { db, now, log } = this.#parts;
    log.error({ event: 'import_not_taken_back', ...toTrace(error) });
    return inTransaction(db, async (trx) => {
      const found = await store.findProgress(trx, id);
      if (found === null) return true;
      const tries = found.tries + 1;
      if (tries < mostAttempts) {
        const retry_at = isoTime(now() + waitAfter(tries));
        await store.noteProgress(trx, id, { tries, retry_at });
        return true;
      }
      const detail = `It could be neither finished nor undone: ${found.rows_done} of its rows are imported. Undo it once the server is healthy`;
      const problem_json = JSON.stringify({ code: 'internal', detail });
      const end = { state: 'failed', problem_json, undone_by: null } as const;
      await store.noteProgress(trx, id, { ...end, tries: 0, retry_at: null });
      return false;
    });
  }

  /** Continues an import being undone, or one that was abandoned. */
  async goOn(id: string, watch: JobWatch): Promise<JobOutcome | null> {
    const { db } = this.#parts;
    const found = (await store.listUnfinished(db)).find((unfinished) => unfinished.id === id);
    if (found === undefined) return null;
    const person = found.undone_by ?? found.created_by;
    const by: Author = (person === null ? null : await store.findAuthor(db, person)) ?? 'server';
    if ((await this.#takeBack(id, by, watch)) === 'left') return watch.stop.aborted ? 'stopped' : 'failed';
    return 'done';
  }

  async #write(entry: Waiting, watch: JobWatch): Promise<void> {
    const { db, now, evidence, quotas } = this.#parts;
    const { id, fileName, size, createdAt, choices, version } = entry;
    const { format, notes } = entry.read as NonNullable<Waiting['read']>;
    const by = toPrincipal(entry.by);
    const { rows } = await this.#files.rowsOf(entry);
    await this.#files.withPlan(entry, (plan) =>
      this.#files.withUpload(entry, (file) => {
        const ready = { id, format, version, fileName, size, createdAt, notes, rows, plan, choices };
        const staged = { name: fileName, file };
        return applyImport({ db, now, user: by, by, viewer: by, ready, quotas, evidence, staged }, watch);
      }),
    );
  }

  async #read(entry: Waiting, watch: JobWatch): Promise<JobOutcome> {
    let outcome: JobOutcome = 'done';
    let found: Partial<Waiting>;
    try {
      found = { status: 'ready', ...(await this.#readFile(entry, watch)) };
    } catch (error) {
      outcome = judgeOutcome(error, watch.stop);
      const status = error instanceof ImportRefusal ? 'refused' : 'failed';
      found = { status, problem: watch.stop.aborted ? null : this.#judge(error) };
    }
    if (outcome !== 'stopped')
      await this.#waiting.change(entry.id, (now) =>
        now?.reading === entry.reading && now.status === 'reading' ? { ...now, ...found } : now,
      );
    // Deleted in the meantime, perhaps by another process.
    if ((await this.#waiting.find(entry.id)) === null) await this.#files.drop(entry.id);
    return outcome;
  }

  async #readFile(entry: Waiting, watch: JobWatch): Promise<Partial<Waiting>> {
    const { db } = this.#parts;
    const { choices } = entry;
    const plan = this.#files.newPlace();
    try {
      const attack = await inSnapshot(db, readAttackFacts);
      const read = await this.#files.withUpload(entry, (file) => {
        const staged = { name: entry.fileName, file };
        return readImport({ staged, format: entry.wanted, choices, attack, plan }, watch);
      });
      const { format, version, notes, asks, rows } = read;
      const asRead = { name: entry.fileName, choices, attack };
      await markUnchanged(this.#parts, toPrincipal(entry.by), read, asRead, watch.stop);
      const judged = await judgeAll(db, toPrincipal(entry.by), format, rows, choices);
      const files = await this.#files.putRead(entry, { rows, judged }, plan);
      return { version, asks, read: { format, notes, ...sumUp(rows, judged), files } };
    } finally {
      await rm(plan, { force: true });
    }
  }

  #judge(error: unknown): NonNullable<Import['problem']> {
    if (error instanceof ImportRefusal) return { code: 'invalid', detail: error.message };
    const refusal = this.#parts.onFailure(error) ?? (error instanceof DomainError ? error : null);
    if (refusal !== null) return { code: refusal.code, detail: refusal.message };
    this.#parts.log.error({ event: 'import_failed', ...toTrace(error) });
    return { code: 'internal', detail: 'Something went wrong on the server; its log says where' };
  }
}

/** Limit of attempts to apply an import, and of consecutive attempts to roll it back. */
const mostAttempts = 4;

/** Milliseconds to wait after this many attempts: 5 seconds, 20, 80. */
function waitAfter(attempts: number): number {
  return 5000 * 4 ** (attempts - 1);
}

/** An earlier process has begun to roll it back. */
class CutOff extends Error {}
const cutOff = { code: 'unavailable', detail: 'It was interrupted and undone: import it again' };

function judgeOutcome(error: unknown, stop: AbortSignal): JobOutcome {
  return error instanceof ImportRefusal && !stop.aborted ? 'refused' : judgeJobError(error, stop);
}

function sumUp(
  rows: readonly ReadRow[],
  judged: readonly Judged[],
): Pick<NonNullable<Waiting['read']>, 'totals' | 'kinds' | 'needs' | 'lacks'> {
  const totals = emptyTotals();
  const needs = new Set<readonly Permission[]>();
  for (const [index, { action }] of judged.entries()) {
    const what = rows[index]?.what ?? null;
    addUp(totals, what, action);
    if (what !== null && (action === 'new' || action === 'changed')) needs.add(permissionsOf[what][action]);
  }
  const lacks = judged.find((verdict) => verdict.lacks !== undefined)?.lacks ?? null;
  return { totals: totals.all, kinds: totals.list(), needs: [...needs], lacks };
}
