import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Db, inTransaction, openDatabase, prepared } from '../../server/database/database.ts';

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
});
