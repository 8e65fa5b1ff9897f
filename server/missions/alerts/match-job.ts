import pLimit from 'p-limit';
import { type Db, findInUse, inSnapshot } from '../../database/database.ts';
import type { DatabaseInUse } from '../../database/engine.ts';
import { Memory } from '../../database/memory.ts';
import { restoreThreadError } from '../../database/storage-errors.ts';
import { DomainError } from '../../errors.ts';
import type { Paging } from '../../paging.ts';
import { runInThread } from '../../threads.ts';
import { type Matched, readMatchSign } from './match-sign.ts';
import type { Suggested } from './suggest.ts';

export type MatchTask = { database: DatabaseInUse; missionId: string; of: Matched };
export type MatchAnswer = {
  /** Sign of the state that was matched. */
  sign: string;
  /** As JSON, the best first: objects take far more of the server's memory, and of its time on their way. */
  items: string[];
};

/** One at a time, because each reads a whole mission. */
const inTurn = pLimit(1);

const threadMemory = { old: 256, young: 16 };
const longestMilliseconds = 60_000;

const failed = (message: string) => () => new DomainError('unavailable', message);

/** Characters of suggestions that are kept, of all missions. */
const mostKept = 32 * 1024 * 1024;

/** The suggestions for alerts or sightings of missions, kept until something they are made of changes. */
export class Matches {
  readonly #of: Matched;
  readonly #known = new Memory<MatchAnswer>(
    ['detection_rules', 'import_sources', 'test_templates'],
    mostKept,
    ({ items }) => items.reduce((sum, { length }) => sum + length, 0),
  );

  constructor(of: Matched) {
    this.#of = of;
  }

  /**
   * Matches what waits in a mission to its runs in a thread, and returns a page of them, those with the best suggestions
   * first. Refuses `unavailable` what takes too much memory or time.
   */
  page(db: Db, missionId: string, { offset, limit }: Paging): Promise<{ total: number; items: Suggested[] }> {
    return inTurn(async () => {
      const version = await inSnapshot(db, (trx) => readMatchSign(trx, missionId, this.#of));
      const task = { database: findInUse(db), missionId, of: this.#of };
      const { sign, items } = await this.#known.of(db, { id: missionId, version }, () => match(task));
      // Something changed before the match, and could change back.
      if (sign !== version) this.#known.forget(missionId);
      const shown = items.slice(offset, offset + limit);
      return { total: items.length, items: shown.map((item) => JSON.parse(item) as Suggested) };
    });
  }
}

function match(task: MatchTask): Promise<MatchAnswer> {
  return runInThread<MatchAnswer, MatchAnswer>(
    {
      module: new URL('./match-thread.js', import.meta.url),
      task,
      memory: threadMemory,
      milliseconds: longestMilliseconds,
      problems: {
        memory: failed('The alerts need more memory than matching may take: decide on some rules as a whole'),
        time: failed('Matching the alerts takes too long: decide on some rules as a whole'),
        ended: failed('The thread that matched the alerts ended unexpectedly: ask again'),
        stopped: failed('The server is stopping'),
        failed: restoreThreadError,
      },
    },
    new AbortController().signal,
    (answer, { resolve }) => resolve(answer),
  );
}
