import { timeAfter } from '../../database/clock.ts';
import { factsOf } from '../../facts/service.ts';
import { listEvidence } from '../evidence/store.ts';
import { openSimulation, requireSimulation } from '../service.ts';
import { updateSimulation } from '../store.ts';
import { readDetection } from './store.ts';

/** The facts of simulations. Refuses `not_found`; a write also `done`. */
export const simulationFacts = factsOf<{ simulation_id: string }>({
  column: 'simulation_id',
  find: (db, user, { simulation_id }) => requireSimulation(db, user, simulation_id),
  async open(trx, now, user, { simulation_id }) {
    const simulation = await openSimulation(trx, user, simulation_id);
    const { id, engagement_id } = simulation;
    const at = timeAfter(simulation.updated_at, now);
    return {
      ...(await readDetection(trx, id)),
      id,
      at,
      place: { engagement_id, simulation_id: id },
      listEvidence: () => listEvidence(trx, id),
      follow: (columns) => updateSimulation(trx, simulation, { ...columns, updated_at: at }),
    };
  },
});
