import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buildApp } from '../../../tools/build-app.ts';
import { until } from './until.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Root gets no window, so its tests of windows run as a user who owns nothing. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const person = isRoot ? { uid: nobody, gid: nobody } : {};

const canRead =
  spawnSync(
    process.execPath,
    ['-e', `require('fs').readFileSync(${JSON.stringify(path.join(root, 'package.json'))})`],
    { ...person, cwd: '/' },
  ).status === 0;

/** Reason why that user's windows can't be tested here; false when they can. */
export const noPerson: string | false =
  process.platform === 'win32'
    ? 'the programs that stand in are scripts of a POSIX shell'
    : canRead
      ? false
      : 'nobody but root can read this checkout';

/** Built, installed and recorded files, and the tests themselves. */
const notCopied = new Set([
  '.git',
  'test',
  ...readFileSync(path.join(root, '.gitignore'), 'utf8').replaceAll('/', '').split('\n'),
]);

/** A checkout owned by that user, with everything built, so that the test builds nothing. It uses the modules of this one. */
export function makeCheckout(folder: string): string {
  const app = buildApp();
  const checkout = path.join(folder, 'checkout');
  for (const name of readdirSync(root).filter((entry) => !notCopied.has(entry))) {
    cpSync(path.join(root, name), path.join(checkout, name), { recursive: true, preserveTimestamps: true });
  }
  cpSync(app, path.join(checkout, 'dist', 'app'), { recursive: true });
  cpSync(path.join(app, 'dist', 'renderer'), path.join(checkout, 'dist', 'renderer'), { recursive: true });
  // The copied folders are new, so everything built from them has to be newer, and the application newer than the interface.
  for (const [seconds, built] of [
    [1, 'dist/renderer/index.html'],
    [2, 'dist/app/package.json'],
  ] as const) {
    const later = new Date(Date.now() + seconds * 1000);
    utimesSync(path.join(checkout, built), later, later);
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'), 'junction');
  if (isRoot) giveAway(folder);
  return checkout;
}

function giveAway(place: string): void {
  chownSync(place, nobody, nobody);
  for (const entry of readdirSync(place, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chownSync(path.join(entry.parentPath, entry.name), nobody, nobody);
  }
}

/** A system program found by `npm start`, which records its calls and behaves as set. */
export class Program {
  readonly file: string;

  constructor(file: string, behaviour: 'stays until it is told to end' | { exits: number }) {
    this.file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    const stays = typeof behaviour === 'string';
    const lines = [
      '#!/bin/sh',
      ...(stays ? [`trap 'echo told >> "$0.signals"; exit 0' TERM`] : []),
      `printf '%s\\n' "$$" "\${ELECTRON_RUN_AS_NODE-unset}" "$@" > "$0.new"`,
      '/bin/mv "$0.new" "$0.called"',
      // Limited in time, so that nothing is left behind if it is never ended.
      stays
        ? 'n=0; while [ $n -lt 2400 ]; do /bin/sleep 0.05; n=$((n + 1)); done'
        : `exit ${behaviour.exits}`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    chmodSync(file, 0o755);
    if (isRoot) giveAway(path.dirname(file));
  }

  get wasCalled(): boolean {
    return existsSync(`${this.file}.called`);
  }

  /** Waits for the call, returns its arguments. */
  async called(): Promise<{ pid: number; runAsNode: string; args: string[] }> {
    await until(() => this.wasCalled);
    const [pid, runAsNode, ...args] = readFileSync(`${this.file}.called`, 'utf8').trimEnd().split('\n');
    return { pid: Number(pid), runAsNode: String(runAsNode), args };
  }

  /** Number of termination signals received. */
  get signals(): number {
    const file = `${this.file}.signals`;
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export type Started = {
  child: ChildProcess;
  text: { stdout: string; stderr: string };
  url(): Promise<string>;
  end(signal?: NodeJS.Signals): Promise<number | null>;
  ended: Promise<number | null>;
};

const running = new Set<ChildProcess>();

/** Ends everything that a failed test left behind; call it after each test. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

export type StartOptions = {
  args?: readonly string[];
  /** Folders of the system's programs. */
  programs?: readonly string[];
  env?: Record<string, string>;
  byNpm?: boolean;
  asRoot?: boolean;
};

/** Runs `npm start` of a checkout, or its underlying program. */
export function startIn(checkout: string, options: StartOptions = {}): Started {
  const { args = [], programs = [], env = {}, byNpm = false, asRoot = false } = options;
  const home = path.dirname(checkout);
  const searched = [path.dirname(process.execPath), ...programs, ...(byNpm ? [process.env.PATH ?? ''] : [])];
  const [program, ...words] = byNpm
    ? ['npm', 'start', '--silent', '--']
    : [process.execPath, path.join(checkout, 'tools', 'start.ts')];
  const child = spawn(program as string, [...words, ...args], {
    ...(asRoot ? {} : person),
    cwd: checkout,
    env: { PATH: searched.join(path.delimiter), HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const address = (): string | undefined => /"listening","url":"([^"]+)"/.exec(text.stdout)?.[1];
  return {
    child,
    text,
    ended,
    async url() {
      await until(() => address() !== undefined || child.exitCode !== null);
      const found = address();
      if (found === undefined) throw new Error(`it ended early: ${text.stdout}${text.stderr}`);
      return found;
    },
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
