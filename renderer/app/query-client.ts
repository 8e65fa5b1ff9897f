import { QueryClient } from '@tanstack/react-query';
import { ApiError, isOffline } from '../api/connection/problem.ts';

/** The only place for server state. Refusals are answers and are not retried; requests to a lost server are. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => (error instanceof ApiError && !isOffline(error) ? false : failures < 3),
        // The browser's online state is about the internet, which an exercise may not have.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
