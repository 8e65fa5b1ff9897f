import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  type Place,
  placeOf,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

let now = Date.parse('2026-11-20T09:30:00.000Z');
let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

let made = 0;
async function newPlace(
  fields: object = {},
): Promise<Place & { organisation: string; expectations: string }> {
  made += 1;
  const mission = await newMission(admin, { client: `Client ${made}`, members: [red, soc], ...fields });
  const place = placeOf(mission);
  return {
    ...place,
    organisation: mission.organisation?.id ?? '',
    expectations: `${place.path}/expectations`,
  };
}

async function newTool(organisation: string, name = 'EDR'): Promise<{ id: string; name: string }> {
  const body = { name, kind: 'edr' };
  const tool = bodyOf(await admin.post(`/api/v1/organisations/${organisation}/tools`, body), 201);
  return { id: tool.id, name };
}

function expect(place: { expectations: string }, ...expectations: object[]): Promise<Answer> {
  return admin.put(place.expectations, { expectations });
}

async function verdictOf(place: Place): Promise<unknown> {
  const { expectation_met, expectations } = await readTest(admin, place);
  const mission = bodyOf(await admin.get(place.missionPath), 200);
  assert.equal(mission.scenarios[0].tests[0].expectation_met, expectation_met);
  const activity = bodyOf(await admin.get(`${place.missionPath}/activity`), 200);
  assert.equal(activity.tests.at(-1).expectation_met, expectation_met);
  return [expectation_met, ...expectations.map(({ met }) => met)];
}

const alert = { kind: 'alerted', result: 'yes' };
const bare = { severity: null, within_seconds: null, tool_ids: [] };

describe('expected outcomes of a test', () => {
  it('are stored in the order of the kinds, with the names of their tools, and can be sent back as they are shown', async () => {
    const place = await newPlace();
    const tool = await newTool(place.organisation);
    const answer = await expect(
      place,
      { kind: 'logged', result: 'any' },
      { ...alert, severity: 'high', within_seconds: 300, tool_ids: [tool.id] },
    );
    const test = bodyOf(answer, 200);
    const shown = [
      {
        ...alert,
        severity: 'high',
        within_seconds: 300,
        tool_ids: [tool.id],
        tools: [tool],
        met: 'open',
        parts: ['sighting'],
      },
      { kind: 'logged', result: 'any', ...bare, tools: [], met: 'open', parts: ['sighting'] },
    ];
    assert.deepEqual([test.expectations, test.expectation_met], [shown, 'open']);
    assert.equal(answer.headers.get('etag'), `"${test.updated_at}"`);
    assert.deepEqual(await readTest(admin, place), test);
    assert.deepEqual(bodyOf(await expect(place, ...shown), 200).expectations, shown);
    const emptied = bodyOf(await admin.put(place.expectations, { expectations: null }), 200);
    assert.deepEqual([emptied.expectations, emptied.expectation_met], [[], 'none']);
  });

  it('are a write to the test: its time, its last actor, activity and the history', async () => {
    const place = await newPlace();
    const before = await readTest(admin, place);
    const { next_since } = bodyOf(await admin.get(`${place.missionPath}/activity`), 200);
    const test = bodyOf(await red.client.put(place.expectations, { expectations: [alert] }), 200);
    assert.ok(test.updated_at > before.updated_at);
    assert.equal(test.last_actor.id, red.id);
    const activity = bodyOf(await admin.get(`${place.missionPath}/activity?since=${next_since}`), 200);
    assert.deepEqual(
      activity.tests.map(({ id, expectation_met }: { id: string; expectation_met: string }) => [
        id,
        expectation_met,
      ]),
      [[place.test, 'open']],
    );
    const history = bodyOf(await admin.get(`${place.missionPath}/history?test_id=${place.test}`), 200);
    const { tool_ids: _ids, ...recorded } = { ...alert, ...bare, tools: [] };
    assert.deepEqual(history.items[0].changes, { expectations: [[], [recorded]] });
  });

  it('use the version of their test', async () => {
    const place = await newPlace();
    const { updated_at } = await readTest(admin, place);
    const write = (version: string) =>
      admin.request('PUT', place.expectations, {
        body: { expectations: [alert] },
        headers: { 'if-match': `"${version}"` },
      });
    assert.equal((await write(updated_at)).status, 200);
    assert.deepEqual(told(await write(updated_at)), [412, 'stale', undefined]);
  });

  const refusals: [what: string, expectations: unknown, path: string][] = [
    ['no list', 'alerted', 'expectations'],
    ['an unknown kind', [{ kind: 'smelled', result: 'yes' }], 'expectations.0.kind'],
    ['an unknown result', [{ kind: 'alerted', result: 'partial' }], 'expectations.0.result'],
    ['a kind twice', [alert, { ...alert, result: 'no' }], 'expectations.1.kind'],
    ['six of them', Array.from({ length: 6 }, () => alert), 'expectations'],
    ['a severity of its own', [{ ...alert, severity: 'huge' }], 'expectations.0.severity'],
    ['no time at all', [{ ...alert, within_seconds: 0 }], 'expectations.0.within_seconds'],
    ['half a second', [{ ...alert, within_seconds: 0.5 }], 'expectations.0.within_seconds'],
    ['more than a year', [{ ...alert, within_seconds: 31_536_001 }], 'expectations.0.within_seconds'],
    [
      'a severity of anything',
      [{ kind: 'logged', result: 'any', severity: 'low' }],
      'expectations.0.severity',
    ],
    [
      'a delay of anything',
      [{ kind: 'logged', result: 'any', within_seconds: 9 }],
      'expectations.0.within_seconds',
    ],
    ['an unknown tool', [{ ...alert, tool_ids: [nobody] }], 'expectations.0.tool_ids.0'],
    ['a tool twice', [{ ...alert, tool_ids: [nobody, nobody] }], 'expectations.0.tool_ids.1'],
    ['another field', [{ ...alert, note: 'x' }], 'expectations.0.note'],
  ];
  for (const [what, expectations, path] of refusals) {
    it(`with ${what} are refused and nothing is written`, async () => {
      const place = await newPlace();
      const before = await readTest(admin, place);
      assert.deepEqual(told(await admin.put(place.expectations, { expectations })), [422, 'invalid', path]);
      assert.deepEqual(await readTest(admin, place), before);
    });
  }

  it('are written by people who may change the mission, before it is archived', async () => {
    const place = await newPlace();
    const body = { expectations: [alert] };
    assert.deepEqual(told(await soc.client.put(place.expectations, body)), [403, 'forbidden', undefined]);
    const stranger = await server.newPerson('redteam');
    assert.deepEqual(told(await stranger.client.put(place.expectations, body)), [
      404,
      'not_found',
      undefined,
    ]);
    assert.equal((await red.client.put(place.expectations, body)).status, 200);
    assert.deepEqual((await readTest(soc.client, place)).expectation_met, 'open');
    await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
    assert.deepEqual(told(await red.client.put(place.expectations, body)), [409, 'archived', undefined]);
  });
});

describe('results of expectations', () => {
  it('follows facts as they come, change and go', async () => {
    const place = await newPlace();
    await expect(place, alert, { kind: 'prevented', result: 'no' });
    assert.deepEqual(await verdictOf(place), ['open', 'open', 'open']);
    const add = async (kind: string, result: string): Promise<string> => {
      const fact = bodyOf(await soc.client.post(`${place.path}/facts`, { kind, result }), 201);
      return `${place.path}/facts/${fact.id}`;
    };
    const missed = await add('alerted', 'no');
    assert.deepEqual(await verdictOf(place), ['missed', 'open', 'missed']);
    await soc.client.patch(missed, { result: 'not_tested' });
    assert.deepEqual(await verdictOf(place), ['open', 'open', 'open']);
    await add('prevented', 'no');
    await soc.client.patch(missed, { result: 'yes' });
    assert.deepEqual(await verdictOf(place), ['met', 'met', 'met']);
    await soc.client.delete(missed);
    assert.deepEqual(await verdictOf(place), ['open', 'met', 'open']);
    await expect(place);
    assert.deepEqual(await verdictOf(place), ['none']);
  });

  it('follows the time of execution, however it is written', async () => {
    const place = await newPlace();
    await soc.client.post(`${place.path}/facts`, { ...alert, at: '2026-11-20T09:35:00.000Z' });
    await expect(place, { ...alert, within_seconds: 120 });
    assert.deepEqual(await verdictOf(place), ['open', 'open']);
    const move = (body: object) => red.client.post(`${place.path}/transition`, body);
    bodyOf(await move({ status: 'executed', executed_at: '2026-11-20T09:34:00.000Z' }), 200);
    assert.deepEqual(await verdictOf(place), ['met', 'met']);
    bodyOf(await red.client.put(place.path, { executed_at: '2026-11-20T09:32:59.000Z' }), 200);
    assert.deepEqual(await verdictOf(place), ['missed', 'missed']);
    bodyOf(await move({ status: 'pending' }), 200);
    assert.deepEqual(await verdictOf(place), ['open', 'open']);
  });
});

describe('the tools of expectations', () => {
  it('are those of the mission’s organisation; existing ones may be sent again', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const [tool, foreign] = [await newTool(place.organisation), await newTool(other.organisation)];
    const path = 'expectations.0.tool_ids.0';
    assert.deepEqual(told(await expect(place, { ...alert, tool_ids: [foreign.id] })), [422, 'invalid', path]);
    bodyOf(await expect(place, { ...alert, tool_ids: [tool.id] }), 200);
    await admin.patch(place.missionPath, { client: `Other ${made}` });
    const again = bodyOf(await expect(place, { ...alert, tool_ids: [tool.id], severity: 'low' }), 200);
    assert.deepEqual(again.expectations[0].tools, [tool]);
  });

  it('can’t be deleted while they are named', async () => {
    const place = await newPlace();
    const tool = await newTool(place.organisation);
    bodyOf(await expect(place, { ...alert, tool_ids: [tool.id] }), 200);
    const path = `/api/v1/organisations/${place.organisation}/tools/${tool.id}`;
    assert.deepEqual(told(await admin.delete(path)), [409, 'in_use', undefined]);
    bodyOf(await expect(place, alert), 200);
    assert.equal((await admin.delete(path)).status, 204);
  });

  it('follow the remaining organisation after a merge, and so does the verdict', async () => {
    const place = await newPlace();
    const [edr, av] = [await newTool(place.organisation), await newTool(place.organisation, 'AV')];
    bodyOf(await expect(place, { ...alert, tool_ids: [edr.id, av.id] }), 200);
    const renamed = bodyOf(await admin.patch(place.missionPath, { client: `Stays ${made}` }), 200);
    const kept = await newTool(renamed.organisation.id);
    await soc.client.post(`${place.path}/facts`, { ...alert, tool: { id: kept.id } });
    assert.deepEqual(await verdictOf(place), ['open', 'open']);
    bodyOf(await expect(place, { ...alert, tool_ids: [edr.id, av.id, kept.id] }), 200);
    bodyOf(await expect(place, { ...alert, tool_ids: [edr.id, av.id] }), 200);
    const merge = `/api/v1/organisations/${place.organisation}/merge`;
    bodyOf(await admin.post(merge, { into: renamed.organisation.id }), 200);
    assert.deepEqual((await readTest(admin, place)).expectations[0]?.tools, [av, kept]);
    assert.deepEqual(await verdictOf(place), ['met', 'met']);
  });
});

describe('expected outcomes of a test template', () => {
  it('are copied to missions and appended scenarios, and never changed there by the template', async () => {
    const expectations = [{ ...alert, ...bare, within_seconds: 60 }];
    const template = await newTestTemplate(admin, { expectations });
    assert.deepEqual(template.expectations, expectations);
    const scenario = await newScenarioTemplate(admin, { tests: [template.id] });
    const place = await newPlace({ tests: 0, scenario_template_ids: [scenario.id] });
    const copied = [{ ...expectations[0], tools: [], met: 'open', parts: ['sighting'] }];
    assert.deepEqual((await readTest(admin, place)).expectations, copied);
    assert.deepEqual(await verdictOf(place), ['open', 'open']);
    const path = `/api/v1/test-templates/${template.id}`;
    const appended = bodyOf(
      await admin.post(`${place.missionPath}/scenarios`, { scenario_template_ids: [scenario.id] }),
      201,
    );
    bodyOf(await admin.patch(path, { expectations: [] }), 200);
    for (const index of [0, 1]) {
      assert.deepEqual((await readTest(admin, placeOf(appended, index))).expectations, copied);
    }
  });

  it('stay when a change omits them, and are in lists and the history', async () => {
    const template = await newTestTemplate(admin);
    assert.deepEqual(template.expectations, []);
    const path = `/api/v1/test-templates/${template.id}`;
    now += 1000;
    const expectations = [{ kind: 'logged', result: 'any', ...bare }];
    bodyOf(await admin.patch(path, { expectations }), 200);
    assert.deepEqual(bodyOf(await admin.patch(path, { name: 'Renamed' }), 200).expectations, expectations);
    const list = bodyOf(await admin.get('/api/v1/test-templates?q=Renamed'), 200);
    assert.deepEqual(list.items[0].expectations, expectations);
    const history = bodyOf(await admin.get(`/api/v1/audit?object_id=${template.id}`), 200);
    assert.deepEqual(history.items[1].changes, { expectations: [[], expectations] });
    assert.deepEqual(bodyOf(await admin.patch(path, { expectations: null }), 200).expectations, []);
  });

  it('name no tools, which belong to an organisation', async () => {
    const place = await newPlace();
    const tool = await newTool(place.organisation);
    const body = { name: 'T', expectations: [{ ...alert, tool_ids: [tool.id] }] };
    const answer = await admin.post('/api/v1/test-templates', body);
    assert.deepEqual(told(answer), [422, 'invalid', 'expectations.0.tool_ids']);
    const twice = await admin.post('/api/v1/test-templates', { name: 'T', expectations: [alert, alert] });
    assert.deepEqual(told(twice), [422, 'invalid', 'expectations.1.kind']);
  });
});
