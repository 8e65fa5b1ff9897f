import { z } from 'zod';
import { largestPage, longestSearch, usualPage } from '../domain/limits.ts';

/** Paging of every list. */
export const pagingFields = {
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1).max(largestPage))
    .default(usualPage)
    .meta(wholeNumber({ minimum: 1, maximum: largestPage, default: usualPage })),
  offset: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .default(0)
    .meta(wholeNumber({ minimum: 0, default: 0 })),
};

/** Description of a number in a query: text on the wire, a number to the client. */
function wholeNumber(bounds: { minimum: number; maximum?: number; default?: number }) {
  return { type: 'integer', pattern: undefined, ...bounds };
}
export const paging = z.strictObject(pagingFields);
export type Paging = z.output<typeof paging>;

/** `q` of lists: a substring, any case, with % and _ taken literally. */
export const searchText = z.string().max(longestSearch).optional();

/** `sort` by one of these columns, ascending by default. If omitted, the list has its own order. */
export function sortFields<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return { sort: z.enum(columns).optional(), order: z.enum(['asc', 'desc']).optional() };
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    items: z.array(item),
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
  });
}

/** Page of a list, and the total. */
export type Found<T> = { items: T[]; total: number };

/** A page of a list in response form. */
export function toPage<T>(found: Found<T>, { limit, offset }: Paging): Found<T> & Paging {
  return { ...found, limit, offset };
}
