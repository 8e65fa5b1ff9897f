import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../server/missions/contract.ts';
import { damson } from '../support/commands/command.ts';
import { writeInto } from '../support/database/forge-history.ts';
import { bodyOf, newMission } from '../support/missions/factories.ts';
import { onlyWithFile } from '../support/servers/postgres.ts';
import { type Person, startTestServer, type TestServer } from '../support/servers/server.ts';

type Entry = {
  seq: number;
  test_id: string;
  object_type: string;
  verb: string;
  changes: Record<string, unknown>;
};

/** More than one statement's batch, and not a multiple of it. */
const many = 130;

describe('the history of many tests that are changed at once', onlyWithFile, () => {
  let server: TestServer;
  let mission: Mission;
  let red: Person;
  /** In a different order from the mission's. */
  let ids: string[];
  before(async () => {
    server = await startTestServer();
    red = await server.newPerson('redteam');
    mission = await newMission(server.admin.client, { tests: many, members: [red] });
    ids = mission.scenarios.flatMap(({ tests }) => tests.map(({ id }) => id)).reverse();
    const change = { test_ids: ids, add_tags: ['looked at'], assignee_id: red.id };
    bodyOf(await server.admin.client.patch(`/api/v1/missions/${mission.id}/tests`, change), 200);
  });
  after(() => server.close());

  /** The mission's entries about changed tests, newest last. */
  const listEntries = async () => {
    const path = `/api/v1/missions/${mission.id}/history?limit=200`;
    const { items } = bodyOf(await server.admin.client.get(path), 200);
    return (items as Entry[])
      .filter(({ object_type, verb }) => object_type === 'test' && verb === 'changed')
      .reverse();
  };
  const verify = () => damson(['verify', '--data-dir', server.dataDir]);

  it('has an entry for each, in the order asked', async () => {
    const entries = await listEntries();
    assert.deepEqual(
      entries.map(({ test_id }) => test_id),
      ids,
    );
    for (const { changes } of entries) assert.deepEqual(Object.keys(changes).sort(), ['assignee', 'tags']);
  });

  it('has the previous value of each test', async () => {
    const some = [ids[0], ids[60], ids[129]];
    const path = `/api/v1/missions/${mission.id}/tests`;
    const { client } = server.admin;
    bodyOf(await client.patch(path, { test_ids: some, add_tags: ['odd'] }), 200);
    const before = (await listEntries()).at(-1)?.seq as number;
    bodyOf(await client.patch(path, { test_ids: ids, add_tags: ['odd'], remove_tags: ['looked at'] }), 200);
    const entries = (await listEntries()).filter(({ seq }) => seq > before);
    assert.deepEqual(
      entries.map(({ test_id, changes }) => [test_id, changes.tags]),
      ids.map((id) => [id, [some.includes(id) ? ['looked at', 'odd'] : ['looked at'], ['odd']]]),
    );
  });

  it('seals each test in the last entry about it', async () => {
    const newest = new Map((await listEntries()).map(({ test_id, seq }) => [test_id, seq]));
    await server.stop();
    const whole = await verify();
    assert.equal(whole.code, 0, whole.stdout);
    const forged = [0, 49, 50, 51, 100, many - 1].map((index) => ids[index] as string);
    writeInto(server.dataDir, (sqlite) => {
      for (const id of forged)
        sqlite.prepare(`update mission_tests set tags_json = '["x"]' where id = ?`).run(id);
    });
    const { code, stdout } = await verify();
    assert.equal(code, 1, stdout);
    for (const id of forged) {
      const line = `entry ${newest.get(id)} of the history does not match the tags of the test ${id}`;
      assert.ok(stdout.includes(line), `${line}\n${stdout}`);
    }
  });
});
