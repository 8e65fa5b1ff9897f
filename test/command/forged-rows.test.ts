import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type Sqlite from 'better-sqlite3';
import { damson, serving } from '../support/commands/command.ts';
import { forgeErasure, forgetSeals, remakeHistory, writeInto } from '../support/database/forge-history.ts';
import { attach, bodyOf, newMission, placeOf, walk } from '../support/missions/factories.ts';
import { startTestServer } from '../support/servers/server.ts';

describe('rows changed past the program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-forged-rows-'));
  const original = path.join(folder, 'original');
  let anchor: string;
  let test: string;
  let mission: string;
  let fact: string;
  let evidence: string;
  /** The entries that left the test, its fact and its evidence as they are, and one that was erased after them. */
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
    const { seq } = await head();
    assert.equal(named.name, 'A secret name');
    bodyOf(await client.post('/api/v1/audit/erasures', { seq, reason: 'asked for' }), 200);
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
      () => `entry ${moved} of the history does not lead to the status of the test ${test}`,
    ],
    [
      'a fact that was turned',
      `update facts set result = 'no'`,
      () => `entry ${told} of the history does not lead to the result of the fact ${fact}`,
    ],
    [
      'a fact that was deleted',
      'delete from facts',
      () => `entry ${told} of the history left the fact ${fact}, and no entry removed what is gone now`,
    ],
    [
      'a record of evidence that was deleted',
      'delete from evidence',
      () =>
        `entry ${added} of the history left the evidence ${evidence}, and no entry removed what is gone now`,
    ],
    [
      'a name whose entry was erased',
      `update missions set name = 'Another'`,
      () => `entry ${erasure} of the history does not lead to the name of the mission ${mission}`,
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

  it('are none after an erasure, up to its entry', async () => {
    const { code, stdout } = await verify(original, '--anchor', anchor);
    assert.equal(code, 0, stdout);
  });

  const forged: readonly (readonly [string, (sqlite: Sqlite.Database) => void, RegExp])[] = [
    [
      'that no entry tells of',
      (sqlite) =>
        sqlite.exec(`update audit_entries set changes_json = null, salt = null where seq = ${told}`),
      /lost its changes, and no entry says that they were erased/,
    ],
    [
      'that an entry at the end tells of, where the row was changed',
      (sqlite) => {
        forgeErasure(sqlite, told);
        sqlite.exec(`update facts set result = 'no'`);
      },
      /no entry of the history made the fact/,
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
      /tells of an erasure of no entry before it/,
    ],
    [
      'of what is still there',
      (sqlite) =>
        remakeHistory(sqlite, (entry) =>
          entry.seq === erasure ? { ...entry, object_id: String(told) } : entry,
        ),
      /says that the changes of entry \d+ were erased, which are there/,
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

  it('are found by the anchor where an erasure and all that follows it were made anew', async () => {
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
    assert.match(stdout, new RegExp(`does not lead to the result of the fact ${fact}$`, 'm'));
    const again = await serving(dataDir);
    await again.stop();
    assert.equal((await verify(dataDir)).code, 1);
  });
});
