import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { follow } from '../../support/http/events.ts';
import { registry } from '../../support/http/registry.ts';
import {
  assign,
  attach,
  bodyOf,
  newMission,
  newReport,
  newScenarioTemplate,
  nobody,
  type Place,
  placeOf,
  readMission,
  refusal,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';
import { readAll } from './scene.ts';

let time = Date.parse('2026-11-03T09:00:00Z');
const now = () => {
  time += 1;
  return time;
};

let server: TestServer;
let admin: Client;
let red: Person;
let lead: Person;
/** They must not learn of a hidden test: a member of blue, one who also plans, and an observer. */
let blue: Person;
let planner: Person;
let observer: Person;
let mission: Mission;
let shown: Place;
before(async () => {
  server = await startTestServer({ loadCatalog: true, seams: { now, live: { othersMs: 20 } } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  lead = await server.newPerson('soc', { permissions: ['mission.update'] });
  blue = await server.newPerson('soc', { permissions: ['mission.create', 'mission.archive'] });
  planner = await server.newPerson('soc', { permissions: ['mission.update'] });
  observer = await server.newPerson('soc');
  const { id } = await newScenarioTemplate(admin, { tests: 3 });
  mission = await newMission(admin, {
    visibility: 'blind',
    client: 'Meadow bank',
    scenario_template_ids: [id],
    tests: 0,
    members: [red, [lead, 'lead'], [blue, 'blue'], [planner, 'blue'], [observer, 'observer']],
  });
  shown = placeOf(mission, 2);
  // The test that it follows stays hidden when it is revealed.
  const follows = [{ test_id: placeOf(mission, 0).test, condition: 'if the quill holds' }];
  bodyOf(await red.client.put(`${shown.path}/follows`, { follows }), 200);
  await reveal({ test_ids: [shown.test] });
  await walk(admin, shown.missionPath, 'in_progress');
  await fill(red.client, shown, 'Meadow');
});
after(() => server.close());

async function reveal(scope: object): Promise<void> {
  bodyOf(await red.client.post(`/api/v1/missions/${mission.id}/reveal`, { ...scope, when: 'now' }), 200);
  time += 10_000;
  await until(async () => {
    const { scenarios } = await readMission(red.client, mission.id);
    const ids: readonly string[] = (scope as { test_ids?: string[] }).test_ids ?? [];
    return scenarios
      .flatMap(({ tests }) => tests)
      .every(({ id, hiding }) => (ids.length > 0 && !ids.includes(id)) || hiding?.hidden !== true);
  });
}

/** Adds one object of every kind to a test, and returns their ids by path parameter. */
async function fill(client: Client, place: Place, word: string): Promise<Record<string, string>> {
  bodyOf(await client.put(place.path, { command: word, source_host: `${word}-01`, target_host: 'srv' }), 200);
  bodyOf(await client.post(`${place.path}/transition`, { status: 'executed' }), 200);
  const evidence = bodyOf(await attach(client, place), 201);
  const fact = bodyOf(
    await admin.post(`${place.path}/facts`, {
      kind: 'alerted',
      result: 'yes',
      rule_name: `${word} rule`,
      rule_id: `${word}-1`,
      note: word,
    }),
    201,
  );
  const add = async (list: string, fields: object) =>
    bodyOf(await client.post(`${place.missionPath}/${list}`, { title: word, ...fields }), 201).id;
  return {
    mission_id: place.mission,
    test_id: place.test,
    scenario_id: place.scenario,
    evidence_id: evidence.id,
    fact_id: fact.id,
    remediation_id: await add('remediations', { test_ids: [place.test], owner: { id: blue.id } }),
    finding_id: await add('findings', { tests: [{ test_id: place.test, run: 1 }], status: 'confirmed' }),
    report_id: (await newReport(client, { id: place.mission }, { title: word })).id,
  };
}

/** Everything that can be written about a hidden test. */
async function writeHidden(): Promise<Record<string, string>> {
  const body = { name: 'Quillfeather scenario' };
  bodyOf(await red.client.post(`/api/v1/missions/${mission.id}/scenarios`, body), 201);
  const { scenarios } = await readMission(red.client, mission.id);
  const scenario = scenarios.at(-1)?.id as string;
  for (const name of ['Quillfeather', 'Quillfeather two', 'Quillfeather three']) {
    const fields = {
      name,
      catalog_tags: [{ kind: 'subtechnique', external_id: 'T1059.001' }],
      tags: ['quill'],
    };
    const path = `/api/v1/missions/${mission.id}/scenarios/${scenario}/tests`;
    assert.equal(bodyOf(await red.client.post(path, fields), 201).tests.length, 1);
  }
  const place = placeOf(await readMission(red.client, mission.id), 3);
  const first = placeOf(mission, 0);
  const ids = await fill(red.client, place, 'Quillfeather');
  await fill(red.client, first, 'Quillfeather again');
  bodyOf(await assign(admin, place, blue.id), 200);
  const all = [first.test, shown.test, place.test];
  const follows = [{ test_id: first.test, condition: 'quill' }, { test_id: shown.test }];
  bodyOf(await red.client.put(`${place.path}/follows`, { follows }), 200);
  for (const assignee_id of [blue.id, null]) {
    bodyOf(await admin.patch(`${shown.missionPath}/tests`, { test_ids: [place.test], assignee_id }), 200);
  }
  assert.equal(all.length, 3);
  bodyOf(await admin.post(`${first.path}/transition`, { status: 'reviewed_by_blue' }), 200);
  bodyOf(await red.client.post(`${first.path}/runs`, { reason: 'retest' }), 201);
  const gone = placeOf(await readMission(red.client, mission.id), 5);
  bodyOf(await red.client.delete(gone.path), 204);
  const tested = (await readMission(red.client, mission.id)).scenarios.map(({ tests }) => tests);
  const order = (tested[0] as Mission['scenarios'][number]['tests']).map(({ id }) => id);
  const moved = [order[1], order[0], order[2]];
  bodyOf(
    await red.client.put(`${shown.missionPath}/scenarios/${shown.scenario}/order`, { test_ids: moved }),
    200,
  );
  bodyOf(
    await red.client.post(`${shown.missionPath}/presence`, { test_id: place.test, field: 'command' }),
    200,
  );
  bodyOf(
    await admin.patch(`${shown.missionPath}/tests`, { test_ids: [place.test], add_tags: ['secret'] }),
    200,
  );
  return { ...ids, scenario_id: scenario };
}

describe('a hidden test changes nothing that is read by', () => {
  const people: Readonly<Record<string, () => Person>> = {
    blue: () => blue,
    'blue who plans': () => planner,
    'an observer': () => observer,
  };
  const seen = new Map<string, Map<string, string>>();
  const present = new Map<string, Map<string, string>>();
  const streams = new Map<string, Awaited<ReturnType<typeof follow>>>();
  let hidden: Record<string, string>;
  let ids: Record<string, string>;
  before(async () => {
    const { items } = bodyOf(await admin.get('/api/v1/organisations'), 200);
    const found = bodyOf(await blue.client.get(`${shown.missionPath}/findings`), 200);
    const remediations = bodyOf(await blue.client.get(`${shown.missionPath}/remediations`), 200);
    const test = bodyOf(await blue.client.get(shown.path), 200);
    ids = {
      organisation_id: items[0].id,
      mission_id: mission.id,
      test_id: shown.test,
      scenario_id: shown.scenario,
      finding_id: found.items[0].id,
      remediation_id: remediations.items[0].id,
      evidence_id: test.evidence[0].id,
      fact_id: test.facts[0].id,
    };
    for (const [who, person] of Object.entries(people)) {
      streams.set(who, await follow(person().client, mission.id));
      // Reading a file is in the history itself, once.
      await person().client.get(`/api/v1/evidence/${ids.evidence_id}`);
    }
    for (const [who, person] of Object.entries(people)) seen.set(who, await readAll(person().client, ids));
    hidden = await writeHidden();
    for (const [who, person] of Object.entries(people)) present.set(who, await readAll(person().client, ids));
  });
  after(() => {
    for (const stream of streams.values()) stream.drop();
  });

  for (const [who, person] of Object.entries(people)) {
    it(who, () => {
      const before = seen.get(who) as Map<string, string>;
      assert.ok(before.size > 100, `${before.size} answers`);
      const after = present.get(who) as Map<string, string>;
      const changed = [...before].filter(([target, text]) => after.get(target) !== text);
      assert.deepEqual(
        changed.map(([target, text]) => [target, text, after.get(target)]),
        [],
      );
      const first = placeOf(mission, 0).test;
      const tell = [...before].filter(
        ([target, text]) => text.includes(first) || (/quill/i.test(text) && !target.includes('quill')),
      );
      assert.deepEqual(tell, []);
    });

    it(`${who}, from the events`, async () => {
      const stream = streams.get(who);
      // Something that everybody sees comes after all that is hidden.
      bodyOf(await red.client.put(shown.path, { red_comment: `Seen by ${who}` }), 200);
      await until(
        () => stream?.events.some(({ name, data }) => name === 'change' && data.id === shown.test) === true,
      );
      const text = JSON.stringify(stream?.events);
      for (const id of Object.values(hidden)) {
        if (id !== mission.id) assert.ok(!text.includes(id), text);
      }
      assert.ok(!/quill/i.test(text), text);
    });

    it(`${who}, from refusals`, async () => {
      for (const operation of registry()) {
        const { prefix, path, method, events } = operation;
        if (!path.startsWith('/missions/:mission_id/') && !path.startsWith('/evidence')) continue;
        if (events !== undefined) continue;
        const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
        for (const one of names.filter((name) => name !== 'mission_id' && name in hidden)) {
          const at = (id: string | undefined) =>
            prefix +
            path
              .replaceAll(/:seq/g, '1')
              .replaceAll(/:format/g, 'html')
              .replaceAll(
                /:(\w+)/g,
                (_all, name: string) => (name === one ? id : (ids[name] ?? nobody)) ?? nobody,
              );
          const options = method === 'GET' ? {} : { body: {} };
          const found = await person().client.request(method, at(hidden[one]), options);
          const missing = await person().client.request(method, at(nobody), options);
          assert.ok([403, 404].includes(found.status), `${method} ${path}: ${found.status}`);
          assert.deepEqual(refusal(found), refusal(missing), `${method} ${path}`);
        }
      }
    });
  }

  it('administrators, red and the lead see it', async () => {
    for (const client of [admin, red.client, lead.client]) {
      const { scenarios, counts } = await readMission(client, mission.id);
      assert.equal(counts.tests, 5);
      assert.ok(scenarios.some(({ name, hiding }) => name === 'Quillfeather scenario' && hiding?.hidden));
      bodyOf(await client.get(`${shown.missionPath}/tests/${hidden.test_id}`), 200);
    }
  });

  it('a reference to it is one to nothing', async () => {
    const references: Readonly<Record<string, (id: Record<string, string>) => ReturnType<Client['get']>>> = {
      remediation: (id) =>
        blue.client.post(`${shown.missionPath}/remediations`, { title: 'R', test_ids: [id.test_id] }),
      finding: (id) =>
        blue.client.post(`${shown.missionPath}/findings`, {
          title: 'F',
          tests: [{ test_id: id.test_id, run: 1 }],
          evidence_ids: [id.evidence_id],
        }),
      assignment: (id) =>
        blue.client.patch(`${shown.missionPath}/tests`, { test_ids: [id.test_id], assignee_id: null }),
      order: (id) =>
        planner.client.put(`${shown.missionPath}/scenarios/${shown.scenario}/order`, {
          test_ids: [shown.test, id.test_id],
        }),
      retest: (id) => blue.client.post(`${shown.missionPath}/retest`, { test_ids: [id.test_id] }),
      place: (id) => planner.client.post(`${shown.path}/move`, { scenario_id: id.scenario_id }),
    };
    const none = Object.fromEntries(Object.keys(hidden).map((name) => [name, nobody]));
    for (const [what, name] of Object.entries(references)) {
      const [found, missing] = [await name(hidden), await name(none)];
      const comparable = (answer: typeof found, given: Record<string, string>) => {
        let text = JSON.stringify({ ...answer.body, request_id: undefined });
        for (const id of Object.values(given)) text = text.replaceAll(id, 'ID');
        return [answer.status, text];
      };
      assert.ok(found.status >= 400, what);
      assert.deepEqual(comparable(found, hidden), comparable(missing, none), what);
    }
  });

  it('its place in the path is hidden too, and kept when somebody else writes the path', async () => {
    const at = `${shown.path}/follows`;
    const [first, third] = [placeOf(mission, 0).test, placeOf(mission, 1).test];
    const naming = (...ids: readonly string[]) => ({ follows: ids.map((test_id) => ({ test_id })) });
    assert.deepEqual(told(await red.client.put(at, naming(third))), [422, 'invalid', 'follows.0.test_id']);
    assert.deepEqual(bodyOf(await planner.client.get(shown.path), 200).follows, []);
    bodyOf(await planner.client.put(at, { follows: [] }), 200);
    const kept = bodyOf(await red.client.get(shown.path), 200).follows;
    assert.deepEqual(kept, [{ test_id: first, condition: 'if the quill holds' }]);
  });

  it('nobody who does not see it hides or reveals', async () => {
    const change = { test_ids: [shown.test] };
    assert.deepEqual(
      told(await planner.client.post(`${shown.missionPath}/hide`, { ...change, hidden: true })),
      [403, 'forbidden', undefined],
    );
    assert.deepEqual(told(await planner.client.post(`${shown.missionPath}/reveal`, { when: 'now' })), [
      403,
      'forbidden',
      undefined,
    ]);
    assert.deepEqual(told(await planner.client.patch(shown.missionPath, { visibility: 'open' })), [
      403,
      'forbidden',
      undefined,
    ]);
  });

  it('its techniques stay with the mission when somebody plans who does not see it', async () => {
    const list = async () =>
      (await readMission(admin, mission.id)).catalog_tags.map((tag) => tag.external_id);
    assert.deepEqual(await list(), ['T1059.001']);
    for (const catalog_tags of [[{ kind: 'technique', external_id: 'T1003' }], []]) {
      bodyOf(await planner.client.patch(`${shown.path}/plan`, { catalog_tags }), 200);
    }
    assert.deepEqual(await list(), ['T1059.001']);
  });

  it('reports, layers and lists say that they are of the tests that somebody sees', async () => {
    for (const [{ client }, isPart] of [
      [planner, true],
      [red, undefined],
    ] as const) {
      const { id } = await newReport(client, mission, { kind: 'technical' });
      const read = async (format: 'json' | 'html') =>
        (await makeRendering(client, `${shown.missionPath}/reports/${id}`, format)).body;
      assert.equal((await read('json')).mission.is_part, isPart);
      const html = await read('html');
      assert.equal(/of the tests that the author sees/.test(html), isPart === true);
      assert.equal(/These figures are of the tests that the author sees/.test(html), isPart === true);
      for (const format of ['csv', 'layer']) {
        const { body } = await client.get(`${shown.missionPath}/comparison/${mission.id}/${format}`);
        assert.equal(/Tests that the author sees/.test(JSON.stringify(body)), isPart === true, format);
      }
      const layer = await client.get(`${shown.missionPath}/export?format=navigator`);
      assert.equal(/Tests that the author sees/.test(JSON.stringify(layer.body)), isPart === true);
    }
    const listed = async (visibility: string) =>
      bodyOf(await blue.client.get(`/api/v1/missions?visibility=${visibility}`), 200).total;
    assert.deepEqual([await listed('blind'), await listed('open')], [1, 0]);
  });

  it('until it is revealed, which blue gets live', async () => {
    const stream = await follow(blue.client, mission.id);
    const unseen = bodyOf(await blue.client.get(shown.missionPath), 200);
    assert.equal(unseen.counts.tests, 1);
    await reveal({ test_ids: [hidden.test_id] });
    await until(() => stream.events.some(({ name }) => name === 'outline'));
    stream.drop();
    const present = bodyOf(await blue.client.get(shown.missionPath), 200);
    assert.equal(present.counts.tests, 2);
    const test = bodyOf(await blue.client.get(`${shown.missionPath}/tests/${hidden.test_id}`), 200);
    assert.ok(test.hiding.revealed_at);
    assert.equal(test.hiding.hidden, false);
    const history = bodyOf(
      await blue.client.get(`${shown.missionPath}/history?test_id=${hidden.test_id}`),
      200,
    );
    assert.ok(history.items.some(({ changes }: { changes: object }) => 'hidden' in (changes ?? {})));
  });
});
