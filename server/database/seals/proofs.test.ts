import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { applyMigrations } from '../migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { proofs, tableProofs } from './proofs.ts';

describe('how each column is proven', () => {
  const sqlite = new Sqlite(':memory:');
  applyMigrations(sqlite, migrations);
  const tables = sqlite
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
    .pluck()
    .all() as string[];
  const columnsOf = (table: string) =>
    (sqlite.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);

  it('has a line for every table and no other', () => {
    assert.deepEqual(Object.keys(tableProofs).sort(), tables.sort());
  });

  for (const table of tables) {
    it(`says of each column of ${table} what proves it, or why nothing does`, () => {
      const { proofs: some, unproven } = tableProofs[table] ?? { proofs: [], unproven: {} };
      const proven = new Set(some.flatMap(({ columns }) => columns));
      const told = [...proven, ...Object.keys(unproven)];
      assert.deepEqual([...told].sort(), columnsOf(table).sort());
      for (const why of Object.values(unproven)) assert.ok(why.length > 10);
      for (const { columns } of some) assert.equal(new Set(columns).size, columns.length);
    });
  }

  it('has an existing key for every proof and no name twice', () => {
    const all = Object.values(tableProofs).flatMap((table) => table.proofs);
    assert.equal(proofs.size, all.length);
    for (const { table, key } of all) assert.ok(columnsOf(table).includes(key), `${table} ${key}`);
  });
});
