import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, someone } from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

const made = async (body: Record<string, unknown>) => bodyOf(await admin.post('/api/v1/users', body), 201);
const madeGroup = async (body: Record<string, unknown>) =>
  bodyOf(await admin.post('/api/v1/groups', body), 201);

describe('people who manage users without being an administrator', () => {
  let manager: Person;
  let powerful: Answer['body'];
  let modest: Answer['body'];
  let insider: Answer['body'];
  before(async () => {
    manager = await server.newPerson('redteam', { permissions: ['user.manage'] });
    powerful = await madeGroup({ name: 'Powerful', permissions: ['system.manage'] });
    modest = await madeGroup({ name: 'Modest', permissions: ['mission.read'] });
    insider = await made(someone({ role: 'redteam', group_ids: [powerful.id] }));
  });

  const asked: [string, number, () => [string, string, unknown?]][] = [
    ['make one like themselves', 201, () => ['POST', '/users', someone({ role: 'redteam' })]],
    [
      'make one in a group of what they hold',
      201,
      () => ['POST', '/users', someone({ role: 'redteam', group_ids: [modest.id] })],
    ],
    [
      'invite one like themselves',
      201,
      () => ['POST', '/invitations', { email: someone().email, role: 'redteam' }],
    ],
    [
      'make a group of what they hold',
      201,
      () => [
        'POST',
        '/groups',
        { name: 'Ours', permissions: ['user.manage', 'mission.update'], member_ids: [manager.id] },
      ],
    ],
    ['make an administrator', 403, () => ['POST', '/users', someone({ role: 'admin' })]],
    ['make one of the other side', 403, () => ['POST', '/users', someone({ role: 'soc' })]],
    [
      'make one in a group of more',
      403,
      () => ['POST', '/users', someone({ role: 'redteam', group_ids: [powerful.id] })],
    ],
    [
      'invite an administrator',
      403,
      () => ['POST', '/invitations', { email: someone().email, role: 'admin' }],
    ],
    [
      'invite into a group of more',
      403,
      () => ['POST', '/invitations', { email: someone().email, role: 'redteam', group_ids: [powerful.id] }],
    ],
    ['become an administrator', 403, () => ['PATCH', `/users/${manager.id}`, { role: 'admin' }]],
    ['change sides', 403, () => ['PATCH', `/users/${manager.id}`, { role: 'soc' }]],
    ['join a group of more', 403, () => ['PATCH', `/users/${manager.id}`, { group_ids: [powerful.id] }]],
    [
      'join it from its own side',
      403,
      () => ['PATCH', `/groups/${powerful.id}`, { member_ids: [manager.id] }],
    ],
    ['rename it', 403, () => ['PATCH', `/groups/${powerful.id}`, { name: 'Ours too' }]],
    ['empty it of its permissions', 403, () => ['PATCH', `/groups/${powerful.id}`, { permissions: [] }]],
    ['delete it', 403, () => ['DELETE', `/groups/${powerful.id}`]],
    [
      'give a group more than they hold',
      403,
      () => ['PATCH', `/groups/${modest.id}`, { permissions: ['system.manage'] }],
    ],
    ['make a group of more', 403, () => ['POST', '/groups', { name: 'More', permissions: ['catalog.sync'] }]],
    [
      'set the password of an administrator',
      403,
      () => ['PATCH', `/users/${server.admin.id}`, { password: 'another horse battery' }],
    ],
    ['rename an administrator', 403, () => ['PATCH', `/users/${server.admin.id}`, { display_name: 'Eve' }]],
    [
      'take over the email of an administrator',
      403,
      () => ['PATCH', `/users/${server.admin.id}`, { email: 'eve@damson.test' }],
    ],
    ['deactivate an administrator', 403, () => ['PATCH', `/users/${server.admin.id}`, { is_active: false }]],
    ['delete an administrator', 403, () => ['DELETE', `/users/${server.admin.id}`]],
    [
      'set the password of who holds more',
      403,
      () => ['PATCH', `/users/${insider.id}`, { password: 'another horse battery' }],
    ],
    [
      'take who holds more out of their group',
      403,
      () => ['PATCH', `/users/${insider.id}`, { group_ids: [] }],
    ],
    ['delete who holds more', 403, () => ['DELETE', `/users/${insider.id}`]],
  ];
  for (const [what, status, request] of asked) {
    it(`${status === 403 ? "can't" : 'can'} ${what}`, async () => {
      const [method, target, body] = request();
      const answer = await manager.client.request(
        method,
        `/api/v1${target}`,
        body === undefined ? {} : { body },
      );
      if (status === 403) assertProblem(answer, 403, 'forbidden');
      else assert.equal(answer.status, status, JSON.stringify(answer.body));
    });
  }

  it('holds no more than before, after all of that', async () => {
    const { body } = await manager.client.get('/api/v1/auth/me');
    assert.equal(body.role, 'redteam');
    assert.ok(!body.permissions.includes('system.manage') && !body.permissions.includes('catalog.sync'));
    assert.equal((await server.signIn(server.admin.email, password)).token !== null, true);
  });

  it('can do nothing more as soon as the permission is gone', async () => {
    const group = (await manager.client.get('/api/v1/auth/me')).body.groups[0];
    assert.equal((await manager.client.get('/api/v1/users')).status, 200);
    await admin.patch(`/api/v1/groups/${group.id}`, { permissions: [] });
    for (const { id } of (await manager.client.get('/api/v1/auth/me')).body.groups)
      await admin.delete(`/api/v1/groups/${id}`);
    assertProblem(await manager.client.get('/api/v1/users'), 403, 'forbidden');
    assertProblem(await manager.client.post('/api/v1/users', someone({ role: 'redteam' })), 403, 'forbidden');
  });

  it('creates nobody once deactivated, even by a request that was accepted before', async () => {
    const other = await server.newPerson('redteam', { permissions: ['user.manage'] });
    const body = someone({ role: 'redteam', password });
    // Hashing the password takes longer than the following change.
    const making = other.client.post('/api/v1/users', body);
    await admin.patch(`/api/v1/users/${other.id}`, { is_active: false });
    const answer = await making;
    if (answer.status === 201) {
      assert.ok(answer.body.id, 'it was first');
    } else {
      assertProblem(answer, 401, 'unauthenticated');
      assert.equal((await admin.get(`/api/v1/users?q=${body.email}`)).body.total, 0);
    }
  });
});
