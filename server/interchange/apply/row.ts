import type { ImportAction } from '../../../domain/interchange.ts';
import { writeBlueHalf } from '../../missions/imports/blue-half/service.ts';
import { editedWhy, mayOverwrite } from '../rules.ts';
import type { Source } from '../sources/store.ts';
import type { Items, PlanLine, ReadRow } from '../thread/plan-file.ts';
import type { Planned } from './applying.ts';
import { keepBefore, readBefore } from './before.ts';
import type { Judged } from './judge.ts';
import { applyLibraryItem } from './library.ts';
import { isOfRow } from './missions.ts';
import type { Run } from './run.ts';
import type { Outcome, ToKeep } from './sources.ts';

export type Written = {
  action: ImportAction;
  why: string | null;
  object: { id: string; missionId: string | null } | null;
  leftover?: string[] | undefined;
  keep?: ToKeep;
};

/** Writes a row, and returns the result. */
export async function applyRow(
  run: Run,
  { row, line }: Planned,
  { action, edited, source, why, digest, half }: Judged,
): Promise<Written> {
  const { library, missions, leftOut } = run;
  const { ready } = run.applying;
  const present = source && { id: source.object_id, missionId: source.scope === '' ? null : source.scope };
  const leave = (why: string | null, as: ImportAction = action): Written => ({
    action: as,
    why,
    object: present,
  });
  if (line === null || action === 'refused') return leave(row.refused ?? why ?? null, 'refused');
  if (present !== null && line.what === 'test_template')
    library.templates.set(line.item.sourceId, present.id);
  if (present !== null) missions.know(line, present.id);
  if (action === 'same') {
    if (line.what === 'mission' && source !== null) await missions.offer(row, line.item, source);
    return leave(null);
  }
  const unwanted = leftOut.get(row.number);
  if (unwanted !== undefined) return leave(unwanted, 'left_out');
  if (edited && !mayOverwrite(ready.choices, row.number)) return leave(why ?? editedWhy);
  if (action === 'changed' && source !== null && line.what !== 'execution') {
    const was = await readBefore(run.applying.trx, line.what, source.object_id);
    // Objects created here without an import have no note.
    const noted = source.import_id === '' ? null : source;
    await keepBefore(run.applying.trx, ready.id, row.number, { source: noted, edited, was });
  }
  if (half === 'blue' && line.what === 'test' && source !== null) {
    const outcome = await refuseOfRow(() => writeHalf(run, row, line.item, source));
    if ('refused' in outcome) return leave(outcome.refused, 'refused');
    // The source is not noted: someone who may write the other half has yet to import it.
    return { action, why: null, object: present, leftover: outcome.leftover };
  }
  // Objects exported from a mission create new ones on request.
  const done = source === null ? 'new' : action;
  const outcome = await write(run, row, line, done === 'new' ? null : source);
  if ('refused' in outcome) return leave(outcome.refused, 'refused');
  const { id, missionId } = outcome;
  const keep = toKeep(run, { digest: digest ?? row.digest }, line, {
    id,
    missionId,
    isNew: done === 'new',
  });
  const written = { action: done, why: null, object: { id, missionId }, leftover: outcome.leftover };
  // Each test of a mission changes its version.
  if (line.what !== 'mission') return { ...written, keep };
  missions.keepWhenFinished(keep);
  return written;
}

/** Source of an object, and its import. */
export function toKeep(
  { applying: { ready } }: Run,
  row: Pick<ReadRow, 'digest'>,
  line: PlanLine,
  { id, missionId, isNew }: { id: string; missionId: string | null; isNew: boolean },
): ToKeep {
  const { sourceId } = line.item as Items[typeof line.what];
  return {
    format: ready.format,
    kind: line.what,
    scope: line.what === 'execution' && ready.choices.mission_id == null ? '' : (missionId ?? ''),
    source_id: sourceId,
    object_id: id,
    import_id: ready.id,
    digest: row.digest,
    made: isNew ? 1 : 0,
  };
}

/** Writes a row; a row that can't be written gets a reason, and the others continue. */
async function write(
  { applying, library, missions }: Run,
  row: ReadRow,
  line: PlanLine,
  source: Source | null,
): Promise<Outcome & { leftover?: string[] }> {
  return refuseOfRow(async () => {
    switch (line.what) {
      case 'mission':
        return missions.begin(row, line.item, source);
      case 'test':
        return missions.test(row, line.item, source);
      case 'remediation':
        return missions.remediation(row, line.item, source);
      case 'finding':
        return missions.finding(row, line.item, source);
      case 'execution':
        return missions.execution(row, line.item, source);
      default:
        return { id: await applyLibraryItem(applying, library, line, source), missionId: null };
    }
  });
}

/** Writes blue's half of an existing test. */
async function writeHalf(
  { applying, missions }: Run,
  { mission }: ReadRow,
  { run }: Items['test'],
  { object_id: test_id }: Source,
): Promise<Outcome & { leftover?: string[] }> {
  const mission_id = missions.idOf(mission);
  if (mission_id === null) return { refused: 'Its mission was refused' };
  const missing = await writeBlueHalf(applying, applying.viewer, { mission_id, test_id }, run);
  return {
    id: test_id,
    missionId: mission_id,
    leftover: [...missing, 'plan, red’s half and evidence: not written'],
  };
}

/** A refusal that concerns only the row is shown with it. */
async function refuseOfRow(
  work: () => Promise<Outcome & { leftover?: string[] }>,
): Promise<Outcome & { leftover?: string[] }> {
  try {
    return await work();
  } catch (error) {
    if (!isOfRow(error)) throw error;
    return { refused: error.message };
  }
}
