import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { inTransaction, openDatabase } from './database.ts';

describe('two processes on one database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-beside-'));
  const file = path.join(folder, 'beside.db');
  const one = openDatabase(file);
  const other = openDatabase(file);
  one.sqlite.exec('create table instance (key text primary key not null, value text not null)');

  after(async () => {
    await one.close();
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a transaction that reads before it writes is not refused for a write of another in between: the other waits', async () => {
    other.sqlite.pragma('busy_timeout = 0');
    const write = "insert into instance values ('written by', 'the other')";
    await inTransaction(one.db, async (trx) => {
      await trx.selectFrom('instance').selectAll().execute();
      assert.throws(() => other.sqlite.exec(write), { code: 'SQLITE_BUSY' });
      await trx.insertInto('instance').values({ key: 'read first', value: '' }).execute();
    });
    other.sqlite.exec(write);
  });

  test('a read sees what another process has committed before it', async () => {
    other.sqlite.exec("update instance set value = 'changed' where key = 'read first'");
    const rows = await one.db
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'read first')
      .execute();
    assert.deepEqual(rows, [{ value: 'changed' }]);
  });
});
