import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Replay, ReplayPatch, ReplayStep, StepPatch } from '../../../server/missions/replay/contract.ts';
import { get, patch } from '../connection/http.ts';
import { FieldClash, writeFields } from './field-clash.ts';

const toUrl = (missionId: string) => `/api/v1/missions/${missionId}/replay`;
const replayKey = (missionId: string) => ['missions', 'replay', missionId] as const;

/** Changes by others arrive through the stream, or by polling without one. */
const readAgainEveryMs = 30_000;

export const missionReplay = (missionId: string) =>
  queryOptions({
    queryKey: replayKey(missionId),
    queryFn: ({ signal }) => get<Replay>(toUrl(missionId), undefined, signal),
    refetchInterval: readAgainEveryMs,
  });

export function renewReplay(queryClient: QueryClient, missionId: string): void {
  void queryClient.invalidateQueries({ queryKey: replayKey(missionId) });
}

/** Version of a replay or a step, as the server names it. */
export const replayVersionOf = ({ updated_at }: Pick<Replay, 'updated_at'>): string => updated_at ?? 'none';

const toHeaders = (version: string) => ({ 'If-Match': `"${version}"` });

export type ReplayField = keyof ReplayPatch;

export class ReplayClash extends FieldClash<Replay, ReplayField> {}

/**
 * Writes the changed fields, based on the state `seen`. Others' changes to other fields stay; throws `ReplayClash` if they changed
 * the same ones.
 */
export async function changeReplay(
  queryClient: QueryClient,
  seen: Replay,
  change: ReplayPatch,
): Promise<void> {
  const written = await writeFields<Replay, ReplayField>(seen, change, {
    write: (based) => patch<Replay>(toUrl(seen.id), change, toHeaders(replayVersionOf(based))),
    readAnew: () => readReplayAnew(queryClient, seen.id),
    Clash: ReplayClash,
  });
  await queryClient.cancelQueries({ queryKey: replayKey(seen.id) });
  queryClient.setQueryData<Replay>(replayKey(seen.id), written);
}

const isSame = (one: StepOf, other: StepOf) => one.id === other.id && one.run === other.run;

/** A step is a run of a test. */
export type StepOf = Pick<ReplayStep, 'id' | 'run'>;

/** The cached step, or undefined. */
export function getKnownStep(
  queryClient: QueryClient,
  missionId: string,
  step: StepOf,
): ReplayStep | undefined {
  const known = queryClient.getQueryData<Replay>(replayKey(missionId));
  return known?.steps.find((one) => isSame(one, step));
}

function readReplayAnew(queryClient: QueryClient, missionId: string): Promise<Replay> {
  return queryClient.fetchQuery({ ...missionReplay(missionId), staleTime: 0 });
}

/** The step as it is on the server; undefined if the replay no longer has it. */
export async function readStepAnew(
  queryClient: QueryClient,
  missionId: string,
  step: StepOf,
): Promise<ReplayStep | undefined> {
  return (await readReplayAnew(queryClient, missionId)).steps.find((one) => isSame(one, step));
}

/** Writes a step; with a version, it is refused as `stale` if the step has another one. */
export async function changeStep(
  queryClient: QueryClient,
  missionId: string,
  { id, run }: StepOf,
  change: Omit<StepPatch, 'run'>,
  version?: string,
): Promise<ReplayStep> {
  const url = `${toUrl(missionId)}/tests/${id}`;
  const body = { ...change, run };
  const written = await patch<ReplayStep>(url, body, version === undefined ? {} : toHeaders(version));
  await queryClient.cancelQueries({ queryKey: replayKey(missionId) });
  queryClient.setQueryData<Replay>(replayKey(missionId), (known) =>
    known === undefined
      ? known
      : { ...known, steps: known.steps.map((step) => (isSame(step, written) ? written : step)) },
  );
  renewReplay(queryClient, missionId);
  return written;
}
