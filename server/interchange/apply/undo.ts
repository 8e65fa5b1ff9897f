import { setImmediate as others } from 'node:timers/promises';
import { permissions } from '../../../domain/permissions.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError } from '../../errors.ts';
import { type Author, areWrittenSince, recordTogether, recordWrite } from '../../history/service.ts';
import { OutOfMissions } from '../../missions/imports/taken-back/service.ts';
import { dropMission } from '../../missions/service.ts';
import type { Principal } from '../../permissions.ts';
import { dropScenarioTemplate, listScenariosWith } from '../../templates/scenarios/service.ts';
import { dropTestTemplate } from '../../templates/test-templates/service.ts';
import { deleteOwn } from '../own/store.ts';
import { forgetSources, keepSource, listSourcesOf } from '../sources/store.ts';
import * as store from '../store.ts';
import { type Before, listBefore, restore } from './before.ts';
import { versionsOf } from './judge.ts';
import { firstSlice, sizeNextSlice } from './slices.ts';

/** A process that continues another's undo sees the same state. */
export const everybody: Principal = {
  id: '',
  sessionId: '',
  displayName: '',
  role: 'admin',
  permissions: new Set(permissions),
};

const checkedAtOnce = 200;

/**
 * Marks everything created by an import for deletion, from its last row to its first; organisations and tools stay. Refuses
 * `import_not_ready`, and `import_touched` objects that were changed since or are in use, and an import that changed existing
 * objects.
 */
export async function beginUndo(
  { db, now, user }: { db: Db; now: Now; user: Principal },
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const found = await store.findProgress(trx, id);
    if (found?.state !== 'applied') throw new DomainError('import_not_ready', 'The import is not applied');
    await store.noteProgress(trx, id, { state: 'undoing', undone_by: user.id, touched_at: isoTime(now()) });
  });
  try {
    await refuseTouched(db, user, id);
  } catch (error) {
    await inTransaction(db, (trx) => store.noteProgress(trx, id, { state: 'applied', undone_by: null }));
    throw error;
  }
}

async function refuseTouched(db: Db, user: Principal, id: string): Promise<void> {
  const made = { missions: new Set<string>(), scenarios: new Set<string>() };
  for (const { kind, object_id } of await store.listMade(db, id, ['mission', 'scenario_template'])) {
    (kind === 'mission' ? made.missions : made.scenarios).add(object_id);
  }
  const { rows_done } = (await store.findProgress(db, id)) ?? { rows_done: 0 };
  for (let start = 0; start < rows_done; start += checkedAtOnce) {
    await inSnapshot(db, (trx) => refuseTouchedRows(trx, user, id, start, made));
    await others();
  }
}

async function refuseTouchedRows(
  trx: Trx,
  user: Principal,
  id: string,
  start: number,
  made: { missions: ReadonlySet<string>; scenarios: ReadonlySet<string> },
): Promise<void> {
  const rows = [...(await store.listWrittenRows(trx, id, start, checkedAtOnce)).values()];
  const written = rows.filter(
    ({ action, why }) => action === 'new' || (action === 'changed' && why === null),
  );
  const sources = await listSourcesOf(
    trx,
    id,
    written.flatMap(({ object_id }) => object_id ?? []),
  );
  for (const { action, kind, object_id, mission_id } of written) {
    const source = sources.get(object_id ?? '');
    if (action === 'changed' || source?.made === 0) throw touched('It changed existing objects');
    if (source === undefined) throw touched('Another import has changed its objects');
    if (kind === 'execution' && source.scope === '') {
      throw touched('It created a mission from executions, which you can delete');
    }
    if (kind === 'execution' || (mission_id !== null && !made.missions.has(mission_id))) {
      throw touched('It added to an existing mission');
    }
  }
  for (const [kind, some] of Map.groupBy(sources.values(), (source) => source.kind)) {
    const ids = some.map(({ object_id }) => object_id);
    const present = await versionsOf(trx, user, kind, ids);
    const changed = some.find(({ object_id, object_version }) => present.get(object_id) !== object_version);
    const isTouched =
      changed !== undefined ||
      (kind === 'mission' && (await areWrittenSince(trx, ids, { object: 'import', id })));
    if (isTouched) throw touched('Some of its objects were changed or deleted since');
    if (kind !== 'test_template') continue;
    for (const template of ids) {
      const inUse = (await listScenariosWith(trx, template)).some(
        (scenario) => !made.scenarios.has(scenario),
      );
      if (inUse) throw touched('A scenario template has one of its tests');
    }
  }
}

/**
 * Deletes everything created by an import in slices, each in one transaction that notes its progress, from the last row to the
 * first; continues after an interruption. From here on nobody's change can stop it. Refuses `unavailable` once `stop` is aborted.
 */
export async function undoInSlices(
  { db, now, by }: { db: Db; now: Now; by: Author },
  id: string,
  { stop, progress }: { stop: AbortSignal; progress: (share: number) => void },
): Promise<void> {
  let size = firstSlice;
  let total = 0;
  for (;;) {
    if (stop.aborted) throw new DomainError('unavailable', 'The undo was stopped');
    let took = 0;
    const left = await inTransaction(db, async (trx) => {
      const began = performance.now();
      const after = await undoSlice({ trx, now, by }, id, size);
      took = performance.now() - began;
      return after;
    });
    if (left === 0) return;
    total = Math.max(total, left);
    progress(1 - left / total);
    size = sizeNextSlice(size, took);
    await others();
  }
}

type Undoing = { trx: Trx; now: Now; by: Author };

/** Undoes the last rows, and returns the number of remaining ones. */
async function undoSlice(undoing: Undoing, id: string, size: number): Promise<number> {
  const { trx, now, by } = undoing;
  const found = await store.findProgress(trx, id);
  if (found === null || (found.state !== 'undoing' && found.state !== 'taken_back')) return 0;
  const isUndo = found.state === 'undoing';
  const start = Math.max(0, found.rows_done - size);
  const rows = [...(await store.listWrittenRows(trx, id, start, found.rows_done - start)).values()];
  recordTogether(
    trx,
    ({ object, verb }) =>
      verb === 'deleted' && (object === 'test_template' || object === 'scenario_template'),
  );
  if (isUndo) await dropRows(undoing, id, rows);
  else await store.deleteRows(trx, id, await takeBackRows(undoing, id, rows));
  const at = isoTime(now());
  const undone_at = start > 0 ? null : at;
  if (start > 0) await store.noteProgress(trx, id, { rows_done: start, touched_at: at, tries: 0 });
  else if (isUndo) await store.noteProgress(trx, id, { rows_done: 0, state: 'undone', undone_at: at });
  else await endTakingBack(trx, id, found.undone_by === null ? null : at);
  await recordWrite(trx, {
    at,
    by,
    verb: 'taken_back',
    object: 'import',
    id,
    before: { rows: found.rows_done, undone_at: null },
    after: { rows: start, undone_at: isUndo || found.undone_by !== null ? undone_at : null },
  });
  return start;
}

async function dropRows(undoing: Undoing, id: string, rows: readonly store.WrittenRow[]): Promise<void> {
  for (const row of rows.toReversed()) {
    if (row.action === 'new' && row.object_id !== null) await drop(undoing, row);
  }
  await forgetSources(
    undoing.trx,
    id,
    rows.flatMap(({ object_id }) => object_id ?? []),
  );
}

async function drop({ trx, now, by }: Undoing, row: store.WrittenRow): Promise<void> {
  const id = row.object_id as string;
  try {
    switch (row.kind) {
      case 'mission':
        await store.showMission(trx, id);
        return await dropMission(trx, now, everybody, id, by);
      case 'execution':
        // In a rollback: the import also created the mission, which is deleted with the first of its tests.
        if (row.mission_id === null || !(await store.isHidden(trx, row.mission_id))) return;
        await store.showMission(trx, row.mission_id);
        return await dropMission(trx, now, everybody, row.mission_id, by);
      case 'scenario_template':
        return await dropScenarioTemplate(trx, now, by, id);
      case 'test_template':
        return await dropTestTemplate(trx, now, by, id);
      case 'selection':
      case 'rule':
        return await deleteOwn(trx, row.kind, id);
    }
  } catch (error) {
    // Someone has deleted it in the meantime.
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
  }
}

/**
 * Removes the objects of these rows and restores changed ones, except those edited since. Returns the numbers of the rows
 * completely undone.
 */
async function takeBackRows(
  { trx, now, by }: Undoing,
  id: string,
  rows: readonly store.WrittenRow[],
): Promise<number[]> {
  const first = rows[0]?.number ?? 0;
  const before = await listBefore(trx, id, first - 1, rows.at(-1)?.number ?? 0);
  const ids = rows.flatMap(({ object_id }) => object_id ?? []);
  const sources = await listSourcesOf(trx, id, ids);
  const missions = new OutOfMissions({ trx, now, by, viewer: everybody });
  const done: number[] = [];
  const forgotten: string[] = [];
  for (const row of rows.toReversed()) {
    const { object_id, kind } = row;
    const isWritten = row.action === 'new' || (row.action === 'changed' && row.why === null);
    if (!isWritten || object_id === null || kind === null) {
      done.push(row.number);
      continue;
    }
    const had = before.get(row.number) ?? null;
    const isOfNewMission = row.mission_id !== null && (await store.isHidden(trx, row.mission_id));
    const present = (await versionsOf(trx, null, kind, [object_id])).get(object_id);
    const source = sources.get(object_id);
    const isEdited =
      kind !== 'mission' &&
      !isOfNewMission &&
      present !== undefined &&
      (source === undefined || source.object_version !== present);
    if (isEdited) continue;
    const isLeft = await takeBackRow({ trx, now, by, missions }, row, had, isOfNewMission);
    if (isLeft) continue;
    done.push(row.number);
    if (had?.source == null) forgotten.push(object_id);
    else {
      const after = (await versionsOf(trx, null, kind, [object_id])).get(object_id) ?? '';
      const object_version = had.edited ? had.source.object_version : after;
      const put = { ...had.source, object_version };
      await keepSource(trx, put);
      sources.set(object_id, put);
    }
  }
  await forgetSources(trx, id, forgotten);
  await missions.finish();
  return done;
}

/** Undoes a row; returns whether it has to stay: in an archived or locked mission, or named by a finding or a remediation. */
async function takeBackRow(
  from: Undoing & { missions: OutOfMissions },
  row: store.WrittenRow,
  had: Before | null,
  isOfNewMission: boolean,
): Promise<boolean> {
  const { missions } = from;
  const { kind, action, mission_id } = row;
  const object_id = row.object_id as string;
  try {
    const isAdded = action === 'new' && mission_id !== null && !isOfNewMission;
    if (isAdded && kind === 'test') {
      if (!(await missions.removeTest(mission_id, object_id))) return true;
      if (had?.was.what === 'scenario') await missions.removeScenario(mission_id, had.was.scenario);
    } else if (isAdded && kind === 'remediation') await missions.removeRemediation(mission_id, object_id);
    else if (isAdded && kind === 'finding') await missions.removeFinding(mission_id, object_id);
    else if (had !== null) await restore(from, { object_id, mission_id }, had.was);
    else if (action === 'new') await drop(from, row);
    return false;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'archived' || error.code === 'locked') return true;
    // Someone has deleted it in the meantime.
    if (error.code === 'not_found') return false;
    throw error;
  }
}

/** Limit of the objects named as remaining. */
const mostNamed = 10;

/** Deletes a completely undone import, unless someone rolled it back after a failure; names remaining objects. */
async function endTakingBack(trx: Trx, id: string, undone_at: string | null): Promise<void> {
  const { rows, total } = await store.listFirstRows(trx, id, mostNamed);
  if (total === 0) {
    if (undone_at === null) await store.deleteImport(trx, id);
    else await store.noteProgress(trx, id, { rows_done: 0, state: 'undone', undone_at, problem_json: null });
    return;
  }
  const names = rows.map(({ place, name }) => (name === null ? place : `“${name}” (${place})`)).join(', ');
  const more = total - rows.length;
  const detail =
    total === 1
      ? `The import was undone, except for this, which was changed since or is in an archived mission: ${names}`
      : more > 0
        ? `The import was undone, except for these, which were changed since or are in an archived mission: ${names} and ${more} more`
        : `The import was undone, except for these, which were changed since or are in an archived mission: ${names}`;
  await store.noteProgress(trx, id, {
    rows_done: 0,
    state: 'failed',
    undone_by: null,
    problem_json: JSON.stringify({ code: 'import_touched', detail }),
  });
}

/** Marks an unfinished import for rollback; returns whether there is anything to roll back, or to undo. */
export function beginTakingBack({ db, now }: Services, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const found = await store.findProgress(trx, id);
    if (found === null) return false;
    if (found.state === 'taken_back' || found.state === 'undoing') return true;
    if (found.state !== 'applying') return false;
    await store.noteProgress(trx, id, { state: 'taken_back', touched_at: isoTime(now()) });
    return true;
  });
}

/**
 * Marks an import whose rollback failed for another attempt, on request. Refuses `import_not_ready`, and `import_touched` one
 * with only objects left that others have changed.
 */
export async function takeBackAgain(
  { db, now, user }: { db: Db; now: Now; user: Principal },
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const found = await store.findProgress(trx, id);
    if (found?.state !== 'failed') throw new DomainError('import_not_ready', 'The import has not failed');
    if (found.rows_done === 0) throw touched('Its remaining objects were changed since');
    const again = { state: 'taken_back', tries: 0, retry_at: null, undone_by: user.id } as const;
    await store.noteProgress(trx, id, { ...again, touched_at: isoTime(now()) });
  });
}

function touched(message: string): DomainError {
  return new DomainError('import_touched', `The import can't be undone. ${message}`);
}
