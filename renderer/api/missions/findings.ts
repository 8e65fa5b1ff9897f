import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  Decision,
  Finding,
  FindingPatch,
  NewFinding,
  Suggestion,
} from '../../../server/missions/findings/contract.ts';
import { get, type Paged, post, remove, send } from '../connection/http.ts';
import { isGone } from '../connection/problem.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/findings`;

const missionKey = (missionId: string) => ['findings', 'of', missionId] as const;
const suggestionsKey = (missionId: string) => ['findings', 'suggested', missionId] as const;

const pageSize = 200;
/** Suggestions derive from the record, and states from tests: changes that are not pushed are polled. */
const readAgainEveryMs = 30_000;

async function readAll(missionId: string, signal: AbortSignal): Promise<Finding[]> {
  const all: Finding[] = [];
  for (;;) {
    const page = { limit: pageSize, offset: all.length };
    const { items, total } = await get<Paged<Finding>>(toUrl(missionId), page, signal);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** All readable findings of a mission, by number. */
export const missionFindings = (missionId: string) =>
  queryOptions({
    queryKey: missionKey(missionId),
    queryFn: ({ signal }) => readAll(missionId, signal),
    staleTime: readAgainEveryMs,
    refetchInterval: readAgainEveryMs,
  });

/** The suggested findings, for people who may write. */
export const suggestedFindings = (missionId: string) =>
  queryOptions({
    queryKey: suggestionsKey(missionId),
    queryFn: async ({ signal }) =>
      (await get<{ items: Suggestion[] }>(`${toUrl(missionId)}/suggestions`, undefined, signal)).items,
    staleTime: readAgainEveryMs,
    refetchInterval: readAgainEveryMs,
  });

/** Findings that contain a text, from all missions. */
export const findingSearch = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['findings', 'search', q, limit],
    queryFn: ({ signal }) => get<Paged<Finding>>('/api/v1/findings', { q, limit }, signal),
    placeholderData: keepPreviousData,
  });

export const getKnownFinding = (
  queryClient: QueryClient,
  missionId: string,
  id: string,
): Finding | undefined =>
  queryClient.getQueryData<Finding[]>(missionKey(missionId))?.find((one) => one.id === id);

/** Call after a write of findings or remediations of a mission. */
export function renewFindings(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
  void queryClient.invalidateQueries({ queryKey: suggestionsKey(missionId) });
}

/** Call after a write of tests, from which suggestions and the states of linked findings are derived. */
export function followTests(queryClient: QueryClient, missionId: string, testIds: readonly string[]): void {
  void queryClient.invalidateQueries({ queryKey: suggestionsKey(missionId) });
  const known = queryClient.getQueryData<Finding[]>(missionKey(missionId)) ?? [];
  if (known.some(({ tests }) => tests.some(({ test_id }) => testIds.includes(test_id)))) {
    void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
  }
}

/** Caches the server's answer to a write; null for a deleted one. */
async function show(
  queryClient: QueryClient,
  missionId: string,
  id: string,
  written: Finding | null,
): Promise<void> {
  const queryKey = missionKey(missionId);
  // A pending answer may be older than this one.
  const isRead = queryClient.isFetching({ queryKey }) > 0;
  if (isRead) await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Finding[]>(queryKey, (known) => {
    if (known === undefined) return known;
    const others = known.filter((one) => one.id !== id);
    return written === null ? others : [...others, written].sort((one, other) => one.number - other.number);
  });
  if (isRead) void queryClient.invalidateQueries({ queryKey });
}

export async function readFindingAnew(
  queryClient: QueryClient,
  missionId: string,
  id: string,
): Promise<Finding> {
  const found = await get<Finding>(`${toUrl(missionId)}/${id}`);
  await show(queryClient, missionId, id, found);
  return found;
}

export async function addFinding(
  queryClient: QueryClient,
  missionId: string,
  input: NewFinding,
): Promise<Finding> {
  const made = await post<Finding>(toUrl(missionId), input);
  await show(queryClient, missionId, made.id, made);
  void queryClient.invalidateQueries({ queryKey: suggestionsKey(missionId) });
  return made;
}

/** Refused as `stale` if the finding's version differs from the given one. */
export async function writeFinding(
  queryClient: QueryClient,
  missionId: string,
  id: string,
  change: FindingPatch,
  version: string,
): Promise<Finding> {
  const { data } = await send<Finding>('PATCH', `${toUrl(missionId)}/${id}`, {
    body: change,
    headers: { 'If-Match': `"${version}"` },
  });
  await show(queryClient, missionId, id, data);
  return data;
}

/** `leave` leaves the finding's page, which would otherwise request it again. */
export async function deleteFinding(
  queryClient: QueryClient,
  { id, mission }: Finding,
  leave: () => unknown,
): Promise<void> {
  try {
    await remove(`${toUrl(mission.id)}/${id}`);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  await leave();
  await show(queryClient, mission.id, id, null);
}

/** Merges a suggestion into a finding, or dismisses it. */
export async function decideSuggestion(
  queryClient: QueryClient,
  missionId: string,
  decision: Decision,
): Promise<void> {
  await post(`${toUrl(missionId)}/suggestions`, decision);
  renewFindings(queryClient, missionId);
}
