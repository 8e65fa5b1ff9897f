import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Role } from '../../../domain/permissions.ts';
import { newId } from '../../../server/ids.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, refusal } from '../../support/missions/factories.ts';
import {
  type Answer,
  Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const day = 24 * 60 * 60_000;

let server: TestServer;
let admin: Client;
let now = Date.parse('2026-11-20T09:30:00.000Z');
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
});
after(() => server.close());

const pathsOf = (answer: Answer) => answer.body.errors.map((error: { path: string }) => error.path);

const made = (path: string, body: Record<string, unknown>) => madeBy(admin, path, body);

async function madeBy(client: Client, path: string, body: Record<string, unknown>): Promise<Answer['body']> {
  return bodyOf(await client.post(`/api/v1${path}`, body), 201);
}

describe('invitations', () => {
  let count = 0;
  const body = (more: Record<string, unknown> = {}) => {
    count += 1;
    return { email: `invited-${count}@damson.test`, role: 'soc', ...more };
  };
  const accept = (token: string, tree = '/api/v1') =>
    server.anonymous.post(`${tree}/invitations/accept`, { token, display_name: 'Invited', password });
  const refused = async (token: string) => assertProblem(await accept(token), 403, 'forbidden');
  const listed = async (id: string) =>
    (await admin.get('/api/v1/invitations?limit=200')).body.items.find(
      (item: { id: string }) => item.id === id,
    );

  it('show their recipient to anyone with the token while they are open', async () => {
    const input = body({ role: 'redteam' });
    const { token, expires_at } = bodyOf(await admin.post('/api/v1/invitations', input), 201);
    const preview = (given: string, tree = '/api/v1') =>
      server.anonymous.post(`${tree}/invitations/preview`, { token: given });
    for (const tree of ['/api/v1', '/api']) {
      const told = bodyOf(await preview(token, tree), 200);
      assert.deepEqual(told, { email: input.email, role: 'redteam', expires_at });
    }
    assertProblem(await preview('guessed'), 403, 'forbidden');
    assert.equal((await accept(token)).status, 201);
    assertProblem(await preview(token), 403, 'forbidden');
  });

  it('create an account with their role and groups, once, and sign it in', async () => {
    const group = await made('/groups', { name: 'Invited', permissions: ['user.read'] });
    const input = body({ email: ' Lin@Damson.test', group_ids: [group.id] });
    const created = await admin.post('/api/v1/invitations', input);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { id, token, hosts, ...rest } = created.body;
    assert.deepEqual(hosts, []);
    assert.deepEqual(rest, {
      email: 'Lin@Damson.test',
      role: 'soc',
      groups: [{ id: group.id, name: 'Invited' }],
      created_by: { id: server.admin.id, display_name: 'Ada Admin' },
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 7 * day).toISOString(),
      is_open: true,
      may_withdraw: true,
    });
    const list = await admin.get('/api/v1/invitations');
    assert.deepEqual(list.body, { items: [{ id, ...rest }], total: 1, limit: 50, offset: 0 });
    assert.ok(!JSON.stringify(list.body).includes(token));

    const accepted = await accept(token, '/api');
    assert.equal(accepted.status, 201, JSON.stringify(accepted.body));
    assert.equal(accepted.body.user.email, 'Lin@Damson.test');
    assert.equal(accepted.body.user.role, 'soc');
    assert.deepEqual(accepted.body.user.groups, [{ id: group.id, name: 'Invited' }]);
    assert.ok(accepted.body.user.permissions.includes('user.read'));
    assert.equal(accepted.body.user.last_login_at, new Date(now).toISOString());
    const client = new Client(server.url, accepted.body.access_token);
    assert.deepEqual((await client.get('/api/v1/auth/me')).body, accepted.body.user);
    await server.signIn('lin@damson.test', password);

    await refused(token);
    assert.equal((await admin.get('/api/v1/invitations')).body.total, 0);
    assertProblem(await admin.delete(`/api/v1/invitations/${id}`), 404, 'not_found');
  });

  it('last seven days', async () => {
    const [soon, late] = [await made('/invitations', body()), await made('/invitations', body())];
    const start = now;
    now = start + 7 * day - 1;
    assert.equal((await accept(soon.token)).status, 201);
    now = start + 7 * day;
    await refused(late.token);
    now = start;
  });

  it('end when they are withdrawn', async () => {
    const { id, token } = await made('/invitations', body());
    assert.equal((await admin.delete(`/api/v1/invitations/${id}`)).status, 204);
    await refused(token);
    assertProblem(await admin.delete(`/api/v1/invitations/${id}`), 404, 'not_found');
    assertProblem(await admin.delete(`/api/v1/invitations/${newId()}`), 404, 'not_found');
  });

  it('end when the same email is invited again', async () => {
    const first = await made('/invitations', body({ email: 'again@damson.test' }));
    const second = await made('/invitations', body({ email: 'AGAIN@damson.test', role: 'redteam' }));
    await refused(first.token);
    const accepted = await accept(second.token);
    assert.equal(accepted.body.user.role, 'redteam');
  });

  it('create one account when used at the same time', async () => {
    const { token } = await made('/invitations', body());
    const answers = await Promise.all([accept(token), accept(token, '/api'), accept(token)]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 403, 403]);
  });

  it('are refused for a person who has an account', async () => {
    const answer = await admin.post('/api/v1/invitations', body({ email: server.admin.email.toUpperCase() }));
    assertProblem(answer, 409, 'duplicate');
    const { token, email } = await made('/invitations', body());
    await made('/users', { email, display_name: 'Meanwhile', role: 'soc' });
    assertProblem(await accept(token), 409, 'duplicate');
  });

  it('outlive their groups', async () => {
    const group = await made('/groups', { name: 'Passing', permissions: ['user.manage'] });
    const { id, token } = await made('/invitations', body({ group_ids: [group.id] }));
    await admin.delete(`/api/v1/groups/${group.id}`);
    assert.deepEqual((await listed(id)).groups, []);
    const accepted = await accept(token);
    assert.equal(accepted.status, 201);
    assert.ok(!accepted.body.user.permissions.includes('user.manage'));
  });

  const manager = { permissions: ['user.manage', 'mission.write_blue_fields', 'catalog.sync'] } as const;
  const losses: [what: string, maker: Role, role: Role, lose: (maker: Person) => Promise<Answer>][] = [
    [
      'is deactivated',
      'admin',
      'soc',
      (maker) => admin.patch(`/api/v1/users/${maker.id}`, { is_active: false }),
    ],
    ['is deleted', 'admin', 'admin', (maker) => admin.delete(`/api/v1/users/${maker.id}`)],
    ['is demoted', 'admin', 'admin', (maker) => admin.patch(`/api/v1/users/${maker.id}`, { role: 'soc' })],
    [
      'no longer manages users',
      'redteam',
      'redteam',
      (maker) => admin.patch(`/api/v1/users/${maker.id}`, { group_ids: [] }),
    ],
  ];
  for (const [what, makerRole, role, lose] of losses) {
    it(`end with the rights of their creator, who ${what}`, async () => {
      const maker = await server.newPerson(makerRole, manager);
      const { id, token } = await madeBy(maker.client, '/invitations', body({ role }));
      assert.equal((await listed(id)).is_open, true);
      const answer = await lose(maker);
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      const refusalOfUnknown = refusal(await accept('x'));
      assert.deepEqual(refusal(await accept(token)), refusalOfUnknown);
      assert.equal((await listed(id)).is_open, false);
    });
  }

  it('end once they would grant more than their creator holds', async () => {
    const maker = await server.newPerson('redteam', manager);
    const group = await made('/groups', { name: 'Growing', permissions: ['mission.read'] });
    const { id, token } = await madeBy(
      maker.client,
      '/invitations',
      body({ role: 'redteam', group_ids: [group.id] }),
    );
    await admin.patch(`/api/v1/groups/${group.id}`, { permissions: ['system.manage'] });
    await refused(token);
    assert.equal((await listed(id)).is_open, false);
    await admin.patch(`/api/v1/groups/${group.id}`, { permissions: ['catalog.sync'] });
    assert.equal((await accept(token)).status, 201);
  });

  it('are refused if wrong, without being used up', async () => {
    const { token } = await made('/invitations', body());
    for (const wrong of [token.slice(1), `${token}x`, token.toLowerCase(), newId(), 'x'])
      await refused(wrong);
    for (const change of [
      { password: 'too short' },
      { display_name: '' },
      { role: 'admin' },
      { email: 'x@y.z' },
      { token: '' },
    ]) {
      const answer = await server.anonymous.post('/api/v1/invitations/accept', {
        token,
        display_name: 'Invited',
        password,
        ...change,
      });
      assertProblem(answer, 422, 'invalid');
      assert.deepEqual(pathsOf(answer), Object.keys(change));
    }
    for (const change of [{ email: 'nobody' }, { role: 'owner' }, { group_ids: [newId()] }, { password }]) {
      assertProblem(await admin.post('/api/v1/invitations', body(change)), 422, 'invalid');
    }
    assert.equal((await accept(token)).status, 201);
  });

  it('are listed newest first, by pages', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await made('/invitations', body())).id);
    const page = await admin.get('/api/v1/invitations?limit=2');
    assert.deepEqual(
      page.body.items.map((item: { id: string }) => item.id),
      ids.slice(0, 2),
    );
    const next = await admin.get('/api/v1/invitations?limit=1&offset=2');
    assert.deepEqual(
      next.body.items.map((item: { id: string }) => item.id),
      ids.slice(2),
    );
    assert.equal(next.body.total, page.body.total);
    assertProblem(await admin.get('/api/v1/invitations?q=x'), 422, 'invalid');
  });
});
