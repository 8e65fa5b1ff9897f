import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import type * as Electron from 'electron';
import { Emitter } from './emitter.ts';

/** Running utility processes, for specifications that kill one. */
export const utilityProcesses = new Set<UtilityProcess>();

const holding = { next: false };

/** Pauses the next process before it does anything, until it gets SIGCONT. */
export function holdNext(): void {
  holding.next = true;
}

/** A Node process next to the application, with `process.parentPort` on its side. */
export class UtilityProcess
  extends Emitter
  implements Pick<Electron.UtilityProcess, 'pid' | 'stdout' | 'stderr' | 'postMessage' | 'kill'>
{
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super(['spawn', 'message', 'exit'], ['error']);
    const kept: NodeJS.ProcessEnv = { ...process.env, ...options.env };
    delete kept.NODE_OPTIONS;
    const stdio = options.stdio ?? 'inherit';
    const [, output = 'inherit', errors = 'inherit'] = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
    this.#child = fork(modulePath, args, {
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        '--import',
        new URL('utility-side.ts', import.meta.url).href,
        ...(options.execArgv ?? []),
      ],
      env: (options.env ?? kept) as NodeJS.ProcessEnv,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      serialization: 'advanced',
      stdio: ['ignore', output as 'pipe', errors as 'pipe', 'ipc'],
    });
    if (holding.next) this.#child.kill('SIGSTOP');
    holding.next = false;
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    utilityProcesses.add(this);
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('error', () => {});
    this.#child.once('exit', (code, signal) => {
      utilityProcesses.delete(this);
      this.emit('exit', code ?? (signal === 'SIGTERM' ? 15 : 9));
    });
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }

  /** Asks the process to end, and kills it after two seconds, as Chromium does. */
  kill(): boolean {
    const sure = setTimeout(() => this.end('SIGKILL'), 2000);
    this.#child.once('exit', () => clearTimeout(sure));
    return this.#child.kill('SIGTERM');
  }

  /** Kills the process like the system, not like the application. */
  end(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

export const utilityProcess = {
  fork: (
    modulePath: string,
    args: readonly string[] = [],
    options: Electron.ForkOptions = {},
  ): UtilityProcess => new UtilityProcess(modulePath, args, options),
};
