import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Activity } from '../../../server/missions/contract.ts';
import type { EventReader } from '../../support/http/events.ts';
import { follow } from '../../support/http/events.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, nobody, type Place, placeOf } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

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

const activity = async (since?: string): Promise<Activity> =>
  bodyOf(
    await admin.get(`${place.missionPath}/activity${since === undefined ? '' : `?since=${since}`}`),
    200,
  );
const latest = async () => (await activity()).next_since;

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
