import assert from 'node:assert/strict';
import { it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { applyMigrations } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { listFilteredTables, writeShown } from './shown.ts';

const schema = new Sqlite(':memory:');
applyMigrations(schema, migrations);
const tables = schema
  .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
  .pluck()
  .all() as string[];

/** Columns by which a row belongs to a test, or to something that may be about a hidden one. */
const telling = /^(?:.*_)?(?:test|scenario|fact|evidence|finding|remediation|report)_id$/;

/** Tables with such a column that tell nothing. */
const open: Readonly<Record<string, string>> = {
  fact_simulation_evidence: 'of simulations',
  test_template_tags: 'of the library',
  test_template_catalog_tags: 'of the library',
  scenario_template_tags: 'of the library',
  scenario_template_catalog_tags: 'of the library',
  scenario_template_tests: 'of the library',
};

const columnsOf = (table: string) =>
  (schema.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);

it('filters every table whose rows may be about a hidden test', () => {
  const filtered = new Set(listFilteredTables());
  const about = tables.filter((table) => columnsOf(table).some((name) => telling.test(name)));
  assert.ok(about.length > 15, about.join());
  assert.deepEqual(
    about.filter((table) => !filtered.has(table) && open[table] === undefined),
    [],
  );
});

it('reads every column of a filtered table', () => {
  for (const leads of [false, true]) {
    for (const table of listFilteredTables()) {
      const shown = writeShown('sqlite', `select * from ${table}`, leads, 0);
      const statement = schema.prepare(shown?.sql ?? '');
      assert.deepEqual(
        statement
          .columns()
          .map(({ name }) => name)
          .sort(),
        columnsOf(table).sort(),
        table,
      );
      assert.deepEqual(statement.all(leads ? ['nobody'] : []), []);
    }
  }
});

it('leaves statements on other tables as they are', () => {
  assert.equal(writeShown('sqlite', 'select * from users', false, 0), null);
});

it('keeps the expressions of a statement that has its own', () => {
  const shown = writeShown('sqlite', 'with some as (select id from findings) select * from some', false, 0);
  assert.deepEqual(schema.prepare(shown?.sql ?? '').all(), []);
});
