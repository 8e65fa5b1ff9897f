import type { Db } from '../../database/database.ts';
import { listMoves } from '../../history/service.ts';
import { toPerson } from '../../person.ts';
import type { Timeline } from './contract.ts';
import * as store from './store.ts';

/**
 * Reviews of a mission's tests, their timed facts, and their closed runs. A review is the last move of its run in the history. The
 * caller has checked access.
 */
export async function readTimeline(db: Db, missionId: string): Promise<Timeline> {
  const reviewed = await store.listReviewedRuns(db, missionId);
  const ids = [...new Set(reviewed.map(({ test_id }) => test_id))];
  const moves = Map.groupBy(await listMoves(db, missionId, ids), ({ test_id }) => test_id);
  const reviews = reviewed.flatMap(({ test_id, run, closed_at }) => {
    const move = moves.get(test_id)?.findLast(({ at }) => closed_at === null || at <= closed_at);
    if (move === undefined) return [];
    return [{ test_id, run, at: move.at, by: toPerson(move.actor_id, move.actor_name) }];
  });
  return {
    sightings: await store.listSightings(db, missionId),
    reviews: reviews.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    closed_runs: await store.listClosedRuns(db, missionId),
  };
}
