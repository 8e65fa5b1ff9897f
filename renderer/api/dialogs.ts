import { queryOptions, skipToken } from '@tanstack/react-query';

/** The subject of a dialog, read if the page behind it does not show it; `dialog` is its part of the address. */
export const dialogItem = <Item>(dialog: string, read: (() => Promise<Item>) | null) =>
  queryOptions({ queryKey: ['dialog', dialog], queryFn: read ?? skipToken, gcTime: 0 });
