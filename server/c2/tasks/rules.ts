import { isDone, type SimulationStatus } from '../../../domain/simulations.ts';
import type { Task } from '../frameworks/adapter.ts';
import type { StoredTask, TaskState } from './store.ts';

/** Stored fields of a task, from the framework's current answer. */
export function toState(task: Task, now: string): TaskState {
  const { status, callback, command } = task;
  const state = { status, callback, command, ended: null, executed_at: null, completed_at: null };
  if (task.finished) {
    return {
      ...state,
      ended: 'completed',
      executed_at: task.startedAt ?? task.submittedAt ?? task.finishedAt ?? now,
      completed_at: task.finishedAt ?? now,
    };
  }
  return status === 'discarded' ? { ...state, ended: 'discarded' } : state;
}

/** The part of a task that its framework reports. */
export function pickState(task: StoredTask): TaskState {
  const { status, callback, command, ended, executed_at, completed_at } = task;
  return { status, callback, command, ended, executed_at, completed_at };
}

/** Whether a task may still bring output: discarded and gone ones don't. */
export function isOpen(task: StoredTask): boolean {
  return !task.mapping_applied && task.ended !== 'discarded' && task.ended !== 'gone';
}

/** Whether to ask the framework about a task: a finished simulation takes no output, and a completed task waits with it. */
export function isToBeAsked(task: StoredTask, simulationStatus: SimulationStatus): boolean {
  return isOpen(task) && (task.ended === null || !isDone(simulationStatus));
}

/** Most output of a task that goes into the simulation's `output`; longer output is stored as a file. */
export const inlineOutputBytes = 1024 * 1024;

/** Text in the simulation's `output` for a task stored as a file: its head, and a note. */
export function cutWithNote(output: string, size: number): string {
  const head = cutToBytes(output, inlineOutputBytes);
  return `${head}${head.endsWith('\n') ? '' : '\n'}[${size} bytes, kept whole as a file of this simulation]\n`;
}

/** Text in the simulation's `output` for a task too large for any adapter. */
export const tooLargeNote =
  '[The output of this task is larger than Damson takes over; it is in the framework alone]\n';

/** The beginning of a text that fits into this many bytes of UTF-8, never cut within a character. */
export function cutToBytes(text: string, bytes: number): string {
  // A character has at least as many bytes as UTF-16 units, so the rest can't be part of the head.
  const all = Buffer.from(text.slice(0, bytes + 1), 'utf8');
  if (all.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((all[end] as number) & 0xc0) === 0x80) end -= 1;
  return all.toString('utf8', 0, end);
}
