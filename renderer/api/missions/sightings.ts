import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { NotOursReason } from '../../../domain/sightings.ts';
import type {
  AcceptedSighting,
  NewSighting,
  Sighting,
  SightingFiguresAnswer,
  SightingFile,
  SightingPatch,
  SuggestedSighting,
} from '../../../server/missions/sightings/contract.ts';
import { get, getBytes, type Paged, post, remove, send } from '../connection/http.ts';
import { upload } from '../connection/upload.ts';
import { readTestAnew } from './mission-tests.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/sightings`;
const allKey = (missionId: string) => ['missions', 'sightings', missionId] as const;
const listKey = (missionId: string) => [...allKey(missionId), 'list'] as const;

const pageSize = 200;
/** Changes by others arrive through the stream, or by polling without one. */
const readAgainEveryMs = 30_000;

/** All sightings of a mission, the latest first. */
export const missionSightings = (missionId: string) =>
  queryOptions({
    queryKey: listKey(missionId),
    queryFn: async ({ signal }) => {
      const all: Sighting[] = [];
      for (;;) {
        const page = { limit: pageSize, offset: all.length };
        const { items, total } = await get<Paged<Sighting>>(toUrl(missionId), page, signal);
        all.push(...items);
        if (items.length === 0 || all.length >= total) return all;
      }
    },
    refetchInterval: readAgainEveryMs,
  });

export const readSighting = (missionId: string, id: string): Promise<Sighting> =>
  get<Sighting>(`${toUrl(missionId)}/${id}`);

/** Suggested tests of undecided sightings, by the id of the sighting. */
export const suggestedTests = (missionId: string) =>
  queryOptions({
    queryKey: [...allKey(missionId), 'suggestions'],
    queryFn: async ({ signal }) => {
      const url = `${toUrl(missionId)}/suggestions`;
      const { items } = await get<Paged<SuggestedSighting>>(url, { limit: pageSize }, signal);
      return new Map(items.map(({ id, suggestions }) => [id, suggestions]));
    },
  });

export const sightingFigures = (missionId: string) =>
  queryOptions({
    queryKey: [...allKey(missionId), 'figures'],
    queryFn: ({ signal }) => get<SightingFiguresAnswer>(`${toUrl(missionId)}/figures`, undefined, signal),
  });

/** Reads the sightings of a mission again, with their suggestions and figures. */
export function renewSightings(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({ queryKey: allKey(missionId) });
}

/** Caches the server's answer to a write; null for a deleted one. */
async function show(
  queryClient: QueryClient,
  missionId: string,
  id: string,
  written: Sighting | null,
): Promise<void> {
  const queryKey = listKey(missionId);
  // A pending answer may be older than this one.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Sighting[]>(queryKey, (known) => {
    if (known === undefined) return known;
    const others = known.filter((one) => one.id !== id);
    if (written === null) return others;
    return [...others, written].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  });
  renewSightings(queryClient, missionId);
}

export async function addSighting(
  queryClient: QueryClient,
  missionId: string,
  input: NewSighting,
): Promise<Sighting> {
  const made = await post<Sighting>(toUrl(missionId), input);
  await show(queryClient, missionId, made.id, made);
  return made;
}

/** Refused as `stale` if the sighting was changed since it was read. */
export async function changeSighting(
  queryClient: QueryClient,
  { mission_id, id, updated_at }: Sighting,
  change: SightingPatch,
): Promise<void> {
  const { data } = await send<Sighting>('PATCH', `${toUrl(mission_id)}/${id}`, {
    body: change,
    headers: { 'if-match': `"${updated_at}"` },
  });
  await show(queryClient, mission_id, id, data);
}

export async function deleteSighting(queryClient: QueryClient, { mission_id, id }: Sighting): Promise<void> {
  await remove(`${toUrl(mission_id)}/${id}`);
  await show(queryClient, mission_id, id, null);
}

export async function acceptSighting(
  queryClient: QueryClient,
  { mission_id, id }: Sighting,
  test_id: string,
): Promise<void> {
  const { sighting } = await post<AcceptedSighting>(`${toUrl(mission_id)}/${id}/accept`, { test_id });
  await show(queryClient, mission_id, id, sighting);
  void readTestAnew(queryClient, mission_id, test_id).catch(() => undefined);
}

export async function refuseSighting(
  queryClient: QueryClient,
  { mission_id, id }: Sighting,
  reason: NotOursReason,
): Promise<void> {
  const refused = await post<Sighting>(`${toUrl(mission_id)}/${id}/not-ours`, { reason });
  await show(queryClient, mission_id, id, refused);
}

/** Takes the decision back, also on a sighting as it was before. */
export async function undoSighting(
  queryClient: QueryClient,
  { mission_id, id }: Pick<Sighting, 'mission_id' | 'id'>,
  testId: string | null,
): Promise<void> {
  await show(queryClient, mission_id, id, await post<Sighting>(`${toUrl(mission_id)}/${id}/undo`));
  if (testId !== null) void readTestAnew(queryClient, mission_id, testId).catch(() => undefined);
}

export async function attachFile(
  queryClient: QueryClient,
  { mission_id, id }: Pick<Sighting, 'mission_id' | 'id'>,
  file: File,
): Promise<void> {
  const form = new FormData();
  form.set('file', file, file.name);
  const { signal } = new AbortController();
  await upload<SightingFile>(`${toUrl(mission_id)}/${id}/evidence`, form, { onProgress: () => {}, signal });
  renewSightings(queryClient, mission_id);
}

const toFileUrl = (id: string) => `/api/v1/sightings/evidence/${id}`;

export const readFile = ({ id }: SightingFile): Promise<Blob> => getBytes(toFileUrl(id));

export async function deleteFile(queryClient: QueryClient, { mission_id, id }: SightingFile): Promise<void> {
  await remove(toFileUrl(id));
  renewSightings(queryClient, mission_id);
}
