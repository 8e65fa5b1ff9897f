import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { Outline } from '../../support/missions/outlines.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let stranger: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  stranger = await server.newPerson('redteam');
});
after(() => server.close());

describe('a scenario of a mission', () => {
  it('is added by its name at the end of a running mission', async () => {
    const mission = await Outline.make(admin, [2], [red]);
    await walk(admin, mission.path, 'in_progress');
    const body = { name: '  Lateral movement ', description: 'By hand' };
    const answer = bodyOf(await red.client.post(`${mission.path}/scenarios`, body), 201);
    const { id, ...made } = answer.scenarios[1];
    assert.deepEqual(made, {
      source_template_id: null,
      name: 'Lateral movement',
      description: 'By hand',
      position: 1,
      catalog_tags: [],
      hiding: null,
      tests: [],
    });
    assert.equal(answer.counts.tests, 2);
    const [entry] = await mission.history();
    assert.deepEqual(
      [entry.object_type, entry.object_id, entry.verb, entry.actor.id],
      ['scenario', id, 'created', red.id],
    );
    assert.deepEqual(entry.changes, {
      name: [null, 'Lateral movement'],
      description: [null, 'By hand'],
      position: [null, 1],
    });
  });

  it('is renamed independently of its template', async () => {
    const template = await newScenarioTemplate(admin, { name: 'As it was', description: 'Old' });
    const mission = await Outline.make(admin, []);
    await admin.post(`${mission.path}/scenarios`, { scenario_template_ids: [template.id] });
    const { id } = await mission.scenario(0);
    const before = await mission.read();
    const answer = bodyOf(await admin.patch(mission.scenarioPath(id), { name: 'As it is' }), 200);
    assert.deepEqual([answer.scenarios[0].name, answer.scenarios[0].description], ['As it is', 'Old']);
    assert.ok(answer.updated_at > before.updated_at);
    assert.ok(answer.outline_changed_at > (before.outline_changed_at ?? ''));
    bodyOf(await admin.patch(mission.scenarioPath(id), { description: null }), 200);
    const path = `/api/v1/scenario-templates/${template.id}`;
    const { name, description } = bodyOf(await admin.get(path), 200);
    assert.deepEqual([name, description], ['As it was', 'Old']);
    bodyOf(await admin.patch(path, { name: 'Another' }), 200);
    assert.equal((await mission.scenario(0)).name, 'As it is');
    assert.deepEqual(
      (await mission.history()).slice(0, 2).map(({ changes }) => changes),
      [{ description: ['Old', null] }, { name: ['As it was', 'As it is'] }],
    );
  });

  it('can be deleted while it has no tests, with its tags', async () => {
    const tagged = await newScenarioTemplate(admin, {
      tests: 0,
      catalog_tags: [{ kind: 'technique', external_id: 'T1003' }],
    });
    const mission = await Outline.make(admin, [1]);
    const body = { scenario_template_ids: [tagged.id] };
    bodyOf(await admin.post(`${mission.path}/scenarios`, body), 201);
    bodyOf(await admin.post(`${mission.path}/scenarios`, { name: 'Last' }), 201);
    const [full, empty, last] = (await mission.read()).scenarios;
    const refused = await admin.delete(mission.scenarioPath(full!.id));
    assert.deepEqual(told(refused), [409, 'scenario_not_empty', undefined]);
    assert.equal((await admin.delete(mission.scenarioPath(empty!.id))).status, 204);
    const left = await mission.read();
    assert.deepEqual(
      left.scenarios.map(({ id, position }) => [id, position]),
      [
        [full!.id, 0],
        [last!.id, 1],
      ],
    );
    assert.deepEqual(left.catalog_tags, []);
    assert.equal((await admin.delete(mission.scenarioPath(empty!.id))).status, 404);
  });

  it('is restored with its id, its tags and its position', async () => {
    const tagged = await newScenarioTemplate(admin, {
      name: 'To come back',
      description: 'As written',
      tests: 0,
      catalog_tags: [{ kind: 'technique', external_id: 'T1003' }],
    });
    const mission = await Outline.make(admin, [1], [red]);
    bodyOf(await admin.post(`${mission.path}/scenarios`, { scenario_template_ids: [tagged.id] }), 201);
    bodyOf(await admin.post(`${mission.path}/scenarios`, { name: 'Last' }), 201);
    const { scenarios: before, catalog_tags } = await mission.read();
    const path = mission.scenarioPath(before[1]!.id);
    assert.equal((await admin.post(`${path}/restore`)).status, 404);
    assert.equal((await admin.delete(path)).status, 204);
    const removed = await mission.read();
    assert.equal((await stranger.client.post(`${path}/restore`)).status, 404);
    const back = bodyOf(await red.client.post(`${path}/restore`), 200);
    assert.deepEqual([back.scenarios, back.catalog_tags], [before, catalog_tags]);
    assert.ok(back.outline_changed_at > (removed.outline_changed_at ?? ''));
    assert.equal((await red.client.post(`${path}/restore`)).status, 404);
    const [entry] = await mission.history();
    assert.deepEqual(
      [entry.object_type, entry.object_id, entry.verb, entry.actor.id],
      ['scenario', before[1]!.id, 'restored', red.id],
    );
    assert.deepEqual(entry.changes.name, [null, 'To come back']);

    // With fewer scenarios, the restored one comes last, without its deleted template.
    assert.equal((await admin.delete(path)).status, 204);
    assert.equal((await admin.delete(mission.scenarioPath(before[2]!.id))).status, 204);
    assert.equal((await admin.delete(mission.testPath(before[0]!.tests[0]!.id))).status, 204);
    assert.equal((await admin.delete(mission.scenarioPath(before[0]!.id))).status, 204);
    assert.equal((await admin.delete(`/api/v1/scenario-templates/${tagged.id}`)).status, 204);
    const [alone] = bodyOf(await admin.post(`${path}/restore`), 200).scenarios;
    assert.deepEqual([alone.id, alone.position, alone.source_template_id], [before[1]!.id, 0, null]);
    await walk(admin, mission.path, 'in_progress', 'completed', 'archived');
    const archived = await admin.post(`${mission.scenarioPath(before[2]!.id)}/restore`);
    assert.deepEqual(told(archived), [409, 'archived', undefined]);
  });

  it('is refused for invalid requests', async () => {
    const mission = await Outline.make(admin, [1]);
    const other = await Outline.make(admin, [1]);
    const scenarios = `${mission.path}/scenarios`;
    const { id } = await mission.scenario(0);
    const foreign = await other.scenario(0);
    const before = await mission.read();
    const refusals: [answer: Awaited<ReturnType<Client['get']>>, told: unknown[]][] = [
      [await admin.post(scenarios, {}), [422, 'invalid', 'scenario_template_ids']],
      [await admin.post(scenarios, { name: ' ' }), [422, 'invalid', 'name']],
      [await admin.post(scenarios, { name: 'x', scenario_template_ids: [nobody] }), [422, 'invalid', 'name']],
      [await admin.post(scenarios, { name: 'x', tests: [] }), [422, 'invalid', 'tests']],
      [await admin.patch(mission.scenarioPath(id), { name: null }), [422, 'invalid', 'name']],
      [await admin.patch(mission.scenarioPath(id), { position: 0 }), [422, 'invalid', 'position']],
      [await admin.patch(mission.scenarioPath(nobody), { name: 'x' }), [404, 'not_found', undefined]],
      [await admin.patch(mission.scenarioPath(foreign.id), { name: 'x' }), [404, 'not_found', undefined]],
      [await admin.delete(mission.scenarioPath(foreign.id)), [404, 'not_found', undefined]],
      [
        await admin.put(`${mission.scenarioPath(foreign.id)}/order`, { test_ids: [] }),
        [404, 'not_found', undefined],
      ],
      [await red.client.patch(mission.scenarioPath(id), { name: 'x' }), [404, 'not_found', undefined]],
    ];
    for (const [answer, expected] of refusals) assert.deepEqual(told(answer), expected);
    assert.deepEqual(bodyOf(await admin.patch(mission.scenarioPath(id), {}), 200), before);
  });
});

describe('the order of a mission', () => {
  it('is set by a complete list of scenarios, or of the tests of one', async () => {
    const mission = await Outline.make(admin, [3, 1, 2], [red]);
    const before = await mission.read();
    const ids = before.scenarios.map(({ id }) => id);
    const scenario_ids = [ids[2], ids[0], ids[1]];
    const ordered = bodyOf(await red.client.put(`${mission.path}/scenarios/order`, { scenario_ids }), 200);
    assert.deepEqual(
      ordered.scenarios.map(({ id }: { id: string }) => id),
      scenario_ids,
    );
    const tests = before.scenarios[0]!.tests;
    const test_ids = tests.map(({ id }) => id).reverse();
    bodyOf(await red.client.put(`${mission.scenarioPath(ids[0]!)}/order`, { test_ids }), 200);
    assert.deepEqual((await mission.tests())[1], test_ids);
    // Tests that only changed position keep their version, so pending saves stay valid.
    const after = (await mission.scenario(1)).tests;
    assert.deepEqual(
      after.map(({ updated_at }) => updated_at).sort(),
      tests.map((test) => test.updated_at).sort(),
    );
    const [second, first] = await mission.history();
    const names = before.scenarios.map(({ name }) => name);
    assert.deepEqual(
      [first.object_type, first.changes],
      ['mission', { scenarios: [names, [names[2], names[0], names[1]]] }],
    );
    const testNames = tests.map(({ name }) => name);
    assert.deepEqual(
      [second.object_type, second.object_id, second.changes],
      ['scenario', ids[0], { tests: [testNames, testNames.toReversed()] }],
    );
  });

  it('leaves no entry if unchanged, and distinguishes equal names', async () => {
    const { id: test } = await newTestTemplate(admin, { name: 'Scan' });
    const template = await newScenarioTemplate(admin, { name: 'Twice', tests: [test, test] });
    const mission = await Outline.make(admin, []);
    await admin.post(`${mission.path}/scenarios`, { scenario_template_ids: [template.id, template.id] });
    const before = await mission.read();
    const [one, two] = before.scenarios.map(({ id }) => id) as [string, string];
    const order = (scenario_ids: string[]) => admin.put(`${mission.path}/scenarios/order`, { scenario_ids });
    const count = (await mission.history()).length;
    assert.deepEqual(bodyOf(await order([one, two]), 200), before);
    assert.equal((await mission.history()).length, count);
    bodyOf(await order([two, one]), 200);
    const [entry] = await mission.history();
    const labels = [one, two].map((id) => `Twice (${id.slice(-6)})`);
    assert.deepEqual(entry.changes, { scenarios: [labels, labels.toReversed()] });
  });

  it('refuses foreign, incomplete and repeated items', async () => {
    const mission = await Outline.make(admin, [2, 1]);
    const [first, second] = (await mission.read()).scenarios;
    const [a, b] = first!.tests.map(({ id }) => id) as [string, string];
    const other = second!.tests[0]!.id;
    const path = `${mission.scenarioPath(first!.id)}/order`;
    const table: [ids: unknown, at: string][] = [
      [[a], 'test_ids'],
      [[], 'test_ids'],
      [[a, b, other], 'test_ids.2'],
      [[a, a, b], 'test_ids.1'],
      [[a, nobody], 'test_ids.1'],
      [[a, 'x'], 'test_ids.1'],
      [null, 'test_ids'],
    ];
    const before = await mission.read();
    for (const [test_ids, at] of table) {
      assert.deepEqual(told(await admin.put(path, { test_ids })), [422, 'invalid', at]);
    }
    const scenarios = `${mission.path}/scenarios/order`;
    assert.deepEqual(told(await admin.put(scenarios, { scenario_ids: [first!.id] })), [
      422,
      'invalid',
      'scenario_ids',
    ]);
    assert.deepEqual(await mission.read(), before);
    await walk(admin, mission.path, 'in_progress', 'completed', 'archived');
    for (const [at, body] of [
      [path, { test_ids: [b, a] }],
      [scenarios, { scenario_ids: [second!.id, first!.id] }],
    ] as const) {
      assert.deepEqual(told(await admin.put(at, body)), [409, 'archived', undefined]);
    }
  });

  it('is one of several requested at the same time, never a mix', async () => {
    const mission = await Outline.make(admin, [8]);
    const { id, tests } = await mission.scenario(0);
    const ids = tests.map((test) => test.id);
    const orders = Array.from({ length: 6 }, (_, shift) => [...ids.slice(shift), ...ids.slice(0, shift)]);
    const answers = await Promise.all(
      orders.map((test_ids) => admin.put(`${mission.scenarioPath(id)}/order`, { test_ids })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const [found] = await mission.tests();
    assert.ok(
      orders.some((order) => order.join() === found?.join()),
      found?.join(),
    );
  });

  it('refuses a list that a test was added to or removed from meanwhile, and keeps every test', async () => {
    const mission = await Outline.make(admin, [4]);
    const { id, tests } = await mission.scenario(0);
    const test_ids = tests.map((test) => test.id).reverse();
    const [ordered, added, removed] = await Promise.all([
      admin.put(`${mission.scenarioPath(id)}/order`, { test_ids }),
      admin.post(`${mission.scenarioPath(id)}/tests`, { name: 'Meanwhile' }),
      admin.delete(mission.testPath(tests[0]!.id)),
    ]);
    assert.ok([200, 422].includes(ordered.status), String(ordered.status));
    assert.deepEqual([added.status, removed.status], [201, 204]);
    const [found] = await mission.tests();
    assert.equal(found?.length, 4);
    assert.equal((await mission.read()).counts.tests, 4);
  });
});
