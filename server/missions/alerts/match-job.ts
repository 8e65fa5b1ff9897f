import pLimit from 'p-limit';
import type { DatabaseInUse } from '../../database/engine.ts';
import { restoreThreadError } from '../../database/storage-errors.ts';
import { DomainError } from '../../errors.ts';
import type { Paging } from '../../paging.ts';
import { runInThread } from '../../threads.ts';
import type { Suggested } from './suggest.ts';

export type MatchTask = Paging & { database: DatabaseInUse; missionId: string };
export type MatchAnswer = { total: number; items: Suggested[] };

/** One at a time, because each reads a whole mission. */
const inTurn = pLimit(1);

const threadMemory = { old: 256, young: 16 };
const longestMilliseconds = 60_000;

const failed = (message: string) => () => new DomainError('unavailable', message);

/**
 * Matches the waiting alerts of a mission to its runs in a thread, and returns a page of them, those with the best suggestions
 * first. Refuses `unavailable` what takes too much memory or time.
 */
export function matchAlerts(task: MatchTask): Promise<MatchAnswer> {
  return inTurn(() =>
    runInThread<MatchAnswer, MatchAnswer>(
      {
        module: new URL('./match-thread.js', import.meta.url),
        task,
        memory: threadMemory,
        milliseconds: longestMilliseconds,
        problems: {
          memory: failed(
            'The alerts need more memory than matching may take: decide on some rules as a whole',
          ),
          time: failed('Matching the alerts takes too long: decide on some rules as a whole'),
          ended: failed('The thread that matched the alerts ended unexpectedly: ask again'),
          stopped: failed('The server is stopping'),
          failed: restoreThreadError,
        },
      },
      new AbortController().signal,
      (answer, { resolve }) => resolve(answer),
    ),
  );
}
