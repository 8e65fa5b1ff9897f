import type { Trx } from '../database/database.ts';
import * as store from './store.ts';

/** Never run: the compiler rejects writes to objects that did not come from the service's checks. */
export function writeWithoutDoor(
  trx: Trx,
  found: store.SimulationHead,
  open: store.OpenSimulation,
): Promise<void>[] {
  const change = { updated_at: '' };
  return [
    // @ts-expect-error: a simulation that was found
    store.updateSimulation(trx, found, change),
    // @ts-expect-error: an identifier
    store.updateSimulation(trx, found.id, change),
    // @ts-expect-error: a simulation that was found
    store.setTechniques(trx, found, []),
    // @ts-expect-error: a simulation that was found
    store.setTactics(trx, found, []),
    store.updateSimulation(trx, open, change),
  ];
}
