import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Replay, ReplayPatch, ReplayStep, StepPatch } from '../../../server/missions/replay/contract.ts';
import { get, patch } from '../connection/http.ts';

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

export async function changeReplay(
  queryClient: QueryClient,
  missionId: string,
  change: ReplayPatch,
): Promise<void> {
  const written = await patch<Replay>(toUrl(missionId), change);
  await queryClient.cancelQueries({ queryKey: replayKey(missionId) });
  queryClient.setQueryData<Replay>(replayKey(missionId), written);
}

export async function changeStep(
  queryClient: QueryClient,
  missionId: string,
  { id, run }: ReplayStep,
  change: Omit<StepPatch, 'run'>,
): Promise<void> {
  const written = await patch<ReplayStep>(`${toUrl(missionId)}/tests/${id}`, { ...change, run });
  await queryClient.cancelQueries({ queryKey: replayKey(missionId) });
  queryClient.setQueryData<Replay>(replayKey(missionId), (known) =>
    known === undefined
      ? known
      : {
          ...known,
          steps: known.steps.map((step) =>
            step.id === written.id && step.run === written.run ? written : step,
          ),
        },
  );
  renewReplay(queryClient, missionId);
}
