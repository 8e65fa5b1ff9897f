import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { settingsFor, startBackupWorld } from '../../test/support/backups/backup-world.ts';
import { forgeDatabase } from '../../test/support/backups/backups.ts';
import { findNewestVersion, readSchemaVersion } from '../database/migrate.ts';
import { migrations } from '../database/migrations/migrations.ts';
import { startServer } from '../index.ts';

const world = await startBackupWorld();
after(() => world.close());
const file = path.join(world.folder, 'hostile.backup');

const purge = 'begin delete from evidence; end';
const addToSchema = (type: string, name: string, table: string, definition: string): string =>
  `insert into sqlite_master (type, name, tbl_name, rootpage, sql)
    values ('${type}', '${name}', '${table}', 0, '${definition.replaceAll("'", "''")}')`;
const redefine = (name: string, from: string, to: string): string =>
  `update sqlite_master set sql = replace(sql, '${from}', '${to}') where name = '${name}'`;

/** A table that poses as the list of all tables, with its content. */
function shadowSchema(sqlite: Sqlite.Database): void {
  sqlite.exec(`
    create table decoy (type, name, tbl_name, rootpage, sql);
    insert into decoy select * from sqlite_master where name <> 'decoy';
    ${addToSchema('trigger', 't', 'users', `create trigger t after update on users ${purge}`)};
    update sqlite_master set name = 'sqlite_schema', tbl_name = 'sqlite_schema',
      sql = 'CREATE TABLE sqlite_schema (type, name, tbl_name, rootpage, sql)' where name = 'decoy'`);
}

describe('a backup whose database holds something of its own is refused:', () => {
  const hostile: [string, string | ((sqlite: Sqlite.Database) => void)][] = [
    [
      'a trigger called like one of SQLite',
      addToSchema('trigger', 'sqlite_t', 'users', `create trigger sqlite_t after update on users ${purge}`),
    ],
    [
      'a trigger called like an index that SQLite makes',
      addToSchema(
        'trigger',
        'sqlite_autoindex_users_9',
        'users',
        `create trigger sqlite_autoindex_users_9 before delete on sessions ${purge}`,
      ),
    ],
    [
      'a view called like one of SQLite',
      addToSchema('view', 'sqlite_v', 'sqlite_v', 'create view sqlite_v as select 1'),
    ],
    [
      'a table called like one of SQLite',
      "create table x (y); update sqlite_master set name = 'sqlite_x', tbl_name = 'sqlite_x', sql = 'CREATE TABLE sqlite_x (y)' where name = 'x'",
    ],
    [
      'an index called like one of SQLite',
      "create index i on users (lower(email)); update sqlite_master set name = 'sqlite_i', sql = 'CREATE INDEX sqlite_i on users (lower(email))' where name = 'i'",
    ],
    ['a table in front of the list of tables', shadowSchema],
    [
      'a view in front of the list of tables',
      addToSchema(
        'view',
        'sqlite_schema',
        'sqlite_schema',
        'create view sqlite_schema as select * from sqlite_master where type = "table"',
      ),
    ],
    ['statistics for the planner', 'analyze'],
    ['a sequence', 'create table x (id integer primary key autoincrement); drop table x'],
    ['a virtual table', 'create virtual table sqlite_f using fts5 (x)'],
    [
      'a generated column',
      redefine('instance', 'value text not null', 'value text as (hex(zeroblob(1000000)))'),
    ],
    ['another constraint', redefine('instance', 'value text not null', 'value text')],
    [
      'another default',
      redefine(
        'missions',
        'count_pending integer not null default 0',
        'count_pending integer not null default 1',
      ),
    ],
    ['another collation', redefine('instance', 'value text not null', 'value text not null collate nocase')],
    ['a definition that is none', redefine('instance', 'CREATE TABLE', 'CREATE TABLET')],
    ['a table without its index', "delete from sqlite_master where name like 'sqlite_autoindex_users_%'"],
    ['bytes where text belongs', "update users set display_name = x'00ff'"],
    ['text where a number belongs', "update evidence set size = 'many'"],
    ['a number that is not whole', 'update missions set count_pending = 0.5'],
    [
      'two rows where one may be',
      (sqlite) => {
        sqlite.exec(`create table twice as select * from instance;
          insert into twice select * from instance;
          update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'twice') where name = 'instance';
          delete from sqlite_master where name = 'twice'`);
      },
    ],
  ];
  for (const [name, change] of hostile) {
    test(name, async () => {
      await forgeDatabase(world.original, file, change);
      await world.refuses(file);
    });
  }
});

describe('a restored database', () => {
  test('contains the rows and nothing else from the file', async () => {
    await forgeDatabase(world.original, file, (sqlite) => {
      sqlite.pragma('secure_delete = OFF');
      sqlite.exec("insert into instance values ('left', 'what-was-deleted-long-ago')");
      sqlite.exec("delete from instance where key = 'left'");
    });
    const dataDir = world.newTarget();
    await world.restore(file, dataDir);
    const bytes = readFileSync(path.join(dataDir, 'damson.db'));
    assert.equal(bytes.includes('what-was-deleted-long-ago'), false);
    const token = world.server.admin.client.token as string;
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
    assert.equal(bytes.includes(sid), false);
  });

  // As in databases that applied the migrations replaced by the baseline.
  test('accepts columns in another order', async () => {
    await forgeDatabase(world.original, file, (sqlite) => {
      sqlite.exec(`
        create table new_instance (value text not null, key text primary key not null);
        insert into new_instance (key, value) select key, value from instance;
        insert into new_instance (key, value) values ('kept', 'here');
        drop table instance;
        alter table new_instance rename to instance`);
    });
    const dataDir = world.newTarget();
    await world.restore(file, dataDir);
    const restored = path.join(dataDir, 'damson.db');
    assert.equal(readSchemaVersion(restored), findNewestVersion());
    const server = await startServer(settingsFor(dataDir));
    await server.close();
    const opened = new Sqlite(restored, { readonly: true });
    assert.equal(opened.prepare("select value from instance where key = 'kept'").pluck().get(), 'here');
    opened.close();
  });

  test('is refused from a backup older than 0.1.0', async () => {
    const version = migrations[0]!.version - 1;
    await forgeDatabase(world.original, file, `pragma user_version = ${version}`, (manifest) => ({
      ...manifest,
      schema_version: version,
    }));
    await world.refuses(file, /^the backup was made by a version before 0\.1\.0 .*: open it once/);
  });

  test('has every row of every table but the sessions', async () => {
    const dataDir = world.newTarget();
    await world.restore(world.original, dataDir);
    const rowsOf = (folder: string): Record<string, unknown[]> => {
      const sqlite = new Sqlite(path.join(folder, 'damson.db'), { readonly: true });
      try {
        const tables = sqlite
          .prepare("select name, wr from pragma_table_list where schema = 'main' and type = 'table'")
          .all() as { name: string; wr: 0 | 1 }[];
        return Object.fromEntries(
          tables
            .filter(({ name }) => name !== 'sqlite_schema')
            .map(({ name, wr }) => {
              const columns = wr === 1 ? '*' : 'rowid, *';
              return [name, sqlite.prepare(`select ${columns} from "${name}"`).raw().all()];
            }),
        );
      } finally {
        sqlite.close();
      }
    };
    const { audit_entries: history = [], ...rows } = rowsOf(dataDir);
    const { audit_entries: before = [], ...others } = rowsOf(world.server.dataDir);
    assert.deepEqual(rows, { ...others, sessions: [] });
    // The history of restored data continues with an entry about the restore.
    assert.deepEqual(history.slice(0, -1), before);
    assert.ok((history.at(-1) as unknown[]).includes('restored'));
  });
});
