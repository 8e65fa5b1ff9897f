import { fileURLToPath } from 'node:url';
import { type UtilityProcess, utilityProcess } from 'electron';
import { type Log, toTrace } from '../../server/log.ts';
import type { Refusal } from '../../server/refusals.ts';
import type { Settings } from '../../server/settings.ts';
import { setAsideIfFull } from '../desktop-log.ts';
import { decideAfterDeath } from '../lifecycle.ts';
import { printPdf } from '../window/pdf-printing.ts';
import {
  logFlag,
  type PrintFailure,
  type RequestKind,
  type ServerAsk,
  type ServerProgress,
  type ServerReply,
  type ServerRequests,
  type ShellAnswer,
} from './server-messages.ts';

/** The server's process refused or failed; `refusal` has the reason, if known. */
export class ServerRefused extends Error {
  readonly refusal: Refusal | null;
  constructor(refusal: Refusal | null) {
    super(refusal?.message ?? 'the process of the server has failed');
    this.refusal = refusal;
  }
}

type Waiting = {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  onProgress: (progress: ServerProgress) => void;
};

/** One server process, and the messages exchanged with it. */
class ServerProcess {
  /** Resolves with the exit code of the process. */
  readonly ended: Promise<number>;
  #process: UtilityProcess;
  readonly #logFile: string;
  #waiting = new Map<number, Waiting>();
  readonly #printing = new Map<number, AbortController>();
  #asked = 0;
  #isOver = false;

  constructor(logFile: string) {
    this.#logFile = logFile;
    this.#process = utilityProcess.fork(
      fileURLToPath(new URL('../server-conversation.js', import.meta.url)),
      [logFlag + logFile],
      { serviceName: 'Damson server', stdio: 'inherit' },
    );
    this.#process.on('message', (reply: ServerReply) => this.#hear(reply));
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', (code) => {
        this.#isOver = true;
        for (const { reject } of this.#waiting.values()) reject(new ServerRefused(null));
        this.#waiting.clear();
        for (const stop of this.#printing.values()) stop.abort();
        resolve(code);
      });
    });
  }

  /** Refuses (ServerRefused) with the server's own reason, and when the process ends before it has answered. */
  ask<Kind extends RequestKind>(
    kind: Kind,
    given: ServerRequests[Kind]['given'],
    onProgress: (progress: ServerProgress) => void = () => {},
  ): Promise<ServerRequests[Kind]['answer']> {
    if (this.#isOver) return Promise.reject(new ServerRefused(null));
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#process.postMessage({ id, kind, ...given });
    });
  }

  /** Kills the process at once; cleaning up is left to the caller. */
  kill(): void {
    this.#process.kill();
  }

  /** Lets the process finish and close, and kills it after `milliseconds` at the latest. */
  async end(milliseconds: number): Promise<void> {
    // The rest of the time is reserved for the checkpoint and the database.
    this.ask('close', { drainMilliseconds: milliseconds * 0.6 }).catch(() => {});
    const kill = setTimeout(() => this.#process.kill(), milliseconds * 0.9);
    let giveUp: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      giveUp = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.ended, late]);
    clearTimeout(kill);
    clearTimeout(giveUp);
  }

  #hear(reply: ServerReply): void {
    if ('notice' in reply) {
      setAsideIfFull(this.#logFile);
      return;
    }
    if ('ask' in reply) {
      if (reply.ask === 'print') void this.#print(reply);
      else this.#printing.get(reply.id)?.abort();
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    if ('progress' in reply) {
      waiting?.onProgress(reply.progress);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.ok) waiting?.resolve(reply.value as never);
    else waiting?.reject(new ServerRefused(reply.refusal));
  }

  async #print({ id, htmlFile, pdfFile }: ServerAsk & { ask: 'print' }): Promise<void> {
    const stop = new AbortController();
    this.#printing.set(id, stop);
    let failure: PrintFailure | null = null;
    try {
      await printPdf(htmlFile, pdfFile, stop.signal);
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      failure = { message, code: typeof code === 'string' ? code : undefined };
    }
    this.#printing.delete(id);
    if (!this.#isOver) this.#process.postMessage({ kind: 'printed', id, failure } satisfies ShellAnswer);
  }
}

/** The log of events of the server's processes. */
export type Journal = { log: Log; file: string };

export type ServerHost = {
  /** Called when the server is back after its process had died; `moved`: at another address. */
  onBack: (moved: boolean) => void;
  /** Called when the server has died again, or could not be restarted; returns whether to try again. */
  onLost: (error: unknown) => Promise<'restart' | 'quit'>;
};

/** The application's server in a separate process, which is restarted once if it dies, and ended cleanly. */
export class EmbeddedServer {
  readonly #journal: Journal;
  #settings: Settings;
  #process: ServerProcess | null = null;
  /** The exit code of the last serving process. */
  #ended: Promise<number> | null = null;
  #origin = '';
  #deaths = 0;
  #isEnding = false;

  constructor(settings: Settings, journal: Journal) {
    this.#settings = settings;
    this.#journal = journal;
  }

  /** The server's address on this computer, the last one while it is down. */
  get origin(): string {
    return this.#origin;
  }

  /** The server's address, or null while it is down. */
  get reachable(): string | null {
    return this.#process === null ? null : this.#origin;
  }

  /** Starts the server, at the configured port if that is free, else at any. Refuses (ServerRefused) what the server refuses. */
  async start(): Promise<void> {
    const server = new ServerProcess(this.#journal.file);
    try {
      const { url } = await this.#startIn(server);
      this.#origin = new URL(url).origin;
      // The page, and everything typed into it, belongs to this address, so a restarted server should keep it.
      this.#settings = { ...this.#settings, port: Number(new URL(url).port) };
    } catch (error) {
      await server.end(2_000);
      throw error;
    }
    this.#process = server;
    this.#ended = server.ended.then((exitCode) => {
      this.#process = null;
      return exitCode;
    });
  }

  async #startIn(server: ServerProcess): Promise<{ url: string }> {
    try {
      return await server.ask('start', { settings: this.#settings });
    } catch (error) {
      if (
        this.#settings.port === 0 ||
        !(error instanceof ServerRefused) ||
        error.refusal?.code !== 'listen'
      ) {
        throw error;
      }
      return await server.ask('start', { settings: { ...this.#settings, port: 0 } });
    }
  }

  /** Refuses (ServerRefused) what the server refuses, and while it is down. */
  async ask<Kind extends 'installToken' | 'share' | 'stopSharing'>(
    kind: Kind,
    given: ServerRequests[Kind]['given'],
  ): Promise<ServerRequests[Kind]['answer']> {
    if (this.#process === null) throw new ServerRefused(null);
    return this.#process.ask(kind, given);
  }

  /**
   * Restarts the server whenever its process dies, or has died since `start`: the first time automatically, then as decided by
   * `host`. Resolves when it ends for good.
   */
  async keepServing(host: ServerHost): Promise<void> {
    while (this.#ended !== null) {
      const exitCode = await this.#ended;
      if (this.#isEnding) return;
      this.#deaths += 1;
      this.#journal.log.error({ event: 'server_lost', exit_code: exitCode, times: this.#deaths });
      if (!(await this.#startAgain(host))) return;
    }
  }

  /** Restarts the server; returns whether it succeeded. */
  async #startAgain(host: ServerHost): Promise<boolean> {
    const { log } = this.#journal;
    let reason: unknown = null;
    let next: 'restart' | 'ask' | 'quit' = decideAfterDeath(this.#deaths);
    for (;;) {
      if (next === 'ask') next = await host.onLost(reason);
      if (next === 'quit' || this.#isEnding) return false;
      const before = this.#origin;
      try {
        await this.start();
        log.info({ event: 'server_restarted', moved: this.#origin !== before });
        host.onBack(this.#origin !== before);
        return true;
      } catch (error) {
        log.error({ event: 'server_not_restarted', ...describeFailure(error) });
        reason = error;
        next = 'ask';
      }
    }
  }

  /** Finishes running requests and closes, within `milliseconds`. */
  async end(milliseconds: number): Promise<void> {
    this.#isEnding = true;
    await this.#process?.end(milliseconds);
  }
}

/** Why a request to the server failed, for the log: a refusal by its code, because its message names files. */
export function describeFailure(error: unknown): { [field: string]: unknown } {
  if (!(error instanceof ServerRefused)) return toTrace(error);
  return { refusal: error.refusal?.code ?? 'none', code: error.refusal?.cause?.code };
}

/** Restores a backup into an empty data folder, in a separate process. Refuses (ServerRefused) what the server refuses. */
export async function restoreBackup(
  file: string,
  settings: Settings,
  logFile: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ServerProgress) => void },
): Promise<{ madeAt: string }> {
  const server = new ServerProcess(logFile);
  const giveUp = () => server.kill();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await server.ask('restore', { file, settings }, onProgress);
  } finally {
    signal.removeEventListener('abort', giveUp);
    await server.end(5_000);
  }
}
