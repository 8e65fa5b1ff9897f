import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type Sqlite from 'better-sqlite3';
import type { Proof } from '../../server/database/seals/proof.ts';
import { proofs } from '../../server/database/seals/proofs.ts';
import { sealRows } from '../../server/history/seals/rules.ts';
import { damson, serving } from '../support/commands/command.ts';
import { fillOtherTables } from '../support/database/every-table.ts';
import { forgeErasure, forgetSeals, remakeHistory, writeInto } from '../support/database/forge-history.ts';
import { attach, bodyOf, newMission, newReport, placeOf, walk } from '../support/missions/factories.ts';
import { startTestServer } from '../support/servers/server.ts';

/** Seals that prove the current state of a row in the file. */
function sealOf(sqlite: Sqlite.Database, table: string, id: string) {
  const proof = proofs.get(table) as Proof;
  const row = sqlite.prepare(`select * from ${table} where id = ?`).get(id) as Record<string, unknown>;
  const values = proof.columns.map((column) => row[column]);
  return { [table]: { [id]: sealRows(proof, id, [values]) } };
}

describe('rows changed past the program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-forged-rows-'));
  const original = path.join(folder, 'original');
  let anchor: string;
  let test: string;
  let mission: string;
  let fact: string;
  let evidence: string;
  /** The chain's head before the erasure, and the erased entry. */
  let earlier: string;
  let erased: number;
  /** The sequence numbers of the entries matching the current test, fact and evidence, and of one erased after them. */
  let moved: number;
  let told: number;
  let added: number;
  let erasure: number;
  before(async () => {
    const server = await startTestServer();
    const { client } = server.admin;
    const place = placeOf(await newMission(client, { tests: 2 }));
    const head = async () => bodyOf(await client.get('/api/v1/audit/head'), 200);
    test = place.test;
    mission = place.mission;
    await walk(client, place.missionPath, 'in_progress');
    await walk(client, place.path, 'executed');
    fact = bodyOf(await client.post(`${place.path}/facts`, { kind: 'logged', result: 'yes' }), 201).id;
    told = (await head()).seq;
    evidence = bodyOf(await attach(client, place), 201).id;
    added = (await head()).seq;
    moved = added;
    const named = bodyOf(await client.patch(place.missionPath, { name: 'A secret name' }), 200);
    ({ seq: erased, anchor: earlier } = await head());
    assert.equal(named.name, 'A secret name');
    bodyOf(await client.post('/api/v1/audit/erasures', { seq: erased, reason: 'asked for' }), 200);
    ({ seq: erasure, anchor } = await head());
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
  const verify = (dataDir: string, ...args: string[]) => damson(['verify', ...args, '--data-dir', dataDir]);

  const cases: readonly (readonly [what: string, change: string, line: () => string])[] = [
    [
      'a status',
      `update mission_tests set status = 'reviewed'`,
      () => `entry ${moved} of the history does not match the status of the test ${test}`,
    ],
    [
      'a fact that was turned',
      `update facts set result = 'no'`,
      () => `entry ${told} of the history does not match the result of the fact ${fact}`,
    ],
    [
      'a fact that was deleted',
      'delete from facts',
      () =>
        `entry ${told} of the history left the fact ${fact}, which is gone without an entry of its removal`,
    ],
    [
      'a record of evidence that was deleted',
      'delete from evidence',
      () =>
        `entry ${added} of the history left the evidence ${evidence}, which is gone without an entry of its removal`,
    ],
    [
      'a name whose entry was erased',
      `update missions set name = 'Another'`,
      () => `entry ${erasure} of the history does not match the name of the mission ${mission}`,
    ],
  ];
  for (const [what, change, line] of cases) {
    it(`are found by the entry, the object and the field: ${what}`, async () => {
      const dataDir = copy();
      writeInto(dataDir, (sqlite) => sqlite.exec(change));
      const { code, stdout } = await verify(dataDir);
      assert.equal(code, 1);
      assert.ok(stdout.split('\n').includes(line()), stdout);
      assert.ok(!/Another|secret/.test(stdout), stdout);
    });
  }

  it('are not reported after an erasure, up to its entry', async () => {
    const { code, stdout } = await verify(original, '--anchor', anchor);
    assert.equal(code, 0, stdout);
  });

  it('are not reported after a requested erasure, which has to be named if it is after the anchor', async () => {
    const line = `entry ${erasure} of the history erased the changes of entry ${erased} after entry ${erased}, which was written down: name it with --erased if that was asked for`;
    for (const [args, expected] of [
      [['--anchor', earlier], 1],
      [['--anchor', earlier, '--erased', `${told}`], 1],
      [['--anchor', earlier, '--erased', `${told},${erased}`], 0],
      [['--erased', `${erased}`], 0],
      [['--erased', 'all'], 2],
    ] as const) {
      const { code, stdout } = await verify(original, ...args);
      assert.equal(code, expected, `${args.join(' ')}: ${stdout}`);
      if (code === 1) assert.ok(stdout.split('\n').includes(line), stdout);
    }
  });

  it('are found by the anchor if an erasure was appended, even though no row was changed', async () => {
    const dataDir = copy();
    writeInto(dataDir, (sqlite) => forgeErasure(sqlite, moved));
    const { code, stdout } = await verify(dataDir, '--anchor', anchor);
    assert.equal(code, 1, stdout);
    assert.match(
      stdout,
      new RegExp(`^entry ${erasure + 1} of the history erased the changes of entry ${moved} `, 'm'),
    );
    assert.match((await verify(dataDir, '--erased', `${erased}`)).stdout, /erased the changes of entry/);
  });

  const forged: readonly (readonly [string, (sqlite: Sqlite.Database) => void, RegExp])[] = [
    [
      'that no entry tells of',
      (sqlite) =>
        sqlite.exec(`update audit_entries set changes_json = null, salt = null where seq = ${told}`),
      /lost its changes without an entry of their erasure/,
    ],
    [
      'that an entry at the end tells of, where the row was changed',
      (sqlite) => {
        forgeErasure(sqlite, told);
        sqlite.exec(`update facts set result = 'no'`);
      },
      /no entry of the history created the fact/,
    ],
    [
      'that seals what was changed, and what a later entry had sealed',
      (sqlite) => {
        sqlite.exec(`update mission_tests set status = 'reviewed' where id = '${test}'`);
        forgeErasure(sqlite, told - 1, sealOf(sqlite, 'mission_tests', test));
      },
      /seals the erased changes differently from entry \d+/,
    ],
    [
      'that an entry before it tells of',
      (sqlite) =>
        remakeHistory(sqlite, (entry) => {
          if (entry.seq === told) return { ...entry, changes_json: null, salt: null };
          return entry.seq === told - 1
            ? { ...entry, verb: 'erased', object_type: 'history', object_id: String(told) }
            : entry;
        }),
      /records an erasure of an entry that does not come before it/,
    ],
    [
      'of what is still there',
      (sqlite) =>
        remakeHistory(sqlite, (entry) =>
          entry.seq === erasure ? { ...entry, object_id: String(told) } : entry,
        ),
      /says that the changes of entry \d+ were erased, but they are still there/,
    ],
  ];
  for (const [what, forge, line] of forged) {
    it(`are found with an erasure ${what}`, async () => {
      const dataDir = copy();
      writeInto(dataDir, forge);
      const { code, stdout } = await verify(dataDir);
      assert.equal(code, 1, stdout);
      assert.match(stdout, line);
    });
  }

  it('are found by the anchor if an erasure and all later entries were rebuilt', async () => {
    const dataDir = copy();
    writeInto(dataDir, (sqlite) => {
      remakeHistory(sqlite, (entry) => {
        if (entry.seq === added - 1) return { ...entry, changes_json: null, salt: null };
        return entry.seq === added
          ? { ...entry, verb: 'erased', object_type: 'history', object_id: String(added - 1) }
          : entry;
      });
    });
    const { code, stdout } = await verify(dataDir, '--anchor', anchor);
    assert.equal(code, 1, stdout);
    assert.match(
      stdout,
      new RegExp(`^entry ${erasure} of the history is not the one that was written down`, 'm'),
    );
  });

  it('of an older program are sealed by the first start, and proven from then on', async () => {
    const dataDir = copy();
    writeInto(dataDir, forgetSeals);
    const before = await verify(dataDir);
    assert.equal(before.code, 0, before.stdout);
    const server = await serving(dataDir);
    await server.stop();
    const sealed = await verify(dataDir);
    assert.equal(sealed.code, 0, sealed.stdout);
    writeInto(dataDir, (sqlite) => sqlite.exec(`update facts set result = 'no'`));
    const { code, stdout } = await verify(dataDir);
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`does not match the result of the fact ${fact}$`, 'm'));
    const again = await serving(dataDir);
    await again.stop();
    assert.equal((await verify(dataDir)).code, 1);
  });
});

describe('each kind of row that is forged in the file is told by its object, and by its entry where there is one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-forged-kinds-'));
  let stdout: string;
  let code: number | null;
  after(() => rmSync(folder, { recursive: true, force: true }));

  const row = (table: string, nth = 0) => `(select id from ${table} order by id limit 1 offset ${nth})`;
  const kinds: readonly (readonly [what: string, change: string, line: RegExp])[] = [
    [
      'the status of a finding',
      `update findings set status = 'dismissed'`,
      /entry \d+ .* the status of the finding /,
    ],
    [
      'a test that a finding is tied to',
      'update finding_tests set run = run + 1',
      /entry \d+ .* the tests of the finding /,
    ],
    [
      'evidence that a finding names',
      'delete from finding_evidence',
      /entry \d+ .* left the evidence of the finding /,
    ],
    [
      'a suggestion that was decided on',
      `update finding_suggestions set reason = 'Not so'`,
      /entry \d+ .* the suggested findings of the mission /,
    ],
    [
      'a remediation that was closed',
      `update remediations set status = 'verified'`,
      /entry \d+ .* the status of the remediation /,
    ],
    [
      'tests of a remediation',
      'delete from remediation_tests',
      /entry \d+ .* left the tests of the remediation /,
    ],
    ['a member who was put in', memberOf('redteam'), /the members of the mission /],
    [
      'a role',
      `update users set role = 'admin' where role = 'redteam'`,
      /entry \d+ .* the role of the user /,
    ],
    ['a title of a report', `update reports set title = 'Another'`, /entry \d+ .* the title of the report /],
    ['a file of an issued report', 'delete from report_files', /entry \d+ .* left the file of a report /],
    [
      'the time of a test',
      `update mission_tests set executed_at = '2020-01-01T00:00:00.000Z' where executed_at is not null`,
      /entry \d+ .* the executed_at of the test /,
    ],
    ['a level', `update mission_tests set detection_level_id = ${row('detection_levels')}`, /of the test /],
    [
      'the time of a fact',
      `update facts set at = '2020-01-01T00:00:00.000Z'`,
      /entry \d+ .* the at of the fact /,
    ],
    [
      'the digest of evidence',
      `update evidence set sha256 = '${'0'.repeat(64)}'`,
      /entry \d+ .* the sha256 of the evidence /,
    ],
    ['evidence of a simulation', 'delete from simulation_evidence', /entry \d+ .* left the evidence /],
    [
      'a name of a client',
      `update organisations set name = 'Another'`,
      /entry \d+ .* the name of the organisation /,
    ],
    ['a tool', `update organisation_tools set kind = 'other'`, /entry \d+ .* the kind of the tool /],
    [
      'the permissions of a group',
      `update group_permissions set permission = 'system.manage'`,
      /entry \d+ .* of the group /,
    ],
    [
      'the order of scenarios',
      'update scenarios set position = position + 1',
      /the order of scenarios of the mission /,
    ],
    ['an expectation', 'delete from expectation_tools', /of the test /],
  ];
  function memberOf(role: string): string {
    return `insert into mission_members (mission_id, user_id, role_hint, position)
      select missions.id, users.id, 'red', 99 from missions, users where users.role = '${role}' limit 1`;
  }

  before(async () => {
    const server = await startTestServer({ loadCatalog: true });
    const { client } = server.admin;
    await server.newPerson('redteam');
    await fillOtherTables(client);
    const mission = await newMission(client, { tests: 1 });
    const { id } = await newReport(client, { id: mission.id });
    const issue = `/api/v1/missions/${mission.id}/reports/${id}/issue`;
    bodyOf(await client.post(issue, {}), 200);
    await server.stop();
    const dataDir = path.join(folder, 'copy');
    cpSync(server.dataDir, dataDir, { recursive: true });
    await server.close();
    writeInto(dataDir, (sqlite) => {
      for (const [what, change] of kinds) {
        try {
          sqlite.exec(change);
        } catch (error) {
          throw new Error(`${what}: ${(error as Error).message}`);
        }
      }
    });
    ({ code, stdout } = await damson(['verify', '--data-dir', dataDir]));
  });

  it('exits with 1', () => assert.equal(code, 1, stdout));
  for (const [what, , line] of kinds) it(what, () => assert.match(stdout, line));
});
