import { prepare, type Trx } from './database.ts';
import type { NewRow, Row, Tables } from './tables.ts';

/** Numbers of rows per statement, largest first. */
const sizes = [50, 10, 1] as const;

/** Any number of rows in pieces of few sizes: each size is a statement, and prepared statements take memory. */
export function* inPieces<R>(rows: readonly R[]): Generator<readonly R[]> {
  for (let at = 0; at < rows.length; ) {
    const size = sizes.find((one) => one <= rows.length - at) as number;
    yield rows.slice(at, at + size);
    at += size;
  }
}

/** Makes a function that inserts any number of rows with these columns, many in one statement. */
export function prepareInsert<T extends keyof Tables, C extends keyof NewRow<T> & string>(
  table: T,
  columns: readonly C[],
): (trx: Trx, rows: readonly Pick<NewRow<T>, C>[]) => Promise<void> {
  const statements = new Map(
    sizes.map((size): [number, ReturnType<typeof prepareRows>] => [size, prepareRows(table, columns, size)]),
  );
  return async (trx, rows) => {
    for (const some of inPieces(rows)) {
      const values = some.flatMap((row) => columns.map((column) => row[column]));
      await statements.get(some.length)?.(trx, values);
    }
  };
}

type WholeInsert = (trx: Trx, rows: readonly never[]) => Promise<void>;
const wholeInserts = new Map<string, WholeInsert>();

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
    insert = prepareInsert(table, columns as never) as WholeInsert;
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
