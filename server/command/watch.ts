import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../errors.ts';
import { type ExecutionLog, readLog } from '../interchange/service.ts';
import { type Command, complain, exitCodes, Refusal, say, UsageError } from './command.ts';
import { toLine } from './language.ts';
import { toBody, toRequests } from './programs/log-body.ts';
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
    'remembers what was taken. Ends on a signal.',
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
  while (!ended.aborted) {
    const now = await look(folder);
    const fresh = [...now].filter(([name, mark]) => !taken.has(name, mark));
    const complete = fresh.filter(([name, mark]) => seen.get(name) === mark);
    seen = now;
    for (const [name, mark] of complete) {
      if (ended.aborted) return;
      if (await take(watching, name)) await taken.add(name, mark);
    }
    if (isOnce && complete.length === fresh.length) return;
    await pause(interval, undefined, { signal: ended }).catch(() => {});
  }
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

/** Records the executions of a file; returns whether it is done with, which includes a file that is no log. */
async function take({ folder, target, ended }: Watching, name: string): Promise<boolean> {
  let log: ExecutionLog;
  try {
    log = await readLog({ name, file: path.join(folder, name) });
  } catch (error) {
    // The others are still read.
    if (error instanceof DomainError) complain(`damson: ${name}: ${toLine(error.message)}`);
    else complain(`damson: ${name} can't be read (${(error as Error).message})`);
    return true;
  }
  const made = log.executions.map((execution) => ({ row: execution.row, ...toBody(log.format, execution) }));
  const bodies = made.flatMap((one) => ('body' in one ? one.body : []));
  const counts: Record<string, number> = { recorded: 0, added: 0, same: 0, differs: 0 };
  for (const request of toRequests(bodies)) {
    const executions = await post(target, name, request, ended);
    if (executions === null) return false;
    for (const { result } of executions) counts[result] = (counts[result] ?? 0) + 1;
  }
  const { recorded, added, same, differs } = counts;
  const left = [
    ...log.refused.map(({ row, why }) => ({ row, why })),
    ...made.flatMap((one) => ('why' in one ? { row: one.row, why: one.why } : [])),
  ];
  say(
    `${name}: ${recorded} recorded, ${added} added, ${same} the same, ${differs} different, ${left.length} left out`,
  );
  for (const { row, why } of left) say(`${name}: ${toLine(row)}: ${toLine(why)}`);
  return true;
}

type Results = { result: string }[];

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
