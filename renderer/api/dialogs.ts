import { queryOptions, skipToken } from '@tanstack/react-query';

/** The item that a dialog is about, read where the page behind does not show it; `dialog` is what the address says of it. */
export const dialogItem = <Item>(dialog: string, read: (() => Promise<Item>) | null) =>
  queryOptions({ queryKey: ['dialog', dialog], queryFn: read ?? skipToken, gcTime: 0 });
