import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

const { fn } = expressionBuilder<Tables>();

/**
 * A text in lower case (ASCII only), for sorting. SQLite has indexes in this order by collation, so it becomes `collate nocase`
 * there.
 */
export function foldAscii(column: string): Expression<string> {
  return fn<string>('fold_ascii', [sql.ref(column)]);
}

/** The first bytes of a text: in SQLite as bytes, in PostgreSQL as a text without a cut-off character. */
export function firstOctets(column: RawBuilder<unknown>, most: number): Expression<string | Buffer> {
  return fn<string | Buffer>('first_octets', [column, sql.lit(most)]);
}
