import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { nameInClosed, recordFields } from '../../../domain/test-record.ts';
import { applyMigrations, refuseUnknownSchema } from '../migrate.ts';
import { migrations } from './migrations.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-migrations-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Column = { name: string; type: string; isOptional: boolean };
const byName = (one: Column, other: Column) => (one.name < other.name ? -1 : 1);

/** Columns from the field table of tests, by type. */
const toText = (name: string): Column => ({ name, type: 'text', isOptional: true });
const records: Readonly<Record<string, readonly Column[]>> = {
  TestRecord: recordFields.map(toText),
  ClosedRecord: recordFields.map(nameInClosed).map(toText),
};

/** The tables, as declared by their types. */
function readTypes(): Map<string, Column[]> {
  const sources = path.join(import.meta.dirname, '../tables');
  const tables = new Map<string, Column[]>();
  for (const name of readdirSync(sources)) {
    const text = readFileSync(path.join(sources, name), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '');
    for (const [, table = '', record = '', columns = ''] of text.matchAll(
      /^ {2}(\w+): (?:(\w+) & )?\{(.*?)\};$/gms,
    )) {
      const own = [...columns.matchAll(/(\w+): ([^;]+)/g)].map(toColumn);
      tables.set(table, [...own, ...(records[record] ?? [])].sort(byName));
    }
  }
  return tables;
}

function toColumn([, name = '', type = '']: RegExpExecArray): Column {
  const [kind = '', ...others] = type.trim().split(' | ');
  const isNumber = /^(number|0)$/.test(kind);
  return {
    name,
    type: isNumber ? 'integer' : kind === 'Buffer' ? 'blob' : 'text',
    isOptional: others.includes('null'),
  };
}

describe('the migrations', () => {
  it('are numbered in order, one by one from the baseline', () => {
    const first = migrations[0]!.version;
    assert.equal(first, 40);
    assert.deepEqual(
      migrations.map(({ version }) => version),
      migrations.map((_, index) => first + index),
    );
    for (const { version, name } of migrations)
      assert.match(name, new RegExp(`^${String(version).padStart(3, '0')}-`));
  });

  it('make each table and column that their types tell, and no others', () => {
    const sqlite = new Sqlite(':memory:');
    applyMigrations(sqlite, migrations);
    const types = readTypes();
    const tables = sqlite
      .prepare(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
      )
      .pluck()
      .all() as string[];
    assert.deepEqual(tables.sort(), [...types.keys()].sort());
    for (const table of tables) {
      const columns = sqlite.pragma(`table_info("${table}")`) as {
        name: string;
        type: string;
        notnull: 0 | 1;
        pk: number;
      }[];
      assert.deepEqual(
        columns
          .map(({ name, type, notnull, pk }) => ({
            name,
            type: type.toLowerCase(),
            isOptional: notnull === 0 && pk === 0,
          }))
          .sort(byName),
        types.get(table),
        table,
      );
    }
  });

  for (const [what, away, reason] of [
    ['from before the baseline', -1, 'too_old'],
    ['of a newer program', migrations.length, 'newer'],
  ] as const) {
    it(`leave a database ${what} as it is, byte for byte`, () => {
      const file = path.join(folder, `${reason}.db`);
      const sqlite = new Sqlite(file);
      applyMigrations(sqlite, migrations);
      sqlite.pragma(`user_version = ${migrations[0]!.version + away}`);
      sqlite.close();
      const before = readFileSync(file);
      assert.throws(() => refuseUnknownSchema(file), { reason });
      assert.deepEqual(readFileSync(file), before);
    });
  }
});
