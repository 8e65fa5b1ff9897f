import type { Side } from '../../../domain/sides.ts';
import { waitingStates } from '../../../domain/simulations.ts';
import type { Db } from '../../database/database.ts';
import type { Found } from '../../paging.ts';
import * as store from './store.ts';

/** The first `most` simulations that wait for a side, those that have waited longest first, with how many there are. */
export async function listWaitingSimulations(
  db: Db,
  { side, most }: { side: Side; most: number },
): Promise<Found<store.WaitingKey>> {
  const states = waitingStates[side];
  return { items: await store.listWaiting(db, states, most), total: await store.countWaiting(db, states) };
}

/** Names and places of simulations, by id. Refuses nothing. */
export const nameSimulations: (
  db: Db,
  ids: readonly string[],
) => Promise<Map<string, store.NamedSimulation>> = store.nameSimulations;
