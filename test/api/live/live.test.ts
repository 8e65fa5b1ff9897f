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

describe('a ticket', () => {
  it('is issued with its lifetime and signs in once', async () => {
    const answer = bodyOf(await red.client.post('/api/v1/auth/ticket'), 200);
    assert.deepEqual(Object.keys(answer).sort(), ['expires_in', 'ticket']);
    assert.equal(answer.expires_in, 30);
    const target = `${at()}?ticket=${answer.ticket}`;
    const first = await openEvents(server.url, target);
    assert.equal(first.status, 200);
    assertProblem(await refusalOf(target), 401, 'unauthenticated');
    first.drop();
  });

  it('is used up by any request that presents it', async () => {
    const ticket = await newTicket(stranger.client);
    assertProblem(await refusalOf(`${at()}?ticket=${ticket}`), 404, 'not_found');
    assertProblem(await refusalOf(`${at()}?ticket=${ticket}`), 401, 'unauthenticated');
  });

  it('is valid for half a minute', async (t) => {
    t.after(() => {
      clock = 0;
    });
    const [early, late] = [await newTicket(red.client), await newTicket(red.client)];
    clock = 29_000;
    const reader = await openEvents(server.url, `${at()}?ticket=${early}`);
    assert.equal(reader.status, 200);
    reader.drop();
    clock = 30_500;
    assertProblem(await refusalOf(`${at()}?ticket=${late}`), 401, 'unauthenticated');
  });

  it('ends with the session it was issued in', async () => {
    const again = await server.signIn(red.email, red.password);
    const ticket = await newTicket(again);
    assert.equal((await again.post('/api/v1/auth/logout')).status, 204);
    assertProblem(await refusalOf(`${at()}?ticket=${ticket}`), 401, 'unauthenticated');
  });

  it('is no token, and signs in nowhere else', async () => {
    const ticket = await newTicket(red.client);
    const answer = await server.anonymous.get(`/api/v1/auth/me?ticket=${ticket}`);
    assertProblem(answer, 401, 'unauthenticated');
    const asToken = await server.anonymous.get('/api/v1/auth/me', { authorization: `Bearer ${ticket}` });
    assertProblem(asToken, 401, 'unauthenticated');
    const token = String(red.client.token);
    assertProblem(await refusalOf(`${at()}?ticket=${token}`), 401, 'unauthenticated');
    assertProblem(await refusalOf(`${at()}?access_token=${token}`), 401, 'unauthenticated');
  });

  it('is one of a few: the oldest is dropped', async () => {
    const tickets: string[] = [];
    for (let count = 0; count < 9; count += 1) tickets.push(await newTicket(blue.client));
    assertProblem(await refusalOf(`${at()}?ticket=${tickets[0]}`), 401, 'unauthenticated');
    const reader = await openEvents(server.url, `${at()}?ticket=${tickets[1]}`);
    assert.equal(reader.status, 200);
    reader.drop();
  });
});

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

describe('people in a mission', () => {
  const meet = (who: Person, body: unknown = {}) => who.client.post(`${place.missionPath}/presence`, body);
  const shown = async (reader: EventReader) => {
    for (;;) {
      const { name, id, data } = await reader.next();
      if (name === 'presence') {
        assert.equal(id, null);
        return data.people;
      }
    }
  };
  const person = (who: Person, display_name: string, at: object = {}) => ({
    id: who.id,
    display_name,
    test_id: null,
    field: null,
    ...at,
  });

  it('is sent to the person reporting it and to all followers', async () => {
    const reader = await follow(blue.client, place.mission, await latest());
    const { people } = bodyOf(await meet(red), 200);
    assert.deepEqual(people, [person(red, 'redteam 1')]);
    assert.deepEqual(await shown(reader), people);
    bodyOf(await meet(red, { test_id: place.test, field: 'command' }), 200);
    assert.deepEqual(await shown(reader), [
      person(red, 'redteam 1', { test_id: place.test, field: 'command' }),
    ]);
    const late = await follow(admin, place.mission, await latest());
    assert.equal((await shown(late)).length, 1);
    bodyOf(await meet(red, { field: 'command' }), 200);
    assert.deepEqual(await shown(reader), [person(red, 'redteam 1')], 'a field is one of a test');
    reader.drop();
    late.drop();
  });

  it('is forgotten with the stream, or after twenty seconds', async (t) => {
    t.after(() => {
      clock = 0;
    });
    const reader = await follow(blue.client, place.mission, await latest());
    const other = await follow(red.client, place.mission, await latest());
    bodyOf(await meet(red), 200);
    assert.equal((await shown(reader)).length, 1);
    other.drop();
    assert.deepEqual(await shown(reader), []);
    bodyOf(await meet(red), 200);
    assert.equal((await shown(reader)).length, 1);
    clock = 21_000;
    assert.deepEqual(await shown(reader), []);
    reader.drop();
  });

  it('is forgotten at once when a person leaves, unless they have a stream open', async () => {
    const reader = await follow(blue.client, place.mission, await latest());
    bodyOf(await meet(red), 200);
    assert.equal((await shown(reader)).length, 1);
    assert.deepEqual(bodyOf(await meet(red, { left: true }), 200), { people: [] });
    assert.deepEqual(await shown(reader), []);
    bodyOf(await meet(blue), 200);
    assert.equal((await shown(reader)).length, 1);
    assert.equal(bodyOf(await meet(blue, { left: true }), 200).people.length, 1);
    assertProblem(await meet(red, { left: false }), 422, 'invalid');
    reader.drop();
  });

  it('at a test that was removed, or is of another mission, is in the mission and at no test', async () => {
    const own = placeOf(await newMission(admin, { tests: 2, members: [red] }));
    const other = placeOf(await newMission(admin, { members: [red] }));
    assert.equal((await admin.delete(own.path)).status, 204);
    const path = `${own.missionPath}/presence`;
    for (const test_id of [own.test, other.test, nobody]) {
      const { people } = bodyOf(await red.client.post(path, { test_id, field: 'command' }), 200);
      assert.deepEqual(people, [person(red, 'redteam 1')]);
    }
  });

  it('is kept nowhere', async () => {
    const entries = async () => bodyOf(await admin.get('/api/v1/audit?limit=1'), 200).total;
    const before = await entries();
    const since = await latest();
    bodyOf(await meet(red, { test_id: place.test, field: 'command' }), 200);
    assert.equal(await entries(), before);
    assert.deepEqual((await activity(since)).tests, []);
  });

  it('is for members, and accepts only tests and fields', async () => {
    assertProblem(await meet(stranger), 404, 'not_found');
    for (const [body, path] of [
      [{ test_id: 'x' }, 'test_id'],
      [{ field: '<b>' }, 'field'],
      [{ field: 'x'.repeat(41) }, 'field'],
      [{ field: '' }, 'field'],
      [{ name: 'Mallory' }, 'name'],
    ] as const) {
      const refused = await meet(red, body);
      assertProblem(refused, 422, 'invalid');
      assert.equal(refused.body.errors[0].path, path);
    }
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
