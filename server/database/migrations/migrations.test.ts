import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './migrations.ts';

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

describe('C2 configurations', () => {
  it('get an id, and tasks belong to the one their engagement has', async () => {
    const file = path.join(folder, 'c2.db');
    const { sqlite, close } = openDatabase(file);
    await migrate(sqlite, file, migrations.slice(0, 3));
    sqlite.exec(`
      insert into engagements (id, name, status, created_at, updated_at)
        values ('e', 'E', 'planned', '', ''), ('f', 'F', 'planned', '', ''), ('g', 'G', 'planned', '', '');
      insert into simulations (id, engagement_id, name, status, created_at, updated_at)
        values ('s', 'e', 'S', 'pending', '', ''), ('t', 'g', 'T', 'pending', '', '');
      insert into c2_configs (engagement_id, framework, base_url, sealed_token, tls, operation, updated_at)
        values ('e', 'caldera', 'http://c', 'sealed', 'verify', 'Harbour', '1'), ('f', 'fake', '', null, 'verify', null, '2');
      insert into c2_tasks (id, simulation_id, external_id, callback, command, status, finished, completed_at, mapping_applied, created_at)
        values ('1', 's', 'o/1', 'cb', 'whoami', 'completed', 1, '3', 1, '4'), ('2', 's', 'o/2', null, null, 'processing', 0, null, 0, '5'),
          ('3', 't', 'o/1', null, null, 'submitted', 0, null, 0, '6');
    `);
    await migrate(sqlite, file, migrations.slice(0, 4));
    const configs = sqlite
      .prepare('select * from c2_configs order by engagement_id')
      .raw()
      .all() as string[][];
    const [first, second] = configs.map(([id]) => id);
    assert.deepEqual(configs, [
      [first, 'e', 'caldera', 'http://c', 'sealed', 'verify', null, 'Harbour', '1'],
      [second, 'f', 'fake', '', null, 'verify', null, null, '2'],
    ]);
    for (const id of [first, second]) {
      assert.match(id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    assert.notEqual(first, second);
    assert.deepEqual(sqlite.prepare('select * from c2_tasks order by id').raw().all(), [
      ['1', 's', first, 'o/1', 'cb', 'whoami', 'completed', 'completed', null, '3', 1, '4'],
      ['2', 's', first, 'o/2', null, null, 'processing', null, null, null, 0, '5'],
      ['3', 't', null, 'o/1', null, null, 'submitted', null, null, null, 0, '6'],
    ]);
    await close();
  });
});

describe('expectations', () => {
  it('leave tests and templates that expect nothing', async () => {
    const file = path.join(folder, 'expectations.db');
    const { sqlite, close } = openDatabase(file);
    await migrate(sqlite, file, migrations.slice(0, 9));
    sqlite.exec(`
      insert into test_templates (id, name, platforms_json, created_at, updated_at) values ('a', 'A', '[]', '', '');
      insert into missions (id, name, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('m', 'M', 'draft', '[]', '', '', '');
      insert into scenarios (id, mission_id, name, position, catalog_tags_json) values ('s', 'm', 'S', 0, '[]');
      insert into mission_tests (id, mission_id, scenario_id, position, name, platforms_json, tags_json, catalog_tags_json, status,
          updated_at, evidence_count)
        values ('t', 'm', 's', 0, 'T', '[]', '[]', '[]', 'executed', '', 0);
      insert into facts (id, test_id, kind, result, modifiers_json, created_at, updated_at)
        values ('f', 't', 'alerted', 'no', '[]', '', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, 10));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    assert.deepEqual(all('select id, expectations_json from test_templates'), [['a', '[]']]);
    assert.deepEqual(all('select id, expectations_json, expectation_met from mission_tests'), [
      ['t', '[]', null],
    ]);
    await close();
  });
});

describe('organisations', () => {
  it('are made of the clients there are, one for each name in any case, spelled as it was first', async () => {
    const file = path.join(folder, 'organisations.db');
    const { sqlite, close } = openDatabase(file);
    await migrate(sqlite, file, migrations.slice(0, 5));
    sqlite.exec(`
      insert into missions (id, name, client, client_key, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('a', 'A', 'ACME', 'acme', 'draft', '[]', '2', '', ''), ('b', 'B', null, null, 'draft', '[]', '1', '', ''),
          ('c', 'C', '', '', 'draft', '[]', '1', '', ''), ('d', 'D', 'École', 'école', 'draft', '[]', '3', '', '');
      insert into engagements (id, name, client, client_key, status, created_at, updated_at)
        values ('e', 'E', 'Acme', 'acme', 'planned', '1', ''), ('f', 'F', null, null, 'planned', '1', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, 6));
    const all = (query: string) => sqlite.prepare(query).raw().all() as string[][];
    const organisations = all('select id, name, name_key, created_at from organisations order by name_key');
    assert.deepEqual(
      organisations.map(([, ...rest]) => rest),
      [
        ['Acme', 'acme', '1'],
        ['École', 'école', '3'],
      ],
    );
    const [acme, school] = organisations.map(([id]) => id);
    for (const id of [acme, school]) {
      assert.match(id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    assert.notEqual(acme, school);
    assert.deepEqual(all('select id, organisation_id from missions order by id'), [
      ['a', acme],
      ['b', null],
      ['c', null],
      ['d', school],
    ]);
    assert.deepEqual(all('select organisation_id from engagements order by id'), [[acme], [null]]);
    await close();
  });
});

describe('names of organisations', () => {
  it('may be those of another one; what belongs to one stays, and the history says who made it', async () => {
    const file = path.join(folder, 'organisation-names.db');
    const { sqlite, close } = openDatabase(file);
    const version = migrations.findIndex(({ name }) => name.endsWith('organisation-names'));
    await migrate(sqlite, file, migrations.slice(0, version));
    sqlite.exec(`
      insert into users (id, email, email_key, display_name, role, is_active, created_at, updated_at, credentials_set_by_other)
        values ('u', 'u@x', 'u@x', 'U', 'soc', 1, '', '', 0);
      insert into organisations (id, name, name_key, created_at, updated_at)
        values ('a', 'Acme', 'acme', '1', '2'), ('b', 'Bank', 'bank', '1', '2');
      insert into organisation_tools (id, organisation_id, name, name_key, kind, data_components_json, retired, created_at, updated_at)
        values ('t', 'a', 'EDR', 'edr', 'edr', '[]', 0, '', '');
      insert into missions (id, name, status, catalog_tags_json, created_at, updated_at, last_change_at, organisation_id)
        values ('m', 'M', 'draft', '[]', '', '', '', 'a');
      insert into audit_entries (seq, at, actor_id, via, object_type, object_id, verb, changes_json, digest, previous, hash)
        values (1, '', 'u', 'api', 'organisation', 'a', 'created', '{}', '', '', ''),
          (2, '', 'gone', 'api', 'organisation', 'b', 'created', '{}', '', '', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, version + 1));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    assert.deepEqual(
      all('select id, name, created_by, created_at, updated_at from organisations order by id'),
      [
        ['a', 'Acme', 'u', '1', '2'],
        ['b', 'Bank', null, '1', '2'],
      ],
    );
    assert.deepEqual(all('select id, organisation_id from missions'), [['m', 'a']]);
    assert.deepEqual(all('select id, organisation_id from organisation_tools'), [['t', 'a']]);
    sqlite.exec(
      "insert into organisations (id, name, name_key, created_at, updated_at) values ('c', 'ACME', 'acme', '', '')",
    );
    sqlite.exec("delete from organisations where id = 'a'");
    assert.deepEqual(all('select id, organisation_id from missions'), [['m', null]]);
    assert.deepEqual(all('select * from organisation_tools'), []);
    sqlite.exec('delete from users');
    await close();
  });
});

describe('remediations', () => {
  it('come with a mission that is there, and go with it and its tests', async () => {
    const file = path.join(folder, 'remediations.db');
    const { sqlite, close } = openDatabase(file);
    await migrate(sqlite, file, migrations.slice(0, 10));
    sqlite.exec(`
      insert into users (id, email, email_key, display_name, role, is_active, created_at, updated_at, credentials_set_by_other)
        values ('u', 'u@x', 'u@x', 'U', 'soc', 1, '', '', 0);
      insert into missions (id, name, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('m', 'M', 'completed', '[]', '', '', '');
      insert into scenarios (id, mission_id, name, position, catalog_tags_json) values ('s', 'm', 'S', 0, '[]');
      insert into mission_tests (id, mission_id, scenario_id, position, name, platforms_json, tags_json, catalog_tags_json,
          status, updated_at)
        values ('t', 'm', 's', 0, 'T', '[]', '[]', '[]', 'executed', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, 11));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    assert.deepEqual(all('select * from remediations'), []);
    assert.equal(all('select id from mission_tests').length, 1);
    sqlite.exec(`
      insert into remediations (id, mission_id, title, priority, owner_id, status, status_changed_at, created_at, updated_at)
        values ('r', 'm', 'R', 'high', 'u', 'open', '', '', '');
      insert into remediation_tests values ('r', 't');
      delete from users;
    `);
    assert.deepEqual(all('select id, owner_id from remediations'), [['r', null]]);
    sqlite.exec('delete from mission_tests');
    assert.deepEqual(all('select * from remediation_tests'), []);
    sqlite.exec('delete from scenarios; delete from missions');
    assert.deepEqual(all('select * from remediations'), []);
    await close();
  });

  it('keep what they were, verified by nothing, when runs can verify them', async () => {
    const file = path.join(folder, 'verified-remediations.db');
    const { sqlite, close } = openDatabase(file);
    const version = migrations.findIndex(({ name }) => name.endsWith('verified-remediations'));
    await migrate(sqlite, file, migrations.slice(0, version));
    sqlite.exec(`
      insert into missions (id, name, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('m', 'M', 'completed', '[]', '', '', '');
      insert into remediations (id, mission_id, title, priority, status, status_changed_at, created_at, updated_at)
        values ('r', 'm', 'R', 'high', 'verified', '', '', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, version + 1));
    assert.deepEqual(
      sqlite.prepare('select id, status, verified_test_id, verified_run from remediations').raw().all(),
      [['r', 'verified', null, null]],
    );
    await close();
  });
});

describe('runs', () => {
  it('begin with what there is: facts and evidence are of the present run, which is the first', async () => {
    const file = path.join(folder, 'runs.db');
    const { sqlite, close } = openDatabase(file);
    const own = migrations.findIndex(({ name }) => name.endsWith('-runs'));
    await migrate(sqlite, file, migrations.slice(0, own));
    sqlite.exec(`
      insert into missions (id, name, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('m', 'M', 'draft', '[]', '', '', '');
      insert into scenarios (id, mission_id, name, position, catalog_tags_json) values ('s', 'm', 'S', 0, '[]');
      insert into mission_tests (id, mission_id, scenario_id, position, name, platforms_json, tags_json,
          catalog_tags_json, status, output, updated_at, evidence_count)
        values ('t', 'm', 's', 0, 'T', '[]', '[]', '[]', 'executed', 'seen', '', 1);
      insert into evidence (id, mission_id, test_id, side, file_name, mime_type, size, sha256, uploaded_at)
        values ('e', 'm', 't', 'red', 'a.txt', 'text/plain', 1, 'x', '');
      insert into facts (id, test_id, kind, result, modifiers_json, created_at, updated_at)
        values ('f', 't', 'logged', 'yes', '[]', '', '');
      insert into fact_evidence (fact_id, evidence_id) values ('f', 'e');
    `);
    await migrate(sqlite, file, migrations.slice(0, own + 1));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    assert.deepEqual(all('select run_number, run_reason, run_started_at, output from mission_tests'), [
      [1, null, null, 'seen'],
    ]);
    assert.deepEqual(all('select evidence.run_id, facts.run_id from evidence, facts'), [[null, null]]);
    assert.deepEqual(all('select retest_of_id from missions'), [[null]]);
    assert.deepEqual(all('select * from test_runs'), []);
    const run = "'r', 't', 1, '', 'executed'";
    sqlite.exec(`insert into test_runs (id, test_id, number, closed_at, status) values (${run});
      update facts set run_id = 'r'; update evidence set run_id = 'r'`);
    assert.throws(() => sqlite.exec("delete from test_runs where id = 'r'"), /FOREIGN KEY/);
    sqlite.exec("delete from missions where id = 'm'");
    assert.deepEqual(all('select id from test_runs union select id from facts'), []);
    await close();
  });
});

describe('indexes of the history', () => {
  it('are fewer, over the same entries', async () => {
    const file = path.join(folder, 'history-indexes.db');
    const { sqlite, close } = openDatabase(file);
    const own = migrations.findIndex(({ name }) => name.endsWith('-history-indexes'));
    await migrate(sqlite, file, migrations.slice(0, own));
    sqlite.exec(`
      insert into audit_entries (seq, at, via, mission_id, test_id, object_type, verb, digest, previous, hash)
        values (1, '', 'api', 'm', 't', 'test', 'changed', '', '', ''), (2, '', 'api', 'n', 'u', 'test', 'changed', '', '', '');
      insert into audit_entries (seq, at, via, engagement_id, simulation_id, object_type, verb, digest, previous, hash)
        values (3, '', 'api', 'e', 's', 'simulation', 'changed', '', '', '')`);
    await migrate(sqlite, file, migrations.slice(0, own + 1));
    const all = (query: string) => sqlite.prepare(query).pluck().all();
    assert.deepEqual(all("select seq from audit_entries where mission_id = 'm' and test_id = 't'"), [1]);
    assert.deepEqual(
      all("select seq from audit_entries where engagement_id = 'e' and simulation_id = 's'"),
      [3],
    );
    assert.deepEqual(
      all("select name from sqlite_master where type = 'index' and tbl_name = 'audit_entries' order by 1"),
      ['audit_entries_of_engagement', 'audit_entries_of_mission'],
    );
    assert.equal(sqlite.pragma('integrity_check', { simple: true }), 'ok');
    await close();
  });
});

describe('facts of simulations', () => {
  it('leave a level that somebody set as theirs', async () => {
    const file = path.join(folder, 'simulation-facts.db');
    const { sqlite, close } = openDatabase(file);
    const own = migrations.findIndex(({ name }) => name.endsWith('-simulation-facts'));
    await migrate(sqlite, file, migrations.slice(0, own));
    sqlite.exec(`
      insert into detection_levels (id, key, name, rank, color, description) values ('l', 'own', 'Own', 9, '#000', '');
      insert into engagements (id, name, status, created_at, updated_at) values ('e', 'E', 'active', '', '');
      insert into simulations (id, engagement_id, name, status, detection_level_id, created_at, updated_at)
        values ('s', 'e', 'S', 'done', 'l', '', ''), ('t', 'e', 'T', 'pending', null, '', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, own + 1));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    assert.deepEqual(all('select id, detection_level_source, outcome_json from simulations order by id'), [
      ['s', 'set', null],
      ['t', null, null],
    ]);
    sqlite.exec(`
      insert into facts (id, simulation_id, kind, result, modifiers_json, created_at, updated_at)
        values ('f', 's', 'alerted', 'no', '[]', '', '');
      delete from engagements;
    `);
    assert.deepEqual(all('select id from facts'), []);
    await close();
  });
});

describe('the details of tests', () => {
  it('are empty in tests and closed runs that are there, which keep what they have', async () => {
    const file = path.join(folder, 'details.db');
    const { sqlite, close } = openDatabase(file);
    await migrate(sqlite, file, migrations.slice(0, 15));
    sqlite.exec(`
      insert into users (id, email, email_key, display_name, role, is_active, created_at, updated_at, credentials_set_by_other)
        values ('u', 'u@x', 'u@x', 'U', 'redteam', 1, '', '', 0);
      insert into missions (id, name, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('m', 'M', 'in_progress', '[]', '', '', '');
      insert into scenarios (id, mission_id, name, position, catalog_tags_json) values ('s', 'm', 'S', 0, '[]');
      insert into mission_tests (id, mission_id, scenario_id, position, name, platforms_json, tags_json, catalog_tags_json, status,
          command, updated_at, evidence_count, run_number, run_started_at)
        values ('t', 'm', 's', 0, 'T', '[]', '["a"]', '[]', 'executed', 'whoami', '', 0, 2, '2');
      insert into test_runs (id, test_id, number, started_at, closed_at, status, command)
        values ('r', 't', 1, '1', '2', 'executed', 'id');
    `);
    await migrate(sqlite, file, migrations.slice(0, 16));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    const details = 'source_host, target_host, target_user, operator, attack_result';
    const none = [null, null, null, null, null];
    assert.deepEqual(
      all(`select command, tags_json, run_started_at, started_at, ended_at, ${details}, assignee_id, variables_json
        from mission_tests`),
      [['whoami', '["a"]', '2', null, null, ...none, null, null]],
    );
    assert.deepEqual(
      all(`select command, started_at, attack_started_at, attack_ended_at, ${details} from test_runs`),
      [['id', '1', null, null, ...none]],
    );
    assert.deepEqual(all('select variables_json from missions'), [[null]]);
    sqlite.exec("update mission_tests set assignee_id = 'u', attack_result = 'partly'");
    sqlite.exec("delete from users where id = 'u'");
    assert.deepEqual(all('select assignee_id, attack_result from mission_tests'), [[null, 'partly']]);
    assert.throws(() => sqlite.exec("update mission_tests set attack_result = 'won'"), /CHECK/);
    await close();
  });
});

describe('what waits', () => {
  it('has waited since the last move that the history knows of', async () => {
    const file = path.join(folder, 'waiting.db');
    const { sqlite, close } = openDatabase(file);
    const own = migrations.findIndex(({ name }) => name.endsWith('-waiting'));
    await migrate(sqlite, file, migrations.slice(0, own));
    sqlite.exec(`
      insert into missions (id, name, status, catalog_tags_json, created_at, updated_at, last_change_at)
        values ('m', 'M', 'in_progress', '[]', '1', '9', '1'), ('n', 'N', 'in_progress', '[]', '1', '8', '1'),
          ('d', 'D', 'draft', '[]', '1', '9', '1');
      insert into engagements (id, name, status, created_at, updated_at) values ('e', 'E', 'active', '', '');
      insert into simulations (id, engagement_id, name, status, created_at, updated_at)
        values ('s', 'e', 'S', 'review_required', '2', '9'), ('t', 'e', 'T', 'pending', '3', '9');
      insert into audit_entries (seq, at, via, mission_id, engagement_id, simulation_id, object_type, verb, digest, previous, hash)
        values (1, '4', 'api', 'm', null, null, 'mission', 'moved', '', '', ''),
          (2, '5', 'api', 'm', null, null, 'test', 'moved', '', '', ''),
          (3, '6', 'api', null, 'e', 's', 'simulation', 'moved', '', '', ''),
          (4, '7', 'api', null, 'e', 't', 'simulation', 'changed', '', '', '');
    `);
    await migrate(sqlite, file, migrations.slice(0, own + 1));
    const all = (query: string) => sqlite.prepare(query).raw().all();
    assert.deepEqual(all('select id, running_since from missions order by id'), [
      ['d', null],
      ['m', '4'],
      ['n', '8'],
    ]);
    assert.deepEqual(all('select id, status_since from simulations order by id'), [
      ['s', '6'],
      ['t', '3'],
    ]);
    await close();
  });
});
