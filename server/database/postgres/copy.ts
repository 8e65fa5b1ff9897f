import { createHash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import {
  type Db,
  inSnapshot,
  inTransaction,
  type OpenedDatabase,
  openDatabase,
  type Trx,
} from '../database.ts';
import { migrate, refuseUnknown } from '../migrate.ts';
import { touchedRows } from '../seals/touched.ts';

const rowsAtOnce = 500;
const bytesAtOnce = 4 * 1024 * 1024;
/** PostgreSQL's protocol counts parameters in two bytes. */
const mostParameters = 65_535;

type Row = Record<string, unknown>;

/**
 * Copies all rows of a PostgreSQL database at one moment into a new SQLite file with the same schema; the caller closes and
 * removes it. Refuses (DatabaseRefused) a database extended by a newer program.
 */
export async function copyToSqlite(db: Db, file: string): Promise<OpenedDatabase> {
  const copy = openDatabase(file);
  try {
    await migrate(copy.sqlite, file);
    // Needs no durability before it is complete.
    copy.sqlite.pragma('synchronous = OFF');
    copy.sqlite.pragma('foreign_keys = OFF');
    const tables = listTables(copy.sqlite);
    await inSnapshot(db, async (trx) => {
      // A newer program running next to this one has columns that would be left out.
      const { rows } = await sql<{
        version: number;
      }>`select max(version) as version from schema_versions`.execute(trx);
      refuseUnknown(Number(rows[0]?.version));
      for (const table of tables) await copyTableToSqlite(trx, copy.sqlite, table);
    });
    copy.sqlite.pragma('foreign_keys = ON');
    return copy;
  } catch (error) {
    await copy.close();
    throw error;
  }
}

async function copyTableToSqlite(trx: Trx, sqlite: Sqlite.Database, table: string): Promise<void> {
  const columns = listColumns(sqlite, table);
  const list = columns.map((name) => `"${name}"`).join(', ');
  const insert = sqlite.prepare(
    `insert into "${table}" (${list}) values (${columns.map(() => '?').join(', ')})`,
  );
  const keep = sqlite.transaction((rows: Row[]) => {
    for (const row of rows) insert.run(columns.map((name) => row[name]));
  });
  sqlite.exec(`delete from "${table}"`);
  for await (const rows of readPostgresPages(trx, table, columns)) keep(rows);
}

/**
 * Copies every row of a SQLite file into a PostgreSQL database of the same schema, replacing its initial rows, and has `judge`
 * check the result before the commit: all or nothing.
 */
export async function copyFromSqlite(
  sqlite: Sqlite.Database,
  db: Db,
  judge: (trx: Trx) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Deferred, because tables are filled by name, and rows may come before those they refer to.
    await sql`set constraints all deferred`.execute(trx);
    const tables = listTables(sqlite);
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx);
    for (const table of tables) await copyTableFromSqlite(sqlite, trx, table);
    await judge(trx);
    // Copied history entries already have their seals.
    await sql`delete from ${sql.table(touchedRows)}`.execute(trx);
  });
}

async function copyTableFromSqlite(sqlite: Sqlite.Database, trx: Trx, table: string): Promise<void> {
  const columns = listColumns(sqlite, table);
  const most = Math.min(rowsAtOnce, Math.floor(mostParameters / columns.length));
  let rows: unknown[][] = [];
  let size = 0;
  const put = async (): Promise<void> => {
    if (rows.length === 0) return;
    const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(sql.ref))}) values ${values}`.execute(
      trx,
    );
    rows = [];
    size = 0;
  };
  for (const row of readSqliteRows(sqlite, table, columns)) {
    rows.push(row);
    for (const value of row) size += sizeOf(value);
    if (rows.length === most || size > bytesAtOnce) await put();
  }
  await put();
}

function* readSqliteRows(
  sqlite: Sqlite.Database,
  table: string,
  columns: readonly string[],
): Generator<unknown[]> {
  const list = columns.map((name) => `"${name}"`).join(', ');
  yield* sqlite.prepare(`select ${list} from "${table}"`).raw().iterate() as Iterable<unknown[]>;
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
}

/** Row count of a table, and an order-independent sum of the row digests. */
export type TableDigest = { table: string; rows: number; digest: string };

/** The tables of a SQLite file, each with its rows and their digest. */
export function digestSqlite(sqlite: Sqlite.Database): TableDigest[] {
  return listTables(sqlite).map((table) => {
    const sum = new RowSum();
    for (const row of readSqliteRows(sqlite, table, listColumns(sqlite, table))) sum.add(row);
    return { table, ...sum.total };
  });
}

/** The same for a PostgreSQL database; `sqlite` is a file of the same schema, used for the order of tables and columns. */
export async function digestPostgres(sqlite: Sqlite.Database, trx: Trx): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const table of listTables(sqlite)) {
    const sum = new RowSum();
    const columns = listColumns(sqlite, table);
    for await (const page of readPostgresPages(trx, table, columns)) {
      for (const row of page) sum.add(columns.map((name) => row[name]));
    }
    digests.push({ table, ...sum.total });
  }
  return digests;
}

class RowSum {
  #rows = 0;
  #sum = 0n;

  add(row: readonly unknown[]): void {
    const text = JSON.stringify(
      row.map((value) => (Buffer.isBuffer(value) ? { bytes: value.toString('hex') } : value)),
    );
    this.#rows += 1;
    this.#sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  }

  get total(): { rows: number; digest: string } {
    return { rows: this.#rows, digest: BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0') };
  }
}

async function* readPostgresPages(
  trx: Trx,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  const list = columns.map((name) => `"${name}"`).join(', ');
  await sql.raw(`declare rows_to_copy cursor for select ${list} from "${table}"`).execute(trx);
  for (;;) {
    const { rows } = await sql.raw<Row>(`fetch ${rowsAtOnce} from rows_to_copy`).execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql.raw('close rows_to_copy').execute(trx);
}

/** Every table of the schema: the same in both engines. */
function listTables(sqlite: Sqlite.Database): string[] {
  return sqlite
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all() as string[];
}

function listColumns(sqlite: Sqlite.Database, table: string): string[] {
  return (sqlite.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
}
