import { QueryClient } from '@tanstack/react-query';
import { ApiError, isOffline } from '../api/connection/problem.ts';

/** Server state is kept here and nowhere else. A refusal is an answer and is not retried; a lost server is. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => (error instanceof ApiError && !isOffline(error) ? false : failures < 3),
        // The browser's own idea of being online is about the internet, which an exercise does not have.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
