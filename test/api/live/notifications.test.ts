import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { follow } from '../../support/http/events.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  assign,
  bodyOf,
  newMission,
  nobody,
  type Place,
  placeOf,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
let place: Place;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());
beforeEach(async () => {
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
  place = placeOf(await newMission(admin, { members: [red, [blue, 'blue']], tests: 3 }));
  for (const { client } of [red, blue]) await client.post('/api/v1/notifications/read', { all: true });
});

const listOf = async ({ client }: { client: Client }, query = '') =>
  bodyOf(await client.get(`/api/v1/notifications${query}`), 200);
const unreadOf = async (who: { client: Client }) =>
  (await listOf(who, '?unread=true')).items.map(({ kind }: { kind: string }) => kind);
const members = (...people: Person[]) => ({
  members: people.map(({ id }) => ({ user_id: id, role_hint: 'observer' })),
});

describe('somebody is told', () => {
  it('that a test they worked on was reviewed, and that it was sent back', async () => {
    await walk(red.client, place.path, 'executed');
    await walk(blue.client, place.path, 'reviewed_by_blue');
    const { items, unread } = await listOf(red, '?unread=true');
    const [first] = items;
    assert.equal(unread, 1);
    assert.equal(first.kind, 'reviewed');
    assert.equal(first.mission.id, place.mission);
    assert.equal(first.test.id, place.test);
    assert.deepEqual(first.actor, { id: blue.id, display_name: first.actor.display_name });
    assert.deepEqual([first.tests, first.remediation, first.read_at], [1, null, null]);
    await walk(blue.client, place.path, 'executed');
    assert.deepEqual(await unreadOf(red), ['sent_back', 'reviewed']);
    assert.deepEqual(await unreadOf(blue), [], 'nobody is told what they did themselves');
  });

  it('that a test was assigned to them, with one notification for many', async () => {
    const { tests } = bodyOf(await admin.get(`${place.missionPath}/activity`), 200);
    bodyOf(await assign(red.client, place, red.id), 200);
    assert.deepEqual(await unreadOf(red), []);
    bodyOf(await assign(red.client, place, blue.id), 200);
    assert.equal((await listOf(blue, '?unread=true')).items[0].test.id, place.test);
    bodyOf(await assign(red.client, place, blue.id), 200);
    bodyOf(
      await red.client.patch(`${place.missionPath}/tests`, {
        test_ids: tests.map(({ id }: { id: string }) => id),
        assignee_id: blue.id,
      }),
      200,
    );
    const { items } = await listOf(blue, '?unread=true');
    assert.deepEqual(
      items.map(({ kind, test, tests: count }: Record<string, unknown>) => [kind, test, count]),
      [['assigned', null, 3]],
    );
  });

  it('that a remediation of theirs moved', async () => {
    const at = `${place.missionPath}/remediations`;
    const made = bodyOf(await admin.post(at, { title: 'Log it', owner: { id: blue.id } }), 201);
    assert.deepEqual(await unreadOf(blue), []);
    bodyOf(await admin.patch(`${at}/${made.id}`, { measure: 'more' }), 200);
    assert.deepEqual(await unreadOf(blue), []);
    bodyOf(await admin.patch(`${at}/${made.id}`, { status: 'in_progress' }), 200);
    const [item] = (await listOf(blue, '?unread=true')).items;
    assert.deepEqual(
      [item.kind, item.remediation, item.test],
      ['remediation_moved', { id: made.id, title: 'Log it' }, null],
    );
    assert.equal((await admin.delete(`${at}/${made.id}`)).status, 204);
    assert.deepEqual(await unreadOf(blue), [], 'what is gone is told no more');
  });

  it('that they were added to a mission, once, except its creator', async () => {
    const other = await server.newPerson('redteam');
    bodyOf(await red.client.put(`${place.missionPath}/members`, members(red, blue, other)), 200);
    assert.deepEqual(await unreadOf(other), ['added_to_mission']);
    assert.deepEqual([await unreadOf(red), await unreadOf(blue)], [[], []]);
    bodyOf(await red.client.put(`${place.missionPath}/members`, members(other, red, blue)), 200);
    assert.equal((await listOf(other)).total, 1);
    await newMission(red.client, { members: [other] });
    assert.equal((await listOf(other)).total, 2);
    assert.deepEqual(await unreadOf(red), []);
  });

  it('nothing about a refused write', async () => {
    await walk(red.client, place.path, 'executed');
    assertProblem(
      await red.client.post(`${place.path}/transition`, { status: 'reviewed_by_blue' }),
      403,
      'forbidden',
    );
    assertProblem(await assign(red.client, place, nobody), 422, 'invalid');
    assert.deepEqual([await unreadOf(red), await unreadOf(blue)], [[], []]);
  });
});

describe('notifications of a person', () => {
  beforeEach(async () => {
    await walk(red.client, place.path, 'executed');
    await walk(blue.client, place.path, 'reviewed_by_blue');
    await walk(blue.client, place.path, 'executed');
  });

  it('are marked as read one by one or all at once, only by their person', async () => {
    const [newest, older] = (await listOf(red, '?unread=true')).items;
    const read = (who: Person, body: unknown) => who.client.post('/api/v1/notifications/read', body);
    assert.deepEqual(bodyOf(await read(blue, { ids: [newest.id] }), 200), { unread: 0 });
    assert.equal((await listOf(red)).unread, 2);
    assert.deepEqual(bodyOf(await read(red, { ids: [newest.id, nobody] }), 200), { unread: 1 });
    assert.deepEqual(
      (await listOf(red, '?unread=true')).items.map(({ id }: { id: string }) => id),
      [older.id],
    );
    assert.ok((await listOf(red, '?unread=false')).items.some(({ id }: { id: string }) => id === newest.id));
    assert.deepEqual(bodyOf(await read(red, { all: true }), 200), { unread: 0 });
    for (const body of [
      {},
      { all: false },
      { ids: [] },
      { ids: ['x'] },
      { ids: [nobody], all: true },
      { id: nobody },
    ]) {
      assertProblem(await read(red, body), 422, 'invalid');
    }
    assert.deepEqual(told(await red.client.get('/api/v1/notifications?unread=maybe')), [
      422,
      'invalid',
      'unread',
    ]);
  });

  it('are hidden while the mission is, and deleted with it', async () => {
    bodyOf(await admin.put(`${place.missionPath}/members`, members(blue)), 200);
    assert.deepEqual([(await listOf(red, '?unread=true')).total, (await listOf(red)).unread], [0, 0]);
    bodyOf(await admin.put(`${place.missionPath}/members`, members(red, blue)), 200);
    assert.equal((await listOf(red, '?unread=true')).total, 3);
    assert.equal((await admin.delete(place.missionPath)).status, 204);
    assert.deepEqual([(await listOf(red, '?unread=true')).total, (await listOf(red)).unread], [0, 0]);
  });

  it('are limited: the oldest is dropped', async () => {
    for (let count = 0; count < 55; count += 1) {
      await walk(blue.client, place.path, 'reviewed_by_blue', 'executed');
      bodyOf(await red.client.post('/api/v1/notifications/read', { all: true }), 200);
    }
    assert.equal((await listOf(red)).total, 100);
  });

  it('report the unread count live', async () => {
    await red.client.post('/api/v1/notifications/read', { all: true });
    const reader = await follow(red.client, place.mission);
    const next = async () => {
      for (;;) {
        const { name, id, data } = await reader.next();
        if (name === 'notifications') {
          assert.equal(id, null);
          return data.unread;
        }
      }
    };
    await walk(blue.client, place.path, 'reviewed_by_blue');
    assert.equal(await next(), 1);
    await red.client.post('/api/v1/notifications/read', { all: true });
    assert.equal(await next(), 0);
    reader.drop();
  });
});
