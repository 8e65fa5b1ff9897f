import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { me } from '../api/accounts.ts';
import { ApiError, isOffline } from '../api/problem.ts';
import { getSession, updateUser } from '../api/session.ts';

/** Server state lives here and nowhere else. A refusal is an answer and is not asked for again; a lost server is. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError && error.status === 403) || getSession() === null) return;
    // Somebody has changed what this person may do: what is offered here follows.
    client.fetchQuery({ ...me, staleTime: 0, retry: false }).then(updateUser, () => {});
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
  return client;
}
