import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { openDatabase } from '../database.ts';
import { migrate, migrations } from '../migrate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-migrations-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('positions and clients', () => {
  it('keep the order of scenario templates and find the clients there are', async () => {
    const file = path.join(folder, 'damson.db');
    const { sqlite, close } = openDatabase(file);
    await migrate(sqlite, file, migrations.slice(0, 2));
    sqlite.exec(`
      insert into test_templates (id, name, platforms_json, created_at, updated_at)
        values ('a', 'A', '[]', '', ''), ('b', 'B', '[]', '', ''), ('c', 'C', '[]', '', '');
      insert into scenario_templates (id, name, created_at, updated_at)
        values ('s', 'S', '', ''), ('t', 'T', '', '');
      insert into scenario_template_tests (scenario_template_id, test_template_id, position)
        values ('s', 'c', 0), ('s', 'a', 1), ('s', 'b', 4), ('t', 'b', 0);
      insert into missions (id, name, client, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('m', 'M', 'ÉCOLE', 'draft', '[]', '', '', ''), ('n', 'N', null, 'draft', '[]', '', '', '');
      insert into engagements (id, name, client, status, created_at, updated_at)
        values ('e', 'E', 'Acme', 'planned', '', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, 3));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    assert.deepEqual(all('select * from scenario_template_tests order by scenario_template_id, position'), [
      ['s', 0, 'c'],
      ['s', 1, 'a'],
      ['s', 2, 'b'],
      ['t', 0, 'b'],
    ]);
    sqlite.exec("insert into scenario_template_tests values ('s', 3, 'c')");
    sqlite.exec("delete from test_templates where id = 'c'");
    assert.equal(all("select * from scenario_template_tests where scenario_template_id = 's'").length, 2);
    assert.deepEqual(all('select id, client_key from missions order by id'), [
      ['m', 'école'],
      ['n', null],
    ]);
    assert.deepEqual(all('select client, client_key from engagements'), [['Acme', 'acme']]);
    await close();
  });
});
