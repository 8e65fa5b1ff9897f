import { queryOptions } from '@tanstack/react-query';
import { noteUnreachable } from './http.ts';
import { noteReach } from './reach.ts';

export type Health = {
  status: 'ok' | 'degraded' | 'failing' | 'stopping';
  version: string;
  database: 'ok' | 'unavailable';
  evidence?: 'unavailable' | 'corrupt';
};

/** A failing server answers 503 with the same fields, which counts as an answer here, not as a refusal. */
export const health = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }): Promise<Health> => {
    const response = await fetch('/api/v1/health', { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw noteUnreachable();
    });
    const answer = await response.json().catch(() => {
      throw noteUnreachable();
    });
    noteReach(true);
    return answer;
  },
});
