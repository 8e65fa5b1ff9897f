import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Caches the answer to a write, unless a newer one is cached already: an answer may arrive after that of a later request. A
 * concurrent read may be older or newer, and is repeated. Returns the newer of the two; versions are `updated_at`, which grows
 * with every write.
 */
export async function takeOver<Written extends { updated_at: string }>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  answer: Written,
): Promise<Written> {
  const isRead = queryClient.isFetching({ queryKey }) > 0;
  if (isRead) await queryClient.cancelQueries({ queryKey });
  const known = queryClient.getQueryData<Written>(queryKey);
  const newer = known !== undefined && known.updated_at > answer.updated_at ? known : answer;
  queryClient.setQueryData(queryKey, newer);
  if (isRead) void queryClient.invalidateQueries({ queryKey });
  return newer;
}

/** Reads a record again: a pending answer may be older than the change. */
export async function readAnew<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
): Promise<Data> {
  await queryClient.cancelQueries({ queryKey: options.queryKey });
  return queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
}
