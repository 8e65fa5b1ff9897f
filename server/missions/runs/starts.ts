import { mostRuns } from '../../../domain/limits.ts';
import { wasRun } from '../../../domain/missions.ts';
import type { RunReason } from '../../../domain/runs.ts';
import { type Db, inLongTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { wholly } from '../../database/view.ts';
import { JobRunner } from '../../jobs/runner.ts';
import type { Log } from '../../log.ts';
import { Turn } from '../../turn.ts';
import { reachTests } from '../doors.ts';
import { pickWriteTime } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { type RunAuthor, runAgainIn } from './again.ts';
import * as store from './store.ts';

/** Tests of one transaction, so that nobody else waits for long. */
export const testsOfSlice = 100;
const closedAtOnce = 50;

/** Notes that new runs of these tests have begun, in the transaction that has judged them. */
export function noteStart(
  trx: Trx,
  mission_id: string,
  { id, displayName, token }: RunAuthor,
  reason: RunReason,
  tests: readonly string[],
): Promise<void> {
  const author: RunAuthor = { id, displayName, ...(token && { token: { name: token.name } }) };
  return store.insertStart(trx, {
    mission_id,
    reason,
    author_json: JSON.stringify(author),
    started_by: id,
    test_ids_json: JSON.stringify(tests),
  });
}

/**
 * Starts the runs of a mission that have begun, a slice of the tests in each transaction, until all have theirs. Whoever else does
 * the same at the same time does other slices. What was judged at the beginning is not judged again; a test that is gone, or is not
 * executed any more, is left out.
 */
export async function finishStart({ db, now }: Services, missionId: string): Promise<void> {
  while (await wholly(() => startSlice(db, now, missionId)));
}

function startSlice(db: Db, now: Services['now'], missionId: string): Promise<boolean> {
  return inLongTransaction(db, async (trx, pause) => {
    const start = await store.findStart(trx, missionId);
    if (start === null) return false;
    const ids = JSON.parse(start.test_ids_json) as string[];
    const left = ids.slice(testsOfSlice);
    const tests = await pickStartable(trx, await reachTests(trx, missionId, ids.slice(0, testsOfSlice)));
    if (left.length === 0) await store.deleteStart(trx, missionId);
    else await store.updateStart(trx, missionId, JSON.stringify(left));
    const [first] = tests;
    if (first !== undefined) {
      const author = JSON.parse(start.author_json) as RunAuthor;
      const time = pickWriteTime(first, now);
      const turn = new Turn();
      for (let from = 0; from < tests.length; from += closedAtOnce) {
        await runAgainIn(trx, author, tests.slice(from, from + closedAtOnce), start.reason, time);
        await turn.giveWay(pause);
      }
    }
    return left.length > 0;
  });
}

async function pickStartable(trx: Trx, tests: readonly OpenTest[]): Promise<OpenTest[]> {
  const present = await store.readPresentRuns(trx, tests);
  return tests.filter((_, index) => {
    const { status, run_number } = present[index] as store.PresentRun;
    return wasRun(status) && run_number < mostRuns;
  });
}

/** Finishes what a process has begun and left. */
export function openRunStarts({ db, now, log }: Services & { log: Log }): JobRunner {
  return new JobRunner({
    db,
    log,
    kind: 'run_start',
    find: () => store.listStarts(db),
    run: async (missionId) => {
      await finishStart({ db, now }, missionId);
      return 'done';
    },
  });
}
