import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import {
  type Db,
  inLongTransaction,
  inSnapshot,
  inTransaction,
  lendTurn,
  openDatabase,
  prepare,
  writesTo,
} from './database.ts';

const valueAt = prepare<{ key: string }, { value: string }>((db, parameter) =>
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

  test('a failure inside a transaction is passed on unchanged, also if SQLite has already rolled back', async () => {
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

  test('a read holds until a table is written, by anybody', async () => {
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

  const readAll = async (on: Db) => [
    (await valueAt(on, { key: 'long' }))[0]?.value,
    (await on.selectFrom('instance').select('value').where('key', '=', 'long').executeTakeFirst())?.value,
  ];

  test('others read what was there before a transaction that gives way, until it ends', async () => {
    await write(db, 'long', 'before');
    const seen: unknown[] = [];
    await inLongTransaction(db, async (trx, pause) => {
      await write(trx, 'long', 'inside');
      await pause();
      assert.deepEqual(await readAll(trx), ['inside', 'inside']);
      seen.push(...(await readAll(db)), ...(await inSnapshot(db, readAll)));
      await pause();
    });
    assert.deepEqual(seen, ['before', 'before', 'before', 'before']);
    assert.deepEqual(await readAll(db), ['inside', 'inside']);
    assert.deepEqual(await inSnapshot(db, readAll), ['inside', 'inside']);
  });

  test('a reader that waits when the turn gives way for the first time waits no longer', async () => {
    await write(db, 'long', 'before');
    const seen: unknown[] = [];
    const asked: Promise<unknown>[] = [];
    await inLongTransaction(db, async (trx, pause) => {
      await write(trx, 'long', 'inside');
      asked.push(
        readAll(db).then((values) => void seen.push(...values)),
        inSnapshot(db, readAll).then((values) => void seen.push(...values)),
        write(db, 'further', 'by another').then(() => void seen.push('written')),
      );
      await readAll(trx);
      assert.deepEqual(seen, []);
      await pause();
      assert.deepEqual(seen, ['before', 'before', 'before', 'before']);
    });
    await Promise.all(asked);
    assert.equal(seen.at(-1), 'written');
  });

  test('a reader in the turn in which it ends reads its writes afterwards', async () => {
    await write(db, 'long', 'before');
    let next: Promise<unknown> | undefined;
    await inLongTransaction(db, async (trx, pause) => {
      await write(trx, 'long', 'after');
      await pause();
      assert.deepEqual(await readAll(db), ['before', 'before']);
      next = inTransaction(db, async (other) => {
        assert.deepEqual(await readAll(other), ['after', 'after']);
      });
    });
    assert.deepEqual(await readAll(db), ['after', 'after']);
    await next;
  });

  test('a read beside it holds no longer once it has ended', async () => {
    let meanwhile = 0;
    await inLongTransaction(db, async (trx, pause) => {
      await write(trx, 'long', 'changed');
      await pause();
      meanwhile = writesTo(db, ['instance']);
    });
    assert.ok(writesTo(db, ['instance']) > meanwhile);
  });

  test('writes wait for a transaction that yields, and a failed one leaves no trace', async () => {
    await write(db, 'long', 'before');
    let waiting: Promise<unknown> | undefined;
    let hasWritten = false;
    await assert.rejects(
      inLongTransaction(db, async (trx, pause) => {
        await write(trx, 'long', 'inside');
        await write(trx, 'more', 'inside');
        waiting = write(db, 'long', 'by another').then(() => {
          hasWritten = true;
        });
        await pause();
        await pause();
        assert.equal(hasWritten, false);
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    await waiting;
    assert.deepEqual(await readAll(db), ['by another', 'by another']);
    assert.deepEqual(await valueAt(db, { key: 'more' }), []);
  });

  /** Has another thread write `value`, and passes it to `work` before the commit. */
  const writeBeside = (value: string, work: (thread: Worker) => Promise<void>) =>
    lendTurn(db, async (lent) => {
      const script = new URL('../../test/support/database/write-beside.ts', import.meta.url);
      const thread = new Worker(script, { workerData: { ...lent, key: 'long', value } });
      const ended = once(thread, 'exit');
      await once(thread, 'message');
      await work(thread);
      await ended;
    });

  test('others read what was there before another thread writes, and writes come after it', async () => {
    await write(db, 'long', 'before');
    const seen: unknown[] = [];
    let waiting: Promise<unknown> | undefined;
    let remembered = 0;
    await writeBeside('beside', async (thread) => {
      waiting = write(db, 'further', 'by another').then(() => void seen.push('written'));
      seen.push(...(await readAll(db)), ...(await inSnapshot(db, readAll)));
      remembered = writesTo(db, ['instance']);
      thread.postMessage('commit');
    });
    assert.deepEqual(seen, ['before', 'before', 'before', 'before']);
    assert.ok(writesTo(db, ['instance']) > remembered);
    assert.deepEqual(await readAll(db), ['beside', 'beside']);
    assert.deepEqual(await inSnapshot(db, readAll), ['beside', 'beside']);
    await waiting;
    assert.equal(seen.at(-1), 'written');
  });

  test('a reader that waits when the turn is lent waits no longer', async () => {
    await write(db, 'long', 'before');
    const seen: unknown[] = [];
    const asked: Promise<unknown>[] = [];
    let lent: Promise<void> | undefined;
    await inTransaction(db, async (trx) => {
      lent = writeBeside('beside', async (thread) => {
        await Promise.all(asked);
        thread.postMessage('commit');
      });
      asked.push(readAll(db).then((values) => void seen.push(...values)));
      await readAll(trx);
      assert.deepEqual(seen, []);
    });
    await lent;
    assert.deepEqual(seen, ['before', 'before']);
  });

  test('a thread that ends before it commits leaves nothing behind, and others can write again', async () => {
    await write(db, 'long', 'before');
    await writeBeside('beside', async (thread) => void (await thread.terminate()));
    assert.deepEqual(await readAll(db), ['before', 'before']);
    await write(db, 'long', 'again');
    assert.deepEqual(await readAll(db), ['again', 'again']);
  });

  test('a snapshot is for reading, and keeps to one state', async () => {
    await write(db, 'long', 'before');
    await assert.rejects(
      inSnapshot(db, (trx) => write(trx, 'long', 'written')),
      /a snapshot is for reading/,
    );
    let later: Promise<unknown> | undefined;
    await inSnapshot(db, async (trx) => {
      later = write(db, 'long', 'after');
      assert.deepEqual(await readAll(trx), ['before', 'before']);
    });
    await later;
    assert.deepEqual(await readAll(db), ['after', 'after']);
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
