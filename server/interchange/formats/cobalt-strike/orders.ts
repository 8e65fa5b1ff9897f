import { cutName } from '../../../../domain/names.ts';
import type { PlannedExecution } from '../../plan.ts';
import type { LooseTimes } from '../../reading/loose-times.ts';
import { findTags } from '../../reading/values.ts';
import type { Entry } from './beacon-log.ts';

/** An input with what followed it. */
export type Made = {
  execution: PlannedExecution;
  stamp: string;
  orderedAt: string | null;
  /** When the Beacon took its tasks. */
  takenAt: string | null;
  endedAt: string | null;
  tasks: string[];
  isTaken: boolean;
  output: string[];
};

/** Reason for which an input is no execution; null if it ran. */
export function findReason({ tasks, isTaken, output }: Made): string | null {
  if (tasks.length === 0) return 'Nothing ran: no task follows it';
  return isTaken || output.length > 0 ? null : 'Nothing ran: the Beacon has not taken its task';
}

/** Whether a further task is no longer one of this input: scripts give tasks without one. */
export const isDone = (last: Made | undefined): boolean =>
  last === undefined || (last.isTaken && last.tasks.length > 0);

/** The execution that an entry begins. */
export function begin(
  { kind, text, stamp }: Pick<Entry, 'kind' | 'text' | 'stamp'>,
  date: string | null,
  execution: PlannedExecution,
): Made {
  if (kind === 'input') {
    const [, operator, command] = /^<([^<>\n]*)>\s?(.*)$/s.exec(text) ?? [];
    execution.operator = operator?.trim() || null;
    execution.command = (command ?? text).trim() || null;
  }
  return {
    execution,
    stamp,
    orderedAt: date,
    takenAt: null,
    endedAt: null,
    tasks: [],
    isTaken: false,
    output: [],
  };
}

/** Adds an entry to the executions before it. */
export function follow(
  { kind, text }: Pick<Entry, 'kind' | 'text'>,
  date: string | null,
  made: readonly Made[],
): void {
  const last = made.at(-1);
  if (last === undefined || text === '') return;
  if (kind === 'task') {
    const [, named = '', task = ''] = /^<([^<>\n]*)>\s?(.*)$/s.exec(text) ?? ['', '', text];
    last.execution.catalog_tags = [...new Set([...last.execution.catalog_tags, ...findTags(named)])];
    last.tasks.push(task.trim());
  } else if (kind === 'checkin') {
    for (const one of made) {
      if (one.isTaken) continue;
      one.isTaken = true;
      one.takenAt = date;
    }
  } else if (kind === 'output' || kind === 'error') {
    // Output names no task: it is of the last one that the Beacon took.
    const of = made.findLast(({ isTaken }) => isTaken) ?? last;
    of.output.push(kind === 'error' ? `[error] ${text}` : text.replace(/^received output:\n/, ''));
    of.endedAt = date;
  } else if (kind === 'note') last.execution.leftover.push(`Note: ${text}`);
  else last.execution.leftover.push(`Indicator: ${text}`);
}

/** Takes an input with what followed it, returns its execution. */
export function finish(
  { execution, stamp, orderedAt, takenAt, endedAt, tasks, output }: Made,
  times: LooseTimes,
): PlannedExecution {
  const { leftover } = execution;
  const said = tasks.filter((task) => task !== '').join('\n');
  execution.command ??= said || null;
  execution.name = cutName((execution.command ?? '').split('\n', 1)[0] ?? '') || 'Execution';
  execution.output = output.join('\n') || null;
  if (orderedAt === null) {
    leftover.push(`Time: ${stamp}`);
  } else {
    execution.started_at = times.read(takenAt ?? orderedAt, 'Start', leftover);
    execution.executed_at = execution.started_at;
    execution.ended_at = times.read(endedAt, 'End', leftover);
    if (takenAt !== null && takenAt !== orderedAt) leftover.push(`Ordered: ${orderedAt}`);
  }
  if (said !== '' && said !== execution.command) leftover.push(`Task: ${said}`);
  return execution;
}
