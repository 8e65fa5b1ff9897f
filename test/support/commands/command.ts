import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Program to start as a process: the shipped one if set by `npm test`, else that of the checkout. */
export const program =
  process.env.DAMSON_TEST_PROGRAM ?? fileURLToPath(new URL('../../../bin/damson.js', import.meta.url));

export type Outcome = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };
export type RunOptions = {
  /** Standard input; empty otherwise. */
  input?: string | Buffer;
  env?: Record<string, string>;
  cwd?: string;
  /** Replacement for the program. */
  instead?: string;
  /** Another user of the system, which only root may name. */
  user?: number | undefined;
};

/** An environment without the settings of the person running the tests. */
export function environment(env: Record<string, string> = {}): Record<string, string> {
  const { NODE_COMPILE_CACHE: cache } = process.env;
  const compiled = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
  return { PATH: path.dirname(process.execPath), HOME: '/nonexistent', ...compiled, ...env };
}

const running = new Set<ChildProcess>();
// Ends the servers of failed tests, which the runner would otherwise wait for forever.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  after(() => {
    for (const child of running) child.kill('SIGKILL');
  });
}

function start(args: readonly string[], { env, cwd, instead = program, user }: RunOptions): ChildProcess {
  // The arguments as in the program's first line and its starters.
  const child = spawn(process.execPath, ['--', instead, ...args], {
    env: environment(env),
    cwd,
    stdio: 'pipe',
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function textOf(child: ChildProcess): { stdout: string; stderr: string } {
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text.stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text.stderr += chunk;
  });
  return text;
}

/** Runs the program to its end. */
export async function damson(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = start(args, options);
  const text = textOf(child);
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input ?? '');
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, ...text };
}

export type Serving = {
  url: string;
  child: ChildProcess;
  /** All output so far. */
  text: { stdout: string; stderr: string };
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Outcome>;
};

export type Starting = {
  child: ChildProcess;
  /** Resolves once the server listens; rejects if it ends first. */
  listening: Promise<Serving>;
};

/** Starts `damson serve` on any free port. */
export function starting(dataDir: string, options: RunOptions & { args?: readonly string[] } = {}): Starting {
  const child = start(['serve', '--data-dir', dataDir, '--port', '0', ...(options.args ?? [])], options);
  return { child, listening: untilListening(child) };
}

/** Starts `damson serve` on any free port and waits until it listens. */
export function serving(
  dataDir: string,
  options: RunOptions & { args?: readonly string[] } = {},
): Promise<Serving> {
  return starting(dataDir, options).listening;
}

/** Makes a server create the database of a data folder, because no other command does. */
export async function prepareData(dataDir: string, options: RunOptions = {}): Promise<void> {
  const { stop } = await serving(dataDir, options);
  await stop();
}

/** Waits until a started program reports its address; rejects if it ends first. */
export async function untilListening(child: ChildProcess): Promise<Serving> {
  const text = textOf(child);
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const address = (): string | undefined =>
    text.stdout.match(/^\{.*"event":"listening","url":"([^"]+)"[,}]/m)?.[1];
  while (address() === undefined) {
    const [ended] = await Promise.race([
      once(child.stdout as NonNullable<typeof child.stdout>, 'data').then(() => [null]),
      closed.then((outcome) => [outcome]),
    ]);
    if (ended) throw new Error(`serve ended early (${String(ended)}): ${text.stdout}${text.stderr}`);
  }
  return {
    url: address() as string,
    child,
    text,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code, ended] = await closed;
      return { code, signal: ended, ...text };
    },
  };
}

/** An environment that runs `code` before the program, to simulate a fault of the machine. */
export function preloading(code: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** Code for `preloading`: `handle` is the prototype of file handles opened by node:fs/promises. */
export const fileHandles = `
  import { open } from 'node:fs/promises';
  const opened = await open(process.execPath);
  const handle = Object.getPrototypeOf(opened);
  await opened.close();
`;
