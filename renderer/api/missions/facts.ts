import type { QueryClient } from '@tanstack/react-query';
import type { Fact, FactPatch, NewFact } from '../../../server/facts/contract.ts';
import { patch, post, remove } from '../connection/http.ts';
import { renewSimulation } from '../engagements/simulations.ts';
import { readTestAnew } from './mission-tests.ts';

/** Holder of facts: a test of a mission, or a simulation. */
export type FactPlace = { missionId: string; testId: string } | { simulationId: string };

function toUrl(place: FactPlace): string {
  if ('simulationId' in place) return `/api/simulations/${place.simulationId}/facts`;
  return `/api/v1/missions/${place.missionId}/tests/${place.testId}/facts`;
}

/** Writes a fact, then reads its test or simulation again, with everything derived from it. */
async function writeFact<T>(queryClient: QueryClient, place: FactPlace, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } finally {
    const reading: Promise<unknown> =
      'simulationId' in place
        ? renewSimulation(queryClient, place.simulationId)
        : readTestAnew(queryClient, place.missionId, place.testId);
    await reading.catch(() => undefined);
  }
}

export const addFact = (queryClient: QueryClient, place: FactPlace, fact: NewFact): Promise<Fact> =>
  writeFact(queryClient, place, () => post<Fact>(toUrl(place), fact));

export const changeFact = (
  queryClient: QueryClient,
  place: FactPlace,
  factId: string,
  change: FactPatch,
): Promise<Fact> => writeFact(queryClient, place, () => patch<Fact>(`${toUrl(place)}/${factId}`, change));

export const removeFact = (queryClient: QueryClient, place: FactPlace, factId: string): Promise<void> =>
  writeFact(queryClient, place, () => remove(`${toUrl(place)}/${factId}`));
