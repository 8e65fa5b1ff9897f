import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { until } from '../support/servers/until.ts';

/** Reason why system calls can't be tampered with here; null when they can. */
export function straceMissing(): string | null {
  if (process.platform !== 'linux') return 'strace is a tool of Linux';
  const tried = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'strace is not installed (Debian: apt install strace)';
  return tried.status === 0 ? null : `strace can't trace here: ${tried.stderr.trim()}`;
}

export type Tracing = {
  /** Number of calls tampered with. */
  injected(): number;
  /** Detaches from the process. */
  stop(): Promise<void>;
};

/**
 * Tampers with system calls of a running process, of all its threads or of the main one: `injection` is the value of strace's
 * `-e inject=`, which counts the calls of each thread separately. Returns once attached; writes the calls to `log`.
 */
export function tamper(
  pid: number,
  injection: string,
  log: string,
  { onlyMain = false } = {},
): Promise<Tracing> {
  const calls = [injection.split(':')[0] as string];
  return attach(pid, calls, ['-e', `inject=${injection}`, ...(onlyMain ? [] : ['-f'])], log);
}

/** The n-th call of a thread: of whichever makes so many first, or of the main one where others make as many. */
export type Numbered = { n: number; onlyMain: boolean };

/**
 * Calls of these kinds made by a process during `work`, numbered from 1 for each thread. Leaves out files outside `folder`, which
 * are the program's own.
 */
export async function numberCalls(
  pid: number,
  calls: readonly string[],
  folder: string,
  log: string,
  work: () => Promise<unknown>,
): Promise<Map<string, Numbered[]>> {
  const tracing = await attach(pid, calls, ['-f'], log);
  await work();
  await tracing.stop();
  const ofThreads = new Map<string, number>();
  const numbers = new Map(
    calls.map((call) => [call, { main: new Set<number>(), others: new Set<number>() }]),
  );
  for (const [, thread, call, given] of readFileSync(log, 'latin1').matchAll(/^(\d+) +(\w+)\((.*)$/gm)) {
    const n = (ofThreads.get(`${thread} ${call}`) ?? 0) + 1;
    ofThreads.set(`${thread} ${call}`, n);
    if (call !== 'openat' || given!.includes(`"${folder}/`))
      numbers.get(call as string)![Number(thread) === pid ? 'main' : 'others'].add(n);
  }
  return new Map(
    [...numbers].map(([call, { main, others }]) => {
      const first = [...main.union(others)].map((n) => ({ n, onlyMain: false }));
      const ofMain = [...main.intersection(others)].map((n) => ({ n, onlyMain: true }));
      return [call, [...first, ...ofMain].sort((one, other) => one.n - other.n)];
    }),
  );
}

async function attach(
  pid: number,
  calls: readonly string[],
  options: readonly string[],
  log: string,
): Promise<Tracing> {
  const traced = ['-e', `trace=${calls.join(',')}`, '-e', 'signal=none', ...options];
  const child = spawn('strace', ['-o', log, ...traced, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(() => / attached/.test(said) || child.exitCode !== null);
  if (!/ attached/.test(said)) throw new Error(`strace: ${said}`);
  return {
    injected: () => readFileSync(log, 'utf8').match(/\(INJECTED/g)?.length ?? 0,
    async stop() {
      child.kill('SIGINT');
      // strace may wait forever for a process that ended while attached.
      const patience = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(patience);
    },
  };
}
