import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Framework } from '../../../domain/c2.ts';
import type { C2Config, ConnectionTest } from '../../../server/c2/configurations/contract.ts';
import type { callbackList as callbackListSchema } from '../../../server/c2/frameworks/contract.ts';
import type { LinkedTask, ListedTaskPage } from '../../../server/c2/tasks/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { get, post, put, remove } from '../connection/http.ts';
import { ApiError } from '../connection/problem.ts';
import { noteSimulationsMade } from './simulations.ts';

export type CallbackList = z.output<typeof callbackListSchema>;
export type Callback = CallbackList['items'][number];
export type FrameworkTaskPage = ListedTaskPage;
export type FrameworkTask = FrameworkTaskPage['items'][number];

const toEngagementUrl = (engagementId: string) => `/api/engagements/${engagementId}`;

const c2Key = (engagementId: string) => ['c2', engagementId] as const;

/** Null when nothing is configured. */
export const c2Config = (engagementId: string) =>
  queryOptions({
    queryKey: [...c2Key(engagementId), 'config'],
    queryFn: ({ signal }) =>
      get<C2Config>(`${toEngagementUrl(engagementId)}/c2-config`, undefined, signal).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        },
      ),
  });

export type C2ConfigInput = {
  framework: Framework;
  base_url?: string;
  token?: string;
  tls: C2Config['tls'];
  tls_fingerprint: string | null;
  operation: string | null;
};

/** Answers of a framework are void once its connection has changed. */
function takeConfig(queryClient: QueryClient, engagementId: string, config: C2Config | null): void {
  queryClient.setQueryData(c2Config(engagementId).queryKey, config);
  for (const what of ['callbacks', 'tasks']) {
    queryClient.removeQueries({ queryKey: [...c2Key(engagementId), what] });
  }
}

export async function writeC2Config(
  queryClient: QueryClient,
  engagementId: string,
  input: C2ConfigInput,
): Promise<void> {
  takeConfig(queryClient, engagementId, await put(`${toEngagementUrl(engagementId)}/c2-config`, input));
}

export async function removeC2Config(queryClient: QueryClient, engagementId: string): Promise<void> {
  await remove(`${toEngagementUrl(engagementId)}/c2-config`);
  takeConfig(queryClient, engagementId, null);
}

export const testC2Config = (engagementId: string): Promise<ConnectionTest> =>
  post(`${toEngagementUrl(engagementId)}/c2-config/test`);

export const callbackList = (engagementId: string) =>
  queryOptions({
    queryKey: [...c2Key(engagementId), 'callbacks'],
    queryFn: ({ signal }) =>
      get<CallbackList>(`${toEngagementUrl(engagementId)}/c2/callbacks`, undefined, signal),
  });

export const frameworkTasks = (engagementId: string, page: number) =>
  queryOptions({
    queryKey: [...c2Key(engagementId), 'tasks', page],
    queryFn: ({ signal }) =>
      get<ListedTaskPage>(`${toEngagementUrl(engagementId)}/c2/tasks`, { page }, signal),
  });

/** Drops every page; the next request starts a new session, which the other pages continue. */
export function forgetFrameworkTasks(queryClient: QueryClient, engagementId: string): Promise<void> {
  const queryKey = [...c2Key(engagementId), 'tasks'];
  return queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** Creates a simulation from each of these tasks, all or none. */
export async function makeFromTasks(
  queryClient: QueryClient,
  engagementId: string,
  externalIds: readonly string[],
): Promise<Simulation[]> {
  try {
    const path = `${toEngagementUrl(engagementId)}/simulations/from-tasks`;
    const { items } = await post<{ items: Simulation[] }>(path, { external_ids: externalIds });
    noteSimulationsMade(queryClient, engagementId);
    return items;
  } finally {
    // Someone else may have created some of them, so the list is read again.
    void queryClient.invalidateQueries({ queryKey: [...c2Key(engagementId), 'tasks'] });
  }
}

/** Number of linked tasks whose output is lost when the engagement's connection is changed or removed. */
export const openTaskCount = (engagementId: string) =>
  queryOptions({
    queryKey: [...c2Key(engagementId), 'open tasks'],
    queryFn: ({ signal }) =>
      get<{ count: number }>(`${toEngagementUrl(engagementId)}/c2/open-tasks`, undefined, signal),
    // Tasks may finish meanwhile.
    staleTime: 0,
    gcTime: 0,
  });

const linkedTasksKey = (simulationId: string) => ['simulations', 'c2', simulationId] as const;

/** Linked tasks; for each read the server polls the framework about unfinished ones. */
export const linkedTasks = (simulationId: string) =>
  queryOptions({
    queryKey: linkedTasksKey(simulationId),
    queryFn: ({ signal }) =>
      get<{ items: LinkedTask[] }>(`/api/simulations/${simulationId}/c2/tasks`, undefined, signal),
  });

/** Refreshes linked tasks at once, without the delay after a failure. */
export async function tryLinkedTasksNow(queryClient: QueryClient, simulationId: string): Promise<void> {
  const answer = await post<{ items: LinkedTask[] }>(`/api/simulations/${simulationId}/c2/tasks/refresh`);
  queryClient.setQueryData(linkedTasksKey(simulationId), answer);
}

/** Links tasks one after the other; returns the refused ones, with reasons. */
export async function linkTasks(
  queryClient: QueryClient,
  simulationId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  const refused: string[] = [];
  for (const external_id of externalIds) {
    await post(`/api/simulations/${simulationId}/c2/tasks`, { external_id }).catch((error: Error) => {
      refused.push(`${external_id}: ${error.message}`);
    });
  }
  await queryClient.invalidateQueries({ queryKey: linkedTasksKey(simulationId) });
  return refused;
}

export async function unlinkTask(
  queryClient: QueryClient,
  simulationId: string,
  taskId: string,
): Promise<void> {
  await remove(`/api/simulations/${simulationId}/c2/tasks/${taskId}`);
  await queryClient.invalidateQueries({ queryKey: linkedTasksKey(simulationId) });
}
