import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { mostTokens } from '../../../domain/limits.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { ListedToken, NewToken } from '../../../server/accounts/tokens/contract.ts';
import { get, type Paged, post, remove } from '../connection/http.ts';

const tokensKey = ['tokens'] as const;

export const ownTokens = queryOptions({
  queryKey: [...tokensKey, 'own'],
  queryFn: ({ signal }) => get<Paged<ListedToken>>('/api/v1/tokens', { limit: mostTokens }, signal),
});

export const allTokens = (page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: [...tokensKey, 'all', page],
    queryFn: ({ signal }) => get<Paged<ListedToken>>('/api/v1/tokens/all', page, signal),
    placeholderData: keepPreviousData,
  });

/** The token is only in this answer. */
export async function createToken(
  queryClient: QueryClient,
  input: {
    name: string;
    scopes: Permission[];
    mission_id: string | null;
    expires_in_days: number;
    user_id?: string;
  },
): Promise<NewToken> {
  const made = await post<NewToken>('/api/v1/tokens', input);
  void queryClient.invalidateQueries({ queryKey: tokensKey });
  return made;
}

export async function endToken(queryClient: QueryClient, tokenId: string): Promise<void> {
  await remove(`/api/v1/tokens/${tokenId}`);
  await queryClient.invalidateQueries({ queryKey: tokensKey });
}
