import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, nobody } from '../../support/missions/factories.ts';
import {
  Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const hour = 60 * 60_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let server: TestServer;
let now = Date.parse('2026-11-20T09:30:00.000Z');
before(async () => {
  server = await startTestServer({ env: { SVC_TRUST_PROXY: '1' }, seams: { now: () => now } });
});
after(() => server.close());

async function signIn(person: Person, headers: Record<string, string> = {}): Promise<Client> {
  const body = { email: person.email, password };
  const answer = await server.anonymous.request('POST', '/api/v1/auth/login', { body, headers });
  return new Client(server.url, bodyOf(answer, 200).access_token);
}

const listed = async (client: Client, path = '/api/v1/auth/sessions') =>
  bodyOf(await client.get(path), 200).items;
const isSignedIn = async (client: Client) => (await client.get('/api/v1/auth/me')).status === 200;

describe('one’s own sessions', () => {
  it('are listed with their origin and the current one marked, and only one’s own', async () => {
    const [person, other] = [await server.newPerson('soc'), await server.newPerson('soc')];
    now += 1000;
    const client = await signIn(person, { 'x-forwarded-for': '10.1.2.3', 'user-agent': firefox });
    const answer = await client.get('/api/auth/sessions?limit=1');
    const { items, ...page } = bodyOf(answer, 200);
    assert.deepEqual(page, { total: 2, limit: 1, offset: 0 });
    const { id, ...session } = items[0];
    assert.deepEqual(session, {
      created_at: new Date(now).toISOString(),
      renewed_at: new Date(now).toISOString(),
      expires_at: new Date(now + 12 * hour).toISOString(),
      address: '10.1.2.3',
      client: 'Firefox on Linux',
      current: true,
    });
    assert.deepEqual(
      (await listed(person.client)).map((item: { id: string; current: boolean }) => [
        item.id === id,
        item.current,
      ]),
      [
        [true, false],
        [false, true],
      ],
    );
    assert.equal((await listed(other.client)).length, 1);
    assert.ok(!JSON.stringify(items).includes(client.token as string));
  });

  it('show when they were renewed, and leave the list at sign-out', async () => {
    const person = await server.newPerson('soc');
    const client = await signIn(person);
    const begun = now;
    now += hour / 2;
    bodyOf(await client.post('/api/v1/auth/renew'), 200);
    const [session] = await listed(client);
    assert.equal(session.renewed_at, new Date(now).toISOString());
    assert.equal(session.created_at, new Date(begun).toISOString());
    bodyOf(await client.post('/api/v1/auth/logout'), 204);
    assert.equal((await listed(person.client)).length, 1);
  });

  it('are in the history once for each of their hours in which they were renewed', async () => {
    const begun = now;
    const person = await server.newPerson('soc');
    let client = await signIn(person);
    const told = async () => {
      const mine = `actor_id=${person.id}&object_type=session&verb=renewed`;
      return bodyOf(await (await signIn(server.admin)).get(`/api/v1/audit?${mine}`), 200).total;
    };
    for (const [minutes, entries] of [
      [1, 0],
      [59, 0],
      [61, 1],
      [70, 1],
      [119, 1],
      [125, 2],
      [184, 3],
    ] as const) {
      now = begun + (minutes * hour) / 60;
      client = new Client(server.url, bodyOf(await client.post('/api/v1/auth/renew'), 200).access_token);
      assert.equal(await told(), entries, `after ${minutes} minutes`);
    }
    now = begun;
  });

  it('contain no text of the client except its name', async () => {
    const person = await server.newPerson('soc');
    const headers = { 'x-forwarded-for': '<script>', 'user-agent': '<img src=x onerror=alert(1)>' };
    const [session] = await listed(await signIn(person, headers));
    assert.deepEqual([session.address, session.client], [null, null]);
  });

  it('are ended one by one, at once, with all of their tokens', async () => {
    const person = await server.newPerson('soc');
    const [one, two] = [await signIn(person), await signIn(person)];
    const renewed = bodyOf(await one.post('/api/v1/auth/renew'), 200).access_token;
    const [, first, invited] = (await listed(two)) as { id: string }[];
    assert.equal((await two.delete(`/api/v1/auth/sessions/${first?.id}`)).status, 204);
    for (const token of [one.token, renewed])
      assert.equal(await isSignedIn(new Client(server.url, token)), false);
    assert.deepEqual([await isSignedIn(two), await isSignedIn(person.client)], [true, true]);
    assertProblem(await two.delete(`/api/v1/auth/sessions/${first?.id}`), 404, 'not_found');
    assertProblem(await two.delete(`/api/v1/auth/sessions/${nobody}`), 404, 'not_found');
    assert.equal((await two.delete(`/api/v1/auth/sessions/${invited?.id}`)).status, 204);
    const [own] = (await listed(two)) as { id: string }[];
    assert.equal((await two.delete(`/api/v1/auth/sessions/${own?.id}`)).status, 204);
    assert.equal(await isSignedIn(two), false);
  });

  it('cannot be ended by anyone else here, not even by an administrator', async () => {
    const person = await server.newPerson('soc');
    const [session] = (await listed(person.client)) as { id: string }[];
    for (const client of [server.admin.client, (await server.newPerson('soc')).client]) {
      assertProblem(await client.delete(`/api/v1/auth/sessions/${session?.id}`), 404, 'not_found');
    }
    assert.equal(await isSignedIn(person.client), true);
  });
});

describe('the sessions of somebody else', () => {
  const pathOf = (person: Person) => `/api/v1/users/${person.id}/sessions`;

  it('are listed and ended by an administrator', async () => {
    const person = await server.newPerson('redteam');
    const second = await signIn(person, { 'x-forwarded-for': '10.9.9.9' });
    const sessions = await listed(server.admin.client, pathOf(person));
    assert.deepEqual(
      sessions.map(({ address, current }: { address: string; current: boolean }) => [address, current]),
      [
        ['10.9.9.9', false],
        ['127.0.0.1', false],
      ],
    );
    assert.equal((await server.admin.client.delete(pathOf(person))).status, 204);
    assert.deepEqual([await isSignedIn(person.client), await isSignedIn(second)], [false, false]);
    assert.equal(await isSignedIn(await signIn(person)), true, 'the account stays');
    assertProblem(await server.admin.client.get(`/api/v1/users/${nobody}/sessions`), 404, 'not_found');
    assertProblem(await server.admin.client.delete(`/api/v1/users/${nobody}/sessions`), 404, 'not_found');
  });

  it('are out of reach for people with fewer rights', async () => {
    const manager = await server.newPerson('redteam', { permissions: ['user.manage'] });
    const [peer, member] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
    await newMission(server.admin.client, { members: [member], tests: 0 });
    for (const person of [member, server.admin]) {
      assertProblem(await manager.client.get(pathOf(person)), 403, 'forbidden');
      assertProblem(await manager.client.delete(pathOf(person)), 403, 'forbidden');
      assertProblem(await peer.client.get(pathOf(person)), 403, 'forbidden');
      assertProblem(await peer.client.delete(pathOf(person)), 403, 'forbidden');
      assert.equal(await isSignedIn(person.client), true);
    }
    assert.equal((await manager.client.delete(pathOf(peer))).status, 204);
    assert.equal(await isSignedIn(peer.client), false);
  });
});

describe('a password that somebody else set', () => {
  const flagOf = async (client: Client) =>
    bodyOf(await client.get('/api/v1/auth/me'), 200).credentials_set_by_other;

  it('is flagged until its owner changed it, and everything works meanwhile', async () => {
    const fields = { email: 'flagged@damson.test', display_name: 'Flo', role: 'soc' };
    const made = bodyOf(await server.admin.client.post('/api/v1/users', { ...fields, password }), 201);
    assert.equal(made.credentials_set_by_other, true);
    const client = await server.signIn(fields.email, password);
    assert.equal(await flagOf(client), true);
    assert.equal((await client.get('/api/v1/missions')).status, 200);
    bodyOf(await client.patch('/api/v1/auth/me', { display_name: 'Florence' }), 200);
    const wrong = { current_password: 'wrong', new_password: 'another horse battery' };
    assertProblem(await client.post('/api/v1/auth/password', wrong), 422, 'invalid');
    assert.equal(await flagOf(client), true);
    const right = { ...wrong, current_password: password };
    assert.equal((await client.post('/api/v1/auth/password', right)).status, 204);
    assert.equal(await flagOf(client), false);

    const reset = { password: 'third horse battery' };
    const { credentials_set_by_other } = bodyOf(
      await server.admin.client.patch(`/api/v1/users/${made.id}`, reset),
      200,
    );
    assert.equal(credentials_set_by_other, true);
    assert.equal(await flagOf(await server.signIn(fields.email, reset.password)), true);
  });

  it('is not flagged for people who chose their own or have none', async () => {
    assert.equal(await flagOf(server.admin.client), false);
    const person = await server.newPerson('soc');
    assert.equal(await flagOf(person.client), false);
    bodyOf(await server.admin.client.patch(`/api/v1/users/${person.id}`, { display_name: 'Renamed' }), 200);
    assert.equal(await flagOf(person.client), false);
    const without = { email: 'without@damson.test', display_name: 'Without', role: 'soc' };
    const made = bodyOf(await server.admin.client.post('/api/v1/users', without), 201);
    assert.equal(made.credentials_set_by_other, false);
  });
});
