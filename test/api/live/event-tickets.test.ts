import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { EventReader } from '../../support/http/events.ts';
import { newTicket, openEvents } from '../../support/http/events.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
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
