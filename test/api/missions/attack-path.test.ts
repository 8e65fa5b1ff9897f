import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PathEdge } from '../../../domain/attack-path.ts';
import {
  bodyOf,
  newMission,
  newReport,
  nobody,
  placeOf,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { Outline } from '../../support/missions/outlines.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
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

type Wanted = string | [test: string, condition: string];

/** Sets what a test follows. */
function follow(mission: Outline, test: string, wanted: readonly Wanted[], client: Client = red.client) {
  const follows = wanted.map((one) =>
    typeof one === 'string' ? { test_id: one } : { test_id: one[0], condition: one[1] },
  );
  return client.put(`${mission.testPath(test)}/follows`, { follows });
}

const edgesOf = async (mission: Outline): Promise<PathEdge[]> =>
  bodyOf(await soc.client.get(`${mission.path}/path`), 200).edges;

async function newPath(sizes: readonly number[] = [4]): Promise<{ mission: Outline; tests: string[] }> {
  const mission = await Outline.make(admin, sizes, [red, soc]);
  return { mission, tests: (await mission.tests()).flat() };
}

describe('the attack path of a mission', () => {
  it('claims nothing until somebody says which test follows which', async () => {
    const { mission, tests } = await newPath();
    assert.deepEqual(await edgesOf(mission), []);
    const [a, b, c] = tests as [string, string, string];
    const answer = bodyOf(await follow(mission, c, [[b, ' if the ticket cracks '], a]), 200);
    const follows = [
      { test_id: a, condition: null },
      { test_id: b, condition: 'if the ticket cracks' },
    ];
    assert.deepEqual(answer.follows, follows);
    assert.deepEqual((await readTest(soc.client, { path: mission.testPath(c) })).follows, follows);
    assert.deepEqual(
      await edgesOf(mission),
      follows.map(({ test_id, condition }) => ({ test_id: c, follows_id: test_id, condition })),
    );
    bodyOf(await follow(mission, c, []), 200);
    assert.deepEqual(await edgesOf(mission), []);
  });

  it('is recorded once per change, by the names of tests, and told to those who follow the mission', async () => {
    const { mission, tests } = await newPath();
    const [a, b] = tests as [string, string];
    const names = (await mission.scenario(0)).tests.map(({ name }) => name);
    const { next_since } = bodyOf(await soc.client.get(`${mission.path}/activity`), 200);
    bodyOf(await follow(mission, b, [[a, 'if it worked']]), 200);
    bodyOf(await follow(mission, b, [[a, 'if it worked']]), 200);
    const { items } = bodyOf(await admin.get(`${mission.path}/history`), 200);
    const changes = items.flatMap(
      ({ changes, test_id }: { changes: { follows?: unknown }; test_id: string }) =>
        changes.follows === undefined ? [] : [[test_id, changes.follows]],
    );
    assert.deepEqual(changes, [[b, [[], [`${names[0]} (if it worked)`]]]]);
    const news = bodyOf(await soc.client.get(`${mission.path}/activity?since=${next_since}`), 200);
    assert.deepEqual(
      news.tests.map(({ id }: { id: string }) => id),
      [b],
    );
    assert.ok(news.outline_changed_at > next_since);
  });

  it('has no cycle: the refusal names the tests, and concurrent writes make none either', async () => {
    const { mission, tests } = await newPath();
    const [a, b, c] = tests as [string, string, string];
    const names = (await mission.scenario(0)).tests.map(({ name }) => name);
    bodyOf(await follow(mission, b, [a]), 200);
    bodyOf(await follow(mission, c, [b]), 200);
    const refused = await follow(mission, a, [c]);
    assert.deepEqual(told(refused).slice(0, 2), [409, 'follows_cycle']);
    assert.equal(
      refused.body.detail,
      `The test would follow itself: ${[0, 1, 2, 0].map((index) => names[index]).join(' → ')}`,
    );
    assert.deepEqual(told(await follow(mission, a, [a])).slice(0, 2), [409, 'follows_cycle']);
    assert.equal((await edgesOf(mission)).length, 2);
    // Turned round, there is no cycle.
    bodyOf(await follow(mission, c, []), 200);
    bodyOf(await follow(mission, a, [c]), 200);

    const { mission: other, tests: ring } = await newPath([8]);
    const answers = await Promise.all(
      ring.map((test, index) => follow(other, test, [ring[(index + 1) % ring.length] as string])),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(7).fill(200), 409]);
    assert.equal((await edgesOf(other)).length, 7);
  });

  it('is of one mission: tests of others are refused like missing ones', async () => {
    const { mission, tests } = await newPath();
    const { tests: others } = await newPath();
    const [a, b] = tests as [string, string];
    for (const test of [others[0] as string, nobody]) {
      assert.deepEqual(told(await follow(mission, b, [a, test])), [422, 'invalid', 'follows.1.test_id']);
    }
    assert.deepEqual(told(await follow(mission, b, [a, a])), [422, 'invalid', 'follows.1.test_id']);
    assert.deepEqual(told(await follow(mission, others[0] as string, [a])).slice(0, 2), [404, 'not_found']);
    const long = [a, 'x'.repeat(201)] as [string, string];
    assert.deepEqual(told(await follow(mission, b, [long])), [422, 'invalid', 'follows.0.condition']);
    assert.deepEqual(await edgesOf(mission), []);
  });

  it('changes neither for strangers, nor for blue, nor in an archived mission', async () => {
    const { mission, tests } = await newPath();
    const [a, b] = tests as [string, string];
    assert.equal((await follow(mission, b, [a], soc.client)).status, 403);
    const stranger = await server.newPerson('redteam');
    assert.equal((await follow(mission, b, [a], stranger.client)).status, 404);
    assert.equal((await stranger.client.get(`${mission.path}/path`)).status, 404);
    const { updated_at } = await readTest(admin, { path: mission.testPath(b) });
    bodyOf(await follow(mission, b, [a]), 200);
    const body = { follows: [] };
    const stale = await red.client.put(`${mission.testPath(b)}/follows`, body, {
      'if-match': `"${updated_at}"`,
    });
    assert.equal(stale.status, 412);
    await walk(admin, mission.path, 'in_progress', 'completed', 'archived');
    assert.deepEqual(told(await follow(mission, b, [])).slice(0, 2), [409, 'archived']);
    assert.equal((await edgesOf(mission)).length, 1);
  });

  it('loses a removed test, and has it back where that makes no cycle', async () => {
    const { mission, tests } = await newPath();
    const [a, b, c] = tests as [string, string, string];
    bodyOf(await follow(mission, b, [[a, 'if so']]), 200);
    bodyOf(await follow(mission, c, [b]), 200);
    const all = await edgesOf(mission);
    const before = await readTest(admin, { path: mission.testPath(c) });
    assert.equal((await admin.delete(mission.testPath(b))).status, 204);
    assert.deepEqual(await edgesOf(mission), []);
    const after = await readTest(admin, { path: mission.testPath(c) });
    assert.deepEqual(after.follows, []);
    assert.notEqual(after.updated_at, before.updated_at);
    bodyOf(await admin.post(`${mission.testPath(b)}/restore`), 200);
    assert.deepEqual(await edgesOf(mission), all);

    assert.equal((await admin.delete(mission.testPath(b))).status, 204);
    bodyOf(await follow(mission, a, [c]), 200);
    bodyOf(await admin.post(`${mission.testPath(b)}/restore`), 200);
    assert.deepEqual(
      (await edgesOf(mission)).map(({ test_id, follows_id }) => [test_id, follows_id]),
      [
        [a, c],
        [b, a],
      ],
    );
  });

  it('is copied with the plan of a mission', async () => {
    const { mission, tests } = await newPath([2, 2]);
    const [a, b, c] = tests as [string, string, string];
    bodyOf(await follow(mission, b, [a]), 200);
    bodyOf(await follow(mission, c, [[b, 'if so']]), 200);
    const clone = bodyOf(await admin.post(`${mission.path}/clone`, {}), 201);
    const copied = new Outline(admin, clone.id);
    const ids = (await copied.tests()).flat();
    const { edges } = bodyOf(await admin.get(`${copied.path}/path`), 200);
    assert.deepEqual(edges, [
      { test_id: ids[1], follows_id: ids[0], condition: null },
      { test_id: ids[2], follows_id: ids[1], condition: 'if so' },
    ]);
    const retest = bodyOf(await admin.post(`${mission.path}/retest`, { test_ids: [b, c] }), 201);
    const part = bodyOf(await admin.get(`/api/v1/missions/${retest.id}/path`), 200);
    assert.equal(part.edges.length, 1);
  });

  it('takes hostile names and conditions as text', async () => {
    const mission = await newMission(admin, { tests: 2, members: [red] });
    const [a, b] = [placeOf(mission), placeOf(mission, 1)];
    const hostile = '<img src=x onerror=alert(1)>%s\u202e../../etc';
    bodyOf(await red.client.patch(`${a.path}/plan`, { name: hostile }), 200);
    const follows = [{ test_id: a.test, condition: hostile }];
    assert.deepEqual(bodyOf(await red.client.put(`${b.path}/follows`, { follows }), 200).follows, follows);
    const cycle = await red.client.put(`${a.path}/follows`, { follows: [{ test_id: b.test }] });
    assert.equal(cycle.status, 409);
    assert.ok(cycle.body.detail.includes(hostile));
  });
});

describe('the attack path in reports', () => {
  it('is drawn, and says where the attack would have been stopped', async () => {
    const { mission, tests } = await newPath([3]);
    const [a, b, c] = tests as [string, string, string];
    bodyOf(await follow(mission, b, [[a, 'if <it> worked']]), 200);
    bodyOf(await follow(mission, c, [b]), 200);
    for (const test of tests) await walk(red.client, mission.testPath(test), 'executed');
    bodyOf(await soc.client.post(`${mission.testPath(b)}/facts`, { kind: 'prevented', result: 'yes' }), 201);
    for (const kind of ['executive', 'technical']) {
      const { id } = await newReport(red.client, mission, { kind });
      const at = `${mission.path}/reports/${id}`;
      bodyOf(await makeRendering(red.client, at, 'html'), 200);
      const html = (await fetchBytes(red.client, `${at}/renderings/html`)).toString();
      assert.match(html, /Where the attack would have been stopped/);
      assert.match(html, /Prevented\. After it, 1 test was still executed: 1\.3 /);
      assert.equal(html.includes('if &lt;it&gt; worked'), kind === 'technical');
      assert.ok(!html.includes('if <it>'));
    }
  });

  it('is drawn in parts when it is long, each of which begins with what it follows', async () => {
    const { mission, tests } = await newPath([62]);
    for (const [index, test] of tests.entries()) {
      if (index > 0) bodyOf(await follow(mission, test, [tests[index - 1] as string]), 200);
    }
    await walk(red.client, mission.testPath(tests[0] as string), 'executed');
    const { id } = await newReport(red.client, mission, { kind: 'technical' });
    const at = `${mission.path}/reports/${id}`;
    bodyOf(await makeRendering(red.client, at, 'html'), 200);
    const html = (await fetchBytes(red.client, `${at}/renderings/html`)).toString();
    const [, ...parts] = html.split(/<h4[^>]*>Attack path, part \d of 2<\/h4>/);
    const drawn = parts.map((part) => part.slice(0, part.indexOf('</svg>')));
    const names = (part: string) => [...part.matchAll(/1\.(\d+) /g)].map(([, number]) => Number(number));
    const [first, second] = drawn.map((part) => new Set(names(part))) as [Set<number>, Set<number>];
    assert.deepEqual([first.size, second.size], [40, 23]);
    assert.deepEqual(
      [...first].filter((number) => second.has(number)),
      [40],
    );
  });
});
