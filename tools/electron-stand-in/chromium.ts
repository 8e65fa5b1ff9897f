import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { standInSettings } from './settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: the protocol's messages, each read where it is used
export type Message = any;

type Pending = { resolve: (result: Message) => void; reject: (error: Error) => void };

/** Ignores protocol errors, because a target may disappear at any time. */
export class ProtocolError extends Error {}

/**
 * A private Chromium, controlled through its pipe, which ends it whenever this process ends. Emits `event` for every protocol
 * event, and `exit`.
 */
export class Chromium extends EventEmitter<{ event: [Message]; exit: [] }> {
  readonly profile: string;
  readonly #process: ChildProcess;
  readonly #isTemporary: boolean;
  readonly #pending = new Map<number, Pending>();
  #sent = 0;

  /** `profile`: null for a temporary one. */
  constructor(profile: string | null, firstWindow: readonly string[]) {
    super();
    this.setMaxListeners(0);
    this.#isTemporary = profile === null;
    this.profile = profile ?? mkdtempSync(path.join(tmpdir(), 'profile-'));
    mkdirSync(this.profile, { recursive: true, mode: 0o700 });
    rmSync(path.join(this.profile, 'DevToolsActivePort'), { force: true });
    this.#process = spawn(
      standInSettings.chromium,
      [
        '--remote-debugging-pipe',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.profile}`,
        ...(standInSettings.headless ? ['--headless'] : []),
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--no-first-run',
        '--no-default-browser-check',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-background-timer-throttling',
        '--disable-renderer-backgrounding',
        '--disable-backgrounding-occluded-windows',
        '--disable-sync',
        '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider',
        '--password-store=basic',
        '--use-mock-keychain',
        ...firstWindow,
        `--app=${blankPage}`,
      ],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    this.#read(this.#process.stdio[4] as Readable);
    (this.#process.stdio[3] as Writable).on('error', () => {});
    this.#process.once('exit', () => {
      for (const { reject } of this.#pending.values()) reject(new ProtocolError('Chromium has ended'));
      this.#pending.clear();
      if (this.#isTemporary) this.#forget();
      this.emit('exit');
    });
  }

  #read(pipe: Readable): void {
    let rest = '';
    pipe.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\0');
      rest = parts.pop() as string;
      for (const part of parts) this.#take(JSON.parse(part) as Message);
    });
  }

  #take(message: Message): void {
    if (message.id === undefined) {
      this.emit('event', message);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) pending?.reject(new ProtocolError(message.error.message));
    else pending?.resolve(message.result);
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    if (this.hasEnded) return Promise.reject(new ProtocolError('Chromium has ended'));
    this.#sent += 1;
    const id = this.#sent;
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Endpoint for the specification's protocol client. */
  get endpoint(): string | null {
    const file = path.join(this.profile, 'DevToolsActivePort');
    if (!existsSync(file)) return null;
    const [port, target] = readFileSync(file, 'utf8').split('\n');
    return target ? `ws://127.0.0.1:${port}${target}` : null;
  }

  async close(): Promise<void> {
    if (this.hasEnded) return;
    const ended = new Promise<void>((resolve) => this.once('exit', resolve));
    this.send('Browser.close').catch(() => {});
    const timer = setTimeout(() => this.kill(), 3000);
    await ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
    if (this.#isTemporary) this.#forget();
  }

  #forget(): void {
    // The browser's other processes may still be writing.
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Initial page of every window, because Chromium does not accept `about:blank` for an application window. */
export const blankPage = 'data:text/html,';
