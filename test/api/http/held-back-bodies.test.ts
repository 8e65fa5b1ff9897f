import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, placeOf, readTest } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('a body that is held back', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
  });
  after(() => server.close());

  /** Sends the head of a request, runs `meanwhile`, then sends the body; returns the status. */
  const heldBack = async (
    person: Person,
    method: string,
    path: string,
    body: unknown,
    meanwhile: () => Promise<{ status: number }>,
  ): Promise<number> => {
    const text = JSON.stringify(body);
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const out = httpRequest(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${person.client.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      },
    });
    out.on('error', reject);
    out.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    await new Promise<void>((sent) => out.write(text.slice(0, 1), () => sent()));
    // Requests are handled in order of arrival, so an answer to this one means that the other is waiting for its body.
    assert.equal((await person.client.get('/api/v1/auth/me')).status, 200);
    const { status } = await meanwhile();
    assert.ok(status < 300, String(status));
    out.end(text.slice(1));
    return promise;
  };

  const ends: [what: string, end: (person: Person) => Promise<{ status: number }>][] = [
    ['logged out', (person) => person.client.post('/api/v1/auth/logout')],
    ['deactivated', (person) => admin.patch(`/api/v1/users/${person.id}`, { is_active: false })],
    ['deleted', (person) => admin.delete(`/api/v1/users/${person.id}`)],
    ['given another role', (person) => admin.patch(`/api/v1/users/${person.id}`, { role: 'soc' })],
  ];
  for (const [what, end] of ends) {
    it(`does nothing once its sender is ${what}`, async () => {
      const person = await server.newPerson('redteam');
      const place = placeOf(await newMission(admin, { members: [person] }));
      const before = await readTest(admin, place);
      assert.equal(await heldBack(person, 'PUT', place.path, { command: 'late' }, () => end(person)), 401);
      assert.deepEqual(await readTest(admin, place), before);

      const other = await server.newPerson('redteam');
      const { total } = bodyOf(await admin.get('/api/v1/missions'), 200);
      assert.equal(
        await heldBack(other, 'POST', '/api/v1/missions', { name: 'late' }, () => end(other)),
        401,
      );
      assert.equal(bodyOf(await admin.get('/api/v1/missions'), 200).total, total);
    });
  }

  it('does nothing once its sender has lost the permission', async () => {
    const person = await server.newPerson('soc', { permissions: ['mission.write_red_fields'] });
    const place = placeOf(await newMission(admin, { members: [person] }));
    const { items } = bodyOf(await admin.get(`/api/v1/groups?q=${encodeURIComponent(person.email)}`), 200);
    const body = { command: 'late' };
    assert.equal(
      await heldBack(person, 'PUT', place.path, body, () => admin.delete(`/api/v1/groups/${items[0].id}`)),
      403,
    );
    assert.equal((await readTest(admin, place)).command, null);
  });

  it('imports no catalogue once its sender has lost the permission', async () => {
    const person = await server.newPerson('soc', { permissions: ['catalog.sync'] });
    const { items } = bodyOf(await admin.get(`/api/v1/groups?q=${encodeURIComponent(person.email)}`), 200);
    const path = '/api/v1/catalog/import?allow_unverified=true';
    const leave = () => admin.delete(`/api/v1/groups/${items[0].id}`);
    assert.equal(await heldBack(person, 'POST', path, { type: 'bundle', objects: [] }, leave), 403);
    assert.equal(bodyOf(await admin.get('/api/v1/catalog/status'), 200).last_sync, null);
  });

  it('finds no mission once its sender is no longer a member', async () => {
    const person = await server.newPerson('redteam');
    const place = placeOf(await newMission(admin, { members: [person] }));
    const leave = () => admin.put(`${place.missionPath}/members`, { members: [] });
    assert.equal(await heldBack(person, 'PUT', place.path, { command: 'late' }, leave), 404);
    assert.equal(await heldBack(server.admin, 'PUT', place.path, { command: 'in time' }, leave), 200);
  });
});
