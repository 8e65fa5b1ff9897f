import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { slowFiles } from '../../../test/support/full-disk/slow-files.ts';
import { ImportRefusal } from '../format.ts';
import { readImport } from './job.ts';

/** Refusal when the thread is aborted; until then, such a file delays others. */
const isHeldUp = /could not be read within|more memory than/;

describe('a file that a careless reader takes very long for', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'damson-slow-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { name, file, format, content } of slowFiles) {
    it(`is read or refused soon: ${name}`, async () => {
      const place = path.join(folder, 'file');
      await writeFile(place, content());
      const task = {
        staged: { name: file, file: place },
        format,
        choices: {},
        attack: { entries: [], version: null, successors: [] },
        plan: path.join(folder, 'plan'),
      };
      const watch = { stop: new AbortController().signal, progress: () => {} };
      try {
        await readImport(task, watch);
      } catch (error) {
        assert.ok(error instanceof ImportRefusal, String(error));
        assert.doesNotMatch(error.message, isHeldUp);
      }
    });
  }

  it('is ended after its time, a workbook, however busy the machine', async () => {
    const read = async (name: string, format: 'csv', content: string | Buffer) => {
      const file = path.join(folder, 'file');
      await writeFile(file, content);
      const attack = { entries: [], version: null, successors: [] };
      const task = { staged: { name, file }, format, choices: {}, attack, plan: path.join(folder, 'plan') };
      const watch = { stop: new AbortController().signal, progress: () => {} };
      // Over before the thread has begun.
      return readImport(task, watch, { workbookTime: 1 });
    };
    const { content } = slowFiles.find(({ name }) => name === 'a workbook: elements within one another')!;
    await assert.rejects(read('a.xlsx', 'csv', content()), (error) => {
      assert.ok(error instanceof ImportRefusal, String(error));
      assert.match(error.message, /could not be read within/);
      return true;
    });
    assert.equal((await read('a.csv', 'csv', 'name\nEncoded command\n')).rows.length, 1);
  });

  it('is of many kinds', () => assert.ok(slowFiles.length >= 60, String(slowFiles.length)));
});
