import { prepare, type Trx } from './database.ts';
import type { NewRow, Row, Tables } from './tables.ts';

/** Numbers of rows per statement, largest first. */
const sizes = [50, 10, 1] as const;

/** Makes a function that inserts any number of rows with these columns, many in one statement. */
export function prepareInsert<T extends keyof Tables, C extends keyof NewRow<T> & string>(
  table: T,
  columns: readonly C[],
): (trx: Trx, rows: readonly Pick<NewRow<T>, C>[]) => Promise<void> {
  const statements = sizes.map((size) => ({ size, insert: prepareRows(table, columns, size) }));
  return async (trx, rows) => {
    for (let at = 0; at < rows.length; ) {
      const left = rows.length - at;
      const { size, insert } = statements.find((statement) => statement.size <= left)!;
      const values = rows.slice(at, at + size).flatMap((row) => columns.map((column) => row[column]));
      await insert(trx, values);
      at += size;
    }
  };
}

type Insert = (trx: Trx, rows: readonly never[]) => Promise<void>;
const wholeInserts = new Map<string, Insert>();

/** Inserts whole rows, as read with all columns of the table, many in one statement. */
export async function insertWhole<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  // A database of another engine may have its columns in another order.
  const name = `${table} ${columns}`;
  let insert = wholeInserts.get(name);
  if (insert === undefined) {
    insert = prepareInsert(table, columns as never) as Insert;
    wholeInserts.set(name, insert);
  }
  await insert(trx, rows as readonly never[]);
}

/** Parameters are named by position. */
function prepareRows(table: keyof Tables, columns: readonly string[], size: number) {
  return prepare<Record<number, unknown>, never>((db, parameter) =>
    db
      .insertInto(table)
      .values(
        Array.from({ length: size }, (_, row) =>
          Object.fromEntries(
            columns.map((column, index) => [column, parameter(row * columns.length + index)]),
          ),
        ) as never,
      ),
  );
}
