import { readdirSync, readFileSync } from 'node:fs';

/** A process; `ticks` is its CPU time in hundredths of a second. */
export type Found = { pid: number; type: string | null; depth: number; ticks: number };

/** The processes started by this one, and their descendants. */
export function processesBelow(parent: number, depth = 1): Found[] {
  const read = (place: string) => orNothing(() => readFileSync(`/proc/${place}`, 'utf8')) ?? '';
  const threads = orNothing(() => readdirSync(`/proc/${parent}/task`)) ?? [];
  const pids = threads
    .flatMap((thread) => read(`${parent}/task/${thread}/children`).split(' '))
    .filter(Boolean);
  return pids.map(Number).flatMap((pid) => {
    const type = /--type=([a-z]+)/.exec(read(`${pid}/cmdline`))?.[1] ?? null;
    // The process name in front may contain spaces.
    const ticks = Number(read(`${pid}/stat`).split(') ').at(-1)?.split(' ')[11] ?? 0);
    return [{ pid, type, depth, ticks }, ...processesBelow(pid, depth + 1)];
  });
}

/** Null for a process that has ended in the meantime. */
function orNothing<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
