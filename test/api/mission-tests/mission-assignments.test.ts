import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ChangedTest, Mission } from '../../../server/missions/contract.ts';
import {
  assign,
  bodyOf,
  newMission,
  nobody,
  type Place,
  placeOf,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
let planner: Person;
let stranger: Person;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
  stranger = await server.newPerson('redteam');
  planner = await server.newPerson('soc', { permissions: ['mission.update'] });
});
after(() => server.close());

const missionOf = (tests = 1): Promise<Mission> =>
  newMission(admin, { tests, members: [red, [blue, 'blue'], [planner, 'lead']] });
const placesOf = (mission: Mission, tests: number): Place[] =>
  Array.from({ length: tests }, (_, index) => placeOf(mission, index));
const change = (client: Client, mission: Mission, body: object) =>
  client.patch(`/api/v1/missions/${mission.id}/tests`, body);
const changed = async (client: Client, mission: Mission, body: object): Promise<ChangedTest[]> =>
  bodyOf(await change(client, mission, body), 200).tests;
const historyOf = async ({ missionPath, test }: Place) =>
  bodyOf(await admin.get(`${missionPath}/history?test_id=${test}`), 200).items;

describe('the assignee of a test', () => {
  it('is written by either side for any member, with the rest of a test', async () => {
    const place = placeOf(await missionOf());
    assert.equal((await readTest(admin, place)).assignee, null);
    for (const [writer, { id }] of [
      [red, blue],
      [blue, red],
      [red, planner],
    ] as const) {
      bodyOf(await assign(writer.client, place, id), 200);
      const test = await readTest(admin, place);
      assert.deepEqual([test.assignee?.id, test.last_actor?.id], [id, writer.id]);
    }
    const [entry] = await historyOf(place);
    const { assignee } = await readTest(admin, place);
    assert.deepEqual(entry.changes.assignee?.[1], assignee);
    assert.deepEqual(Object.keys(entry.changes), ['assignee']);
    assert.equal(bodyOf(await assign(blue.client, place, null), 200).tests[0].assignee, null);
  });

  it('cannot be a non-member, not even an administrator', async () => {
    const place = placeOf(await missionOf());
    const me = bodyOf(await admin.get('/api/v1/auth/me'), 200);
    for (const assignee_id of [stranger.id, me.id, nobody, 'x', { id: red.id }]) {
      const body = { test_ids: [place.test], assignee_id };
      const answer = await red.client.patch(`${place.missionPath}/tests`, body);
      assert.deepEqual(told(answer), [422, 'invalid', 'assignee_id'], String(assignee_id));
    }
  });

  it('is read-only in the fields of a test', async () => {
    const place = placeOf(await missionOf());
    bodyOf(await assign(red.client, place, red.id), 200);
    for (const client of [red.client, blue.client, admin]) {
      for (const assignee_id of [blue.id, red.id, null]) {
        assert.deepEqual(told(await client.put(place.path, { assignee_id })), [
          422,
          'invalid',
          'assignee_id',
        ]);
      }
    }
    const { assignee } = await readTest(admin, place);
    assert.deepEqual(told(await red.client.put(place.path, { assignee: { id: blue.id } })), [
      422,
      'invalid',
      'assignee',
    ]);
    assert.deepEqual((await readTest(admin, place)).assignee, assignee);
  });

  it('stays over runs, and is open in a retest', async () => {
    const mission = await missionOf();
    const place = placeOf(mission);
    bodyOf(await assign(red.client, place, red.id), 200);
    await changed(planner.client, mission, { test_ids: [place.test], add_tags: ['q3'] });
    await walk(red.client, place.path, 'executed');
    const again = bodyOf(await red.client.post(`${place.path}/runs`, { reason: 'retest' }), 201);
    assert.deepEqual([again.assignee.id, again.tags], [red.id, ['q3']]);
    const retest = bodyOf(await admin.post(`${place.missionPath}/retest`, {}), 201);
    const copy = await readTest(admin, placeOf(retest));
    assert.deepEqual([copy.assignee, copy.tags], [null, ['q3']]);
  });

  it('is cleared when they leave the mission, which is a write to the test', async () => {
    const mission = await missionOf(3);
    const places = placesOf(mission, 3);
    const [first, second, third] = places as [Place, Place, Place];
    await changed(red.client, mission, { test_ids: [first.test, second.test], assignee_id: red.id });
    await changed(red.client, mission, { test_ids: [third.test], assignee_id: blue.id });
    const before = await Promise.all(places.map((place) => readTest(admin, place)));
    const { next_since } = bodyOf(await admin.get(`${first.missionPath}/activity`), 200);
    // The writer may be the member who leaves.
    const members = [{ user_id: blue.id, role_hint: 'blue' }];
    bodyOf(await red.client.put(`${first.missionPath}/members`, { members }), 200);
    const after = await Promise.all(places.map((place) => readTest(admin, place)));
    assert.deepEqual(
      after.map(({ assignee }) => assignee?.id ?? null),
      [null, null, blue.id],
    );
    assert.ok(after[0]!.updated_at > before[0]!.updated_at);
    assert.equal(after[2]!.updated_at, before[2]!.updated_at);
    const { tests } = bodyOf(
      await admin.get(`${first.missionPath}/activity?since=${encodeURIComponent(next_since)}`),
      200,
    );
    assert.deepEqual(tests.map(({ id }: ChangedTest) => id).sort(), [first.test, second.test].sort());
    const [entry] = await historyOf(first);
    assert.deepEqual(entry.changes, { assignee: [before[0]!.assignee, null] });
    // Saving the same members changes no test.
    bodyOf(await admin.put(`${first.missionPath}/members`, { members }), 200);
    assert.equal((await readTest(admin, first)).updated_at, after[0]!.updated_at);
  });

  it('is cleared when they are deleted', async () => {
    const somebody = await server.newPerson('redteam');
    const place = placeOf(await newMission(admin, { members: [red, somebody] }));
    bodyOf(await assign(red.client, place, somebody.id), 200);
    assert.equal((await admin.delete(`/api/v1/users/${somebody.id}`)).status, 204);
    assert.equal((await readTest(admin, place)).assignee, null);
  });
});

describe('many tests at once', () => {
  it('are assigned and tagged in one step, and returned as in the activity', async () => {
    const mission = await missionOf(3);
    const places = placesOf(mission, 3);
    const test_ids = places.slice(0, 2).map(({ test }) => test);
    const tests = await changed(planner.client, mission, {
      test_ids,
      assignee_id: blue.id,
      add_tags: [' alpha ', 'beta', 'alpha'],
    });
    const activity = bodyOf(await admin.get(`${places[0]!.missionPath}/activity`), 200);
    assert.deepEqual(
      tests,
      activity.tests.filter(({ id }: ChangedTest) => test_ids.includes(id)),
    );
    for (const { tags, assignee, last_actor } of tests) {
      assert.deepEqual([tags, assignee?.id, last_actor?.id], [['alpha', 'beta'], blue.id, planner.id]);
    }
    assert.deepEqual((await readTest(admin, places[2]!)).tags, []);
    const shown = bodyOf(await admin.get(places[0]!.missionPath), 200).scenarios[0].tests;
    assert.deepEqual(
      shown.map(({ tags, assignee }: ChangedTest) => [tags.length, assignee?.id]),
      [
        [2, blue.id],
        [2, blue.id],
        [0, undefined],
      ],
    );
    const [entry] = await historyOf(places[0]!);
    assert.deepEqual(entry.changes.tags, [[], ['alpha', 'beta']]);
  });

  it('lose tags, keep their order, and are left alone where nothing changes', async () => {
    const mission = await missionOf(2);
    const [one, two] = placesOf(mission, 2) as [Place, Place];
    const test_ids = [one.test, two.test];
    await changed(planner.client, mission, { test_ids: [one.test], add_tags: ['a', 'b', 'c'] });
    const before = await readTest(admin, one);
    await changed(planner.client, mission, { test_ids, remove_tags: ['b', 'none'], add_tags: ['d', 'a'] });
    assert.deepEqual((await readTest(admin, one)).tags, ['a', 'c', 'd']);
    assert.deepEqual((await readTest(admin, two)).tags, ['d', 'a']);
    const after = await readTest(admin, one);
    assert.ok(after.updated_at > before.updated_at);
    for (const body of [{}, { add_tags: ['a'] }, { remove_tags: ['x'] }, { assignee_id: null }]) {
      assert.equal((await changed(planner.client, mission, { test_ids, ...body })).length, 2);
    }
    assert.deepEqual(await readTest(admin, one), after);
  });

  it('are all refused when one is', async () => {
    const mission = await missionOf(2);
    const [one, two] = placesOf(mission, 2) as [Place, Place];
    const other = placeOf(await missionOf());
    const many = Array.from({ length: 100 }, (_, index) => `t${index}`);
    await changed(planner.client, mission, { test_ids: [two.test], add_tags: many });
    const rows: [body: object, path: string][] = [
      [{ test_ids: [], assignee_id: red.id }, 'test_ids'],
      [{ assignee_id: red.id }, 'test_ids'],
      [{ test_ids: [one.test, other.test], assignee_id: red.id }, 'test_ids.1'],
      [{ test_ids: [one.test, one.test], assignee_id: red.id }, 'test_ids.1'],
      [{ test_ids: [one.test], assignee_id: stranger.id }, 'assignee_id'],
      [{ test_ids: [one.test, two.test], add_tags: ['one more'] }, 'add_tags'],
      [{ test_ids: [one.test], add_tags: ['x', ' '] }, 'add_tags.1'],
      [{ test_ids: [one.test], add_tags: ['x'.repeat(101)] }, 'add_tags.0'],
      [{ test_ids: [one.test], add_tags: ['x', 'y'], remove_tags: ['y'] }, 'remove_tags.0'],
      [{ test_ids: [one.test], tags: ['x'] }, 'tags'],
      [{ test_ids: [one.test], status: 'executed' }, 'status'],
    ];
    const before = [await readTest(admin, one), await readTest(admin, two)];
    for (const [body, path] of rows) {
      assert.deepEqual(told(await change(planner.client, mission, body)), [422, 'invalid', path]);
    }
    assert.deepEqual([await readTest(admin, one), await readTest(admin, two)], before);
  });

  it('need planning rights for tags, either side or planning rights for an assignee, and a writable mission', async () => {
    const mission = await missionOf();
    const test_ids = [placeOf(mission).test];
    for (const { client } of [red, blue, planner]) {
      await changed(client, mission, { test_ids, assignee_id: red.id });
    }
    for (const body of [{ add_tags: ['x'] }, { remove_tags: ['x'] }, { add_tags: [] }]) {
      assert.equal((await change(blue.client, mission, { test_ids, ...body })).status, 403);
    }
    assert.equal((await change(stranger.client, mission, { test_ids, assignee_id: null })).status, 404);
    for (const status of ['in_progress', 'completed', 'archived']) {
      bodyOf(await admin.post(`/api/v1/missions/${mission.id}/transition`, { status }), 200);
    }
    assert.deepEqual(told(await change(red.client, mission, { test_ids, assignee_id: null })), [
      409,
      'archived',
      undefined,
    ]);
  });
});

describe('tests are found', () => {
  const found = async (client: Client, query: string): Promise<string[]> =>
    bodyOf(await client.get(`/api/v1/tests?${query}`), 200).items.map(({ id }: { id: string }) => id);

  it('by assignee, by tag and by attack result', async () => {
    const mission = await missionOf(3);
    const [one, two, three] = placesOf(mission, 3) as [Place, Place, Place];
    const somebody = await server.newPerson('redteam');
    const elsewhere = await newMission(admin, { members: [somebody] });
    await changed(admin, mission, { test_ids: [one.test, two.test], assignee_id: planner.id });
    await changed(admin, mission, { test_ids: [two.test, three.test], add_tags: ['Quince 1', "o'k %_"] });
    await changed(admin, elsewhere, { test_ids: [placeOf(elsewhere).test], add_tags: ['Quince 1'] });
    bodyOf(await red.client.put(two.path, { attack_result: 'failed' }), 200);

    assert.deepEqual(await found(planner.client, 'assignee=me'), [one.test, two.test]);
    assert.deepEqual(await found(red.client, `assignee=${planner.id}`), [one.test, two.test]);
    assert.deepEqual(await found(somebody.client, 'assignee=me'), []);
    assert.deepEqual(await found(red.client, 'tag=Quince%201'), [two.test, three.test]);
    assert.deepEqual(await found(red.client, "tag=o'k%20%25_"), [two.test, three.test]);
    assert.deepEqual(await found(red.client, 'tag=quince%201'), []);
    assert.deepEqual(await found(planner.client, 'assignee=me&attack_result=failed'), [two.test]);
    assert.deepEqual(await found(planner.client, 'assignee=me&attack_result=partly'), []);
    assert.deepEqual(await found(planner.client, 'assignee=me&q=nothing%20is%20called%20so'), []);
    const { items, total } = bodyOf(
      await planner.client.get('/api/v1/tests?assignee=me&limit=1&offset=1'),
      200,
    );
    assert.deepEqual([items.map(({ id }: { id: string }) => id), total], [[two.test], 2]);
    assert.deepEqual(
      [items[0].tags, items[0].assignee.id, items[0].attack_result],
      [['Quince 1', "o'k %_"], planner.id, 'failed'],
    );
    assert.equal((await found(admin, 'tag=Quince%201')).length, 3);
    for (const [query, path] of [
      ['', 'q'],
      ['assignee=you', 'assignee'],
      ['tag=', 'tag'],
      ['attack_result=won', 'attack_result'],
    ]) {
      assert.deepEqual(told(await red.client.get(`/api/v1/tests?${query}`)), [422, 'invalid', path]);
    }
  });

  it('by their hosts, in each mission that one sees, newest first', async () => {
    const older = await missionOf(3);
    const newer = await missionOf(1);
    const elsewhere = await newMission(admin, { members: [await server.newPerson('redteam')] });
    const [one, two, three] = placesOf(older, 3) as [Place, Place, Place];
    const write = async (place: Place, body: object) => bodyOf(await admin.put(place.path, body), 200);
    await write(one, { source_host: 'Quay-7', target_host: 'Quay-7' });
    await write(two, { target_host: 'Quay-7' });
    await write(three, { source_host: '100%_quay' });
    await write(placeOf(newer), { target_host: 'quay-8' });
    await write(placeOf(elsewhere), { target_host: 'quay-9' });
    const hosts = async (client: Client, query: string) =>
      bodyOf(await client.get(`/api/v1/hosts?${query}`), 200).items;
    const of = ({ id, name }: Mission) => ({ id, name });
    const all = [
      { host: 'quay-8', mission: of(newer), tests: 1 },
      { host: 'Quay-7', mission: of(older), tests: 2 },
      { host: '100%_quay', mission: of(older), tests: 1 },
    ];
    assert.deepEqual(await hosts(red.client, 'q=QUAY'), all);
    assert.deepEqual(await hosts(red.client, 'q=quay&limit=2'), all.slice(0, 2));
    assert.deepEqual(await hosts(red.client, 'q=%25_'), all.slice(2));
    assert.deepEqual((await hosts(admin, 'q=quay-9')).length, 1);
    assert.deepEqual(await hosts(stranger.client, 'q=quay'), []);
    assert.equal((await admin.delete(`/api/v1/missions/${newer.id}`)).status, 204);
    assert.deepEqual(await hosts(red.client, 'q=quay'), all.slice(1));
    assert.deepEqual(told(await red.client.get('/api/v1/hosts')), [422, 'invalid', 'q']);
  });

  it('in the waiting list, marked if they are mine', async () => {
    const somebody = await server.newPerson('redteam');
    const mission = await newMission(admin, { tests: 2, members: [somebody] });
    const [one] = placesOf(mission, 2) as [Place];
    bodyOf(await admin.post(`${one.missionPath}/transition`, { status: 'in_progress' }), 200);
    bodyOf(await assign(somebody.client, one, somebody.id), 200);
    const mine = async (client: Client) =>
      bodyOf(await client.get('/api/v1/overview'), 200).pending.tests.map(
        (test: { assigned_to_me: boolean }) => test.assigned_to_me,
      );
    assert.deepEqual(await mine(somebody.client), [true, false]);
    assert.ok(!(await mine(admin)).includes(true));
  });
});
