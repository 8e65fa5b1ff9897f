import type { BlobPlace } from '../../blobs/place.ts';
import type { DatabaseInUse } from '../../database/engine.ts';
import { restoreThreadError } from '../../database/storage-errors.ts';
import { DomainError, type ErrorCode } from '../../errors.ts';
import { runInThread } from '../../threads.ts';
import type { LeftOut } from '../format.ts';
import type { ToExport } from './export.ts';

export type ExportTask = {
  database: DatabaseInUse;
  evidence: BlobPlace;
  what: ToExport;
  /** Path of the export; nothing is there yet. */
  place: string;
};

/** A complete export. */
export type Written = { fileName: string; type: string; size: number; leftOut: readonly LeftOut[] };

export type ThreadMessage = { made: Written } | { refusal: { code: ErrorCode; message: string } };

const threadMemory = { old: 512, young: 32 };
const longestMilliseconds = 10 * 60_000;

/**
 * Writes an export in a thread; `stop` ends it. The caller removes partial output. Refuses what the export refuses, `disk_full`,
 * `too_large` an export that takes too much memory, `unavailable` one that takes too long.
 */
export function exportInThread(task: ExportTask, stop: AbortSignal): Promise<Written> {
  return runInThread<ThreadMessage, Written>(
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
    stop,
    (message, end) => {
      if ('made' in message) end.resolve(message.made);
      else end.reject(new DomainError(message.refusal.code, message.refusal.message));
    },
  );
}
