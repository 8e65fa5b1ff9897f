import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { inSnapshot } from '../../database/database.ts';
import { openInUse } from '../../database/in-use.ts';
import { listRuns, listSighted, listWaiting } from './candidates.ts';
import type { MatchAnswer, MatchTask } from './match-job.ts';
import { readMatchSign } from './match-sign.ts';
import { suggest } from './suggest.ts';

const { task } = workerData as { task: MatchTask };

async function match(): Promise<MatchAnswer> {
  const database = await openInUse(task.database, { readonly: true });
  try {
    const { sign, alerts, runs } = await inSnapshot(database.db, async (trx) => ({
      sign: await readMatchSign(trx, task.missionId, task.of),
      alerts:
        task.of === 'alerts'
          ? await listWaiting(trx, task.missionId)
          : await listSighted(trx, task.missionId),
      runs: await listRuns(trx, task.missionId),
    }));
    return { sign, items: suggest(alerts, runs).map((item) => JSON.stringify(item)) };
  } finally {
    await database.close();
  }
}

const answer = await match();
// The thread is ended as soon as it has answered.
flushCompileCache();
parentPort?.postMessage(answer);
