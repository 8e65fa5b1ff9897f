import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  readMission,
  readTest,
  told,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('the variables of a mission and of a test', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let soc: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    soc = await server.newPerson('soc');
  });
  after(() => server.close());

  /** The variables of a mission and those of a test. */
  const places = async () => {
    const mission = await newMission(admin, { members: [red, [soc, 'blue']] });
    const place = placeOf(mission);
    return [
      {
        path: place.missionPath,
        read: async () => (await readMission(admin, mission.id)).variables,
        mission,
        place,
      },
      {
        path: `${place.path}/variables`,
        read: async () => (await readTest(admin, place)).variables,
        mission,
        place,
      },
    ];
  };

  it('are set, changed and removed by name, and the others stay', async () => {
    for (const { path, read } of await places()) {
      const write = async (variables: unknown) =>
        bodyOf(await red.client.patch(path, { variables }), 200).variables;
      assert.deepEqual(await read(), {});
      assert.deepEqual(await write({ host: 'srv-1', 'out.file-1_x': 'C:\\temp\\#{host}' }), {
        host: 'srv-1',
        'out.file-1_x': 'C:\\temp\\#{host}',
      });
      assert.deepEqual(await write({ b: ' kept to the letter\n', host: 'srv-2', 'out.file-1_x': null }), {
        b: ' kept to the letter\n',
        host: 'srv-2',
      });
      assert.deepEqual(await write({ b: '' }), { host: 'srv-2' });
      assert.deepEqual(await write({}), { host: 'srv-2' });
      assert.deepEqual(await read(), { host: 'srv-2' });
      assert.deepEqual(await write({ constructor: 'x', none: null }), { constructor: 'x', host: 'srv-2' });
      assert.deepEqual(await write(null), {});
      assert.deepEqual(await read(), {});
    }
  });

  it('are bounded in name, length and number', async () => {
    const many = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index + from}`, 'x']));
    for (const { path, read } of await places()) {
      bodyOf(await red.client.patch(path, { variables: many(100) }), 200);
      const rows: [variables: unknown, path: string][] = [
        [{ 'a b': 'x' }, 'variables.a b'],
        [{ '': 'x' }, 'variables.'],
        [{ ä: 'x' }, 'variables.ä'],
        [{ ['n'.repeat(101)]: 'x' }, `variables.${'n'.repeat(101)}`],
        [{ host: 'x'.repeat(2001) }, 'variables.host'],
        [{ host: 7 }, 'variables.host'],
        [many(1, 100), 'variables'],
        [many(201), 'variables'],
        [['x'], 'variables'],
        ['x', 'variables'],
      ];
      for (const [variables, at] of rows) {
        const answer = await red.client.patch(path, { variables });
        assert.deepEqual(told(answer), [422, 'invalid', at], JSON.stringify(variables).slice(0, 80));
      }
      assert.deepEqual(Object.keys(await read()).length, 100);
      // As many variables as the limit allows, after replacing one.
      bodyOf(await red.client.patch(path, { variables: { v0: null, other: 'y' } }), 200);
      assert.equal((await read()).other, 'y');
    }
  });

  it('are part of the plan', async () => {
    for (const { path } of await places()) {
      assert.equal((await soc.client.patch(path, { variables: { a: 'b' } })).status, 403);
    }
  });

  it('of a test count as a write to it, those of a mission as one to the mission, and the history has both', async () => {
    const [mission, test] = (await places()) as [
      Awaited<ReturnType<typeof places>>[0],
      Awaited<ReturnType<typeof places>>[0],
    ];
    const before = await readTest(admin, test.place);
    const since = bodyOf(await admin.get(`${test.place.missionPath}/activity`), 200).next_since;
    bodyOf(await red.client.patch(mission.path, { variables: { a: '1' } }), 200);
    // Followers of the mission reload it.
    const activity = bodyOf(
      await admin.get(`${test.place.missionPath}/activity?since=${encodeURIComponent(since)}`),
      200,
    );
    assert.ok(activity.outline_changed_at > since);
    assert.equal(activity.next_since, activity.outline_changed_at);
    const answer = await red.client.patch(test.path, { variables: { a: '2' } });
    const written = bodyOf(answer, 200);
    assert.equal(answer.headers.get('etag'), `"${written.updated_at}"`);
    assert.ok(written.updated_at > before.updated_at);
    assert.equal(
      bodyOf(await red.client.patch(test.path, { variables: { a: '2' } }), 200).updated_at,
      written.updated_at,
    );
    const stale = await red.client.request('PATCH', test.path, {
      body: { variables: { a: '3' } },
      headers: { 'if-match': `"${before.updated_at}"` },
    });
    assert.deepEqual(told(stale), [412, 'stale', undefined]);

    const { items } = bodyOf(await admin.get(`${test.place.missionPath}/history?limit=2`), 200);
    assert.deepEqual(
      items.map(({ object_type, changes }: { object_type: string; changes: unknown }) => [
        object_type,
        changes,
      ]),
      [
        ['test', { variables: [null, { a: '2' }] }],
        ['mission', { variables: [null, { a: '1' }] }],
      ],
    );
  });

  it('are copied to a retest and can be given to a new mission', async () => {
    const mission = await newMission(admin, { members: [red], variables: { a: '1', b: null } });
    assert.deepEqual(mission.variables, { a: '1' });
    const place = placeOf(mission);
    bodyOf(await red.client.patch(`${place.path}/variables`, { variables: { b: '2' } }), 200);
    const retest = bodyOf(await red.client.post(`${place.missionPath}/retest`, {}), 201);
    assert.deepEqual(retest.variables, { a: '1' });
    assert.deepEqual((await readTest(admin, placeOf(retest))).variables, { b: '2' });
  });

  it('are listed with the tests that have them, and those without a value', async () => {
    const commands = ['ping #{host}', 'net use #{host} #{user} #{host}', 'whoami', null];
    const templates = await Promise.all(
      commands.map((command, index) =>
        newTestTemplate(admin, {
          command,
          cleanup_command: index === 2 ? 'rm #{file}' : null,
          procedure: index === 3 ? 'Open #{page} on #{host}' : null,
        }),
      ),
    );
    const scenario = await newScenarioTemplate(admin, { tests: templates.map(({ id }) => id) });
    const mission = await newMission(admin, {
      tests: 0,
      members: [[soc, 'blue']],
      scenario_template_ids: [scenario.id],
      variables: { user: 'rhea', unused: 'x' },
    });
    const place = placeOf(mission);
    bodyOf(await admin.patch(`${place.path}/variables`, { variables: { host: 'srv-1' } }), 200);
    assert.deepEqual(bodyOf(await soc.client.get(`${place.missionPath}/variables`), 200), {
      variables: { unused: 'x', user: 'rhea' },
      used: [
        { name: 'file', tests: 1, without_value: 1 },
        { name: 'host', tests: 3, without_value: 2 },
        { name: 'page', tests: 1, without_value: 1 },
        { name: 'user', tests: 1, without_value: 0 },
      ],
    });
  });

  it('have the defaults of the template where neither the test nor its mission has a value', async () => {
    const template = await newTestTemplate(admin, {
      command: 'ping -c #{count} #{host}',
      variables: { count: '1', host: 'target01' },
    });
    const scenario = await newScenarioTemplate(admin, { tests: [template.id] });
    const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
    const place = placeOf(mission);
    const readBoth = async (of: typeof place) => {
      const { variables, variable_defaults } = await readTest(admin, of);
      return { variables, variable_defaults };
    };
    const defaults = { count: '1', host: 'target01' };
    assert.deepEqual(await readBoth(place), { variables: {}, variable_defaults: defaults });
    bodyOf(await admin.patch(place.missionPath, { variables: { host: 'srv-1' } }), 200);
    bodyOf(await admin.patch(`${place.path}/variables`, { variables: { count: '2' } }), 200);
    bodyOf(await admin.patch(`${place.path}/variables`, { variables: null }), 200);
    assert.deepEqual(await readBoth(place), { variables: {}, variable_defaults: defaults });
    const { used } = bodyOf(await admin.get(`${place.missionPath}/variables`), 200);
    assert.deepEqual(
      used.map(({ without_value }: { without_value: number }) => without_value),
      [0, 0],
    );
    const retest = bodyOf(await admin.post(`${place.missionPath}/retest`, {}), 201);
    assert.deepEqual((await readBoth(placeOf(retest))).variable_defaults, defaults);
  });

  it('are refused in an archived mission', async () => {
    for (const { path, mission } of await places()) {
      const { status } = await readMission(admin, mission.id);
      for (const to of status === 'archived' ? [] : ['in_progress', 'completed', 'archived']) {
        bodyOf(await admin.post(`/api/v1/missions/${mission.id}/transition`, { status: to }), 200);
      }
      assert.deepEqual(told(await red.client.patch(path, { variables: { a: 'b' } })), [
        409,
        'archived',
        undefined,
      ]);
    }
  });
});
