import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A text in lower case, with % and _ taken literally. */
const escapeLike = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&');

/** Case-insensitive substring match of any of the columns, with % and _ taken literally. */
export function contains(q: string, ...columns: string[]): RawBuilder<SqlBool> {
  const pattern = `%${escapeLike(q)}%`;
  const tests = columns.map((column) => sql`fold_case(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** Ranks matches of a text: names that begin with it, other names that contain it, then all others. */
export function matchOrder(q: string | undefined, name: string): RawBuilder<unknown> {
  const text = escapeLike(q ?? '');
  const found = (pattern: string) => sql`fold_case(${sql.ref(name)}) like ${pattern} escape '\\'`;
  return sql`case when ${found(`${text}%`)} then 0 when ${found(`%${text}%`)} then 1 else 2 end`;
}

/** The key for finding a client by name in any case; undefined leaves the column unchanged. */
export function toClientKey<T extends string | null | undefined>(client: T): T {
  return (typeof client === 'string' ? client.toLowerCase() : client) as T;
}

/** Operand of `in`: the texts of a JSON array, so that one statement works for lists of any length. */
export function anyOf(jsonArray: string): RawBuilder<string> {
  return sql<string>`(select value from json_each(${jsonArray}))`;
}

/**
 * Condition for live rows among rows read by id. An expression, because otherwise SQLite would scan the index of all live rows.
 */
export const isLive: RawBuilder<SqlBool> = sql`coalesce(deleted_at, '') = ''`;
