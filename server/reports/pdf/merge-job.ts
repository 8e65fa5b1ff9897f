import { restoreThreadError } from '../../database/storage-errors.ts';
import { DomainError } from '../../errors.ts';
import { runInThread } from '../../threads.ts';
import type { Printed } from '../renderer.ts';
import type { Finish } from './merge.ts';

export type MergeTask = { places: readonly string[]; merged: string; finish: Finish };

const memory = { old: 384, young: 32 };
const longestMilliseconds = 120_000;

/**
 * Merges printed parts in a thread, so that requests are served in the meantime: a part has tens of thousands of objects. Returns what
 * `mergePdfs` returns. Refuses `rendering_failed` parts that take too much memory or time.
 */
export function mergeInThread(task: MergeTask, stop: AbortSignal): Promise<Printed | null> {
  const failed = (why: string) => () => new DomainError('rendering_failed', why);
  return runInThread<{ printed: Printed | null }, Printed | null>(
    {
      module: new URL('./merge-thread.js', import.meta.url),
      task,
      memory,
      milliseconds: longestMilliseconds,
      problems: {
        memory: failed('It needs more memory than a report may take: leave out commands, pictures or texts'),
        time: failed(
          `It takes longer than ${longestMilliseconds / 1000} s: leave out commands, pictures or texts`,
        ),
        ended: failed('The thread that made it ended unexpectedly: ask again'),
        stopped: () => new DomainError('unavailable', 'The rendering was stopped'),
        failed: restoreThreadError,
      },
    },
    stop,
    ({ printed }, { resolve }) => resolve(printed),
  );
}
