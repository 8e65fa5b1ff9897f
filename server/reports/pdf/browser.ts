import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { DomainError } from '../../errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: the protocol's messages, each read where it is used
type Message = any;

type Pending = { resolve: (result: Message) => void; reject: (error: Error) => void };

/** Flags of a browser for one document: no network, no personal profile, no background work. */
const switches = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  // Makes every lookup of an address fail, including those of this computer.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
];

/**
 * A private Chromium or Edge with an empty profile, controlled through a pipe that ends it whenever this process ends. It
 * inherits no environment variables, because they include secrets.
 */
export class Browser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #ended: Promise<void>;
  readonly #pending = new Map<number, Pending>();
  readonly #waiting: { method: string; resolve: () => void }[] = [];
  #sent = 0;
  #hasEnded = false;

  static async start(program: string): Promise<Browser> {
    return new Browser(program, await mkdtemp(path.join(tmpdir(), 'damson-print-')));
  }

  private constructor(program: string, profile: string) {
    this.#profile = profile;
    const isWindows = process.platform === 'win32';
    this.#process = spawn(
      program,
      [
        ...switches,
        `--user-data-dir=${profile}`,
        // Chromium does not run as root with a sandbox.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        'about:blank',
      ],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
        // Windows adds the variables that its programs need.
        env: isWindows ? {} : { HOME: profile, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
        windowsHide: true,
        // Starts a separate process group and ends it as one; otherwise the compositor would keep working.
        detached: !isWindows,
      },
    );
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        for (const { reject } of this.#pending.values()) reject(hasEnded());
        this.#pending.clear();
        resolve();
      };
      this.#process.once('error', end);
      this.#process.once('exit', end);
    });
    (this.#process.stdio[3] as Writable | null)?.on('error', () => {});
    this.#listen(this.#process.stdio[4] as Readable | null);
  }

  #listen(pipe: Readable | null): void {
    let parts: string[] = [];
    pipe?.setEncoding('utf8').on('data', (chunk: string) => {
      const [first = '', ...others] = chunk.split('\0');
      parts.push(first);
      for (const next of others) {
        this.#hear(JSON.parse(parts.join('')) as Message);
        parts = [next];
      }
    });
    pipe?.on('error', () => {});
  }

  #hear({ id, method, result, error }: Message): void {
    if (id === undefined) {
      // The page's process is gone and no longer answers.
      if (method === 'Target.targetCrashed') void this.end();
      const heard = this.#waiting.findIndex((waiting) => waiting.method === method);
      if (heard !== -1) this.#waiting.splice(heard, 1)[0]?.resolve();
      return;
    }
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error)
      pending?.reject(
        failed(`The browser can’t print it (${error.message}): leave out pictures or texts, or ask again`),
      );
    else pending?.resolve(result);
  }

  /**
   * A protocol command to the browser or to one of its pages. Refuses (`rendering_failed`) when the browser refuses or has ended.
   */
  async send(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    if (this.#hasEnded) throw hasEnded();
    this.#sent += 1;
    const id = this.#sent;
    const answer = Promise.withResolvers<Message>();
    this.#pending.set(id, answer);
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer.promise;
  }

  /** Resolves with the next event of this name; call it before triggering the event. Rejects when the browser ends. */
  next(method: string): Promise<void> {
    const heard = new Promise<void>((resolve) => {
      this.#waiting.push({ method, resolve });
    });
    const ended = this.#ended.then(() => Promise.reject(hasEnded()));
    return Promise.race([heard, ended]);
  }

  #kill(): void {
    const { pid } = this.#process;
    if (process.platform === 'win32' || pid === undefined) {
      this.#process.kill('SIGKILL');
      return;
    }
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All processes have already ended.
    }
  }

  /** Ends the browser at once with all of its processes, and removes its profile. */
  async end(): Promise<void> {
    this.#kill();
    await this.#ended;
    // The browser's other processes may still be writing.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(
      () => {},
    );
  }
}

function failed(message: string): DomainError {
  return new DomainError('rendering_failed', message);
}

function hasEnded(): DomainError {
  return failed(
    'The browser that prints it has ended, perhaps for want of memory: leave out pictures or texts',
  );
}
