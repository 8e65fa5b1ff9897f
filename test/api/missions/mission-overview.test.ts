import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CoverageSummary, Overview } from '../../../server/missions/overview/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  type Place,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let red: Person;
let other: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  red = await server.newPerson('redteam');
  other = await server.newPerson('redteam');
});
after(() => server.close());

const overviewOf = async (client: Client): Promise<Overview> =>
  bodyOf(await client.get('/api/v1/overview'), 200);
const coverageOf = async (client: Client, query = ''): Promise<CoverageSummary> =>
  bodyOf(await client.get(`/api/v1/coverage${query}`), 200);

async function running(client: Client, fields: Parameters<typeof newMission>[1]) {
  const mission = await newMission(client, fields);
  await walk(client, `/api/v1/missions/${mission.id}`, 'in_progress');
  return mission;
}

async function levelOf(key: string): Promise<string> {
  const levels = bodyOf(await server.admin.client.get('/api/v1/detection-levels'), 200);
  const level = (levels.items ?? levels).find((item: { key: string }) => item.key === key);
  assert.ok(level, JSON.stringify(levels));
  return level.id;
}

describe('the overview', () => {
  it('counts waiting work in every running mission, and names the first of each in turn', async () => {
    const { client } = red;
    const missions = [];
    for (const tests of [3, 4, 1]) missions.push(await running(client, { tests }));
    await newMission(client, { tests: 5 });
    const [first, second, third] = missions as [never, never, never];
    for (const index of [0, 1]) await walk(client, placeOf(second, index).path, 'executed');
    const overview = await overviewOf(client);
    assert.equal(overview.missions, 3);
    assert.equal(overview.pending.total, 3 + 2 + 1);
    const idsOf = (tests: Overview['pending']['tests']) => tests.map(({ id }) => id);
    assert.deepEqual(idsOf(overview.pending.tests), [
      placeOf(third, 0).test,
      placeOf(second, 2).test,
      placeOf(first, 0).test,
      placeOf(second, 3).test,
      placeOf(first, 1).test,
      placeOf(first, 2).test,
    ]);
    assert.equal(overview.executed.total, 2);
    assert.deepEqual(idsOf(overview.executed.tests), [placeOf(second, 0).test, placeOf(second, 1).test]);
    assert.equal(overview.executed.tests[0]?.mission.id, (second as { id: string }).id);
  });

  it('covers more missions than it names tests of', async () => {
    const person = await server.newPerson('redteam');
    for (let count = 0; count < 8; count += 1) await running(person.client, { tests: 1 });
    const { missions, pending } = await overviewOf(person.client);
    assert.deepEqual([missions, pending.total, pending.tests.length], [8, 8, 6]);
    assert.equal(new Set(pending.tests.map(({ mission }) => mission.id)).size, 6);
  });

  it('covers visible missions only', async () => {
    const nobodys = await overviewOf(other.client);
    assert.deepEqual([nobodys.missions, nobodys.pending.total, nobodys.pending.tests], [0, 0, []]);
    assert.ok((await overviewOf(server.admin.client)).missions >= 3);
  });
});

describe('coverage', () => {
  it('sums planned and executed techniques, follows every write, and covers visible missions only', async () => {
    const person = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
    const { client } = person;
    const tag = (external_id: string, kind = 'technique') => ({ kind, external_id });
    const templates = [
      await newTestTemplate(client, {
        catalog_tags: [tag('T1059'), tag('T1059.001', 'subtechnique'), tag('TA0002', 'tactic')],
      }),
      await newTestTemplate(client, { catalog_tags: [tag('T1059.001', 'subtechnique')] }),
      await newTestTemplate(client, { catalog_tags: [tag('T1003')] }),
      await newTestTemplate(client, {}),
    ];
    const scenario = await newScenarioTemplate(client, { tests: templates.map(({ id }) => id) });
    const mission = await newMission(client, { tests: 0, scenario_template_ids: [scenario.id] });
    const entry = (of: CoverageSummary, id: string) => {
      const found = of.entries.find(({ external_id }) => external_id === id);
      return found && [found.planned, found.run, found.level?.key ?? null];
    };
    const planned = await coverageOf(client);
    assert.deepEqual([planned.missions, planned.tests], [1, { planned: 4, run: 0 }]);
    assert.deepEqual(planned.tagged, { planned: 3, run: 0 });
    assert.deepEqual(
      planned.entries.map(({ external_id }) => external_id),
      ['T1003', 'T1059', 'T1059.001'],
    );
    assert.deepEqual(entry(planned, 'T1059'), [2, 0, null]);

    await walk(client, `/api/v1/missions/${mission.id}`, 'in_progress');
    const [first, second] = [placeOf(mission, 0), placeOf(mission, 1)];
    for (const place of [first, second]) await walk(client, place.path, 'executed');
    const judge = async (path: string, key: string) =>
      bodyOf(await client.put(path, { detection_level_id: await levelOf(key) }), 200);
    await judge(first.path, 'logged');
    const judged = await coverageOf(client, '?status=in_progress');
    assert.deepEqual(judged.tests, { planned: 4, run: 2 });
    assert.deepEqual(judged.tagged, { planned: 3, run: 2 });
    assert.deepEqual(entry(judged, 'T1059'), [2, 2, 'logged']);
    assert.deepEqual(entry(judged, 'T1003'), [1, 0, null]);
    assert.deepEqual(
      judged.levels.map(({ level, run }) => [level?.key ?? null, run]),
      [
        ['not_detected', 0],
        ['logged', 1],
        ['alerted', 0],
        ['prevented', 0],
        [null, 1],
      ],
    );
    await judge(second.path, 'prevented');
    assert.deepEqual(entry(await coverageOf(client), 'T1059'), [2, 2, 'prevented']);
    await walk(client, second.path, 'pending');
    assert.deepEqual(
      entry(await coverageOf(client), 'T1059'),
      [2, 1, 'logged'],
      'what is undone covers nothing',
    );

    assert.deepEqual((await coverageOf(client, '?status=completed')).missions, 0);
    assertProblem(await client.get('/api/v1/coverage?status=running'), 422, 'invalid');
    assert.deepEqual((await coverageOf(other.client)).entries, []);
    const all = await coverageOf(server.admin.client);
    assert.ok(all.missions > 1 && (entry(all, 'T1059')?.[0] as number) >= 2);
    bodyOf(await client.delete(`/api/v1/missions/${mission.id}`), 204);
    assert.deepEqual((await coverageOf(client)).entries, []);
  });
});

describe('outcomes of tests', () => {
  it('are counted by level, kind of fact and expectation for executed tests, and no longer once undone', async () => {
    const person = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
    const { client } = person;
    const technique = { kind: 'technique', external_id: 'T1059' };
    const alert = { kind: 'alerted', result: 'yes' };
    const template = await newTestTemplate(client, { catalog_tags: [technique], expectations: [alert] });
    const other = await newTestTemplate(client, { catalog_tags: [technique] });
    const scenario = await newScenarioTemplate(client, {
      tests: [template.id, template.id, template.id, other.id],
    });
    const mission = await newMission(client, { tests: 0, scenario_template_ids: [scenario.id] });
    const places = [0, 1, 2, 3].map((index) => placeOf(mission, index)) as [Place, Place, Place, Place];
    await walk(client, `/api/v1/missions/${mission.id}`, 'in_progress');
    const outcomesOf = async (by = client, ids = mission.id) =>
      bodyOf(await by.get(`/api/v1/outcomes?missions=${ids}`), 200);
    const none = { met: 0, missed: 0, open: 3 };
    const { updated_at: runs_since } = bodyOf(await client.get(`/api/v1/missions/${mission.id}`), 200);
    const waits = { red: runs_since, blue: null };
    const planned = {
      mission_id: mission.id,
      tests: { planned: 4, run: 0 },
      levels: {},
      expectations: none,
      waits,
    };
    assert.deepEqual(await outcomesOf(), [planned]);
    for (const { path } of places.slice(0, 3)) await walk(client, path, 'executed');
    const saw = async (index: number, kind: string, result: string) =>
      bodyOf(await client.post(`${places[index]?.path}/facts`, { kind, result }), 201);
    await saw(0, 'alerted', 'yes');
    await saw(1, 'alerted', 'no');
    await saw(1, 'logged', 'no');
    await saw(2, 'alerted', 'not_tested');
    await saw(3, 'alerted', 'yes');
    const levels = { alerted: 1, not_detected: 1 };
    const outcomes = { alerted: { yes: 1, no: 1, not_tested: 1 }, logged: { no: 1 } };
    const expectations = { met: 1, missed: 1, open: 1 };
    const run = { planned: 4, run: 3 };
    const { executed_at } = bodyOf(await client.get(places[0].path), 200);
    const sum = { tests: run, levels, expectations, waits: { ...waits, blue: executed_at } };
    assert.deepEqual(await outcomesOf(), [{ mission_id: mission.id, ...sum }]);
    const coverage = await coverageOf(client);
    assert.deepEqual([coverage.outcomes, coverage.expectations], [outcomes, expectations]);
    const { level, ...entry } = coverage.entries[0] as CoverageSummary['entries'][number];
    assert.deepEqual([level?.key, entry], ['alerted', { external_id: 'T1059', ...run, levels, outcomes }]);
    await walk(client, places[1].path, 'pending');
    assert.deepEqual((await coverageOf(client)).outcomes, { alerted: { yes: 1, not_tested: 1 } });
  });

  it('cover the named missions that are visible', async () => {
    const person = await server.newPerson('redteam');
    const [one, two] = [await newMission(person.client), await newMission(person.client)];
    const hidden = await newMission(server.admin.client);
    const ask = (ids: string) => person.client.get(`/api/v1/outcomes?missions=${ids}`);
    const found = bodyOf(await ask([one.id, hidden.id].join(',')), 200);
    assert.deepEqual(
      found.map(({ mission_id }: { mission_id: string }) => mission_id),
      [one.id],
    );
    assert.equal(bodyOf(await ask([one.id, two.id, one.id].join(',')), 200).length, 2);
    assertProblem(await person.client.get('/api/v1/outcomes'), 422, 'invalid');
    assertProblem(await ask(''), 422, 'invalid');
    assertProblem(await ask('nothing'), 422, 'invalid');
    assertProblem(await ask(Array.from({ length: 101 }, () => one.id).join(',')), 422, 'invalid');
  });
});
