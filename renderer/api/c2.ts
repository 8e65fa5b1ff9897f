import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Framework } from '../../domain/c2.ts';
import type { C2Config, ConnectionTest } from '../../server/c2/configurations/contract.ts';
import type { callbackSchema, frameworkTaskPage } from '../../server/c2/frameworks/contract.ts';
import type { LinkedTask } from '../../server/c2/tasks/contract.ts';
import { get, post, put, remove } from './http.ts';
import { ApiError } from './problem.ts';

export type Callback = z.output<typeof callbackSchema>;
export type FrameworkTaskPage = z.output<typeof frameworkTaskPage>;
export type FrameworkTask = FrameworkTaskPage['items'][number];

const ofEngagement = (engagementId: string) => `/api/engagements/${engagementId}`;

export const c2Key = (engagementId: string) => ['c2', engagementId] as const;

/** Null: nothing is configured. */
export const c2Config = (engagementId: string) =>
  queryOptions({
    queryKey: [...c2Key(engagementId), 'config'],
    queryFn: ({ signal }) =>
      get<C2Config>(`${ofEngagement(engagementId)}/c2-config`, undefined, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

export type C2ConfigInput = {
  framework: Framework;
  base_url?: string;
  token?: string;
  tls: C2Config['tls'];
  tls_fingerprint: string | null;
  operation: string | null;
};

export const writeC2Config = (engagementId: string, input: C2ConfigInput): Promise<C2Config> =>
  put(`${ofEngagement(engagementId)}/c2-config`, input);

export const removeC2Config = (engagementId: string): Promise<void> =>
  remove(`${ofEngagement(engagementId)}/c2-config`);

export const testC2Config = (engagementId: string): Promise<ConnectionTest> =>
  post(`${ofEngagement(engagementId)}/c2-config/test`);

export const callbackList = (engagementId: string) =>
  queryOptions({
    queryKey: [...c2Key(engagementId), 'callbacks'],
    queryFn: ({ signal }) =>
      get<{ items: Callback[] }>(`${ofEngagement(engagementId)}/c2/callbacks`, undefined, signal),
  });

export const frameworkTasks = (engagementId: string, page: number) =>
  queryOptions({
    queryKey: [...c2Key(engagementId), 'tasks', page],
    queryFn: ({ signal }) =>
      get<FrameworkTaskPage>(`${ofEngagement(engagementId)}/c2/tasks`, { page }, signal),
  });

export const linkedTasksKey = (simulationId: string) => ['simulations', 'c2', simulationId] as const;

/** Reading them makes the server ask the framework for those that are not finished. */
export const linkedTasks = (simulationId: string) =>
  queryOptions({
    queryKey: linkedTasksKey(simulationId),
    queryFn: ({ signal }) =>
      get<{ items: LinkedTask[] }>(`/api/simulations/${simulationId}/c2/tasks`, undefined, signal),
  });

export const linkTask = (simulationId: string, external_id: string): Promise<LinkedTask> =>
  post(`/api/simulations/${simulationId}/c2/tasks`, { external_id });

export const unlinkTask = (simulationId: string, taskId: string): Promise<void> =>
  remove(`/api/simulations/${simulationId}/c2/tasks/${taskId}`);
