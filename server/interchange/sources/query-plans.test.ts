import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { type Db, inTransaction, openDatabase } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { newId } from '../../ids.ts';
import { forgetSources, listSourcesOf } from './store.ts';

// A slice of an import of 100,000 rows that walked all of them kept everybody waiting.
describe('what an import wrote of a few objects is found by import and object', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-sources-'));
  const file = path.join(folder, 'damson.db');
  after(() => rmSync(folder, { recursive: true, force: true }));

  const objects = Array.from({ length: 200 }, () => newId());
  const questions: [what: string, ask: (db: Db) => Promise<unknown>][] = [
    ['to judge it', (db) => listSourcesOf(db, newId(), objects)],
    ['to forget it', (db) => inTransaction(db, (trx) => forgetSources(trx, newId(), objects))],
  ];
  for (const [what, ask] of questions) {
    it(what, async () => {
      const { db, sqlite, close } = openDatabase(file);
      await migrate(sqlite, file);
      const prepare = sqlite.prepare.bind(sqlite);
      const asked: string[] = [];
      sqlite.prepare = ((text: string) => {
        if (/"import_sources"/.test(text)) asked.push(text);
        return prepare(text);
      }) as typeof sqlite.prepare;
      await ask(db);
      assert.equal(asked.length, 1);
      const [text = ''] = asked;
      const parameters = Array.from(text.match(/\?/g) ?? [], () => null);
      const [step] = prepare(`explain query plan ${text}`).all(parameters) as [{ detail: string }];
      assert.match(step.detail, /\(import_id=\? AND object_id=\?\)/, text);
      await close();
    });
  }
});
