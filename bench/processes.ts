import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

export type ServerProcess = {
  url: string;
  pid: number;
  stop(): Promise<void>;
};

/** Environment of a process, without this machine's Damson settings. */
export function environmentFor(dataDir: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, SVC_DATA_DIR: dataDir, SVC_PORT: '0', ...more };
}

const running = new Set<ChildProcess>();

/** Ends running processes when the bench itself is ended. */
export function stopAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** The command as shipped: `npm run bench` builds it first. */
export const shipped = 'dist/app/bin/damson.js';

/** The real server over a data folder, as a separate process; its log goes to a file, as under a service manager. */
export function startDamson(dataDir: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  return start([shipped, 'serve'], path.join(dataDir, 'bench.log'), environmentFor(dataDir, more));
}

/** The server from the checkout, for rows that depend on its sources. */
export function startSources(dataDir: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  return start(['bin/damson.js', 'serve'], path.join(dataDir, 'bench.log'), environmentFor(dataDir, more));
}

/** One of the baselines, as a separate process. */
export function startBaseline(name: string, folder: string, ...args: string[]): Promise<ServerProcess> {
  return start(
    [`bench/baselines/${name}`, ...args],
    path.join(folder, `${path.basename(name)}.log`),
    environmentFor(folder),
  );
}

/** Block of the event loop; `busiest` is the longest in CPU time, without waiting for a processor or the disk. */
export type LongestBlock = { longest: number; busiest: number };

/** A server that reports the longest block of its event loop. */
export type WatchedProcess = ServerProcess & {
  /** In milliseconds, since the last call. */
  longestBlock(): Promise<LongestBlock>;
};

/** The real server with a watched event loop. */
export async function startWatched(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<WatchedProcess> {
  const args = ['--import', './bench/bystanders/loop-delay.js', shipped, 'serve'];
  let child: ChildProcess | null = null;
  const server = await start(
    args,
    path.join(dataDir, 'bench.log'),
    environmentFor(dataDir, more),
    (spawned) => {
      child = spawned;
    },
  );
  const watched = child as unknown as ChildProcess;
  return {
    ...server,
    async longestBlock() {
      const answered = once(watched, 'message') as Promise<[LongestBlock]>;
      watched.send('ask');
      return (await answered)[0];
    },
  };
}

async function start(
  args: string[],
  log: string,
  env: NodeJS.ProcessEnv,
  onSpawned: ((child: ChildProcess) => void) | null = null,
): Promise<ServerProcess> {
  writeFileSync(log, '');
  const output = openSync(log, 'a');
  const pipes = ['ignore', output, output] as const;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: onSpawned === null ? [...pipes] : [...pipes, 'ipc'],
  });
  onSpawned?.(child);
  running.add(child);
  const exited = once(child, 'exit').then(() => running.delete(child));
  const deadline = performance.now() + 60_000;
  for (;;) {
    const url = /"url":"([^"]+)"/.exec(readFileSync(log, 'utf8'))?.[1];
    if (url !== undefined) {
      return {
        url,
        pid: child.pid as number,
        async stop() {
          child.kill('SIGTERM');
          await exited;
        },
      };
    }
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} did not start:\n${readFileSync(log, 'utf8').slice(0, 2000)}`);
    }
    await pause(5);
  }
}

/** Runs a program to its end and returns its JSON output. */
export async function runToEnd<T>(args: string[], env: NodeJS.ProcessEnv): Promise<T> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return JSON.parse(printed) as T;
}

/** Milliseconds from starting a program to its first answer 200 at `target`; the program is then ended. */
export async function timeToFirstAnswer(
  args: string[],
  env: NodeJS.ProcessEnv,
  target: string,
): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const exited = once(child, 'exit').then(() => running.delete(child));
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended before it listened: ${printed}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /"url":"([^"]+)"/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const response = await fetch(url + target);
  await response.text();
  const milliseconds = performance.now() - started;
  child.kill('SIGTERM');
  await exited;
  if (response.status !== 200) throw new Error(`${args.join(' ')} answered ${response.status}`);
  return milliseconds;
}

/** CPU time of a process so far, in milliseconds. */
export function processorTimeOf(pid: number): number {
  // The name in brackets may contain anything; user and system time are the 14th and 15th field, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same to the nanosecond, of its present threads. */
export function threadTimeOf(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [running] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1);
    nanoseconds += Number(running);
  }
  return nanoseconds / 1e6;
}

/** Resident memory of a process in bytes, now and at its peak since the last `forgetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The share of the machine's CPU used by others, measured during a second in which the bench itself is idle. */
export async function busyWithOthers(): Promise<number> {
  const times = () => {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/);
    const [user, nice, system, idle, waiting, ...more] = ticks.map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const busy = user + nice + system + (more as number[]).slice(0, 3).reduce((sum, value) => sum + value, 0);
    return { busy, all: busy + idle + waiting };
  };
  const before = times();
  await pause(1000);
  const after = times();
  return (after.busy - before.busy) / (after.all - before.all);
}
