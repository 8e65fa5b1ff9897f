import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction, openDatabase, prepared, writesTo } from './database.ts';

const valueAt = prepared<{ key: string }, { value: string }>((db, parameter) =>
  db.selectFrom('instance').select('value').where('key', '=', parameter('key')),
);

describe('taking turns on the one connection', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-turns-'));
  const opened = openDatabase(path.join(folder, 'turns.db'));
  const db: Db = opened.db;

  const write = (on: Db, key: string, value: string) =>
    on
      .insertInto('instance')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();

  before(() => {
    opened.sqlite.exec('create table instance (key text primary key not null, value text not null)');
  });

  after(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a read from outside waits for a transaction that is open, and sees nothing it takes back', async () => {
    await write(db, 'first', 'before');
    const seen: unknown[] = [];
    let outside: Promise<void> | undefined;
    await assert.rejects(
      inTransaction(db, async (trx) => {
        await write(trx, 'first', 'inside');
        outside = valueAt(db, { key: 'first' }).then((rows) => void seen.push(['outside', rows[0]?.value]));
        await valueAt(trx, { key: 'first' }).then((rows) => void seen.push(['inside', rows[0]?.value]));
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    await outside;
    assert.deepEqual(seen, [
      ['inside', 'inside'],
      ['outside', 'before'],
    ]);
  });

  test('transactions run one after another, whatever they wait for in between', async () => {
    await write(db, 'counter', '0');
    await Promise.all(
      Array.from({ length: 20 }, () =>
        inTransaction(db, async (trx) => {
          const [row] = await valueAt(trx, { key: 'counter' });
          await write(trx, 'counter', String(Number(row?.value) + 1));
        }),
      ),
    );
    assert.deepEqual(await valueAt(db, { key: 'counter' }), [{ value: '20' }]);
  });

  test('a failure inside a transaction comes out as it is, also when SQLite has rolled back itself', async () => {
    await assert.rejects(
      inTransaction(db, async () => {
        opened.sqlite.exec('rollback');
        throw new Error('the disk was full');
      }),
      /the disk was full/,
    );
    await write(db, 'after', 'it goes on');
    assert.deepEqual(await valueAt(db, { key: 'after' }), [{ value: 'it goes on' }]);
  });

  test('what was read holds until a table is written, by anybody', async () => {
    opened.sqlite.exec('create table groups (id text primary key not null, name text not null)');
    const tables = ['instance'] as const;
    const before = writesTo(db, tables);
    await valueAt(db, { key: 'first' });
    await sql`insert into groups values ('1', 'nobody')`.execute(db);
    await db.deleteFrom('groups').where('id', '=', '1').execute();
    const unknown = writesTo(db, tables);
    assert.ok(unknown > before, 'a statement that is not known may have written anything');
    await db.deleteFrom('groups').where('id', '=', '2').execute();
    assert.equal(writesTo(db, tables), unknown);
    await write(db, 'first', 'again');
    const written = writesTo(db, tables);
    assert.ok(written > unknown);

    const other = openDatabase(path.join(folder, 'turns.db'));
    await write(other.db, 'first', 'by another');
    await other.close();
    await nextTurn();
    assert.ok(writesTo(db, tables) > written);
    assert.deepEqual(await valueAt(db, { key: 'first' }), [{ value: 'by another' }]);
  });

  test('a write follows the reads of the same turn at once', async () => {
    await valueAt(db, { key: 'first' });
    await write(db, 'first', 'written');
    const other = openDatabase(path.join(folder, 'turns.db'));
    assert.deepEqual(await valueAt(other.db, { key: 'first' }), [{ value: 'written' }]);
    await other.close();
  });

  test('can be closed in the turn of a read', async () => {
    const other = openDatabase(path.join(folder, 'turns.db'));
    await valueAt(other.db, { key: 'first' });
    await other.close();
    await nextTurn();
  });
});
