import type { Db } from '../../database/database.ts';
import { listLastMoves } from '../../history/service.ts';
import { toPerson } from '../../person.ts';
import type { Timeline } from './contract.ts';
import * as store from './store.ts';

/** Reviews of a mission's tests, as their last move in the history, and their timed facts. The caller has checked access. */
export async function readTimeline(db: Db, missionId: string): Promise<Timeline> {
  const reviewed = new Set(await store.listReviewed(db, missionId));
  const moves = await listLastMoves(db, missionId);
  return {
    sightings: await store.listSightings(db, missionId),
    reviews: moves
      .filter(({ test_id }) => reviewed.has(test_id))
      .map(({ test_id, at, actor_id, actor_name }) => ({ test_id, at, by: toPerson(actor_id, actor_name) })),
  };
}
