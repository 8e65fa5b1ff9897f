import type { BlobPlace } from '../../blobs/place.ts';
import type { DatabaseInUse } from '../../database/engine.ts';
import { restoreThreadError } from '../../database/failures.ts';
import { DomainError, type ErrorCode } from '../../errors.ts';
import { runInThread } from '../../threads.ts';
import type { FileToRead, ToExport } from './export.ts';
import type { Packed } from './pack.ts';

export type ExportTask = { database: DatabaseInUse; evidence: BlobPlace; what: ToExport };

type Head = Pick<Packed, 'fileName' | 'type'>;
export type ThreadMessage =
  | { head: Head }
  | { piece: Uint8Array }
  | { ended: true }
  | { notIntact: FileToRead }
  | { refusal: { code: ErrorCode; message: string } };
export type ThreadReply = { taken: number };

/** How many bytes the thread makes before somebody takes them. */
export const largestAhead = 8 * 1024 * 1024;

const threadMemory = { old: 512, young: 32 };
const longestMilliseconds = 10 * 60_000;
/** While there is something to take. */
const longestUntakenMilliseconds = 60_000;

/** An export that a thread makes: its head, its pieces, and the end of the thread, which never rejects. */
export type ExportInThread = { packed: Promise<Packed>; ended: Promise<void> };

/**
 * Makes an export in a thread of its own, which ends when nobody takes its pieces any more or `stop` is aborted. Refuses what the export
 * refuses, `too_large` what takes too much memory, `unavailable` what takes too long; `judge` says what is wrong with a file that is missing
 * or damaged.
 */
export function exportInThread(
  task: ExportTask,
  stop: AbortSignal,
  judge: (file: FileToRead) => Promise<DomainError>,
): ExportInThread {
  const head = Promise.withResolvers<Head>();
  const pieces = new Pieces();
  const signal = AbortSignal.any([stop, pieces.dropped]);
  const work = runInThread<ThreadMessage, void>(
    {
      module: new URL('./export-thread.js', import.meta.url),
      task,
      memory: threadMemory,
      milliseconds: longestMilliseconds,
      problems: {
        memory: () =>
          new DomainError('too_large', 'The export needs more memory than it may use: export less'),
        time: () => new DomainError('unavailable', 'The export took too long: export less'),
        ended: () => new Error('The thread that made an export ended without an answer'),
        stopped: () => new DomainError('unavailable', 'The export was stopped'),
        failed: restoreThreadError,
      },
    },
    signal,
    (message, end) => {
      if ('head' in message) head.resolve(message.head);
      else if ('piece' in message)
        pieces.add(message.piece, () => end.reply({ taken: message.piece.length }));
      else if ('ended' in message) end.resolve();
      else if ('refusal' in message) {
        end.reject(new DomainError(message.refusal.code, message.refusal.message));
      } else void judge(message.notIntact).then(end.reject, end.reject);
    },
  );
  const ended = work.then(
    () => pieces.end(null),
    (error: Error) => {
      head.reject(error);
      pieces.end(error);
    },
  );
  return { packed: head.promise.then((found) => ({ ...found, pieces: pieces.take() })), ended };
}

/** Exports that a thread has made and nobody has taken yet. */
class Pieces {
  readonly #made: { piece: Uint8Array; onTaken: () => void }[] = [];
  readonly #dropped = new AbortController();
  #end: { error: Error | null } | null = null;
  #onChange: () => void = () => {};
  #untaken: NodeJS.Timeout | undefined;

  /** Aborted when nobody takes them any more. */
  get dropped(): AbortSignal {
    return this.#dropped.signal;
  }

  add(piece: Uint8Array, onTaken: () => void): void {
    this.#made.push({ piece, onTaken });
    if (this.#made.length === 1) this.#watch();
    this.#onChange();
  }

  end(error: Error | null): void {
    this.#end ??= { error };
    this.#onChange();
  }

  async *take(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = this.#made.shift();
        if (next !== undefined) {
          this.#watch();
          next.onTaken();
          yield next.piece;
        } else if (this.#end === null) {
          await new Promise<void>((resolve) => {
            this.#onChange = resolve;
          });
        } else if (this.#end.error !== null) {
          throw this.#end.error;
        } else {
          return;
        }
      }
    } finally {
      clearTimeout(this.#untaken);
      this.#dropped.abort();
    }
  }

  #watch(): void {
    clearTimeout(this.#untaken);
    if (this.#made.length === 0) return;
    this.#untaken = setTimeout(() => this.#dropped.abort(), longestUntakenMilliseconds).unref();
  }
}
