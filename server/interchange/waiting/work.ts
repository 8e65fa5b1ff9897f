import { rm } from 'node:fs/promises';
import type { Permission } from '../../../domain/permissions.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import type { Now } from '../../database/clock.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import { DatabaseUnreachable } from '../../database/refused.ts';
import { DomainError } from '../../errors.ts';
import type { judgeQuotas } from '../../evidence/service.ts';
import type { Author } from '../../history/service.ts';
import type { JobEntries } from '../../jobs/entries.ts';
import type { JobWatch } from '../../jobs/runner.ts';
import { type JobOutcome, judgeJobError } from '../../jobs/tally.ts';
import { type Log, toTrace } from '../../log.ts';
import { applyImport } from '../apply/apply.ts';
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
  /** The register of evidence of missions. */
  evidence: BlobRegister;
  quotas: Parameters<typeof judgeQuotas>[1];
  /** Names the refusal that a failure of the storage is answered with; null for any other. */
  onFailure: (error: unknown) => DomainError | null;
};

/** The work on imports that wait: each is read, and applied when somebody has said so. */
export class ImportWork {
  readonly #parts: WorkParts;
  readonly #waiting: JobEntries<Waiting>;
  readonly #files: ImportFiles;
  readonly #onMissions: () => void;

  /** `onMissions` is called when missions may have been made or changed. */
  constructor(
    parts: WorkParts,
    { waiting, files }: { waiting: JobEntries<Waiting>; files: ImportFiles },
    onMissions: () => void,
  ) {
    this.#parts = parts;
    this.#waiting = waiting;
    this.#files = files;
    this.#onMissions = onMissions;
  }

  /** Reads what is to be read of an import, and says how that ended; null where there is nothing. */
  async read(id: string, watch: JobWatch): Promise<JobOutcome | null> {
    const entry = await this.#waiting.find(id);
    return entry?.status === 'reading' ? this.#read(entry, watch) : null;
  }

  /** Applies an import that is to be applied, and says how that ended; null where there is nothing. */
  async apply(id: string, watch: JobWatch): Promise<JobOutcome | null> {
    const entry = await this.#waiting.find(id);
    return entry?.status === 'applying' ? this.#apply(entry, watch) : null;
  }

  async #apply(entry: Waiting, watch: JobWatch): Promise<JobOutcome> {
    const { db } = this.#parts;
    const attempts = (entry.attempts ?? 0) + 1;
    await this.#waiting.change(entry.id, (now) => now && { ...now, attempts });
    try {
      if (attempts > mostAttempts) throw new Error('applying it has ended the server too often');
      if ((await store.findProgress(db, entry.id))?.state === 'taken_back') throw new CutOff();
      await this.#write(entry, watch);
    } catch (error) {
      if (watch.stop.aborted || error instanceof DatabaseUnreachable) return 'stopped';
      const problem = this.#judge(error);
      if (!(await this.#takeBack(entry.id, toPrincipal(entry.by), watch))) {
        await this.#waiting.change(entry.id, (now) => now && { ...now, problem });
        return 'stopped';
      }
      const ended = error instanceof CutOff ? cutOff : problem;
      await this.#waiting.change(entry.id, (now) => now && { ...now, status: 'ready', problem: ended });
      return judgeOutcome(error, watch.stop);
    }
    this.#onMissions();
    await this.#waiting.remove(entry.id, () => true);
    await this.#files.drop(entry.id);
    return 'done';
  }

  /** Deletes what an import has made that can't be finished; false where that has to wait, or it goes on instead. */
  async #takeBack(id: string, by: Author, watch: JobWatch): Promise<boolean> {
    const { db, now, log } = this.#parts;
    try {
      const isThere = await beginTakingBack({ db, now }, id);
      if (isThere) await undoInSlices({ db, now, by }, id, watch);
      return isThere !== null;
    } catch (error) {
      log.error({ event: 'import_not_taken_back', ...toTrace(error) });
      return false;
    }
  }

  /** Goes on with an import that somebody undoes, or that nobody finishes any more. */
  async goOn(id: string, watch: JobWatch): Promise<JobOutcome | null> {
    const { db, now } = this.#parts;
    const found = (await store.listUnfinished(db)).find((unfinished) => unfinished.id === id);
    if (found === undefined) return null;
    const person = found.state === 'undoing' ? found.undone_by : found.created_by;
    const by: Author = (person === null ? null : await store.findAuthor(db, person)) ?? 'server';
    if (found.state === 'undoing') await undoInSlices({ db, now, by }, id, watch);
    else if (!(await this.#takeBack(id, by, watch))) return 'stopped';
    this.#onMissions();
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
    // Forgotten meanwhile, perhaps by another process.
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

/** So often a process may begin to apply an import that ends it each time. */
const mostAttempts = 5;

/** An earlier process has begun to take it back. */
class CutOff extends Error {}
const cutOff = { code: 'unavailable', detail: 'It was cut off, and taken back: import it again' };

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
