import { isCounted } from '../../../domain/counted-tests.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import { readEngagement } from '../../engagements/service.ts';
import { type Entry, figureWithParts } from '../../figures/service.ts';
import type { Principal } from '../../permissions.ts';
import { addNames } from '../tags.ts';
import type { EngagementFigures, FigureSimulations, FigureSimulationsQuery } from './contract.ts';
import * as store from './store.ts';

/** The figures of the simulations of an engagement. Refuses `not_found`. */
export async function readEngagementFigures(
  db: Db,
  user: Principal,
  engagementId: string,
): Promise<EngagementFigures> {
  const { id, name } = await readEngagement(db, user, engagementId);
  const simulations = await inSnapshot(db, async (trx) =>
    addNames(trx, await store.listSimulations(trx, id)),
  );
  const tagged = simulations.map(({ techniques, tactics, ...simulation }) => ({
    ...simulation,
    techniques: techniques.map((technique) => ({
      ...toEntry(technique),
      tactics: technique.tactics.map(({ id: tactic }) => tactic),
    })),
    tactics: toDistinct([...techniques.flatMap((technique) => technique.tactics), ...tactics].map(toEntry)),
  }));
  return { engagement: { id, name }, ...(await figureWithParts(tagged)) };
}

/** The simulations of an engagement that count towards one of its figures. Refuses `not_found`. */
export async function listFigureSimulations(
  db: Db,
  user: Principal,
  engagementId: string,
  { of, tool }: FigureSimulationsQuery,
): Promise<FigureSimulations> {
  const { id } = await readEngagement(db, user, engagementId);
  const simulations = await inSnapshot(db, (trx) => store.listSimulations(trx, id));
  const counted = simulations.filter((simulation) => isCounted(simulation, of, tool));
  return { simulation_ids: counted.map((simulation) => simulation.id) };
}

function toEntry({ id, name }: { id: string; name: string }): Entry {
  return { external_id: id, name };
}

function toDistinct(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.external_id, entry])).values()];
}
