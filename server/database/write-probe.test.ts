import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { inLongTransaction, inTransaction, lendTurn, openDatabase } from './database.ts';
import { WriteProbe } from './write-probe.ts';

describe('asking whether writes are made', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-probe-'));
  const { db, sqlite, close } = openDatabase(path.join(folder, 'probe.db'));
  sqlite.exec('create table instance (key text primary key not null, value text not null)');
  after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  let probe: WriteProbe;
  let failures: unknown[];
  beforeEach(() => {
    failures = [];
    probe = new WriteProbe(db, (error) => failures.push(error));
  });
  const written = () => sqlite.prepare("select value from instance where key = 'write_probe'").pluck().get();

  test('succeeds while writes are possible', async () => {
    const before = written();
    assert.equal(await probe.canWrite(), true);
    assert.notEqual(written(), before);
  });

  test('does not wait for a transaction that gives way, asked before or after', async () => {
    await inLongTransaction(db, async (trx, pause) => {
      await trx.insertInto('instance').values({ key: 'long', value: 'written' }).execute();
      const asked = probe.canWrite();
      await pause();
      assert.equal(await asked, true);
      assert.equal(await new WriteProbe(db, () => {}).canWrite(), true);
    });
  });

  test('does not wait for another thread that has the turn', async () => {
    await lendTurn(db, async () => assert.equal(await probe.canWrite(), true));
  });

  test('waits for a short transaction', async () => {
    const before = written();
    let asked: Promise<boolean> | undefined;
    await inTransaction(db, async (trx) => {
      asked = probe.canWrite();
      await trx.selectFrom('instance').selectAll().execute();
      assert.equal(written(), before);
    });
    assert.equal(await asked, true);
    assert.notEqual(written(), before);
  });

  test('reports what prevents writing', async () => {
    sqlite.exec("create trigger full before update on instance begin select raise(abort, 'full'); end");
    assert.equal(await probe.canWrite(), false);
    assert.match(String(failures[0]), /full/);
    sqlite.exec('drop trigger full');
  });
});
