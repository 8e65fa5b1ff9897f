import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Stream, WaitingItem } from '../../../server/home/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { move, newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import {
  assign,
  bodyOf,
  newMission,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const waitingFor = async (client: Client, query = '') =>
  bodyOf(await client.get(`/api/v1/home/waiting${query}`), 200) as { items: WaitingItem[]; total: number };
const idsOf = ({ items }: { items: WaitingItem[] }) => items.map(({ id }) => id);

describe('the waiting list', () => {
  let server: TestServer;
  let red: Person;
  let blue: Person;
  let admin: Client;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
  });
  after(() => server.close());

  const team = () => [red, [blue, 'blue'] as [Person, 'blue']] as const;
  const running = async (tests: number) => {
    const mission = await newMission(admin, { members: [...team()], tests });
    await walk(admin, `/api/v1/missions/${mission.id}`, 'in_progress');
    return mission;
  };
  const executedAt = async (path: string, executed_at: string) =>
    bodyOf(await red.client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);

  it('has pending tests for red and executed ones for blue, in running missions, longest first, with simulations', async () => {
    const draft = await newMission(admin, { members: [...team()], tests: 2 });
    const first = await running(2);
    const engagement = await newEngagement(red.client);
    const simulation = await newSimulation(red.client, { name: 'By hand' }, engagement.id);
    const second = await running(3);
    const place = (mission: typeof first, index = 0) => placeOf(mission, index);
    const all = [...[0, 1].map((index) => place(first, index).test), simulation.id];
    all.push(...[0, 1, 2].map((index) => place(second, index).test));
    const mine = await waitingFor(red.client);
    assert.deepEqual([idsOf(mine), mine.total], [all, 6]);
    assert.ok(!idsOf(mine).includes(place(draft).test));
    const { items } = mine;
    assert.deepEqual(
      [items[0]?.kind, items[0]?.side, items[0]?.status, items[0]?.place.id],
      ['test', 'red', 'pending', first.id],
    );
    assert.deepEqual(items[2], {
      kind: 'simulation',
      id: simulation.id,
      name: 'By hand',
      status: 'pending',
      side: 'red',
      since: items[2]?.since,
      catalog_tags: [],
      place: { kind: 'engagement', id: engagement.id, name: engagement.name },
      assignee: null,
    });
    assert.equal((await waitingFor(blue.client)).total, 0);

    // In the order of the attacks, whatever the order of recording.
    await executedAt(place(second, 2).path, '2026-11-03T08:00:00Z');
    await executedAt(place(first, 0).path, '2026-11-03T09:00:00Z');
    for (const status of ['in_progress', 'review_required']) {
      bodyOf(await move(red.client, simulation.id, status), 200);
    }
    const toReview = await waitingFor(blue.client);
    assert.deepEqual(idsOf(toReview), [place(second, 2).test, place(first, 0).test, simulation.id]);
    assert.equal(toReview.total, 3);
    assert.equal(toReview.items[0]?.since, '2026-11-03T08:00:00.000Z');
    assert.deepEqual(
      toReview.items.map(({ side, status }) => `${side} ${status}`),
      ['blue executed', 'blue executed', 'blue review_required'],
    );
    assert.deepEqual(idsOf(await waitingFor(red.client)), [
      place(first, 1).test,
      place(second, 0).test,
      place(second, 1).test,
    ]);
    // Finished, reviewed and closed work is no longer listed as waiting.
    await walk(blue.client, place(first, 0).path, 'reviewed_by_blue');
    bodyOf(await admin.patch(`/api/engagements/${engagement.id}`, { status: 'closed' }), 200);
    await walk(admin, `/api/v1/missions/${second.id}`, 'completed');
    assert.equal((await waitingFor(blue.client)).total, 0);
    assert.deepEqual(idsOf(await waitingFor(red.client)), [place(first, 1).test]);
    await walk(admin, `/api/v1/missions/${first.id}`, 'completed');
  });

  it('counts waiting time from the start of the mission, or of the new run', async () => {
    const mission = await running(2);
    const again = placeOf(mission, 0);
    const [begun] = (await waitingFor(red.client)).items;
    assert.equal(begun?.since, bodyOf(await admin.get(`/api/v1/missions/${mission.id}`), 200).updated_at);
    await walk(red.client, again.path, 'executed');
    bodyOf(await red.client.post(`${again.path}/runs`, { reason: 'after_fix' }), 201);
    const { items, total } = await waitingFor(red.client);
    assert.deepEqual([items.map(({ id }) => id), total], [[placeOf(mission, 1).test, again.test], 2]);
    const { run } = bodyOf(await red.client.get(again.path), 200);
    assert.deepEqual([items[0]?.since, items[1]?.since], [begun?.since, run.started_at]);
    await walk(admin, `/api/v1/missions/${mission.id}`, 'completed');
  });

  it('is paged, for one side or both, for my missions or all visible ones', async () => {
    const mission = await running(3);
    const own = await newMission(admin, { members: [[server.admin, 'lead']], tests: 1 });
    await walk(admin, `/api/v1/missions/${own.id}`, 'in_progress');
    await walk(red.client, placeOf(mission, 2).path, 'executed');
    const tests = [0, 1, 2].map((index) => placeOf(mission, index).test);
    assert.deepEqual(idsOf(await waitingFor(admin)), [placeOf(own).test]);
    const all = await waitingFor(admin, '?scope=all');
    assert.deepEqual(idsOf(all), [tests[0], tests[1], placeOf(own).test, tests[2]]);
    assert.equal(all.total, 4);
    assert.deepEqual(idsOf(await waitingFor(admin, '?scope=all&side=blue')), [tests[2]]);
    const page = await waitingFor(admin, '?scope=all&limit=2&offset=1');
    assert.deepEqual([idsOf(page), page.total], [[tests[1], placeOf(own).test], 4]);
    assert.deepEqual((await waitingFor(admin, '?scope=all&offset=9')).items, []);
    assert.deepEqual((await waitingFor(blue.client, '?side=red')).total, 0);
    for (const query of ['?side=green', '?scope=ours', '?limit=0', '?limit=201', '?page=2']) {
      assertProblem(await admin.get(`/api/v1/home/waiting${query}`), 422, 'invalid');
    }
    await walk(admin, `/api/v1/missions/${mission.id}`, 'completed');
    const stranger = await server.newPerson('redteam');
    assert.equal((await waitingFor(stranger.client, '?scope=all')).total, 0);
  });
});

describe('assigned work', () => {
  it('waits only for its assignee', async () => {
    const server = await startTestServer();
    try {
      const [red, other] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
      const [blue, second] = [await server.newPerson('soc'), await server.newPerson('soc')];
      const mission = await newMission(red.client, {
        members: [red, other, [blue, 'blue'], [second, 'blue']],
        tests: 4,
      });
      await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
      const places = [0, 1, 2, 3].map((index) => placeOf(mission, index));
      const tests = places.map(({ test }) => test);
      bodyOf(await assign(red.client, placeOf(mission, 0), other.id), 200);
      bodyOf(await assign(red.client, placeOf(mission, 1), red.id), 200);
      const mine = await waitingFor(red.client);
      assert.deepEqual([idsOf(mine), mine.total], [tests.slice(1), 3]);
      assert.deepEqual(
        mine.items.map(({ assignee }) => assignee?.id ?? null),
        [red.id, null, null],
      );
      const others = await waitingFor(other.client);
      assert.deepEqual([idsOf(others), others.total], [[tests[0], tests[2], tests[3]], 3]);
      const all = await waitingFor(red.client, '?scope=all');
      assert.deepEqual([idsOf(all), all.total], [tests, 4]);
      // The assignee of the run has no influence on the reviewer.
      for (const { path } of places.slice(0, 2)) await walk(red.client, path, 'executed');
      const toReview = await waitingFor(blue.client);
      assert.deepEqual([idsOf(toReview), toReview.total], [tests.slice(0, 2), 2]);
      bodyOf(await assign(red.client, placeOf(mission, 0), second.id), 200);
      assert.deepEqual(idsOf(await waitingFor(blue.client)), [tests[1]]);
      assert.equal((await waitingFor(blue.client)).total, 1);
      assert.deepEqual(idsOf(await waitingFor(second.client)), tests.slice(0, 2));
    } finally {
      await server.close();
    }
  });
});

describe('the work of a lead', () => {
  it('is limited to assigned tests while a side has members', async () => {
    const server = await startTestServer();
    try {
      const lead = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
      const [red, blue, watcher] = [
        await server.newPerson('redteam'),
        await server.newPerson('soc'),
        await server.newPerson('soc'),
      ];
      const mission = await newMission(lead.client, {
        members: [
          [lead, 'lead'],
          [red, 'red'],
          [blue, 'blue'],
          [watcher, 'observer'],
        ],
        tests: 4,
      });
      const path = `/api/v1/missions/${mission.id}`;
      await walk(lead.client, path, 'in_progress');
      const tests = [0, 1, 2, 3].map((index) => placeOf(mission, index).test);
      await walk(red.client, placeOf(mission, 0).path, 'executed');
      const heads = async ({ client }: Person, query = '') => {
        const found = await waitingFor(client, query);
        return [idsOf(found), found.total];
      };
      assert.deepEqual(await heads(lead), [[], 0]);
      assert.deepEqual(await heads(watcher), [[], 0]);
      assert.deepEqual(await heads(red), [tests.slice(1), 3]);
      assert.deepEqual(await heads(blue), [[tests[0]], 1]);
      assert.deepEqual(await heads(lead, '?scope=all&side=red'), [tests.slice(1), 3]);

      bodyOf(await assign(lead.client, placeOf(mission, 1), lead.id), 200);
      assert.deepEqual(await heads(lead), [[tests[1]], 1]);
      assert.deepEqual(await heads(red), [tests.slice(2), 2]);
      bodyOf(await assign(lead.client, placeOf(mission, 2), red.id), 200);
      assert.deepEqual(await heads(lead), [[tests[1]], 1]);

      // Blue has no other member, so reviews wait for anyone who may write them.
      const members = [lead, red].map((person, index) => ({
        user_id: person.id,
        role_hint: index === 0 ? 'lead' : 'red',
      }));
      bodyOf(await lead.client.put(`${path}/members`, { members }), 200);
      assert.deepEqual(await heads(lead, '?side=blue'), [[tests[0]], 1]);
    } finally {
      await server.close();
    }
  });

  it('covers the whole mission: waiting work of both sides and everyone’s activity, for people who see it', async () => {
    const server = await startTestServer();
    try {
      const [red, blue, stranger] = [
        await server.newPerson('redteam'),
        await server.newPerson('soc'),
        await server.newPerson('soc'),
      ];
      const members = [red, [blue, 'blue'] as [Person, 'blue']];
      const mission = await newMission(red.client, { members, tests: 3 });
      const other = await newMission(red.client, { members, tests: 2 });
      for (const { id } of [mission, other]) await walk(red.client, `/api/v1/missions/${id}`, 'in_progress');
      await walk(red.client, placeOf(mission, 1).path, 'executed');
      const tests = [0, 1, 2].map((index) => placeOf(mission, index).test);
      const query = `mission_id=${mission.id}`;
      for (const [side, waiting] of [
        ['red', [tests[0], tests[2]]],
        ['blue', [tests[1]]],
      ] as const) {
        for (const { client } of [red, blue]) {
          const found = await waitingFor(client, `?${query}&scope=all&side=${side}`);
          assert.deepEqual([idsOf(found), found.total], [waiting, waiting.length]);
        }
      }
      assert.deepEqual(idsOf(await waitingFor(blue.client, `?${query}`)), [tests[1]]);
      assert.equal((await waitingFor(stranger.client, `?${query}&scope=all`)).total, 0);
      const streamFor = async (client: Client) =>
        (bodyOf(await client.get(`/api/v1/home/stream?${query}`), 200) as Stream).items;
      const [newest, ...rest] = await streamFor(red.client);
      assert.deepEqual(
        [newest?.actor.id, newest?.test?.id, newest?.deeds[0]?.moved_to],
        [red.id, tests[1], 'executed'],
      );
      assert.ok(rest.length > 0);
      assert.ok(rest.every(({ place }) => place.id === mission.id));
      assert.deepEqual(await streamFor(stranger.client), []);
      for (const path of ['waiting', 'stream']) {
        assertProblem(await red.client.get(`/api/v1/home/${path}?mission_id=1`), 422, 'invalid');
      }
    } finally {
      await server.close();
    }
  });
});
describe('the first steps', () => {
  it('are ticked according to existing data', async () => {
    const server = await startTestServer();
    try {
      const { client } = server.admin;
      const steps = async (by = client) =>
        bodyOf(await by.get('/api/v1/home/first-steps'), 200).steps.map(
          ({ step, done }: { step: string; done: boolean }) => `${step} ${done}`,
        );
      const all = ['catalogue', 'library', 'people', 'mission'];
      const told = (done: number) => all.map((step, index) => `${step} ${index < done}`);
      assert.deepEqual(await steps(), told(0));
      bodyOf(await client.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
      assert.deepEqual(await steps(), told(1));
      await newTestTemplate(client);
      assert.deepEqual(await steps(), told(2));
      const invitation = { email: 'somebody@example.org', role: 'soc', group_ids: [] };
      const { id } = bodyOf(await client.post('/api/v1/invitations', invitation), 201);
      assert.deepEqual(await steps(), told(3));
      bodyOf(await client.delete(`/api/v1/invitations/${id}`), 204);
      assert.deepEqual(await steps(), told(2));
      const red = await server.newPerson('redteam');
      assert.deepEqual(await steps(), told(3));
      assert.deepEqual(await steps(red.client), ['library true', 'mission false']);
      assert.deepEqual(await steps((await server.newPerson('soc')).client), []);
      await newMission(red.client, { tests: 0 });
      assert.deepEqual(await steps(), told(4));
      assert.deepEqual(await steps(red.client), ['library true', 'mission true']);
    } finally {
      await server.close();
    }
  });
});
