import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  attach,
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  placeOf,
  readMission,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

const retest = async (client: Client, mission: string, body: object = {}): Promise<Mission> =>
  bodyOf(await client.post(`/api/v1/missions/${mission}/retest`, body), 201);

const technique = { kind: 'technique', external_id: 'T1003' };

/** A mission with two scenarios of two tests and one test; the first test was executed. */
async function original(): Promise<Mission> {
  const template = await newTestTemplate(admin, {
    name: 'Dump memory',
    command: 'whoami',
    platforms: ['windows'],
    catalog_tags: [technique],
  });
  const first = await newScenarioTemplate(admin, { tests: [template.id, template.id] });
  const second = await newScenarioTemplate(admin, { tests: 1 });
  const mission = await newMission(admin, {
    name: 'Autumn',
    client: 'Rhea',
    description: 'The office network',
    members: [
      [red, 'lead'],
      [soc, 'blue'],
    ],
    tests: 0,
    scenario_template_ids: [first.id, second.id],
    start_date: '2026-10-01',
  });
  const place = placeOf(mission);
  await walk(red.client, place.path, 'executed');
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const name = `EDR ${mission.id}`;
  const tool = bodyOf(await admin.post(tools, { name, kind: 'edr' }), 201);
  const expectations = [{ kind: 'alerted', result: 'yes', tool_ids: [tool.id] }];
  bodyOf(await admin.put(`${place.path}/expectations`, { expectations }), 200);
  bodyOf(await soc.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'no' }), 201);
  bodyOf(await admin.put(place.path, { output: 'o', blue_comment: 'b' }), 200);
  bodyOf(await attach(red.client, place), 201);
  // Later changes of templates do not affect a retest.
  bodyOf(await admin.patch(`/api/v1/test-templates/${template.id}`, { name: 'Changed', command: 'id' }), 200);
  await admin.delete(`/api/v1/scenario-templates/${second.id}`);
  return readMission(admin, mission.id);
}

describe('a retest of a mission', () => {
  it('has its tests as they are in it, untouched, its members and its client', async () => {
    const source = await original();
    const before = await readTest(admin, placeOf(source));
    const made = await retest(red.client, source.id);
    const { name, client, organisation, description, members, catalog_tags, catalog_version } = source;
    assert.deepEqual(
      [made.name, made.client, made.organisation, made.description, made.members],
      [`Retest of ${name}`, client, organisation, description, members],
    );
    assert.deepEqual([made.catalog_tags, made.catalog_version], [catalog_tags, catalog_version]);
    assert.deepEqual([made.status, made.start_date, made.end_date], ['draft', null, null]);
    assert.deepEqual(made.retest_of, { id: source.id, name });
    assert.deepEqual(made.counts, { ...source.counts, pending: 3, executed: 0 });
    assert.deepEqual(
      made.scenarios.map((scenario) => [scenario.name, scenario.position, scenario.tests.length]),
      source.scenarios.map((scenario) => [scenario.name, scenario.position, scenario.tests.length]),
    );
    const copy = await readTest(admin, placeOf(made));
    assert.deepEqual(copy, {
      ...before,
      id: copy.id,
      mission_id: made.id,
      scenario_id: made.scenarios[0]?.id,
      status: 'pending',
      expectations: before.expectations.map((expectation) => ({ ...expectation, met: 'open' })),
      expectation_met: 'open',
      detection_level: null,
      facts: [],
      outcome: null,
      output: null,
      blue_comment: null,
      executed_at: null,
      operator: null,
      last_actor: null,
      updated_at: copy.updated_at,
      evidence: [],
    });
    assert.deepEqual([copy.name, copy.suggested_command], ['Dump memory', 'whoami']);
    assert.deepEqual([before.expectation_met, copy.expectations[0]?.tools.length], ['missed', 1]);
    assert.deepEqual(await readMission(admin, source.id), source);
  });

  it('takes the named tests and omits scenarios without any', async () => {
    const source = await original();
    const test_ids = [placeOf(source, 2).test];
    const made = await retest(red.client, source.id, { name: 'Once more', test_ids });
    assert.equal(made.name, 'Once more');
    assert.deepEqual(
      made.scenarios.map(({ source_template_id, name, position, tests }) => [
        source_template_id,
        name,
        position,
        tests.map((test) => [test.name, test.position]),
      ]),
      [[null, source.scenarios[1]?.name, 0, [[source.scenarios[1]?.tests[0]?.name, 0]]]],
    );
    assert.deepEqual(made.catalog_tags, []);
  });

  it('can be made of an archived mission and of a retest', async () => {
    const source = await original();
    await walk(admin, `/api/v1/missions/${source.id}`, 'in_progress', 'completed', 'archived');
    const made = await retest(red.client, source.id);
    const again = await retest(red.client, made.id);
    assert.deepEqual(again.retest_of, { id: made.id, name: made.name });
    assert.equal(again.name, 'Retest of Retest of Autumn');
    const list = bodyOf(await red.client.get('/api/v1/missions'), 200);
    assert.deepEqual(list.items[0].retest_of, again.retest_of);
  });

  it('has a name that is no longer than a name may be', async () => {
    const name = `${'n'.repeat(189)}🧪${'n'.repeat(9)}`;
    const source = await newMission(admin, { name });
    const made = await retest(admin, source.id);
    assert.equal(made.name, `Retest of ${'n'.repeat(189)}`);
  });

  it('names the original only to people who see it', async () => {
    const source = await newMission(admin, { members: [red, soc] });
    const made = await retest(red.client, source.id);
    const members = [{ user_id: red.id, role_hint: 'red' }];
    await admin.put(`/api/v1/missions/${source.id}/members`, { members });
    assert.deepEqual((await readMission(red.client, made.id)).retest_of?.id, source.id);
    assert.equal((await readMission(soc.client, made.id)).retest_of, null);
    const list = bodyOf(await soc.client.get('/api/v1/missions'), 200);
    assert.equal(list.items.find(({ id }: Mission) => id === made.id).retest_of, null);
    await admin.delete(`/api/v1/missions/${source.id}`);
    assert.equal((await readMission(admin, made.id)).retest_of, null);
  });

  it('is refused for tests that the mission does not have, and creates nothing', async () => {
    const source = await original();
    const other = placeOf(await newMission(admin));
    const count = bodyOf(await admin.get('/api/v1/missions?limit=1'), 200).total;
    const path = `/api/v1/missions/${source.id}/retest`;
    const bad: [body: object, path: string][] = [
      [{ test_ids: [placeOf(source).test, other.test] }, 'test_ids.1'],
      [{ test_ids: [nobody] }, 'test_ids.0'],
      [{ test_ids: [placeOf(source).test, placeOf(source).test] }, 'test_ids.1'],
      [{ test_ids: [] }, 'test_ids'],
      [{ name: ' ' }, 'name'],
      [{ name: 'n'.repeat(201) }, 'name'],
    ];
    for (const [body, field] of bad) {
      assert.deepEqual(told(await red.client.post(path, body)), [422, 'invalid', field]);
    }
    assert.equal(bodyOf(await admin.get('/api/v1/missions?limit=1'), 200).total, count);
  });

  it('is created by people who may create missions, from one that they see', async () => {
    const source = await original();
    const path = `/api/v1/missions/${source.id}/retest`;
    assert.deepEqual(told(await soc.client.post(path, {})), [403, 'forbidden', undefined]);
    const stranger = await server.newPerson('redteam');
    assert.deepEqual(told(await stranger.client.post(path, {})), [404, 'not_found', undefined]);
  });
});

it("a retest's history names its original only to those who see that", async () => {
  const first = await original();
  const { id } = await retest(admin, first.id);
  const history = `/api/v1/missions/${id}/history`;
  const outsider = await server.newPerson('redteam');
  const members = [red, outsider].map((person) => ({ user_id: person.id, role_hint: 'red' }));
  bodyOf(await admin.put(`/api/v1/missions/${id}/members`, { members }), 200);
  const oldest = bodyOf(await admin.get(history), 200).items.at(-1);
  for (const target of [history, `${history}/${oldest.seq}`]) {
    for (const [client, isTold] of [
      [admin, true],
      [red.client, true],
      [outsider.client, false],
    ] as const) {
      const text = JSON.stringify(bodyOf(await client.get(target), 200));
      assert.equal(text.includes(first.id), isTold, target);
    }
  }
});
