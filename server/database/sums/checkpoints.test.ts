import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keysWritten, valueOfWrite, writeValue } from '../../../test/support/database/write-until-killed.ts';
import { noSignals } from '../../../test/support/servers/platform.ts';
import { openDatabase } from '../database.ts';
import { readLog } from './log.ts';

const root = mkdtempSync(path.join(tmpdir(), 'damson-checkpoints-'));
const file = path.join(root, 'written.db');
const writer = path.join(import.meta.dirname, '../../../test/support/database/write-until-killed.ts');
/** Enough to fill the log several times over. */
const mostWrites = 8000;

after(() => rmSync(root, { recursive: true, force: true }));

before(async () => {
  const opened = openDatabase(file);
  opened.sqlite.exec('create table instance (key text primary key not null, value text not null)');
  opened.sumPages();
  await opened.close();
});

const generation = (): number | undefined => readLog(file, () => false)?.generation;
describe('checkpoints beside those who write', () => {
  it('start the log again, and keep the sums correct', async () => {
    const opened = openDatabase(file);
    assert.equal(opened.checkPages().state, 'whole');
    const seen = new Set<number | undefined>();
    for (let count = 0; count < mostWrites && seen.size < 3; count += 1) {
      await writeValue(opened.db, count);
      seen.add(generation());
      if (count % 100 === 0) assert.equal(opened.checkPages().state, 'whole');
    }
    assert.equal(seen.size, 3, 'the log was not begun anew');
    await opened.close();
    assert.equal(statSync(`${file}-wal`, { throwIfNoEntry: false }), undefined);
  });

  it('wait for somebody who reads an older state', async () => {
    const opened = openDatabase(file);
    await writeValue(opened.db, 0);
    const reader = openDatabase(file, { beside: opened.pages(), readonly: true });
    reader.sqlite.exec('begin');
    const read = () => reader.sqlite.prepare("select value from instance where key = '0'").pluck().get();
    assert.equal(read(), valueOfWrite(0));
    const before = generation();
    for (let count = keysWritten; count < 1000 + keysWritten; count += 1) await writeValue(opened.db, count);
    assert.equal(read(), valueOfWrite(0));
    assert.equal(generation(), before);
    assert.equal(opened.checkPages().state, 'whole');
    reader.sqlite.exec('commit');
    for (let count = 0; count < mostWrites && generation() === before; count += 1)
      await writeValue(opened.db, count);
    assert.notEqual(generation(), before);
    await reader.close();
    await opened.close();
  });

  it('lose nothing when the process is killed, and the sums stay correct', { skip: noSignals }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const child = spawn(process.execPath, [writer, file], {
        env: { ...process.env, NODE_TEST_CONTEXT: undefined },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (piece) => {
        said += piece;
        // Each line is an acknowledged write; the sums are about to be written, or have just been.
        if (said.split('\n').length > 250 + 20 * round) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const acknowledged = said.split('\n').slice(0, -1).map(Number);
      const opened = openDatabase(file);
      assert.equal(opened.checkPages().state, 'whole');
      const newest = new Map(acknowledged.map((count) => [String(count % keysWritten), count]));
      const rows = await opened.db.selectFrom('instance').selectAll().execute();
      for (const { key, value } of rows) {
        const wanted = newest.get(key);
        const is = Number(value.slice(0, value.indexOf(' ')));
        if (wanted !== undefined) assert.ok(is === wanted || is === wanted + keysWritten, `${key} is ${is}`);
      }
      await opened.close();
    }
  });
});
