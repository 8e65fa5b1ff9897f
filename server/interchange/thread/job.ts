import type { ImportFormat } from '../../../domain/interchange.ts';
import { restoreThreadError } from '../../database/storage-errors.ts';
import { DomainError } from '../../errors.ts';
import { runInThread } from '../../threads.ts';
import { importBounds } from '../bounds.ts';
import type { Asked, ImportChoices } from '../contract.ts';
import { ImportRefusal } from '../format.ts';
import type { Staged } from '../staging/source.ts';
import type { AttackFacts } from './attack.ts';
import type { ReadRow } from './plan-file.ts';

export type ReadTask = {
  staged: Staged;
  /** Null: recognised from the file. */
  format: ImportFormat | null;
  choices: ImportChoices;
  attack: AttackFacts;
  /** Path for the plan. */
  plan: string;
};

/** Result of reading: the plan itself is in its file. */
export type ReadImport = {
  format: ImportFormat;
  version: string | null;
  notes: string[];
  asks: Asked | null;
  rows: ReadRow[];
};

export type ThreadMessage =
  | { progress: number }
  | { isWorkbook: true }
  /** As JSON: rows passed as objects take far more of the server's memory. */
  | { rows: string }
  | { read: Omit<ReadImport, 'rows'> }
  | { refusal: string };

/** A hostile file exhausts this memory and time instead of the server's. */
export const readingLimits = {
  memory: { old: 208, young: 16 },
  milliseconds: importBounds.time,
  problems: {
    memory: () => new ImportRefusal('It needs more memory than a file may take'),
    time: (longest: number) => new ImportRefusal(`It could not be read within ${longest / 1000} s`),
    ended: () => new Error('The thread that read it ended without an answer'),
    stopped: () => new DomainError('unavailable', 'Reading was stopped'),
    failed: restoreThreadError,
  },
};

/**
 * Recognises and reads an import in a separate thread. Refuses (`ImportRefusal`) what its format refuses and files that take too
 * much memory or time, and `unavailable` when `stop` is aborted.
 */
export function readImport(
  task: ReadTask,
  { stop, progress }: { stop: AbortSignal; progress: (share: number) => void },
  { workbookTime }: { workbookTime: number } = importBounds,
): Promise<ReadImport> {
  const rows: ReadRow[] = [];
  return runInThread<ThreadMessage, ReadImport>(
    {
      module: new URL('./job-thread.js', import.meta.url),
      task,
      ...readingLimits,
    },
    stop,
    (message, thread) => {
      if ('progress' in message) progress(message.progress);
      else if ('isWorkbook' in message) thread.endWithin(workbookTime);
      else if ('rows' in message) for (const row of JSON.parse(message.rows) as ReadRow[]) rows.push(row);
      else if ('read' in message) thread.resolve({ ...message.read, rows });
      else thread.reject(new ImportRefusal(message.refusal));
    },
  );
}
