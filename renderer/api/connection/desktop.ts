import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Desktop, Outcome, ShareRequest } from '../../../main/contract.ts';

/** The shell around this window; only for components rendered inside it. */
export function getDesktop(): Desktop {
  if (window.desktop === undefined) throw new Error('rendered outside of the desktop application');
  return window.desktop;
}

/** A refusal of the shell is a sentence for the person. */
export async function unwrap<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const answer = await outcome;
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

export const sharing = queryOptions({
  queryKey: ['desktop', 'sharing'],
  queryFn: () => getDesktop().sharing.state(),
});

export const shareAddresses = queryOptions({
  queryKey: ['desktop', 'addresses'],
  queryFn: () => getDesktop().sharing.addresses(),
  staleTime: 0,
});

export const rememberedServers = queryOptions({
  queryKey: ['desktop', 'servers'],
  queryFn: () => getDesktop().servers.remembered(),
  staleTime: 0,
});

export const secretsNote = queryOptions({
  queryKey: ['desktop', 'secrets'],
  queryFn: () => getDesktop().secretsNote(),
  staleTime: Number.POSITIVE_INFINITY,
});

export async function startSharing(queryClient: QueryClient, request: ShareRequest): Promise<void> {
  queryClient.setQueryData(sharing.queryKey, await unwrap(getDesktop().sharing.start(request)));
}

export async function stopSharing(queryClient: QueryClient): Promise<void> {
  await getDesktop().sharing.stop();
  queryClient.setQueryData(sharing.queryKey, null);
}

export async function forgetServer(queryClient: QueryClient, url: string): Promise<void> {
  try {
    await getDesktop().servers.forget(url);
  } finally {
    await queryClient.invalidateQueries({ queryKey: rememberedServers.queryKey });
  }
}
