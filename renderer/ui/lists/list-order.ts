import type { ListOrder } from './sort-head.tsx';

type OrderValues = { sort: string; order: string };

/** The order named in a list's filters. */
export function toListOrder({
  values,
  set,
}: {
  values: OrderValues;
  set: (change: { sort: string | null; order: string | null }) => unknown;
}): ListOrder {
  return { sort: values.sort, isDescending: values.order === 'desc', set: (change) => void set(change) };
}

/** Filters with a known order, or without one: an address may contain anything. */
export function toKnownOrder<Values extends OrderValues, Column extends string>(
  { sort, order, ...filters }: Values,
  columns: readonly Column[],
): Omit<Values, 'sort' | 'order'> & { sort?: Column; order?: 'asc' | 'desc' } {
  const known = columns.find((column) => column === sort);
  if (known === undefined) return filters;
  return { ...filters, sort: known, order: order === 'desc' ? 'desc' : 'asc' };
}
