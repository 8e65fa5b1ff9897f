import { getCompileCacheDir } from 'node:module';
import type { ImportFormat } from '../../../domain/interchange.ts';
import { restoreThreadError } from '../../database/failures.ts';
import { DomainError } from '../../errors.ts';
import { startThread } from '../../program.ts';
import { importBounds } from '../bounds.ts';
import type { Asked, ImportChoices } from '../contract.ts';
import { ImportRefusal } from '../format.ts';
import type { Staged } from '../staging/source.ts';
import type { AttackFacts } from './attack.ts';
import type { ReadRow } from './plan-file.ts';

export type ReadTask = {
  staged: Staged;
  /** Null: the one that recognises it. */
  format: ImportFormat | null;
  choices: ImportChoices;
  attack: AttackFacts;
  /** Where the plan is written. */
  plan: string;
};

/** What was read: the plan itself lies in its file. */
export type ReadImport = {
  format: ImportFormat;
  version: string | null;
  notes: string[];
  asks: Asked | null;
  rows: ReadRow[];
};

export type ThreadMessage =
  | { progress: number }
  /** What it has to be read within, in milliseconds since the thread began. */
  | { within: number }
  /** As JSON: rows that come as objects take far more of the server's memory. */
  | { rows: string }
  | { read: Omit<ReadImport, 'rows'> }
  | { refusal: string };

/** A hostile file runs out of this memory, not out of the server's. */
const threadMemory = { maxOldGenerationSizeMb: 208, maxYoungGenerationSizeMb: 16 };

/**
 * Recognises and reads what came in, in a thread of its own. Refuses (`ImportRefusal`) what its format refuses and what takes too much
 * memory or time, and `unavailable` when `stop` is aborted.
 */
export async function readImport(
  task: ReadTask,
  { stop, progress }: { stop: AbortSignal; progress: (share: number) => void },
): Promise<ReadImport> {
  if (stop.aborted) throw stopped();
  const worker = startThread(new URL('./job-thread.js', import.meta.url), {
    workerData: { task, compileCache: getCompileCacheDir() },
    resourceLimits: threadMemory,
  });
  const rows: ReadRow[] = [];
  const began = performance.now();
  const done = Promise.withResolvers<ReadImport>();
  let deadline: NodeJS.Timeout | undefined;
  const endAfter = (time: number): void => {
    clearTimeout(deadline);
    const refuse = () => done.reject(new ImportRefusal(`It could not be read within ${time / 1000} s`));
    deadline = setTimeout(refuse, Math.max(0, time - (performance.now() - began)));
  };
  endAfter(importBounds.time);
  worker.on('message', (message: ThreadMessage) => {
    if ('progress' in message) progress(message.progress);
    else if ('within' in message) endAfter(message.within);
    else if ('rows' in message) for (const row of JSON.parse(message.rows) as ReadRow[]) rows.push(row);
    else if ('read' in message) done.resolve({ ...message.read, rows });
    else done.reject(new ImportRefusal(message.refusal));
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    done.reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new ImportRefusal('It needs more memory than a file may take')
        : restoreThreadError(error),
    ),
  );
  worker.on('exit', () => done.reject(new Error('The thread that read it ended without an answer')));
  const onStop = () => done.reject(stopped());
  stop.addEventListener('abort', onStop);
  try {
    return await done.promise;
  } finally {
    clearTimeout(deadline);
    stop.removeEventListener('abort', onStop);
    await worker.terminate();
  }
}

function stopped(): DomainError {
  return new DomainError('unavailable', 'Reading was stopped');
}
