import { getCompileCacheDir } from 'node:module';
import type { Now } from '../../database/clock.ts';
import { type Db, lendTurn } from '../../database/database.ts';
import type { DatabaseInUse } from '../../database/engine.ts';
import { restoreThreadError } from '../../database/failures.ts';
import { DomainError, type ErrorCode, type FieldError, invalid } from '../../errors.ts';
import type { Author } from '../../history/service.ts';
import { startThread } from '../../program.ts';
import type { BundleSource, ReadLimits } from '../bundle/source.ts';
import type { SyncResult } from '../contract.ts';

/** A sync, as the thread is told that does it. */
export type SyncTask = {
  from: BundleSource;
  limits: ReadLimits;
  /** What the source must have; null for any. */
  digest: string | null;
  /** What the sync is recorded under. */
  source: string;
  by: Author;
};

/** What the thread writes to, and when. */
export type Turn = { database: DatabaseInUse; at: number };

export type ThreadMessage =
  | { isRead: true }
  | { result: SyncResult }
  | { refusal: { code: ErrorCode; message: string; errors: FieldError[] | undefined } };

/** A hostile bundle runs out of this memory, not out of the server's. */
const threadMemory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/**
 * Does a sync in a thread of its own, so that requests are served meanwhile; writes wait only while it writes. Refuses what
 * reading the bundle refuses, another digest, and with `unavailable` when `stop` is given up before it has begun to write.
 */
export async function runSync(
  { db, now }: { db: Db; now: Now },
  task: SyncTask,
  stop: AbortSignal,
): Promise<SyncResult> {
  const worker = startThread(new URL('./job-thread.js', import.meta.url), {
    workerData: { task, compileCache: getCompileCacheDir() },
    resourceLimits: threadMemory,
  });
  const isRead = Promise.withResolvers<void>();
  const done = Promise.withResolvers<SyncResult>();
  const fail = (error: Error): void => {
    isRead.reject(error);
    done.reject(error);
  };
  // Whichever nobody waits for any more.
  isRead.promise.catch(() => {});
  done.promise.catch(() => {});
  worker.on('message', (message: ThreadMessage) => {
    if ('isRead' in message) isRead.resolve();
    else if ('result' in message) done.resolve(message.result);
    else fail(toRefusal(message.refusal));
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    fail(
      outOfMemory ? invalid('source', 'needs more memory than a bundle should') : restoreThreadError(error),
    );
  });
  worker.on('exit', () => fail(new Error('The thread of the sync ended without an answer')));
  try {
    await within(task.limits.totalMilliseconds, stop, isRead);
    return await lendTurn(db, async (database) => {
      refuseStopped(stop);
      worker.postMessage({ database, at: now() } satisfies Turn);
      try {
        return await done.promise;
      } finally {
        // Its connection is closed by then, whatever it ended with.
        await worker.terminate();
      }
    });
  } finally {
    await worker.terminate();
  }
}

/** Waits until the bundle is read; refuses (`invalid`) one that takes too long, and (`unavailable`) when the server stops. */
async function within(
  milliseconds: number,
  stop: AbortSignal,
  { promise, reject }: PromiseWithResolvers<void>,
): Promise<void> {
  const deadline = setTimeout(
    () => reject(invalid('source', `could not be read within ${milliseconds / 1000} s`)),
    milliseconds,
  );
  const stopped = () => reject(stopping());
  stop.addEventListener('abort', stopped);
  try {
    refuseStopped(stop);
    await promise;
  } finally {
    clearTimeout(deadline);
    stop.removeEventListener('abort', stopped);
  }
}

function refuseStopped(stop: AbortSignal): void {
  if (stop.aborted) throw stopping();
}

function stopping(): DomainError {
  return new DomainError('unavailable', 'The server is stopping');
}

function toRefusal({
  code,
  message,
  errors,
}: {
  code: ErrorCode;
  message: string;
  errors: FieldError[] | undefined;
}) {
  return new DomainError(code, message, errors === undefined ? {} : { errors });
}
