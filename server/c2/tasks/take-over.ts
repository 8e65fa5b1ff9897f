import type { BlobRegister } from '../../blobs/register.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inTransaction } from '../../database/database.ts';
import { keepOutput, recordOutput, stageOutput } from '../../simulations/outputs/service.ts';
import { appendOutput } from '../../simulations/service.ts';
import { type C2Adapter, C2Error } from '../frameworks/adapter.ts';
import { cutWithNote, inlineOutputBytes, pickState, tooLargeNote } from './rules.ts';
import * as store from './store.ts';

type Target = { db: Db; now: Now; outputs: BlobRegister };
type Simulation = { id: string; engagement_id: string };

/** The output of a finished task, or a note if it is too large for Damson. */
export async function readOutput(adapter: C2Adapter, task: store.StoredTask): Promise<string> {
  try {
    return await adapter.getTaskOutput(task.external_id);
  } catch (error) {
    // It will never get smaller, and must not be fetched again with every read.
    if (error instanceof C2Error && error.reason === 'too_large') return tooLargeNote;
    throw error;
  }
}

/** Takes a finished task over into its simulation, in turn; output too large for the field is first stored as a file. */
export async function takeOver(
  c2: Target,
  simulation: Simulation,
  task: store.StoredTask,
  output: string,
  turn: Promise<unknown>,
): Promise<void> {
  const size = Buffer.byteLength(output, 'utf8');
  if (size <= inlineOutputBytes) {
    await turn;
    await applyMapping(c2, simulation, task, output, null);
    return;
  }
  const staged = await stageOutput(c2.outputs, output);
  const text = cutWithNote(output, size);
  await turn;
  await keepOutput(c2.outputs, simulation, staged, () =>
    applyMapping(c2, simulation, task, text, { size, sha256: staged.sha256 }),
  );
}

/**
 * Writes output, command and time into the simulation, and marks the task in the same transaction, so that it happens only once,
 * despite concurrent reads and crashes. Returns false if it was done before or the task is no longer linked. Refuses `done` and
 * `not_found` a finished or deleted simulation.
 */
function applyMapping(
  c2: Target,
  simulation: Simulation,
  task: store.StoredTask,
  text: string,
  kept: { size: number; sha256: string } | null,
): Promise<boolean> {
  return inTransaction(c2.db, async (trx) => {
    if (!(await store.markMapped(trx, task.id, pickState(task)))) return false;
    const { command, executed_at, external_id, callback, completed_at } = task;
    const from = { external_id, callback, completed_at };
    await appendOutput(trx, c2.now, simulation.id, { text, command, executed_at, task: from });
    if (kept !== null) {
      const created_at = isoTime(c2.now());
      await recordOutput(trx, simulation, { ...kept, task_external_id: task.external_id, created_at });
    }
    return true;
  });
}
