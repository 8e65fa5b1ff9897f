import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { openDatabase } from './database.ts';
import { sweepPartialFiles } from './files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-openers-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a database, writes and closes it, each time on command. */
const program = `
  const { openDatabase } = await import(process.argv[1]);
  process.on('message', async (moment) => {
    while (Date.now() < moment);
    try {
      const opened = openDatabase(process.argv[2], { mustExist: true });
      opened.sqlite.exec("insert into written values ('')");
      await opened.close();
      process.send('');
    } catch (error) {
      process.send(error.stack);
    }
  });
  process.send('');
`;

function startOpener(file: string): ChildProcess {
  const module = new URL('./database.ts', import.meta.url).href;
  return spawn(process.execPath, ['--input-type=module', '--eval', program, module, file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

const answerOf = async (opener: ChildProcess): Promise<string> => (await once(opener, 'message'))[0];

describe('a closed database that three processes open at the same moment', () => {
  const file = path.join(folder, 'shared.db');
  const rounds = 30;

  test('is opened by each of them, and its sums stay', async () => {
    const first = openDatabase(file);
    first.sqlite.exec('create table written (text text not null)');
    await first.close();
    const openers = [file, file, file].map(startOpener);
    after(() => {
      for (const opener of openers) opener.kill();
    });
    await Promise.all(openers.map(answerOf));
    for (let round = 0; round < rounds; round += 1) {
      const closed = openDatabase(file, { mustExist: true });
      closed.sumPages();
      await closed.close();
      const answers = openers.map(answerOf);
      const moment = Date.now() + 10;
      for (const opener of openers) opener.send(moment);
      assert.deepEqual(await Promise.all(answers), ['', '', ''], `round ${round}`);
    }
    const last = openDatabase(file, { mustExist: true });
    assert.equal(last.sqlite.prepare('select count(*) from written').pluck().get(), 3 * rounds);
    assert.notEqual(last.checkPages().state, 'damaged');
    await last.close();
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    );
  });
});

describe('partial files of processes that were cut off', () => {
  const file = path.join(folder, 'cut-off.db');

  test('are removed after an hour; younger ones may still be written, and foreign files are left alone', () => {
    const id = '01920000-0000-7000-8000-000000000001';
    const old = ['-sums', '-shm', '-wal'].map((end) => `cut-off.db${end}.${id}.partial`);
    const kept = [`cut-off.db-sums.${id.replace(/1$/, '2')}.partial`, 'other.db-sums.partial', 'cut-off.db'];
    for (const name of [...old, 'cut-off.db-sums.partial', ...kept])
      writeFileSync(path.join(folder, name), '');
    const now = Date.now();
    const before = new Date(now - 3_600_001);
    for (const name of [...old, 'cut-off.db-sums.partial', 'other.db-sums.partial', 'cut-off.db'])
      utimesSync(path.join(folder, name), before, before);
    sweepPartialFiles(file, now);
    const left = readdirSync(folder).filter((name) => /^(cut-off|other)/.test(name));
    assert.deepEqual(left.sort(), kept.sort());
  });
});
