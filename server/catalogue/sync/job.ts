import { lendTurn } from '../../database/database.ts';
import type { DatabaseInUse } from '../../database/engine.ts';
import type { Services } from '../../database/services.ts';
import { restoreThreadError } from '../../database/storage-errors.ts';
import { DomainError, type ErrorCode, type FieldError, invalid } from '../../errors.ts';
import type { Author } from '../../history/service.ts';
import { runInThread } from '../../threads.ts';
import type { ReadLimits } from '../bundle/limits.ts';
import type { SyncResult } from '../contract.ts';

/** `name`: text that may contain a version. */
export type BundleSource =
  | { kind: 'bundled' }
  | { kind: 'file'; path: string; name: string }
  | { kind: 'url'; url: string };

/** A sync, as passed to its thread. */
export type SyncTask = {
  from: BundleSource;
  limits: ReadLimits;
  /** Required digest of the source; null for any. */
  digest: string | null;
  /** History entry of the sync. */
  source: string;
  by: Author;
};

/** Database for the thread to write to, and the time of the sync. */
export type Turn = { database: DatabaseInUse; at: number };

export type ThreadMessage =
  | { isRead: true }
  | { result: SyncResult }
  | { refusal: { code: ErrorCode; message: string; errors: FieldError[] | undefined } };

/** A hostile bundle exhausts this memory rather than the server's. */
const threadMemory = { old: 192, young: 32 };

/**
 * Runs a sync in a thread, so that requests are served meanwhile; other writes wait only while it writes. Refuses what reading
 * the bundle refuses, another digest, and `unavailable` if `stop` is aborted before writing begins.
 */
export async function runSync({ db, now }: Services, task: SyncTask, stop: AbortSignal): Promise<SyncResult> {
  refuseStopped(stop);
  const reading = new AbortController();
  const giveUp = (): void => reading.abort();
  const { totalMilliseconds } = task.limits;
  const deadline = setTimeout(giveUp, totalMilliseconds);
  stop.addEventListener('abort', giveUp);
  const goOn = (): void => {
    clearTimeout(deadline);
    stop.removeEventListener('abort', giveUp);
  };
  try {
    const sync: Promise<SyncResult> = runInThread<ThreadMessage, SyncResult>(
      {
        module: new URL('./job-thread.js', import.meta.url),
        task,
        memory: threadMemory,
        problems: {
          memory: () => invalid('source', 'needs more memory than a bundle should'),
          time: ended,
          ended,
          failed: restoreThreadError,
          stopped: () =>
            stop.aborted
              ? stopping()
              : invalid('source', `could not be read within ${totalMilliseconds / 1000} s`),
        },
      },
      reading.signal,
      (message, thread) => {
        if ('result' in message) thread.resolve(message.result);
        else if ('refusal' in message) thread.reject(toRefusal(message.refusal));
        else {
          goOn();
          // The thread closes its connection in any case.
          const write = (database: DatabaseInUse): Promise<unknown> => {
            if (stop.aborted) thread.reject(stopping());
            else thread.reply({ database, at: now() } satisfies Turn);
            return sync.catch(() => {});
          };
          lendTurn(db, write).catch(thread.reject);
        }
      },
    );
    return await sync;
  } finally {
    goOn();
  }
}

function ended(): Error {
  return new Error('The thread of the sync ended without an answer');
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
