import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Entered, ListedIdentities } from '../../../server/accounts/identities/contract.ts';
import type { Check, ShownProvider } from '../../../server/accounts/sign-in-providers/contract.ts';
import { get, post, remove } from '../connection/http.ts';
import { ApiError } from '../connection/problem.ts';
import { beginSession, type SecondFactorDemand, type Stay } from './accounts.ts';
import { prove, type Shown } from './second-factor.ts';

export type OfferedProvider = { id: string; name: string; kind: 'oidc' | 'ldap' };

/** The organisation's ways to sign in. */
export const offeredProviders = queryOptions({
  queryKey: ['offered-providers'],
  queryFn: ({ signal }) => get<{ items: OfferedProvider[] }>('/api/v1/auth/providers', undefined, signal),
  staleTime: 60_000,
  retry: false,
});

/** Goes to a provider to sign in. */
export async function goToProvider(asked: { provider: string; stay: Stay; next: string }): Promise<void> {
  const { url } = await post<{ url: string }>('/api/v1/auth/provider/begin', asked);
  location.assign(url);
}

/** Signs in with a provider's answer, or returns the demand for a second factor. */
export async function finishAtProvider(
  queryClient: QueryClient,
  answer: { provider: string; query: string },
): Promise<{ next: string } | { demand: SecondFactorDemand }> {
  try {
    const { session, next } = await post<Entered>('/api/v1/auth/provider/finish', answer);
    const wasOthers = beginSession(queryClient, session);
    return { next: wasOthers ? '/' : next };
  } catch (error) {
    if (error instanceof ApiError && error.secondFactor !== null) return { demand: error.secondFactor };
    throw error;
  }
}

/** The address at the provider that signs the person out there too; null where there is none. */
export async function findProviderSignOut(queryClient: QueryClient): Promise<string | null> {
  const offered = queryClient.getQueryData(offeredProviders.queryKey);
  if (offered !== undefined && !offered.items.some(({ kind }) => kind === 'oidc')) return null;
  return (await get<{ url: string | null }>('/api/v1/auth/provider/sign-out')).url;
}

const ownKey = ['own-identities'] as const;

export const ownIdentities = queryOptions({
  queryKey: ownKey,
  queryFn: ({ signal }) => get<ListedIdentities>('/api/v1/auth/identities', undefined, signal),
});

/** Goes to a provider to link an identity there. */
export async function goToLink(provider: string, shown: Shown): Promise<void> {
  const body = { provider, ...(await prove(shown)) };
  const { url } = await post<{ url: string }>('/api/v1/auth/identities/begin', body);
  location.assign(url);
}

export async function finishLink(
  queryClient: QueryClient,
  answer: { provider: string; query: string },
): Promise<void> {
  await post('/api/v1/auth/identities', answer);
  await queryClient.invalidateQueries({ queryKey: ownKey });
}

export async function linkDirectory(
  queryClient: QueryClient,
  there: { provider: string; login: string; password: string },
  shown: Shown,
): Promise<void> {
  await post('/api/v1/auth/identities/directory', { ...there, ...(await prove(shown)) });
  await queryClient.invalidateQueries({ queryKey: ownKey });
}

export async function unlink(queryClient: QueryClient, id: string): Promise<void> {
  await remove(`/api/v1/auth/identities/${id}`);
  await queryClient.invalidateQueries({ queryKey: ownKey });
}

export const configuredProviders = queryOptions({
  queryKey: ['sign-in-providers'],
  queryFn: ({ signal }) => get<{ items: ShownProvider[] }>('/api/v1/sign-in-providers', undefined, signal),
});

export const testProvider = (id: string): Promise<{ works: boolean; checks: Check[] }> =>
  post('/api/v1/sign-in-providers/test', { id });
