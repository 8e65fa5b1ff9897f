import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { damson } from '../support/commands/command.ts';
import { newSimulationTemplate } from '../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../support/missions/factories.ts';
import { startTestServer } from '../support/servers/server.ts';

const output = 'what the console said\n'.repeat(200);

describe('damson audit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-audit-'));
  const original = path.join(folder, 'original');
  let entries: number;
  let anchor: string;
  let test: string;
  let remediation: string;
  let template: string;
  /** The entries for the first save of a long output, for a later save, and for an erasure. */
  let saved: number;
  let edited: number;
  let erased: number;
  before(async () => {
    const server = await startTestServer();
    const { client } = server.admin;
    const mission = await newMission(client, { tests: 2 });
    const [place, other] = [placeOf(mission), placeOf(mission, 1)];
    const head = async () => bodyOf(await client.get('/api/v1/audit/head'), 200);
    const save = async (fields: object, at = place) => {
      bodyOf(await client.put(at.path, fields), 200);
      return (await head()).seq;
    };
    test = place.test;
    saved = await save({ output });
    edited = await save({ output: `${output}and so on`, red_comment: 'short' });
    await save({ output }, other);
    erased = await save({ output: `${output}a secret` }, other);
    await save({ output: `${output}none` }, other);
    bodyOf(await client.post('/api/v1/audit/erasures', { seq: erased, reason: 'asked for' }), 200);
    const path = `${place.missionPath}/remediations`;
    remediation = bodyOf(await client.post(path, { title: 'Watch it', measure: output }), 201).id;
    bodyOf(await client.patch(`${path}/${remediation}`, { measure: `${output}and so on` }), 200);
    // A deletion leaves the row, with its texts.
    const gone = await newTestTemplate(client, { description: output, command: 'id' });
    template = gone.id;
    const scenario = await newScenarioTemplate(client, { description: output });
    const simulation = await newSimulationTemplate(client, { description: output });
    for (const url of [
      `/api/v1/test-templates/${gone.id}`,
      `/api/v1/scenario-templates/${scenario.id}`,
      `/api/templates/${simulation.id}`,
    ])
      assert.equal((await client.delete(url)).status, 204);
    await save({ red_comment: 'the last' });
    ({ seq: entries, anchor } = await head());
    await server.stop();
    cpSync(server.dataDir, original, { recursive: true });
    await server.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  let copies = 0;
  const copy = (): string => {
    copies += 1;
    const dataDir = path.join(folder, `copy-${copies}`);
    cpSync(original, dataDir, { recursive: true });
    return dataDir;
  };
  const audit = (dataDir: string, ...args: string[]) => damson(['audit', ...args, '--data-dir', dataDir]);

  it('finds the history intact, an erasure included, up to its head', async () => {
    const { code, stdout } = await audit(original, 'verify', '--anchor', anchor);
    assert.deepEqual([code, stdout], [0, `history whole, ${entries} entries up to ${anchor}\n`]);
    assert.equal((await audit(original, 'head')).stdout, `${anchor}\n`);
  });

  const tampered: readonly (readonly [string, (sqlite: Sqlite.Database) => void, () => RegExp])[] = [
    [
      'an entry that was changed',
      (sqlite) => sqlite.exec(`update audit_entries set actor_name = 'Someone' where seq = ${saved}`),
      () => new RegExp(`^entry ${saved} of the history was changed$`, 'm'),
    ],
    [
      'what an entry says was changed',
      (sqlite) =>
        sqlite.exec(`update audit_entries set changes_json = replace(changes_json, 'short', 'other')
          where seq = ${edited}`),
      () => new RegExp(`^entry ${edited} of the history has changes that were not recorded$`, 'm'),
    ],
    [
      'an entry that was removed',
      (sqlite) => sqlite.exec(`delete from audit_entries where seq = ${saved}`),
      () => new RegExp(`^entry ${saved} of the history is missing$`, 'm'),
    ],
    [
      'the first entries removed',
      (sqlite) => sqlite.exec('delete from audit_entries where seq <= 3'),
      () => /^entry 1 of the history is missing, and all up to 3$/m,
    ],
    [
      'two entries in the other order',
      (sqlite) =>
        sqlite.exec(`update audit_entries set seq = -1 where seq = ${saved};
          update audit_entries set seq = ${saved} where seq = ${edited};
          update audit_entries set seq = ${edited} where seq = -1`),
      () => new RegExp(`^entry ${saved} of the history does not follow the entry before it`, 'm'),
    ],
    [
      'an entry that was put in at the end',
      (sqlite) =>
        sqlite.exec(`insert into audit_entries select ${entries + 1}, at, actor_id, actor_name, via,
          mission_id, test_id, engagement_id, simulation_id, object_type, object_id, verb, changes_json,
          salt, digest, previous, hash from audit_entries where seq = 2`),
      () => new RegExp(`^entry ${entries + 1} of the history does not follow the entry before it`, 'm'),
    ],
    [
      'an entry that was put in before the first',
      (sqlite) =>
        sqlite.exec(`insert into audit_entries select 0, at, actor_id, actor_name, via,
          mission_id, test_id, engagement_id, simulation_id, object_type, object_id, verb, changes_json,
          salt, digest, previous, hash from audit_entries where seq = 2`),
      () => /^entry 0 of the history comes before the first entry$/m,
    ],
    [
      'changes that were emptied and not erased',
      (sqlite) =>
        sqlite.exec(`update audit_entries set changes_json = null, salt = null where seq = ${saved}`),
      () => new RegExp(`^entry ${saved} of the history lost its changes`, 'm'),
    ],
    [
      'a text that the history does not lead to',
      (sqlite) =>
        sqlite.exec(`update mission_tests set output = replace(output, 'console', 'screen')
          where id = '${test}'`),
      () => new RegExp(`^entry ${edited} of the history does not match the output of the test ${test}$`, 'm'),
    ],
    [
      'a text of a deleted template that the history does not lead to',
      (sqlite) => sqlite.exec(`update test_templates set command = 'whoami' where id = '${template}'`),
      () => new RegExp(`does not match the command of the test template ${template}$`, 'm'),
    ],
    [
      'a text of a remediation that the history does not lead to',
      (sqlite) =>
        sqlite.exec(`update remediations set measure = replace(measure, 'console', 'screen')
          where id = '${remediation}'`),
      () => new RegExp(`does not match the measure of the remediation ${remediation}$`, 'm'),
    ],
    [
      'a database that takes changes of the history',
      (sqlite) => sqlite.exec('drop trigger audit_entries_stay'),
      () => /^the database no longer refuses to change the history$/m,
    ],
  ];
  for (const [name, tamper, expected] of tampered) {
    it(`finds ${name}`, async () => {
      const dataDir = copy();
      const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
      const triggers = sqlite
        .prepare<[], { name: string; sql: string }>(
          "select name, sql from sqlite_master where type = 'trigger'",
        )
        .all();
      const drops = name.includes('takes changes');
      if (!drops) for (const trigger of triggers) sqlite.exec(`drop trigger ${trigger.name}`);
      tamper(sqlite);
      if (!drops) for (const trigger of triggers) sqlite.exec(trigger.sql);
      sqlite.close();
      for (const command of [['audit', 'verify'], ['verify']]) {
        const { code, stdout } = await damson([...command, '--data-dir', dataDir]);
        assert.equal(code, 1);
        assert.match(stdout, expected());
        assert.match(stdout, /history not whole/);
      }
    });
  }

  it('finds a truncated history only with an anchor', async () => {
    const dataDir = copy();
    const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
    const trigger = sqlite
      .prepare("select sql from sqlite_master where name = 'audit_entries_are_kept'")
      .pluck()
      .get() as string;
    sqlite.exec('drop trigger audit_entries_are_kept');
    // Deletes the newest entry and restores the text from before its edit; the previous entry matches that state.
    sqlite.exec(`delete from audit_entries where seq = ${entries}`);
    sqlite.exec("update mission_tests set red_comment = 'short' where red_comment = 'the last'");
    sqlite.exec(trigger);
    sqlite.close();
    assert.equal((await audit(dataDir, 'verify')).code, 0);
    const { code, stdout } = await damson(['verify', '--anchor', anchor, '--data-dir', dataDir]);
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`^entry ${entries} of the history is missing`, 'm'));
    const other = `${entries - 1}:${'0'.repeat(64)}`;
    assert.match(
      (await audit(dataDir, 'verify', '--anchor', other)).stdout,
      /is not the one that was written/,
    );
    assert.equal((await audit(dataDir, 'verify', '--anchor', 'yesterday')).code, 2);
  });

  it('reports problems in the language of the terminal, with counts', async () => {
    const dataDir = copy();
    const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
    sqlite.exec('drop trigger audit_entries_are_kept');
    sqlite.close();
    const { code, stdout } = await damson(['verify', '--data-dir', dataDir], {
      env: { LANG: 'de_DE.UTF-8' },
    });
    assert.equal(code, 1);
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      'die Datenbank verhindert Änderungen am Verlauf nicht mehr',
      'Datenbank heil, Verlauf nicht heil, 0 von 0 gespeicherten Dateien unversehrt, 0 Dateien ohne Datensatz',
    ]);
  });

  it('exports all entries, and records it in the next export', async () => {
    const dataDir = copy();
    const lines = (await audit(dataDir, 'export')).stdout.trimEnd().split('\n');
    assert.equal(lines.length, entries + 1);
    const { verb, via, actor_id } = JSON.parse(lines.at(-1) as string);
    assert.deepEqual([verb, via, actor_id], ['exported', 'command', null]);
    assert.equal(JSON.parse(lines[erased - 1] as string).changes, null);
    assert.equal((await audit(dataDir, 'verify', '--anchor', anchor)).code, 0);
  });

  it('is included in a backup, which names its head, and continues with an entry for the restore', async () => {
    const dataDir = copy();
    const file = path.join(folder, 'kept.damson');
    const made = await damson(['backup', file, '--data-dir', dataDir]);
    assert.equal(made.code, 0, made.stderr);
    assert.ok(made.stdout.includes(`history up to ${anchor}\n`));
    assert.match((await audit(dataDir, 'export')).stdout, /"object_type":"backup".*kept\.damson/);
    const target = path.join(folder, 'restored');
    assert.equal((await damson(['restore', file, '--data-dir', target])).code, 0);
    const { code, stdout } = await audit(target, 'verify', '--anchor', anchor);
    assert.equal(code, 0, stdout);
    assert.match(stdout, new RegExp(`^history whole, ${entries + 1} entries`));
    const lines = (await audit(target, 'export')).stdout.trimEnd().split('\n');
    assert.equal(JSON.parse(lines[entries] as string).verb, 'restored');
  });
});
