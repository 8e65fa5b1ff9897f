import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Fact, FactPatch, NewFact } from '../../server/facts/contract.ts';
import type { Tool } from '../../server/organisations/contract.ts';
import { get, patch, post, remove } from './http.ts';
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

const toolsKey = (organisationId: string) => ['tools', organisationId] as const;

/** The defensive tools of an organisation, by name. */
export const toolsOf = (organisationId: string | null) =>
  queryOptions({
    queryKey: toolsKey(organisationId ?? ''),
    queryFn: ({ signal }) => get<Tool[]>(`/api/v1/organisations/${organisationId}/tools`, undefined, signal),
    enabled: organisationId !== null,
  });

/** Adds a tool of which nothing but the name is known yet. */
export async function addTool(queryClient: QueryClient, organisationId: string, name: string): Promise<Tool> {
  const tool = await post<Tool>(`/api/v1/organisations/${organisationId}/tools`, { name, kind: 'other' });
  await queryClient.invalidateQueries({ queryKey: toolsKey(organisationId) });
  return tool;
}
