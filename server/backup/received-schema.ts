import type Sqlite from 'better-sqlite3';

type Defined = { type: string; name: string; tbl_name: string; sql: string | null };

/**
 * A database's full schema as text, equal if columns, constraints, indexes and triggers have the same wording; the order of
 * columns doesn't matter. Reads the legacy name, because another table could shadow `sqlite_schema`.
 */
export function readSchema(sqlite: Sqlite.Database): string {
  const rows = sqlite
    .prepare('select type, name, tbl_name, sql from sqlite_master order by type, name, tbl_name, sql')
    .all() as Defined[];
  return JSON.stringify(
    rows.map((row) => ({ ...row, sql: row.sql === null ? null : toParts(row, row.sql) })),
  );
}

/** Strings, quoted names, words and signs, separated by whitespace as SQLite defines it. */
function toWords(sql: string): string[] {
  return sql.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|[^ \t\n\f\r]/g) ?? [];
}

/** For a table, its columns and constraints in a canonical order, between the text before and after them. */
function toParts({ type, name }: Defined, sql: string): unknown {
  const words = toWords(sql);
  const start = words.indexOf('(');
  if (type !== 'table' || start === -1) return words;
  const parts: string[][] = [[]];
  let depth = 0;
  let at = start + 1;
  for (; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === ')' && depth === 0) break;
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (word === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  // SQLite quotes the name of a renamed table.
  const before = words.slice(0, start).map((word) => (word === `"${name}"` ? name : word));
  return { before, parts: parts.map((part) => part.join(' ')).sort(), after: words.slice(at) };
}
