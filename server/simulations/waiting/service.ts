import type { Side } from '../../../domain/sides.ts';
import { waitingStates } from '../../../domain/simulations.ts';
import type { Db } from '../../database/database.ts';
import { toViewer } from '../../engagements/service.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import * as store from './store.ts';

/** The first `most` simulations this user sees that wait for a side, longest wait first, with their number. */
export async function listWaitingSimulations(
  db: Db,
  user: Principal,
  { side, most }: { side: Side; most: number },
): Promise<Found<store.WaitingKey>> {
  const wanted = { viewer: toViewer(user), statuses: waitingStates[side] };
  return { items: await store.listWaiting(db, wanted, most), total: await store.countWaiting(db, wanted) };
}

/** Names and places of simulations, by id. The caller has checked access. */
export const nameSimulations: (
  db: Db,
  ids: readonly string[],
) => Promise<Map<string, store.NamedSimulation>> = store.nameSimulations;
