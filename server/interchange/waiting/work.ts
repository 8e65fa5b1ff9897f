import { rm } from 'node:fs/promises';
import type { Permission } from '../../../domain/permissions.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { listKnownEntries, readCatalogueVersion } from '../../catalogue/service.ts';
import type { Now } from '../../database/clock.ts';
import { type Db, inLongTransaction, inSnapshot } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import type { judgeQuotas } from '../../evidence/service.ts';
import type { JobEntries } from '../../jobs/entries.ts';
import type { JobWatch } from '../../jobs/runner.ts';
import { type JobOutcome, judgeJobError } from '../../jobs/tally.ts';
import { type Log, toTrace } from '../../log.ts';
import { applyImport } from '../apply/apply.ts';
import { withEvidence } from '../apply/evidence.ts';
import { type Judged, judgeRows } from '../apply/judge.ts';
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

  /** Does what is to be done with an import, and says how that ended; null where there is nothing. */
  async run(id: string, watch: JobWatch): Promise<JobOutcome | null> {
    const entry = await this.#waiting.find(id);
    if (entry?.status === 'applying') return this.#apply(entry, watch);
    return entry?.status === 'reading' ? this.#read(entry, watch) : null;
  }

  async #apply(entry: Waiting, watch: JobWatch): Promise<JobOutcome> {
    const { db } = this.#parts;
    try {
      // The process that did it was cut off before it could say so.
      const isDone = (await store.findImport(db, null, entry.id)) !== null;
      if (!isDone) await this.#write(entry, watch);
    } catch (error) {
      const problem = this.#judge(error);
      await this.#waiting.change(entry.id, (now) => now && { ...now, status: 'ready', problem });
      return judgeOutcome(error, watch.stop);
    }
    this.#onMissions();
    await this.#waiting.remove(entry.id, () => true);
    await this.#files.drop(entry.id);
    return 'done';
  }

  async #write(entry: Waiting, { progress }: JobWatch): Promise<void> {
    const { db, now, evidence, quotas } = this.#parts;
    const { id, fileName, size, createdAt, choices, version } = entry;
    const { format, notes } = entry.read as NonNullable<Waiting['read']>;
    const by = toPrincipal(entry.by);
    const { rows } = await this.#files.rowsOf(entry);
    await this.#files.withPlan(entry, (plan) =>
      this.#files.withUpload(entry, async (file) => {
        const ready = { id, format, version, fileName, size, createdAt, notes, rows, plan, choices };
        const judged = await inSnapshot(db, (trx) => judgeRows(trx, by, format, rows, choices));
        await withEvidence(
          evidence,
          { name: fileName, file },
          { place: plan, rows, judged, choices },
          (prepared) =>
            inLongTransaction(db, (trx, pause) =>
              applyImport({ trx, now, user: by, by, viewer: by, ready, prepared, quotas, pause }, progress),
            ),
        );
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
      const attack = await inSnapshot(db, async (trx) => ({
        entries: await listKnownEntries(trx),
        version: await readCatalogueVersion(trx),
      }));
      const read = await this.#files.withUpload(entry, (file) => {
        const staged = { name: entry.fileName, file };
        return readImport({ staged, format: entry.wanted, choices, attack, plan }, watch);
      });
      const { format, version, notes, asks, rows } = read;
      const judged = await inSnapshot(db, (trx) =>
        judgeRows(trx, toPrincipal(entry.by), format, rows, choices),
      );
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

function judgeOutcome(error: unknown, stop: AbortSignal): JobOutcome {
  return error instanceof ImportRefusal && !stop.aborted ? 'refused' : judgeJobError(error, stop);
}

function sumUp(
  rows: readonly ReadRow[],
  judged: readonly Judged[],
): Pick<NonNullable<Waiting['read']>, 'totals' | 'kinds' | 'needs'> {
  const totals = emptyTotals();
  const needs = new Set<Permission>();
  for (const [index, { action }] of judged.entries()) {
    const what = rows[index]?.what ?? null;
    addUp(totals, what, action);
    if (what !== null && (action === 'new' || action === 'changed')) needs.add(permissionsOf[what][action]);
  }
  return { totals: totals.all, kinds: totals.list(), needs: [...needs] };
}
