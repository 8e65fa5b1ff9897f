import type { ImportAction, ImportFormat } from '../../../domain/interchange.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import type { judgeQuotas } from '../../evidence/service.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { ImportChoices } from '../contract.ts';
import { addUp, editedWhy, emptyTotals, listLeftOut, mayOverwrite } from '../rules.ts';
import { insertImport, insertRow, keepSource, type Source } from '../store.ts';
import { type Items, type PlanLine, type ReadRow, readPlan } from '../thread/plan-file.ts';
import type { Prepared } from './evidence.ts';
import { type Judged, judgeRows, versionsOf } from './judge.ts';
import { applyLibraryItem, type Library } from './library.ts';
import { isOfRow, MissionsOfImport } from './missions.ts';

/** An import that was read and is to be applied. */
export type Ready = {
  id: string;
  format: ImportFormat;
  version: string | null;
  fileName: string;
  size: number;
  createdAt: string;
  notes: readonly string[];
  rows: readonly ReadRow[];
  plan: string;
  choices: ImportChoices;
};

export type Applying = {
  trx: Trx;
  now: Now;
  /** Null for the command, which sees everything. */
  user: Principal | null;
  by: Author;
  /** Whom the missions that are there are opened for. */
  viewer: Principal;
  ready: Ready;
  prepared: Prepared;
  quotas: Parameters<typeof judgeQuotas>[1];
  pause: () => Promise<void>;
};

/** What became of a row: its object, or why there is none. */
export type Outcome = { id: string; missionId: string | null } | { refused: string };

/**
 * Applies what was read, in the caller's transaction, and records it: each row is judged anew, as things are now. Refuses what the
 * database refuses.
 */
export async function applyImport(applying: Applying, progress: (share: number) => void): Promise<void> {
  const { trx, now, user, by, ready, pause } = applying;
  const judged = await judgeRows(trx, user, ready.format, ready.rows, ready.choices);
  const at = isoTime(now());
  const isPerson = typeof by === 'object';
  await insertImport(trx, {
    id: ready.id,
    format: ready.format,
    version: ready.version,
    file_name: ready.fileName,
    size: ready.size,
    created_by: isPerson ? by.id : null,
    created_at: ready.createdAt,
    applied_at: at,
    notes_json: JSON.stringify(ready.notes),
    choices_json: JSON.stringify(ready.choices),
  });
  const turn = new Turn();
  const totals = emptyTotals();
  const lines = readPlan(ready.plan);
  const writers = { library: { templates: new Map() } as Library, missions: new MissionsOfImport(applying) };
  const leftOut = listLeftOut(ready.rows, ready.choices);
  const finishing: (() => Promise<void>)[] = [];
  let done = 0;
  try {
    for (const row of ready.rows) {
      const line = row.refused === null ? (lines.next().value as PlanLine) : null;
      const verdict = judged[row.number - 1] as Judged;
      const written = await applyRow(applying, { ...writers, leftOut }, row, line, verdict);
      addUp(totals, row.what, written.action);
      await insertRow(trx, {
        import_id: ready.id,
        number: row.number,
        place: row.row,
        kind: row.what,
        name: row.name,
        action: written.action,
        why: written.why,
        edited: verdict.edited ? 1 : 0,
        leftover_json: JSON.stringify([...row.leftover, ...(written.leftover ?? [])]),
        object_id: written.object?.id ?? null,
        mission_id: written.object?.missionId ?? null,
      });
      if (written.keep !== undefined) finishing.push(written.keep);
      done += 1;
      progress(done / ready.rows.length);
      await turn.giveWay(pause);
    }
  } finally {
    lines.return(undefined);
  }
  await writers.missions.finish();
  for (const keep of finishing) {
    await keep();
    await turn.giveWay(pause);
  }
  const { format, version, fileName: file_name } = ready;
  const after = { format, version, file_name, ...totals.all };
  await recordWrite(trx, { at, by, verb: 'created', object: 'import', id: ready.id, after });
}

type Written = {
  action: ImportAction;
  why: string | null;
  object: { id: string; missionId: string | null } | null;
  leftover?: string[] | undefined;
  /** Notes what the object was made of, once it is finished. */
  keep?: () => Promise<void>;
};

type Writers = { library: Library; missions: MissionsOfImport };
type Rows = Writers & { leftOut: ReturnType<typeof listLeftOut> };

async function applyRow(
  applying: Applying,
  { library, missions, leftOut }: Rows,
  row: ReadRow,
  line: PlanLine | null,
  { action, edited, source }: Judged,
): Promise<Written> {
  const { trx, user, ready } = applying;
  const present = source && { id: source.object_id, missionId: source.scope === '' ? null : source.scope };
  const leave = (why: string | null, as: ImportAction = action): Written => ({
    action: as,
    why,
    object: present,
  });
  if (line === null || action === 'refused') return leave(row.refused, 'refused');
  if (present !== null && line.what === 'test_template')
    library.templates.set(line.item.sourceId, present.id);
  if (present !== null && line.what === 'test') missions.know(line.item.sourceId, present.id);
  if (action === 'same') {
    if (line.what === 'mission' && source !== null) await missions.offer(row, line.item, source);
    return leave(null);
  }
  const unwanted = leftOut.get(row.number);
  if (unwanted !== undefined) return leave(unwanted, 'left_out');
  if (edited && !mayOverwrite(ready.choices, row.number)) return leave(editedWhy);
  const outcome = await write(applying, { library, missions }, row, line, action === 'new' ? null : source);
  if ('refused' in outcome) return leave(outcome.refused, 'refused');
  const { id, missionId } = outcome;
  const { sourceId } = line.item as Items[typeof line.what];
  const keep = async (): Promise<void> => {
    const version = (await versionsOf(trx, user, line.what, [id])).get(id) ?? '';
    await keepSource(trx, {
      format: ready.format,
      kind: line.what,
      scope: line.what === 'execution' && ready.choices.mission_id == null ? '' : (missionId ?? ''),
      source_id: sourceId,
      object_id: id,
      import_id: ready.id,
      digest: row.digest,
      object_version: version,
      made: action === 'new' ? 1 : 0,
    });
  };
  return { action, why: null, object: { id, missionId }, leftover: outcome.leftover, keep };
}

/** Writes what a row says; a row that can't be written says why, and the others go on. */
async function write(
  applying: Applying,
  { library, missions }: Writers,
  row: ReadRow,
  line: PlanLine,
  source: Source | null,
): Promise<Outcome & { leftover?: string[] }> {
  try {
    switch (line.what) {
      case 'mission':
        return await missions.begin(row, line.item, source);
      case 'test':
        return await missions.test(row, line.item, source);
      case 'remediation':
        return await missions.remediation(row, line.item, source);
      case 'execution':
        return await missions.execution(row, line.item);
      default:
        return { id: await applyLibraryItem(applying, library, line, source), missionId: null };
    }
  } catch (error) {
    if (!isOfRow(error)) throw error;
    return { refused: error.message };
  }
}
