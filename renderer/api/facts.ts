import type { QueryClient } from '@tanstack/react-query';
import type { Fact, FactPatch, NewFact } from '../../server/facts/contract.ts';
import { patch, post, remove } from './http.ts';
import { readTestAnew } from './mission-tests.ts';

type Place = { missionId: string; testId: string };

const toUrl = ({ missionId, testId }: Place) => `/api/v1/missions/${missionId}/tests/${testId}/facts`;

/** A write to a fact is one to its test, which is read anew with what follows from it. */
async function writeFact<T>(queryClient: QueryClient, place: Place, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } finally {
    await readTestAnew(queryClient, place.missionId, place.testId).catch(() => undefined);
  }
}

export const addFact = (queryClient: QueryClient, place: Place, fact: NewFact): Promise<Fact> =>
  writeFact(queryClient, place, () => post<Fact>(toUrl(place), fact));

export const changeFact = (
  queryClient: QueryClient,
  place: Place,
  factId: string,
  change: FactPatch,
): Promise<Fact> => writeFact(queryClient, place, () => patch<Fact>(`${toUrl(place)}/${factId}`, change));

export const removeFact = (queryClient: QueryClient, place: Place, factId: string): Promise<void> =>
  writeFact(queryClient, place, () => remove(`${toUrl(place)}/${factId}`));
