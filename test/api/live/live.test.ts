import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import type { Activity } from '../../../server/missions/contract.ts';
import type { EventReader } from '../../support/http/events.ts';
import { follow, newTicket, openEvents } from '../../support/http/events.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  nobody,
  type Place,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

let clock = 0;
const now = () => Date.now() + clock;

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
let stranger: Person;
let place: Place;
before(async () => {
  server = await startTestServer({ seams: { now, live: { heartbeatMs: 40, othersMs: 3_600_000 } } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
  stranger = await server.newPerson('redteam');
});
after(() => server.close());
beforeEach(async () => {
  place = placeOf(await newMission(admin, { members: [red, [blue, 'blue']], tests: 2 }));
});

const at = (mission = place.mission) => `/api/v1/missions/${mission}/events`;
const activity = async (since?: string): Promise<Activity> =>
  bodyOf(
    await admin.get(`${place.missionPath}/activity${since === undefined ? '' : `?since=${since}`}`),
    200,
  );
const latest = async () => (await activity()).next_since;
const readProblem = async (reader: EventReader) => {
  let text = '';
  reader.response.on('data', (part: string) => {
    text += part;
  });
  await until(() => reader.isOver);
  return {
    status: reader.status,
    headers: new Headers(reader.response.headers as Record<string, string>),
    body: JSON.parse(text),
  };
};
const refusalOf = async (target: string, headers: Record<string, string> = {}) =>
  readProblem(await openEvents(server.url, target, headers));

describe('the events of a mission', () => {
  it('have headers that no proxy keeps back and no cache keeps', async () => {
    const reader = await follow(red.client, place.mission);
    const { headers } = reader.response;
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-length'], undefined);
    reader.drop();
    const head = await red.client.request('HEAD', at());
    assert.deepEqual(
      [head.status, head.headers.get('content-type'), head.body],
      [200, 'text/event-stream; charset=utf-8', ''],
    );
  });

  it('send the activity in its order, and then each change as it happens', async () => {
    const reader = await follow(red.client, place.mission);
    const before = await activity();
    for (const test of before.tests) assert.deepEqual((await reader.next()).data, test);
    assert.equal(reader.lastId, before.next_since);
    for (const command of ['whoami', 'id', 'hostname']) {
      const since = String(reader.lastId);
      bodyOf(await red.client.put(place.path, { command }), 200);
      const { tests, next_since } = await activity(since);
      const { name, id, data } = await reader.next();
      assert.deepEqual([name, id, data], ['change', next_since, tests[0]]);
      assert.equal(tests.length, 1);
    }
    await walk(red.client, place.path, 'executed');
    assert.equal((await reader.next()).data.status, 'executed');
    reader.drop();
  });

  it('continue after an id from the header or the query, preferring the header', async () => {
    const start = await latest();
    bodyOf(await red.client.put(place.path, { command: 'whoami' }), 200);
    const middle = await latest();
    bodyOf(await red.client.put(placeOf(await read()).path, { command: 'id' }), 200);
    const end = await latest();
    const firstOf = async (query: string, headers: Record<string, string> = {}) => {
      const reader = await openEvents(
        server.url,
        `${at()}?ticket=${await newTicket(red.client)}${query}`,
        headers,
      );
      const { id } = await reader.nextChange();
      reader.drop();
      return id;
    };
    assert.equal(await firstOf(`&since=${middle}`), end);
    assert.equal(await firstOf('', { 'last-event-id': middle }), end);
    assert.equal(await firstOf(`&since=${start}`, { 'last-event-id': middle }), end);
    assert.equal(await firstOf(`&since=${middle}`, { 'last-event-id': '' }), end);
  });

  const read = async () => bodyOf(await admin.get(place.missionPath), 200);

  it('send the tests of one write so that resuming in between misses and repeats none', async () => {
    const scenario = await newScenarioTemplate(admin, { tests: 5 });
    const start = await latest();
    bodyOf(await admin.post(`${place.missionPath}/scenarios`, { scenario_template_ids: [scenario.id] }), 201);
    const { tests, next_since } = await activity(start);
    assert.equal(tests.length, 5);
    const reader = await follow(red.client, place.mission, start);
    const told = [];
    for (const _test of tests) told.push(await reader.nextChange());
    assert.deepEqual(
      told.map(({ data }) => data),
      tests,
    );
    const last = await reader.next();
    assert.deepEqual([last.name, last.id, last.data.outline_changed_at], ['outline', next_since, next_since]);
    for (const [index, { id }] of told.entries()) {
      const rest = tests.slice(index + 1);
      const polled = await activity(encodeURIComponent(String(id)));
      assert.deepEqual([polled.tests, polled.next_since], [rest, next_since]);
      const again = await follow(red.client, place.mission, id);
      for (const test of rest) assert.deepEqual((await again.next()).data, test);
      assert.deepEqual(await again.next(), last);
      again.drop();
    }
    assert.deepEqual((await activity(next_since)).tests, []);
    reader.drop();
  });

  it('report changes of the outline and deleted tests', async () => {
    const mission = await read();
    const scenario = `${place.missionPath}/scenarios/${mission.scenarios[0].id}/tests`;
    const reader = await follow(red.client, place.mission, await latest());
    const made = bodyOf(await admin.post(scenario, { name: 'By hand' }), 201);
    const { tests } = await activity();
    const added = tests.at(-1);
    assert.deepEqual((await reader.next()).data, added);
    const { name, id, data } = await reader.next();
    assert.deepEqual([name, data.removed, data.outline_changed_at], ['outline', [], id]);
    assert.ok(JSON.stringify(made).includes(String(added?.id)));
    const gone = await admin.delete(`${place.missionPath}/tests/${added?.id}`);
    assert.ok(gone.status < 300, JSON.stringify(gone.body));
    const after = await reader.next();
    assert.equal(after.name, 'outline');
    assert.deepEqual(
      after.data.removed.map((test: { id: string }) => test.id),
      [added?.id],
    );
    assert.equal(after.id, (await activity()).next_since);
    const again = await follow(red.client, place.mission, id);
    assert.deepEqual(await again.next(), after);
    again.drop();
    reader.drop();
  });

  it('reach all followers, for their mission only', async () => {
    const other = placeOf(await newMission(admin, { members: [red] }));
    const since = await latest();
    const readers = [
      await follow(red.client, place.mission, since),
      await follow(blue.client, place.mission, since),
      await follow(admin, place.mission, since),
    ];
    bodyOf(await red.client.put(other.path, { command: 'elsewhere' }), 200);
    bodyOf(await red.client.put(place.path, { command: 'here' }), 200);
    for (const reader of readers) {
      assert.equal((await reader.nextChange()).data.id, place.test);
      assert.equal(reader.events.filter(({ name }) => name === 'change').length, 1);
      reader.drop();
    }
  });

  it('show by themselves that they are open', async () => {
    const reader = await follow(red.client, place.mission);
    await until(() => reader.beats >= 2);
    reader.drop();
  });

  it('are refused for an invalid position, unknown parameters and an invalid token', async () => {
    const headers = { authorization: `Bearer ${red.client.token}` };
    for (const since of ['yesterday', '', `${'2026-13-01T00:00:00.000Z'}~${nobody}`, '~', `~${nobody}`]) {
      const refused = await refusalOf(`${at()}?since=${encodeURIComponent(since)}`, headers);
      assertProblem(refused, 422, 'invalid');
      assert.equal(refused.body.errors[0].path, 'since');
    }
    assertProblem(await refusalOf(at(), { ...headers, 'last-event-id': 'x' }), 422, 'invalid');
    assertProblem(await refusalOf(`${at()}?from=1`, headers), 422, 'invalid');
    assertProblem(await refusalOf(`${at()}?ticket=no-such-ticket`), 401, 'unauthenticated');
    assertProblem(await refusalOf(at(nobody), headers), 404, 'not_found');
    assertProblem(
      await refusalOf(at(), { authorization: `Bearer ${stranger.client.token}` }),
      404,
      'not_found',
    );
  });
});

describe('the events end', () => {
  it('with the session', async () => {
    const session = await server.signIn(red.email, red.password);
    const reader = await follow(session, place.mission);
    const other = await follow(red.client, place.mission, await latest());
    assert.equal((await session.post('/api/v1/auth/logout')).status, 204);
    assert.equal(await reader.ended(), 'session_ended');
    bodyOf(await red.client.put(place.path, { command: 'later' }), 200);
    await other.nextChange();
    assert.ok(!other.isOver, 'another session goes on');
    other.drop();
  });

  it('when the session has lasted long enough', async (t) => {
    t.after(() => {
      clock = 0;
    });
    const session = await server.signIn(blue.email, blue.password);
    const reader = await follow(session, place.mission);
    clock = 12 * 60 * 60 * 1000 + 1000;
    assert.equal(await reader.ended(), 'session_ended');
  });

  it('with the account', async () => {
    const person = await server.newPerson('soc');
    bodyOf(
      await admin.put(`${place.missionPath}/members`, {
        members: [{ user_id: person.id, role_hint: 'blue' }],
      }),
      200,
    );
    const reader = await follow(person.client, place.mission);
    bodyOf(await admin.patch(`/api/v1/users/${person.id}`, { is_active: false }), 200);
    assert.equal(await reader.ended(), 'session_ended');
  });

  it('with the membership, before anything that changes later', async () => {
    const reader = await follow(blue.client, place.mission, await latest());
    const members = [{ user_id: red.id, role_hint: 'red' }];
    bodyOf(await admin.put(`${place.missionPath}/members`, { members }), 200);
    bodyOf(await red.client.put(place.path, { command: 'secret' }), 200);
    assert.equal(await reader.ended(), 'access_ended');
    assert.deepEqual(
      reader.events.map(({ name }) => name),
      ['end'],
    );
  });

  it('with a permission that came from a group', async () => {
    const person = await server.newPerson('soc');
    bodyOf(
      await admin.put(`${place.missionPath}/members`, {
        members: [{ user_id: person.id, role_hint: 'blue' }],
      }),
      200,
    );
    const reader = await follow(person.client, place.mission, await latest());
    // A change of rights that keeps the right to read does not end the stream.
    const group = bodyOf(
      await admin.post('/api/v1/groups', { name: `G ${person.id}`, member_ids: [person.id] }),
      201,
    );
    bodyOf(await admin.patch(`/api/v1/groups/${group.id}`, { permissions: ['user.read'] }), 200);
    bodyOf(await admin.put(place.path, { command: 'still there' }), 200);
    assert.equal((await reader.nextChange()).data.id, place.test);
    reader.drop();
  });

  it('with the mission', async () => {
    const readers = [await follow(red.client, place.mission), await follow(admin, place.mission)];
    assert.equal((await admin.delete(place.missionPath)).status, 204);
    for (const reader of readers) assert.equal(await reader.ended(), 'mission_deleted');
  });

  it('with the server, which does not wait for them, and continue after a restart', async () => {
    const since = await latest();
    const reader = await follow(red.client, place.mission, since);
    await server.restart();
    assert.equal(await reader.ended(), 'server_stopping');
    bodyOf(await red.client.put(place.path, { command: 'after the restart' }), 200);
    const again = await follow(red.client, place.mission, reader.lastId ?? since);
    assert.equal((await again.nextChange()).data.id, place.test);
    again.drop();
  });
});
describe('a write of another process', () => {
  it('is sent too', onlyWithFile, async (t) => {
    const own = await startTestServer({ seams: { live: { othersMs: 20 } } });
    t.after(() => own.close());
    const mission = await newMission(own.admin.client);
    const { test } = placeOf(mission);
    const since = mission.scenarios[0]?.tests[0]?.updated_at as string;
    const reader = await follow(own.admin.client, mission.id, since);
    const later = new Date(Date.parse(since) + 60_000).toISOString();
    const beside = new Sqlite(path.join(own.dataDir, 'damson.db'));
    beside.transaction(() => {
      beside.prepare('update mission_tests set updated_at = ? where id = ?').run(later, test);
      beside.prepare('update missions set last_change_at = ? where id = ?').run(later, mission.id);
    })();
    beside.close();
    const { id, data } = await reader.nextChange();
    assert.deepEqual([id, data.id], [later, test]);
    reader.drop();
  });
});

describe('of one person', () => {
  it('at most six streams are open, and closing one makes room', async () => {
    const person = await server.newPerson('redteam');
    bodyOf(
      await admin.put(`${place.missionPath}/members`, {
        members: [{ user_id: person.id, role_hint: 'red' }],
      }),
      200,
    );
    const readers: EventReader[] = [];
    for (let count = 0; count < 6; count += 1) readers.push(await follow(person.client, place.mission));
    const headers = { authorization: `Bearer ${person.client.token}` };
    const refused = await refusalOf(at(), headers);
    assertProblem(refused, 429, 'too_many_streams');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(refused.headers.get('x-accel-buffering'), null);
    const others = await follow(admin, place.mission);
    others.drop();
    readers.pop()?.drop();
    let again: EventReader;
    do again = await openEvents(server.url, at(), headers);
    while (again.status === 429);
    assert.equal(again.status, 200);
    for (const reader of [...readers, again]) reader.drop();
  });
});
