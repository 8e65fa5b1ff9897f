import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { type Db, inTransaction, openDatabase } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { newId } from '../../ids.ts';
import { readImportedVersions } from '../../missions/imports/service.ts';
import { readTestTemplateVersions } from '../../templates/test-templates/store.ts';
import { forgetSources, listSourcesOf } from './store.ts';

// In an import of 100,000 rows, slices that scanned all of them kept everyone waiting.
describe('queries of a few objects use their indexes, however many others there are', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-sources-'));
  const file = path.join(folder, 'damson.db');
  after(() => rmSync(folder, { recursive: true, force: true }));

  const objects = Array.from({ length: 200 }, () => newId());
  const questions: [what: string, table: string, ask: (db: Db) => Promise<unknown>][] = [
    ['what an import wrote of them', 'import_sources', (db) => listSourcesOf(db, newId(), objects)],
    ['the same beside others', 'import_sources_apart', (db) => listSourcesOf(db, newId(), objects)],
    [
      'what is forgotten of them',
      'import_sources',
      (db) => inTransaction(db, (trx) => forgetSources(trx, newId(), objects)),
    ],
    ['versions of test templates', 'test_templates', (db) => readTestTemplateVersions(db, objects)],
    ['versions of missions', 'missions', (db) => readImportedVersions(db, null, 'mission', objects)],
  ];
  for (const [what, table, ask] of questions) {
    it(what, async () => {
      const { db, sqlite, close } = openDatabase(file);
      await migrate(sqlite, file);
      const prepare = sqlite.prepare.bind(sqlite);
      const asked: string[] = [];
      sqlite.prepare = ((text: string) => {
        if (new RegExp(`(?:from|update) "${table}"`).test(text)) asked.push(text);
        return prepare(text);
      }) as typeof sqlite.prepare;
      await ask(db);
      assert.equal(asked.length, 1);
      const [text = ''] = asked;
      const parameters = Array.from(text.match(/\?/g) ?? [], () => null);
      const [step] = prepare(`explain query plan ${text}`).all(parameters) as [{ detail: string }];
      assert.match(step.detail, /\b(?:object_)?id=\?\)/, text);
      assert.doesNotMatch(step.detail, /deleted_at/, text);
      await close();
    });
  }
});
