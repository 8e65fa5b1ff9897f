import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

const { fn } = expressionBuilder<Tables>();

/**
 * A text folded to lower case in ASCII, for sorting. SQLite has indexes in this order by collation: there it becomes `collate
 * nocase`.
 */
export function foldAscii(column: string): Expression<string> {
  return fn<string>('fold_ascii', [sql.ref(column)]);
}

/** The first bytes of a text: in SQLite as bytes, in PostgreSQL as a text without the truncated character. */
export function firstOctets(column: RawBuilder<unknown>, most: number): Expression<string | Buffer> {
  return fn<string | Buffer>('first_octets', [column, sql.lit(most)]);
}
