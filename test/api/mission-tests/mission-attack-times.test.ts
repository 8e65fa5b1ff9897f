import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  bodyOf,
  newMission,
  type Place,
  placeOf,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const early = '2026-11-20T09:00:00.000Z';
const late = '2026-11-20T09:30:00.000Z';

describe('times and hosts of an attack', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
  });
  after(() => server.close());

  const newPlace = async (): Promise<Place> =>
    placeOf(await newMission(admin, { members: [red, [blue, 'blue']] }));

  const rows: [what: string, present: object, body: object, path: string | null][] = [
    ['a start and a later end', {}, { started_at: early, ended_at: late }, null],
    ['the same moment', {}, { started_at: early, ended_at: early }, null],
    ['an end before the start, both at once', {}, { started_at: late, ended_at: early }, 'ended_at'],
    ['an end before the start there is', { started_at: late }, { ended_at: early }, 'ended_at'],
    ['a start after the end there is', { ended_at: early }, { started_at: late }, 'started_at'],
    ['an end where there is no start', {}, { ended_at: early }, null],
    [
      'an end before a start that goes with it',
      { started_at: late },
      { started_at: null, ended_at: early },
      null,
    ],
    ['the same in other offsets', {}, { started_at: '2026-11-20T10:00:00+01:00', ended_at: late }, null],
    ['something else', { started_at: early, ended_at: late }, { command: 'x' }, null],
  ];
  for (const [what, present, body, path] of rows) {
    it(`${path === null ? 'takes' : 'refuses'} ${what}`, async () => {
      const place = await newPlace();
      bodyOf(await red.client.put(place.path, present), 200);
      const before = await readTest(admin, place);
      const answer = await red.client.put(place.path, body);
      if (path === null) {
        bodyOf(answer, 200);
        return;
      }
      assert.deepEqual(told(answer), [422, 'invalid', path]);
      assert.deepEqual(await readTest(admin, place), before);
    });
  }

  it('are emptied by an empty text, and stay text whatever they contain', async () => {
    const place = await newPlace();
    const hostile = '<script>alert(1)</script> ../../etc/passwd %s #{host}';
    const set = bodyOf(await red.client.put(place.path, { target_host: hostile, operator: '' }), 200);
    assert.deepEqual([set.target_host, set.operator], [hostile, null]);
    assert.equal(bodyOf(await red.client.put(place.path, { target_host: '' }), 200).target_host, null);
  });

  it('stays when the test goes back to pending, and is refused with an older version', async () => {
    const place = await newPlace();
    await walk(red.client, place.path, 'executed');
    bodyOf(await red.client.put(place.path, { started_at: early, attack_result: 'failed' }), 200);
    await walk(red.client, place.path, 'pending');
    const test = await readTest(admin, place);
    assert.deepEqual([test.executed_at, test.started_at, test.attack_result], [null, early, 'failed']);
    bodyOf(await red.client.put(place.path, { operator: 'Ola' }), 200);
    const stale = { 'if-match': `"${test.updated_at}"` };
    assert.deepEqual(told(await red.client.put(place.path, { operator: 'Bo' }, stale)), [
      412,
      'stale',
      undefined,
    ]);
    assert.equal((await readTest(admin, place)).operator, 'Ola');
  });

  it('is in the mission, in activity and in the history', async () => {
    const place = await newPlace();
    const record = {
      started_at: early,
      ended_at: late,
      source_host: 'kali-1',
      target_host: 'srv-1',
      target_user: 'rhea',
      operator: 'Ola',
      attack_result: 'succeeded',
    };
    bodyOf(await red.client.put(place.path, record), 200);
    const { source_host: _source, target_user: _user, ...row } = record;
    const mission = bodyOf(await blue.client.get(place.missionPath), 200);
    const { tests } = bodyOf(await blue.client.get(`${place.missionPath}/activity`), 200);
    for (const shown of [mission.scenarios[0].tests[0], tests[0]]) {
      const found = Object.fromEntries(Object.keys(row).map((name) => [name, shown[name]]));
      assert.deepEqual(found, row);
    }
    const history = bodyOf(await blue.client.get(`${place.missionPath}/history?test_id=${place.test}`), 200);
    const changes = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, [null, value]]));
    assert.deepEqual(history.items[0].changes, changes);
  });

  it('prevents undoing an otherwise empty run once it has a value', async () => {
    const place = await newPlace();
    await walk(red.client, place.path, 'executed');
    bodyOf(await red.client.post(`${place.path}/runs`, { reason: 'retest' }), 201);
    bodyOf(await red.client.put(place.path, { target_host: 'srv-1' }), 200);
    const back = () => red.client.delete(`${place.path}/runs/latest`);
    assert.deepEqual(told(await back()), [409, 'run_touched', undefined]);
    bodyOf(await red.client.put(place.path, { target_host: null }), 200);
    assert.equal((await back()).status, 204);
  });
});
