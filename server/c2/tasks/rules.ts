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

/** The part of a task reported by its framework. */
export function pickState(task: StoredTask): TaskState {
  const { status, callback, command, ended, executed_at, completed_at } = task;
  return { status, callback, command, ended, executed_at, completed_at };
}

/** Whether a task may still produce output: not once it is discarded or gone. */
export function isOpen(task: StoredTask): boolean {
  return !task.mapping_applied && task.ended !== 'discarded' && task.ended !== 'gone';
}

/** Tasks by whether their own configuration is the present one: nobody can be asked about the others. */
export function splitByConfiguration(
  tasks: readonly StoredTask[],
  configurationId: string | null,
): { own: StoredTask[]; disconnected: StoredTask[] } {
  const isOwn = (task: StoredTask) => configurationId !== null && task.configuration_id === configurationId;
  return { own: tasks.filter(isOwn), disconnected: tasks.filter((task) => !isOwn(task)) };
}

/** Whether to poll an open task: once completed, not while its simulation is finished, because that takes no output. */
export function isToBeAsked(task: StoredTask, simulationStatus: SimulationStatus): boolean {
  return isOpen(task) && (task.ended === null || !isDone(simulationStatus));
}

/** Longest output of a task put into the simulation's `output`; longer output is stored as a file. */
export const inlineOutputBytes = 1024 * 1024;

/** Text in the simulation's `output` for a task stored as a file: the beginning, and a note. */
export function cutWithNote(output: string, size: number): string {
  const head = cutToBytes(output, inlineOutputBytes);
  return `${head}${head.endsWith('\n') ? '' : '\n'}[${size} bytes, kept whole as a file of this simulation]\n`;
}

/** Text in the simulation's `output` for a task too large for any adapter. */
export const tooLargeNote =
  '[The output of this task is larger than Damson takes over; it is in the framework alone]\n';

/** The longest beginning of a text that fits into this many bytes of UTF-8, without cutting a character. */
export function cutToBytes(text: string, bytes: number): string {
  // UTF-8 takes at least one byte per UTF-16 unit, so the rest can't be part of the beginning.
  const all = Buffer.from(text.slice(0, bytes + 1), 'utf8');
  if (all.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((all[end] as number) & 0xc0) === 0x80) end -= 1;
  return all.toString('utf8', 0, end);
}
