import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRecordings, isRecordingFile } from '../../domain/recordings/owners.ts';
import { DomainError } from '../errors.ts';
import { type ExecutionLog, readLog } from '../interchange/service.ts';
import { type Command, complain, exitCodes, Refusal, say, UsageError } from './command.ts';
import { toLine } from './language.ts';
import { toBody, toRequests } from './programs/log-body.ts';
import { readRecordings } from './programs/recordings.ts';
import { send } from './programs/send.ts';
import { Taken } from './programs/taken.ts';
import { readTarget, type Target, targetFlags } from './programs/target.ts';

const memory = '.damson-watch.json';

export const watchCommand: Command = {
  name: 'watch',
  summary: 'Record the execution logs that appear in a folder',
  details: [
    'Reads every log of executions that the import reads, once it is completely written, and posts its executions with the',
    `token of a program. A log that grows is read again; each execution is recorded once. ${memory} in the folder`,
    'remembers what was taken. A recording named like an execution, or like a log with one execution, is attached to its run.',
    'Ends on a signal.',
  ],
  operands: ['folder'],
  flags: {
    ...targetFlags,
    once: { type: 'boolean', help: 'end once everything in the folder is taken' },
    every: {
      type: 'string',
      value: 'seconds',
      help: 'how often to look; a file that stays the same from one look to the next is complete (default: 2)',
    },
  },
  async run({ operands, flags }) {
    const { target } = readTarget(flags);
    if (target === null) throw new UsageError('"watch" needs --server <address>');
    const every = String(flags.every ?? '2');
    if (!/^(?:\d{1,4})(?:\.\d{1,3})?$/.test(every))
      throw new UsageError('--every must be a number of seconds');
    const folder = path.resolve(operands[0] ?? '');
    if (!(await stat(folder)).isDirectory()) throw new Refusal(`${folder} is not a folder`);
    const ended = new AbortController();
    const end = () => ended.abort();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    try {
      const taken = new Taken(path.join(folder, memory), `${target.server} ${target.mission}`);
      const watching = { folder, target, taken, ended: ended.signal };
      await watch(watching, Number(every) * 1000, flags.once === true);
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
    }
    return exitCodes.done;
  },
};

type Watching = { folder: string; target: Target; taken: Taken; ended: AbortSignal };

async function watch(watching: Watching, interval: number, isOnce: boolean): Promise<void> {
  const { folder, taken, ended } = watching;
  let seen = new Map<string, string>();
  // Recordings and logs of the last search for the executions of recordings that came late.
  let searched = '';
  while (!ended.aborted) {
    const now = await look(folder);
    const fresh = [...now].filter(([name, mark]) => !taken.has(name, mark));
    const complete = new Map(fresh.filter(([name, mark]) => seen.get(name) === mark));
    seen = now;
    const recordings = await takeLogs(watching, complete);
    const late = [...complete.keys()].filter((name) => isRecordingFile(name) && !recordings.has(name));
    const search = JSON.stringify([...now]);
    if (late.length > 0 && search !== searched) {
      const logs = [...now.keys()].filter((name) => !complete.has(name) && !isRecordingFile(name));
      for (const name of logs) if (!(await takeLate(watching, name, late, complete))) return;
      searched = search;
    }
    if (isOnce && complete.size === fresh.length) {
      for (const name of late)
        if (!taken.has(name, complete.get(name) as string))
          complain(`damson: ${name}: ${toLine('no execution is named like this recording')}`);
      return;
    }
    await pause(interval, undefined, { signal: ended }).catch(() => {});
  }
}

/** Takes logs with their recordings; returns the recordings. */
async function takeLogs(watching: Watching, complete: ReadonlyMap<string, string>): Promise<Set<string>> {
  const recordings = new Set<string>();
  // A text may be a recording of another log.
  const isText = (name: string) => Number(/\.(?:txt|log)$/i.test(name));
  const names = [...complete.keys()].sort((a, b) => isText(a) - isText(b));
  for (const name of names) {
    if (watching.ended.aborted) break;
    if (isRecordingFile(name) || recordings.has(name)) continue;
    const others = names.filter((other) => other !== name);
    const used = await take(watching, name, others);
    if (used === null) continue;
    for (const file of [name, ...used]) await watching.taken.add(file, complete.get(file) as string);
    for (const file of used) recordings.add(file);
  }
  return recordings;
}

/** Sends recordings that came after their log; returns false if this ends before. */
async function takeLate(
  watching: Watching,
  name: string,
  late: readonly string[],
  complete: ReadonlyMap<string, string>,
): Promise<boolean> {
  const log = await read(watching, name, () => {});
  if (log === null) return !watching.ended.aborted;
  const { made, used } = await makeBodies(watching.folder, name, log, late);
  const bodies = made.filter(({ recordings }) => recordings > 0);
  if ((await sendAll(watching, name, bodies)) === null) return false;
  for (const file of used) await watching.taken.add(file, complete.get(file) as string);
  return true;
}

/** The files of a folder by name, with their sizes and times. */
async function look(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of (await readdir(folder)).sort()) {
    if (/^\.|\.(?:partial|part|tmp|crdownload)$/i.test(name)) continue;
    // It may be gone again.
    const facts = await stat(path.join(folder, name)).catch(() => null);
    if (facts?.isFile()) found.set(name, `${facts.size} ${facts.mtimeMs}`);
  }
  return found;
}

/**
 * Records the executions of a file with their recordings; returns those, also of a file that is no log, or null if this ends before.
 */
async function take(watching: Watching, name: string, others: readonly string[]): Promise<string[] | null> {
  const log = await read(watching, name, complain);
  if (log === null) return watching.ended.aborted ? null : [];
  const { made, used } = await makeBodies(watching.folder, name, log, others);
  const counts = await sendAll(watching, name, made);
  if (counts === null) return null;
  const { recorded, added, same, differs } = counts;
  const left = [
    ...log.refused.map(({ row, why }) => ({ row, why })),
    ...made.flatMap((one) => ('why' in one ? { row: one.row, why: one.why } : [])),
  ];
  say(
    `${name}: ${recorded} recorded, ${added} added, ${same} the same, ${differs} different, ${left.length} left out`,
  );
  for (const { row, why } of left) say(`${name}: ${toLine(row)}: ${toLine(why)}`);
  return used;
}

/** The executions of a file; null for one that is no log, with the reason told, and if this ends before. */
async function read(
  { folder, ended }: Watching,
  name: string,
  tell: (line: string) => void,
): Promise<ExecutionLog | null> {
  try {
    return await readLog({ name, file: path.join(folder, name) }, ended);
  } catch (error) {
    if (ended.aborted) return null;
    // The others are still read.
    if (error instanceof DomainError) tell(`damson: ${name}: ${toLine(error.message)}`);
    else tell(`damson: ${name} can't be read (${(error as Error).message})`);
    return null;
  }
}

type Made = { row: string; recordings: number } & ({ body: object } | { why: string });

/** The executions of a log as the API takes them, and which of the other files are their recordings. */
async function makeBodies(
  folder: string,
  name: string,
  { format, executions }: ExecutionLog,
  others: readonly string[],
): Promise<{ made: Made[]; used: string[] }> {
  // A log by itself does not name itself in its rows.
  const named = executions.map((execution) => ({ ...execution, row: `${name}, ${execution.row}` }));
  const found = findRecordings(named, others);
  const made: Made[] = [];
  for (const [index, execution] of executions.entries()) {
    const recordings = await readRecordings(folder, found.get(index) ?? [], (file, why) =>
      complain(`damson: ${file}: ${toLine(why)}`),
    );
    made.push({
      row: execution.row,
      recordings: recordings.length,
      ...toBody(format, execution, recordings),
    });
  }
  return { made, used: [...found.values()].flat() };
}

/** Sends executions and tells what becomes of their recordings; returns how many became what, or null if this ends before. */
async function sendAll(
  { target, ended }: Watching,
  name: string,
  made: readonly Made[],
): Promise<Record<string, number> | null> {
  const sent = made.flatMap((one) => ('body' in one ? [one] : []));
  const counts: Record<string, number> = { recorded: 0, added: 0, same: 0, differs: 0 };
  let next = 0;
  for (const request of toRequests(sent.map(({ body }) => body))) {
    const executions = await post(target, name, request, ended);
    if (executions === null) return null;
    for (const { result, recordings } of executions) {
      counts[result] = (counts[result] ?? 0) + 1;
      const one = sent[next] as (typeof sent)[number];
      next += 1;
      if (one.recordings === 0) continue;
      const row = `${name}: ${toLine(one.row)}`;
      if (recordings < one.recordings)
        complain(`damson: ${row}: ${toLine('its run is closed, or there is no room for its recordings')}`);
      else say(`${row}: ${toLine('recordings attached')}`);
    }
  }
  return counts;
}

type Results = { result: string; recordings: number }[];

/** Sends a request until there is an answer; null if this ends before. Refuses what the server refuses. */
async function post(target: Target, name: string, body: string, ended: AbortSignal): Promise<Results | null> {
  for (let isTold = false; ; isTold = true) {
    const milliseconds = isTold ? 600_000 : 0;
    const answered = await send(target, '/executions', body, { milliseconds, ended });
    if ('body' in answered) return (answered.body as { executions: Results }).executions;
    if ('refused' in answered) throw new Refusal(`the server refused ${name} (${answered.refused})`);
    if (ended.aborted) return null;
    if (!isTold) complain(`damson: the server is away (${answered.away})`);
  }
}
