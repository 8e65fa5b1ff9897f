import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Desktop, Outcome, ShareRequest } from '../../main/contract.ts';

/** The shell around this window; only for what is rendered where there is one. */
export function desktop(): Desktop {
  if (window.desktop === undefined) throw new Error('rendered outside of the desktop application');
  return window.desktop;
}

/** A refusal of the shell is a sentence for the person. */
export async function agreed<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const answer = await outcome;
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

export const sharing = queryOptions({
  queryKey: ['desktop', 'sharing'],
  queryFn: () => desktop().sharing.state(),
});

export const shareAddresses = queryOptions({
  queryKey: ['desktop', 'addresses'],
  queryFn: () => desktop().sharing.addresses(),
  staleTime: 0,
});

export const rememberedServers = queryOptions({
  queryKey: ['desktop', 'servers'],
  queryFn: () => desktop().servers.remembered(),
  staleTime: 0,
});

export const secretsNote = queryOptions({
  queryKey: ['desktop', 'secrets'],
  queryFn: () => desktop().secretsNote(),
  staleTime: Number.POSITIVE_INFINITY,
});

export async function startSharing(queryClient: QueryClient, request: ShareRequest): Promise<void> {
  queryClient.setQueryData(sharing.queryKey, await agreed(desktop().sharing.start(request)));
}

export async function stopSharing(queryClient: QueryClient): Promise<void> {
  await desktop().sharing.stop();
  queryClient.setQueryData(sharing.queryKey, null);
}

export async function forgetServer(queryClient: QueryClient, url: string): Promise<void> {
  try {
    await desktop().servers.forget(url);
  } finally {
    await queryClient.invalidateQueries({ queryKey: rememberedServers.queryKey });
  }
}
