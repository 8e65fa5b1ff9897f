import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

const { fn } = expressionBuilder<Tables>();

/**
 * A text in any case, by ASCII, to sort by. SQLite has indexes in this order, which it knows by the collation: there it becomes
 * `collate nocase`.
 */
export function foldAscii(column: string): Expression<string> {
  return fn<string>('fold_ascii', [sql.ref(column)]);
}

/** The first bytes of a text: in SQLite as bytes, in PostgreSQL as a text without the character that is cut. */
export function firstOctets(column: RawBuilder<unknown>, most: number): Expression<string | Buffer> {
  return fn<string | Buffer>('first_octets', [column, sql.lit(most)]);
}
