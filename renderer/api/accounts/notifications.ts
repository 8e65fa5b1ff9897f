import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '../../../server/notifications/contract.ts';
import { get, type Paged, post } from '../connection/http.ts';

const notificationsKey = ['notifications'] as const;
const pollEveryMs = 60_000;
const mostShown = 30;

export type Notifications = Paged<Notification> & { unread: number };

/** Notifications: polled now and then, and updated by the stream of an open mission. */
export const notifications = queryOptions({
  queryKey: notificationsKey,
  queryFn: ({ signal }) => get<Notifications>('/api/v1/notifications', { limit: mostShown }, signal),
  refetchInterval: pollEveryMs,
});

/**
 * Cancels a pending request, whose answer may be older. This also covers the first request of a page, which nothing else cancels.
 */
export function renewNotifications(queryClient: QueryClient): void {
  const query = { queryKey: notificationsKey };
  void queryClient.cancelQueries(query).then(() => queryClient.invalidateQueries(query));
}

/** Marks the given notifications as read, or all. */
export function useReadNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      post('/api/v1/notifications/read', ids === 'all' ? { all: true } : { ids }),
    onMutate: (ids) => {
      const read_at = new Date().toISOString();
      queryClient.setQueryData<Notifications>(notificationsKey, (known) => {
        if (known === undefined) return known;
        const isRead = (item: Notification) =>
          item.read_at === null && (ids === 'all' || ids.includes(item.id));
        const count = known.items.filter(isRead).length;
        return {
          ...known,
          unread: ids === 'all' ? 0 : Math.max(0, known.unread - count),
          items: known.items.map((item) => (isRead(item) ? { ...item, read_at } : item)),
        };
      });
    },
    onSettled: () => renewNotifications(queryClient),
  });
}
