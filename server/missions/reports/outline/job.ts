import pLimit from 'p-limit';
import type { DatabaseInUse } from '../../../database/engine.ts';
import { restoreThreadError } from '../../../database/storage-errors.ts';
import { DomainError, type ErrorCode } from '../../../errors.ts';
import { runInThread } from '../../../threads.ts';
import type { ReportToBuild } from '../build.ts';
import type { ReportOutline } from '../contract.ts';
import { threadMemory } from '../thread-memory.ts';

export type OutlineTask = {
  database: DatabaseInUse;
  report: Omit<ReportToBuild, 'openText'>;
  /** Texts that the search for likely secrets does not ask about. */
  decided: readonly string[];
};
export type OutlineAnswer = { outline: ReportOutline } | { refusal: { code: ErrorCode; message: string } };

/** One at a time, because each reads a whole mission. */
const inTurn = pLimit(1);

const longestMilliseconds = 60_000;

const failed = (message: string) => () => new DomainError('rendering_failed', message);

/**
 * Reads the outline of a draft in a thread, so that requests are served in the meantime. Refuses `not_found` a deleted mission,
 * `rendering_failed` a mission that takes too much memory or time.
 */
export function makeOutline(task: OutlineTask): Promise<ReportOutline> {
  return inTurn(() =>
    runInThread<OutlineAnswer, ReportOutline>(
      {
        module: new URL('./outline-thread.js', import.meta.url),
        task,
        memory: threadMemory,
        milliseconds: longestMilliseconds,
        problems: {
          memory: failed('The mission needs more memory than a report may take'),
          time: failed('The mission takes longer to read than a report may take'),
          ended: failed('The thread that read the mission ended unexpectedly: ask again'),
          stopped: failed('The server is stopping'),
          failed: restoreThreadError,
        },
      },
      new AbortController().signal,
      (answer, { resolve, reject }) => {
        if ('outline' in answer) resolve(answer.outline);
        else reject(new DomainError(answer.refusal.code, answer.refusal.message));
      },
    ),
  );
}
