import type Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { type Db, inSnapshot, type OpenedDatabase, openDatabase, type Trx } from '../database.ts';
import { migrate } from '../migrate.ts';

const rowsAtOnce = 500;

type Row = Record<string, unknown>;

/**
 * Copies every row of a PostgreSQL database, as it is at one moment, into a new SQLite file with the same schema; whoever asked closes
 * and removes it.
 */
export async function copyToSqlite(db: Db, file: string): Promise<OpenedDatabase> {
  const copy = openDatabase(file);
  try {
    await migrate(copy.sqlite, file);
    // Nobody waits for it to be on the disk before it is whole.
    copy.sqlite.pragma('synchronous = OFF');
    copy.sqlite.pragma('foreign_keys = OFF');
    const tables = listTables(copy.sqlite);
    await inSnapshot(db, async (trx) => {
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
  await sql.raw(`declare rows_to_copy cursor for select ${list} from "${table}"`).execute(trx);
  for (;;) {
    const { rows } = await sql.raw<Row>(`fetch ${rowsAtOnce} from rows_to_copy`).execute(trx);
    if (rows.length === 0) break;
    keep(rows);
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
