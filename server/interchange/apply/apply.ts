import { setImmediate as others } from 'node:timers/promises';
import type { BlobRegister } from '../../blobs/register.ts';
import { isoTime } from '../../database/clock.ts';
import { type Db, inLongTransaction, inSnapshot } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { judgeQuotas } from '../../evidence/service.ts';
import { recordTogether, recordWrite } from '../../history/service.ts';
import type { ImportTotals } from '../contract.ts';
import { addUp, emptyTotals, listLeftOut } from '../rules.ts';
import type { Staged } from '../staging/source.ts';
import * as store from '../store.ts';
import { type PlanLine, type ReadRow, readPlan } from '../thread/plan-file.ts';
import type { Applying, Given, Planned } from './applying.ts';
import { forgetBefore } from './before.ts';
import { EvidenceOfImport } from './evidence.ts';
import { RowJudge, sayMissing } from './judge.ts';
import { MissionsOfImport } from './missions.ts';
import { applyRow, toKeep, type Written } from './row.ts';
import type { Run } from './run.ts';
import { firstSlice, sizeNextSlice } from './slices.ts';
import { keepSources } from './sources.ts';

export type ImportToApply = Given & {
  db: Db;
  evidence: BlobRegister;
  /** The staged rows of the import. */
  staged: Staged;
};

/**
 * Applies an import in slices, each in one transaction that notes its progress and records the slice as one entry; continues
 * after an interrupted process. Each row is judged by the current state. New missions become visible once all is done. Refuses
 * what the database refuses, and `unavailable` once `stop` is aborted; slices applied so far stay.
 */
export async function applyImport(
  given: ImportToApply,
  { stop, progress }: { stop: AbortSignal; progress: (share: number) => void },
): Promise<void> {
  const { db, ready, user, evidence, staged } = given;
  const found = await store.findProgress(db, ready.id);
  if (found !== null && found.state !== 'applying') return;
  const lines = readPlan(ready.plan);
  const applying = given as unknown as Applying;
  const run: Run = {
    applying,
    judge: new RowJudge(user, ready.format, ready.choices),
    library: { templates: new Map() },
    missions: new MissionsOfImport(applying),
    leftOut: listLeftOut(ready.rows, ready.choices),
    totals: emptyTotals().all,
  };
  const files = new EvidenceOfImport(evidence, staged, run);
  try {
    let done = found?.rows_done ?? 0;
    const next = (count: number): Planned[] =>
      ready.rows.slice(done, done + count).map((row) => ({
        row,
        line: row.refused === null ? (lines.next().value as PlanLine) : null,
      }));
    if (done > 0) await recall(given, run, ready.rows.slice(0, done), lines);
    let size = firstSlice;
    do {
      if (stop.aborted) throw new DomainError('unavailable', 'The import was stopped');
      const slice = next(size);
      let took = 0;
      await files.withFilesOf(db, slice, (prepared) =>
        inLongTransaction(db, async (trx, pause) => {
          const began = performance.now();
          Object.assign(applying, { trx, pause, prepared });
          await writeSlice(run, slice, done);
          took = performance.now() - began;
        }),
      );
      done += slice.length;
      size = sizeNextSlice(size, took);
      progress(ready.rows.length === 0 ? 1 : done / ready.rows.length);
      await others();
    } while (done < ready.rows.length);
    await forgetBefore(db, ready.id);
  } finally {
    lines.return(undefined);
    await files.close();
  }
}

/** Reads the results of an earlier process's slices for these rows. */
async function recall(
  { db, ready }: ImportToApply,
  run: Run,
  rows: readonly ReadRow[],
  lines: Generator<PlanLine>,
): Promise<void> {
  const atOnce = 500;
  for (let start = 0; start < rows.length; start += atOnce) {
    const written = await inSnapshot(db, (trx) => store.listWrittenRows(trx, ready.id, start, atOnce));
    for (const row of rows.slice(start, start + atOnce)) {
      const line = row.refused === null ? (lines.next().value as PlanLine) : null;
      const was = written.get(row.number);
      if (was === undefined) continue;
      run.totals[was.action] += 1;
      if (line?.what === 'mission' && was.action === 'refused') run.judge.knowBarred(row.number);
      if (line === null || was.object_id === null) continue;
      if (line.what === 'test_template') run.library.templates.set(line.item.sourceId, was.object_id);
      if (line.what === 'mission' && was.action !== 'new') run.judge.know(row.number, was.object_id);
      const about = { id: was.object_id, missionId: null, isNew: was.action === 'new' };
      run.missions.recall(row, line, was, toKeep(run, row, line, about));
    }
    await others();
  }
}

/** These need no entry besides the slice's; changed texts do, so that earlier ones can be derived. */
function isOfSlice({ object, verb }: { object: string; verb: string }): boolean {
  return (
    verb === 'created' &&
    ['test_template', 'scenario_template', 'test', 'remediation', 'finding'].includes(object)
  );
}

async function writeSlice(run: Run, slice: readonly Planned[], done: number): Promise<void> {
  const { applying, missions } = run;
  const { trx, now, user, by, ready } = applying;
  const at = isoTime(now());
  await openSlice(applying, done, at);
  recordTogether(trx, isOfSlice);
  await missions.enter();
  await judgeBytes(applying);
  const judged = await run.judge.judge(
    trx,
    slice.map(({ row }) => row),
  );
  const written: Written[] = [];
  const kept: Parameters<typeof store.insertRows>[1][number][] = [];
  const before = { ...run.totals };
  const totals = emptyTotals();
  for (const [index, planned] of slice.entries()) {
    const verdict = judged[index]!;
    const row = await applyRow(run, planned, verdict);
    addUp(totals, planned.row.what, row.action);
    written.push(row);
    kept.push({
      import_id: ready.id,
      number: planned.row.number,
      place: planned.row.row,
      kind: planned.row.what,
      name: planned.row.name,
      action: row.action,
      why: row.why,
      edited: verdict.edited ? 1 : 0,
      leftover_json: JSON.stringify([
        ...new Set([...planned.row.leftover, ...sayMissing(verdict), ...(row.leftover ?? [])]),
      ]),
      object_id: row.object?.id ?? null,
      mission_id: row.object?.missionId ?? null,
    });
  }
  await store.insertRows(trx, kept);
  const rows = done + slice.length;
  const isLast = rows >= ready.rows.length;
  await keepSources(
    trx,
    user,
    written.flatMap(({ keep }) => keep ?? []),
  );
  await missions.leave(isLast);
  await store.noteProgress(trx, ready.id, {
    state: isLast ? 'applied' : 'applying',
    rows_done: rows,
    applied_at: at,
    touched_at: at,
  });
  for (const action of Object.keys(before) as (keyof ImportTotals)[]) {
    run.totals[action] = before[action] + totals.all[action];
  }
  const inMissions = new Set(written.map(({ object }) => object?.missionId ?? null));
  const [missionId = null] = inMissions.size === 1 ? inMissions : [];
  const { format, version, fileName: file_name } = ready;
  const about = done === 0 ? { format, version, file_name } : {};
  const after = { ...about, rows, ...run.totals };
  const verb = done === 0 ? 'created' : 'changed';
  await recordWrite(trx, {
    at,
    by,
    verb,
    object: 'import',
    id: ready.id,
    ...(missionId === null ? {} : { place: { mission_id: missionId } }),
    before: done === 0 ? null : { rows: done, ...before },
    after,
  });
}

/** Refuses `quota_exceeded` when a mission or the importing person would exceed their limit with this slice. */
async function judgeBytes({ trx, user, quotas, prepared }: Applying): Promise<void> {
  if (user === null) return;
  for (const [id, bytes] of prepared.bytes) {
    await judgeQuotas(trx, quotas, user, { kind: 'mission', id }, bytes);
  }
}

/** Refuses `unavailable` when another process has continued the import, or it may no longer be applied. */
async function openSlice({ trx, by, ready }: Applying, done: number, at: string): Promise<void> {
  const found = await store.findProgress(trx, ready.id);
  if (found === null ? done !== 0 : found.state !== 'applying' || found.rows_done !== done) {
    throw new DomainError(
      'unavailable',
      'The import is being applied elsewhere, or can no longer be applied',
    );
  }
  if (found !== null) return;
  await store.insertImport(trx, {
    id: ready.id,
    format: ready.format,
    version: ready.version,
    file_name: ready.fileName,
    size: ready.size,
    created_by: typeof by === 'object' ? by.id : null,
    created_at: ready.createdAt,
    applied_at: at,
    notes_json: JSON.stringify(ready.notes),
    choices_json: JSON.stringify(ready.choices),
    state: 'applying',
    rows_done: 0,
    touched_at: at,
    undone_by: null,
  });
}
