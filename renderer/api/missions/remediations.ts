import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  NewRemediation,
  Remediation,
  RemediationPatch,
} from '../../../server/missions/remediations/contract.ts';
import { get, type Paged, patch, post, remove } from '../connection/http.ts';
import { isGone } from '../connection/problem.ts';
import { FieldClash, writeFields } from './field-clash.ts';
import { renewFindings } from './findings.ts';
import { renewMission } from './missions.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/remediations`;

const listKey = ['remediations', 'list'] as const;
const missionKey = (missionId: string) => ['remediations', 'of', missionId] as const;

const pageSize = 200;

async function readAll(missionId: string, signal: AbortSignal): Promise<Remediation[]> {
  const all: Remediation[] = [];
  for (;;) {
    const page = { limit: pageSize, offset: all.length };
    const { items, total } = await get<Paged<Remediation>>(toUrl(missionId), page, signal);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** Every remediation of a mission, for its board and its tests. */
export const missionRemediations = (missionId: string) =>
  queryOptions({
    queryKey: missionKey(missionId),
    queryFn: ({ signal }) => readAll(missionId, signal),
    staleTime: 30_000,
  });

type Filter = {
  owner_id?: string;
  organisation_id?: string;
  unresolved?: boolean;
  overdue?: boolean;
  limit: number;
};

/** Remediations of all visible missions, earliest due first. */
export const remediationList = (filter: Filter) =>
  queryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ signal }) => get<Paged<Remediation>>('/api/v1/remediations', filter, signal),
    staleTime: 0,
  });

export const readRemediation = (missionId: string, id: string): Promise<Remediation> =>
  get(`${toUrl(missionId)}/${id}`);

/** Call after others have written remediations of a mission. */
export function renewRemediations(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
}

/** Caches the server's answer to a write; null for a deleted one. */
async function show(queryClient: QueryClient, missionId: string, id: string, written: Remediation | null) {
  const queryKey = missionKey(missionId);
  // A pending answer may be older than this one.
  const isRead = queryClient.isFetching({ queryKey }) > 0;
  if (isRead) await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Remediation[]>(queryKey, (known) => {
    if (known === undefined) return known;
    const others = known.filter((one) => one.id !== id);
    return written === null ? others : [...others, written];
  });
  if (isRead) void queryClient.invalidateQueries({ queryKey });
  void queryClient.invalidateQueries({ queryKey: listKey });
  // The states of findings are derived from remediations.
  renewFindings(queryClient, missionId);
  // The mission counts its remediations.
  renewMission(queryClient, missionId);
}

export async function addRemediation(
  queryClient: QueryClient,
  missionId: string,
  input: NewRemediation,
): Promise<Remediation> {
  const made = await post<Remediation>(toUrl(missionId), input);
  await show(queryClient, missionId, made.id, made);
  return made;
}

export type RemediationField = keyof RemediationPatch;

export class RemediationClash extends FieldClash<Remediation, RemediationField> {}

/**
 * Writes the changed fields, based on the state `seen`. Others' changes to other fields stay; throws `RemediationClash` if they
 * changed the same ones.
 */
export async function changeRemediation(
  queryClient: QueryClient,
  seen: Remediation,
  change: RemediationPatch,
): Promise<Remediation> {
  const missionId = seen.mission.id;
  try {
    const written = await writeFields<Remediation, RemediationField>(seen, change, {
      write: ({ updated_at }) =>
        patch<Remediation>(`${toUrl(missionId)}/${seen.id}`, change, { 'If-Match': `"${updated_at}"` }),
      readAnew: async () => {
        const theirs = await readRemediation(missionId, seen.id);
        await show(queryClient, missionId, seen.id, theirs);
        return theirs;
      },
      toComparable,
      Clash: RemediationClash,
    });
    await show(queryClient, missionId, seen.id, written);
    return written;
  } catch (error) {
    if (isGone(error)) await show(queryClient, missionId, seen.id, null);
    throw error;
  }
}

function toComparable(value: unknown): string {
  const isPerson = typeof value === 'object' && value !== null && 'id' in value;
  return JSON.stringify(isPerson ? value.id : value);
}

export async function deleteRemediation(
  queryClient: QueryClient,
  { id, mission }: Remediation,
): Promise<void> {
  try {
    await remove(`${toUrl(mission.id)}/${id}`);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  await show(queryClient, mission.id, id, null);
}
