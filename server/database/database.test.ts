import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { firstStep, stepsForward } from '../../test/support/database/migration-steps.ts';
import { assertMode, noSignals } from '../../test/support/servers/platform.ts';
import { type Db, openDatabase } from './database.ts';
import { inPieces } from './insert.ts';
import { findNewestVersion, migrate, readSchemaVersion, refuseUnknownSchema } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { DatabaseRefused } from './refused.ts';

// With this umask, files created by SQLite and Node themselves are world-readable, and easy to find.
process.umask(0);

const root = mkdtempSync(path.join(tmpdir(), 'damson-database-'));
after(() => rmSync(root, { recursive: true, force: true }));

let folder: string;
let file: string;
let count = 0;
beforeEach(() => {
  count += 1;
  folder = path.join(root, String(count));
  mkdirSync(folder);
  file = path.join(folder, 'damson.db');
});

/** A database at `version` of the migrations above. */
async function made(known: readonly Migration[]): Promise<void> {
  const { sqlite, close } = openDatabase(file);
  sqlite.function('here', (_place) => null);
  await migrate(sqlite, file, known);
  await close();
}

/** Reads a database independently of the product's code. */
function contentOf(place: string): { version: unknown; schema: unknown[]; plums: unknown[] } {
  const sqlite = new Sqlite(place, { readonly: true });
  try {
    return {
      version: sqlite.pragma('user_version', { simple: true }),
      schema: sqlite.prepare('select name, sql from sqlite_schema order by name').all(),
      plums: sqlite.prepare('select * from plums join trees on trees.id = tree_id order by plums.id').all(),
    };
  } finally {
    sqlite.close();
  }
}

describe('opening a database', () => {
  const durable: [string, unknown][] = [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['busy_timeout', 5000],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
    ['checkpoint_fullfsync', 1],
  ];

  it('sets what durability needs, also on a database that was there before', async () => {
    await openDatabase(file).close();
    // The control: without the pragma, a reopened database runs at NORMAL and would lose acknowledged writes.
    const untold = new Sqlite(file);
    assert.equal(untold.pragma('journal_mode', { simple: true }), 'wal');
    assert.equal(untold.pragma('synchronous', { simple: true }), 1);
    untold.close();

    const { sqlite, close } = openDatabase(file, { mustExist: true });
    for (const [name, value] of durable) assert.equal(sqlite.pragma(name, { simple: true }), value, name);
    await close();
  });

  it('makes files that only their owner can read, and keeps the mode of those that are there', async () => {
    const { sqlite, close } = openDatabase(file);
    sqlite.exec('create table t (a)');
    for (const name of readdirSync(folder)) assertMode(path.join(folder, name), 0o600);
    assert.deepEqual(readdirSync(folder).sort(), ['damson.db', 'damson.db-shm', 'damson.db-wal']);
    await close();
    assert.deepEqual(readdirSync(folder), ['damson.db']);
  });

  it('makes missing folders for their owner alone', async () => {
    const deep = path.join(folder, 'a', 'b', 'damson.db');
    await openDatabase(deep).close();
    assertMode(path.join(folder, 'a'), 0o700);
    assertMode(path.join(folder, 'a', 'b'), 0o700);
  });

  it('does not drop the locks of a connection that the process has already', async () => {
    const first = openDatabase(file);
    first.sqlite.exec('create table t (a)');
    await openDatabase(file).close();
    const other = spawnSync(process.execPath, [
      '-e',
      `const { DatabaseSync } = require('node:sqlite');
       const db = new DatabaseSync(process.argv[1]);
       try { db.exec('pragma locking_mode = exclusive; begin exclusive; insert into t values (1); commit'); console.log('alone'); }
       catch (error) { console.log('refused'); }`,
      file,
    ]);
    assert.equal(String(other.stdout).trim(), 'refused', String(other.stderr));
    await first.close();
  });

  it('refuses a file that is no database', () => {
    writeFileSync(
      file,
      'this is a text about plums, and long enough to have a header of a hundred bytes. '.repeat(10),
    );
    const before = readFileSync(file);
    assert.throws(() => openDatabase(file), DatabaseRefused);
    assert.throws(() => readSchemaVersion(file), DatabaseRefused);
    assert.deepEqual(readFileSync(file), before);
  });

  it('refuses an absent file where it must exist', () => {
    assert.throws(() => openDatabase(file, { mustExist: true }), { code: 'SQLITE_CANTOPEN' });
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('statements with lists', () => {
  const columns = Array.from({ length: 9 }, (_, index) => `column_${index}`);

  /** The texts of the statements that `work` prepares. */
  async function textsOf(work: (db: Db) => Promise<void>): Promise<Set<string>> {
    const { sqlite, db, close } = openDatabase(file);
    sqlite.exec(
      `create table users (id text primary key, ${columns.map((name) => `${name} text`).join(', ')})`,
    );
    const texts = new Set<string>();
    const prepare = sqlite.prepare.bind(sqlite);
    sqlite.prepare = ((text: string) => {
      texts.add(text);
      return prepare(text);
    }) as typeof sqlite.prepare;
    await work(db);
    await close();
    return texts;
  }

  const ids = Array.from({ length: 120 }, (_, index) => `'"${String(index).padStart(3, '0')}`);
  const insert = async (db: Db, some: readonly string[]) => {
    for (const piece of inPieces(some)) {
      // As many columns as a long list.
      const rows = piece.map((id) => ({ id, ...Object.fromEntries(columns.map((name) => [name, id])) }));
      await db
        .insertInto('users')
        .values(rows as never)
        .execute();
    }
  };
  const pick = (db: Db, some: readonly string[]) =>
    db.selectFrom('users').select('id').where('id', 'in', some).orderBy('id').execute();

  it('find what is in a list of any length', async () => {
    await textsOf(async (db) => {
      await insert(db, ids);
      for (const length of [0, 1, 8, 9, 120]) {
        const found = await pick(db, ids.slice(0, length));
        assert.deepEqual(
          found.map(({ id }) => id),
          ids.slice(0, length),
        );
      }
    });
  });

  it('are few, however many lengths there are', async () => {
    const texts = await textsOf((db) =>
      db.transaction().execute(async (trx) => {
        for (let length = 1; length <= ids.length; length += 1) {
          await insert(trx, ids.slice(0, length));
          await pick(trx, ids.slice(0, length));
          await trx.deleteFrom('users').execute();
        }
      }),
    );
    assert.ok(texts.size < 30, [...texts].join('\n'));
  });
});

describe('the version of a schema', () => {
  it('is none for what is no database yet', async () => {
    assert.equal(readSchemaVersion(file), null);
    writeFileSync(file, '');
    assert.equal(readSchemaVersion(file), null);
    await openDatabase(file).close();
    assert.equal(readSchemaVersion(file), null);
  });

  it('is read without changing anything, and refused when it is newer', async () => {
    await made(stepsForward);
    const before = readFileSync(file);
    assert.equal(readSchemaVersion(file), 3);
    assert.throws(() => refuseUnknownSchema(file, [firstStep]), {
      name: 'Error',
      message: 'the database has schema version 3, this program knows versions up to 1: use a newer program',
    });
    refuseUnknownSchema(file, stepsForward);
    assert.deepEqual(readFileSync(file), before);
  });

  it('is refused when it is older than the first step, and nothing is changed', async () => {
    await made([firstStep]);
    const before = readFileSync(file);
    assert.throws(() => refuseUnknownSchema(file, stepsForward.slice(1)), {
      reason: 'too_old',
      message:
        'the database was made by a version before 0.1.0 (it has schema version 1): open it once with the last of those, or import its export',
    });
    assert.deepEqual(readFileSync(file), before);
  });

  it('is refused for a database of another program, which stays as it is', () => {
    for (const prepare of ['create table t (a)', 'pragma user_version = 1', 'pragma application_id = 7']) {
      const place = `${file}.${prepare.length}`;
      const sqlite = new Sqlite(place);
      sqlite.exec(prepare);
      sqlite.close();
      const before = readFileSync(place);
      assert.throws(() => refuseUnknownSchema(place), /belongs to another program/);
      assert.deepEqual(readFileSync(place), before);
    }
  });
});

describe('migrating', () => {
  it('makes a new database without keeping a copy', async () => {
    const { sqlite, close } = openDatabase(file);
    assert.equal(await migrate(sqlite, file), null);
    assert.equal(sqlite.pragma('user_version', { simple: true }), findNewestVersion());
    assert.equal(sqlite.pragma('foreign_keys', { simple: true }), 1);
    assert.equal(await migrate(sqlite, file), null, 'a second time there is nothing to do');
    await close();
    assert.deepEqual(readdirSync(folder), ['damson.db']);
    assert.equal(readSchemaVersion(file), findNewestVersion());
  });

  it('brings an older database forward and keeps a copy of it that can be used', async () => {
    await made([firstStep]);
    const before = contentOf(file);
    const { sqlite, close } = openDatabase(file);
    sqlite.function('here', (_place) => null);
    const copy = await migrate(sqlite, file, stepsForward);
    assert.equal(copy, `${file}.before-migration-from-1`);
    assert.equal(sqlite.pragma('foreign_keys', { simple: true }), 1);
    await close();
    assert.deepEqual(contentOf(copy), before);
    assertMode(copy, 0o600);
    assert.deepEqual(readdirSync(folder).sort(), ['damson.db', 'damson.db.before-migration-from-1']);

    const after = contentOf(file);
    assert.equal(after.version, 3);
    assert.deepEqual(
      after.plums,
      before.plums.map((plum) => ({ ...(plum as object), height: null, seed: 'stone' })),
    );
  });

  it('keeps a copy that holds what is still in the log', async () => {
    await made([firstStep]);
    const { sqlite, close } = openDatabase(file);
    sqlite.function('here', (_place) => null);
    sqlite.exec('insert into plums (id, tree_id) values (4, 2)');
    const copy = (await migrate(sqlite, file, stepsForward)) as string;
    await close();
    assert.equal(contentOf(copy).plums.length, 4);
  });

  const failing: [string, Migration, RegExp][] = [
    [
      'a statement fails',
      { version: 4, name: '004', statements: ['create table x (a)', 'insert into nowhere values (1)'] },
      /no such table/,
    ],
    [
      'a reference would be broken',
      { version: 4, name: '004', statements: ['delete from trees where id = 2'] },
      /leaves broken references in plums: nothing was changed/,
    ],
  ];
  for (const [when, step, message] of failing) {
    it(`changes nothing when ${when}, not even by the steps before`, async () => {
      await made([firstStep]);
      const before = contentOf(file);
      const { sqlite, close } = openDatabase(file);
      sqlite.function('here', (_place) => null);
      await assert.rejects(migrate(sqlite, file, [...stepsForward, step]), message);
      assert.equal(sqlite.pragma('foreign_keys', { simple: true }), 1);
      await close();
      assert.deepEqual(contentOf(file), before);
    });
  }

  it("changes nothing when the copy can't be kept", async () => {
    await made([firstStep]);
    const before = contentOf(file);
    mkdirSync(`${file}.before-migration-from-1`);
    writeFileSync(path.join(`${file}.before-migration-from-1`, 'in the way'), '');
    const { sqlite, close } = openDatabase(file);
    await assert.rejects(migrate(sqlite, file, stepsForward));
    await close();
    assert.deepEqual(contentOf(file), before);
  });

  it('leaves the old or the new schema wherever it is killed', { skip: noSignals }, async () => {
    const script = fileURLToPath(new URL('../../test/support/database/migrate-and-die.ts', import.meta.url));
    for (const [place, version] of [
      ['before', 1],
      ['between', 1],
      ['at the end', 1],
      ['afterwards', 3],
    ] as const) {
      file = path.join(folder, `${version} ${place}.db`);
      await made([firstStep]);
      const killed = spawnSync(process.execPath, [script, file, place]);
      assert.equal(killed.signal, 'SIGKILL', String(killed.stderr));
      assert.equal(contentOf(`${file}.before-migration-from-1`).version, 1, place);
      const { sqlite, close } = openDatabase(file, { mustExist: true });
      assert.equal(sqlite.pragma('integrity_check', { simple: true }), 'ok', place);
      assert.equal(sqlite.pragma('user_version', { simple: true }), version, place);
      sqlite.function('here', (_place) => null);
      await migrate(sqlite, file, stepsForward);
      await close();
      assert.equal(contentOf(file).version, 3, place);
    }
  });
});
