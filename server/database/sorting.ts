import { type RawBuilder, sql } from 'kysely';
import { foldAscii } from './portable.ts';

export type Sorting<Column extends string> = {
  sort?: Column | undefined;
  order?: 'asc' | 'desc' | undefined;
};

type Sortable = RawBuilder<unknown> | { nullable: RawBuilder<unknown> };

/**
 * The terms for ordering a list by one of its columns; rows without a value come last, and ties are in order of creation, so the
 * order is total. Empty without a column, for the list's default order. An index of column and id serves both directions.
 */
export function sortTerms<Column extends string>(
  columns: Readonly<Record<Column, Sortable>>,
  id: string,
  { sort, order = 'asc' }: Sorting<Column>,
): RawBuilder<unknown>[] {
  if (sort === undefined) return [];
  const direction = sql.raw(order);
  const sortable: Sortable = columns[sort];
  const [column, first] =
    'nullable' in sortable ? [sortable.nullable, [sql`${sortable.nullable} is null`]] : [sortable, []];
  return [...first, sql`${column} ${direction}`, sql`${sql.ref(id)} ${direction}`];
}

/** Texts, ignoring case. */
export const textOrder = (column: string): RawBuilder<unknown> => sql`${foldAscii(column)}`;

/** The position of a value in a list, such as a status in a workflow. */
export function placeOrder(column: string, values: readonly string[]): RawBuilder<unknown> {
  const places = values.map((value, place) => sql`when ${sql.lit(value)} then ${sql.lit(place)}`);
  return sql`case ${sql.ref(column)} ${sql.join(places, sql` `)} end`;
}
