import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { damson, serving } from '../support/commands/command.ts';
import {
  attach,
  bodyOf,
  newMission,
  type Place,
  placeOf,
  readTest,
  walk,
} from '../support/missions/factories.ts';
import { Client, password, startTestServer } from '../support/servers/server.ts';

const long = 'what the console said\n'.repeat(200);

describe('the runs of tests, to verify and to a backup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-runs-'));
  const original = path.join(folder, 'original');
  let email: string;
  let places: [Place, Place];
  let runs: unknown[];
  let present: unknown[];
  before(async () => {
    const server = await startTestServer();
    const { client } = server.admin;
    ({ email } = server.admin);
    const mission = await newMission(client, { tests: 3 });
    places = [placeOf(mission), placeOf(mission, 1)];
    const [one, two] = places;
    const write = async (place: Place, fields: object) => bodyOf(await client.put(place.path, fields), 200);
    const again = async (place: Place) =>
      bodyOf(await client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
    const takeBack = async (place: Place) =>
      assert.equal((await client.delete(`${place.path}/runs/latest`)).status, 204);
    await write(one, { command: 'id', output: long, red_comment: 'short', blue_comment: 'seen' });
    bodyOf(await attach(client, one), 201);
    bodyOf(await client.post(`${one.path}/facts`, { kind: 'alerted', result: 'no' }), 201);
    await walk(client, one.path, 'executed');
    await again(one);
    await takeBack(one);
    await write(one, { output: `${long}and so on` });
    await again(one);
    await write(one, { output: `${long}of the second run` });
    await walk(client, one.path, 'executed', 'reviewed_by_blue');
    await again(one);
    await takeBack(one);
    await write(two, { output: long });
    await walk(client, two.path, 'executed');
    bodyOf(await client.post(`${two.missionPath}/runs`, { reason: 'replay' }), 201);
    await write(two, { output: `${long}again`, command: 'whoami' });
    bodyOf(await client.post(`${one.missionPath}/retest`, {}), 201);
    const erased = placeOf(mission, 2);
    await write(erased, { output: long });
    await walk(client, erased.path, 'executed');
    await again(erased);
    const { seq } = bodyOf(await client.get('/api/v1/audit/head'), 200);
    bodyOf(await client.post('/api/v1/audit/erasures', { seq, reason: 'asked for' }), 200);
    await takeBack(erased);
    await write(erased, { output: `${long}and more` });
    await again(erased);
    runs = await readRuns(client);
    present = [await readTest(client, one), await readTest(client, two)];
    await server.stop();
    cpSync(server.dataDir, original, { recursive: true });
    await server.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function readRuns(client: Client): Promise<unknown[]> {
    const read = async ({ path: at }: Place) => bodyOf(await client.get(`${at}/runs`), 200).items;
    return [await read(places[0]), await read(places[1])];
  }

  let copies = 0;
  const copy = (): string => {
    copies += 1;
    const dataDir = path.join(folder, `copy-${copies}`);
    cpSync(original, dataDir, { recursive: true });
    return dataDir;
  };

  it('are intact after every operation on them, an erasure included', async () => {
    assert.deepEqual(
      runs.map((items) => (items as { number: number }[]).map(({ number }) => number)),
      [[2, 1], [1]],
    );
    const { code, stdout } = await damson(['verify', '--data-dir', original]);
    assert.equal(code, 0, stdout);
  });

  it('are restored unchanged from a backup', async () => {
    const file = path.join(folder, 'runs.damson');
    assert.equal((await damson(['backup', file, '--data-dir', copy()])).code, 0);
    const target = path.join(folder, 'restored');
    assert.equal((await damson(['restore', file, '--data-dir', target])).code, 0);
    assert.equal((await damson(['verify', '--data-dir', target])).code, 0);
    const server = await serving(target);
    try {
      const session = await new Client(server.url, null).post('/api/v1/auth/login', { email, password });
      const client = new Client(server.url, bodyOf(session, 200).access_token);
      assert.deepEqual(await readRuns(client), runs);
      assert.deepEqual([await readTest(client, places[0]), await readTest(client, places[1])], present);
    } finally {
      await server.stop();
    }
  });

  const tampered: [what: string, statement: (test: string) => string, told: (test: string) => string][] = [
    [
      'a text of a closed run that was changed',
      (test) => `update test_runs set red_comment = 'other' where test_id = '${test}' and number = 1`,
      (test) => `does not match the red_comment of run 1 of the test ${test}`,
    ],
    [
      'a long one',
      (test) =>
        `update test_runs set output = replace(output, 'console', 'screen') where test_id = '${test}' and number = 1`,
      (test) => `does not match the output of run 1 of the test ${test}`,
    ],
    [
      'a closed run that was removed',
      (test) => `update facts set run_id = null where test_id = '${test}';
        update evidence set run_id = null where test_id = '${test}';
        delete from test_runs where test_id = '${test}' and number = 1`,
      (test) => `does not match the texts of run 1 of the test ${test}`,
    ],
  ];
  for (const [what, statement, told] of tampered) {
    it(`show ${what}`, async () => {
      const dataDir = copy();
      const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
      sqlite.exec(statement(places[0].test));
      sqlite.close();
      const { code, stdout } = await damson(['audit', 'verify', '--data-dir', dataDir]);
      assert.equal(code, 1);
      assert.ok(stdout.includes(told(places[0].test)), stdout);
    });
  }
});
