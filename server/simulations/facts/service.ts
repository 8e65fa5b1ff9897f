import { followFacts } from '../../../domain/outcomes.ts';
import { timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { requireLevelOfKey } from '../../detection-levels/service.ts';
import type { Fact, FactPatch, NewFact } from '../../facts/contract.ts';
import * as facts from '../../facts/service.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { listEvidence } from '../evidence/store.ts';
import { openSimulation, requireSimulation, type Simulations } from '../service.ts';
import { updateSimulation } from '../store.ts';
import { readDetection } from './store.ts';

type Writing = Pick<Simulations, 'db' | 'now'>;
/** Where a fact is, as its path names it. */
type FactPlace = { simulation_id: string; fact_id: string };

/** The facts of a simulation, oldest first. Refuses `not_found`. */
export async function listSimulationFacts(db: Db, simulationId: string): Promise<Fact[]> {
  const { id } = await requireSimulation(db, simulationId);
  return facts.listFacts(db, { column: 'simulation_id', id });
}

/** A fact of a simulation. Refuses `not_found`. */
export async function readSimulationFact(db: Db, place: FactPlace): Promise<Fact> {
  const { id } = await requireSimulation(db, place.simulation_id);
  return facts.readFact(db, { column: 'simulation_id', id }, place.fact_id);
}

/** Adds a fact to a simulation. Refuses `not_found`, `done`, what `addFact` refuses. */
export function addSimulationFact(
  simulations: Writing,
  user: Principal,
  simulationId: string,
  input: NewFact,
): Promise<Fact> {
  return write(simulations, user, simulationId, (trx, holder, time) =>
    facts.addFact(trx, user, holder, input, time),
  );
}

/** Changes the fields present of a fact. Refuses `not_found`, `done`, what `changeFact` refuses, `stale`. */
export function changeSimulationFact(
  simulations: Writing,
  user: Principal,
  { simulation_id, fact_id }: FactPlace,
  patch: FactPatch,
  ifMatch: string | undefined,
): Promise<Fact> {
  return write(simulations, user, simulation_id, (trx, holder, time) =>
    facts.changeFact(trx, holder, fact_id, patch, ifMatch, time),
  );
}

/** Deletes a fact. Refuses `not_found`, `done`. */
export async function removeSimulationFact(
  simulations: Writing,
  user: Principal,
  { simulation_id, fact_id }: FactPlace,
): Promise<void> {
  await write(simulations, user, simulation_id, (trx, holder) => facts.removeFact(trx, holder, fact_id));
}

/** A write to a fact is one to its simulation, whose level and time of detection follow while nobody has set them. */
function write(
  { db, now }: Writing,
  user: Principal,
  simulationId: string,
  change: (trx: Trx, holder: facts.FactHolder, time: string) => Promise<facts.FactChange>,
): Promise<Fact> {
  return inTransaction(db, async (trx) => {
    const simulation = await openSimulation(trx, simulationId);
    const { id, engagement_id } = simulation;
    const at = timeAfter(simulation.updated_at, now);
    const { verdict: before, organisationId } = await readDetection(trx, id);
    const changed = await change(trx, toHolder(trx, id, organisationId), at);
    const after = followFacts(before, changed.before, changed.after);
    await updateSimulation(trx, simulation, {
      detection_level_id: after.level === null ? null : (await requireLevelOfKey(trx, after.level)).id,
      detection_level_source: after.source,
      detected_at: after.detected_at,
      outcome_json: facts.toBriefJson(changed.after),
      updated_at: at,
    });
    await recordWrite(trx, {
      at,
      by: user,
      ...facts.describeChange(changed, { before, after }),
      place: { engagement_id, simulation_id: id },
    });
    return changed.fact;
  });
}

function toHolder(trx: Trx, id: string, organisationId: string | null): facts.FactHolder {
  return {
    column: 'simulation_id',
    id,
    organisationId,
    listEvidenceIds: async () => new Set((await listEvidence(trx, id)).map(({ id }) => id)),
  };
}
