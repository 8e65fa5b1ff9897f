import { longestName } from '../../../domain/limits.ts';
import type { Task } from '../frameworks/adapter.ts';

type Named = Pick<Task, 'externalId' | 'command' | 'callback' | 'operator'>;

const longestCommand = 120;

/** Name of a simulation made from a task: the command, and the callback that ran it. */
export function toSimulationName({ externalId, command, callback }: Named): string {
  const line = toLine(command ?? '');
  const what = line === '' ? `Task ${externalId}` : cut(line, longestCommand);
  const where = toLine(callback ?? '');
  return cut(where === '' ? what : `${what} · ${where}`, longestName);
}

/** A sentence stating that a simulation was made from a task. */
export function toDescription({ externalId, callback, operator }: Named): string {
  const who = toLine(operator ?? '');
  const where = toLine(callback ?? '');
  const run = [who === '' ? '' : ` by ${who}`, where === '' ? '' : ` on ${where}`].join('');
  return `Task ${externalId} of the C2 framework${run === '' ? '' : `, run${run}`}.`;
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}
