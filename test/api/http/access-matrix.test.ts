import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { permissions, type Role, rolePermissions, roles } from '../../../domain/permissions.ts';
import { type Access, mayCall } from '../../../server/http/route.ts';
import { newId } from '../../../server/ids.ts';
import type { Principal } from '../../../server/permissions.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { type Operation, registry } from '../../support/http/registry.ts';
import { Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const operations = registry();
const nameOf = ({ method, prefix, path }: Operation) => `${method} ${prefix}${path}`;
const targetOf = ({ prefix, path }: Operation, id = newId()) => prefix + path.replaceAll(/:\w+/g, id);
const withParams = ({ path }: Operation) => path.includes(':');

const principal = (role: Role): Principal => ({
  id: newId(),
  sessionId: newId(),
  displayName: role,
  role,
  permissions: new Set(rolePermissions[role]),
});

let server: TestServer;
const clients = {} as Record<Role, Client>;
before(async () => {
  server = await startTestServer();
  clients.admin = server.admin.client;
  clients.redteam = (await server.newPerson('redteam')).client;
  clients.soc = (await server.newPerson('soc')).client;
});
after(() => server.close());

it('walks every operation of both trees', () => {
  assert.ok(operations.length > 100, String(operations.length));
  assert.equal(new Set(operations.map(nameOf)).size, operations.length);
  for (const prefix of ['/api/v1', '/api']) {
    assert.ok(operations.some((operation) => operation.prefix === prefix && operation.path === '/auth/me'));
  }
});

it('serves only the sign-in to the public', () => {
  const expected = [
    'GET /auth/providers',
    'GET /health',
    'GET /setup',
    'POST /auth/login',
    'POST /auth/login/second-factor',
    'POST /auth/provider/begin',
    'POST /auth/provider/finish',
    'POST /auth/renewal',
    'POST /invitations/accept',
    'POST /invitations/preview',
    'POST /setup',
  ];
  const open = operations
    .filter(({ access }) => access === 'public')
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(open.sort(), [...expected, ...expected].sort());
});

it('names no permission and no role that nobody has', () => {
  const known = new Set<string>([...permissions, ...roles]);
  const named = (access: Access): readonly string[] => {
    if (access === 'public' || access === 'user') return [];
    if (typeof access === 'string') return [access];
    return 'roles' in access ? access.roles : access;
  };
  for (const operation of operations) {
    const names = named(operation.access);
    assert.ok(
      names.every((name) => known.has(name)),
      nameOf(operation),
    );
    if (typeof operation.access === 'object') assert.ok(names.length > 0, nameOf(operation));
  }
});

describe('without a valid token', () => {
  for (const operation of operations) {
    if (operation.access === 'public') continue;
    it(`${nameOf(operation)} is 401`, async () => {
      for (const client of [server.anonymous, new Client(server.url, 'garbage')]) {
        assertProblem(await client.request(operation.method, targetOf(operation)), 401, 'unauthenticated');
      }
      const withBody = { raw: '{', headers: { 'content-type': 'text/plain' } };
      if (operation.method !== 'GET') {
        const answer = await server.anonymous.request(
          operation.method,
          `${targetOf(operation, 'x')}?x=1`,
          withBody,
        );
        assertProblem(answer, 401, 'unauthenticated');
      } else {
        assert.equal((await server.anonymous.request('HEAD', targetOf(operation))).status, 401);
      }
    });
  }
});

describe('with too little', () => {
  for (const operation of operations) {
    const { access, method } = operation;
    for (const role of roles) {
      if (mayCall(access, principal(role))) continue;
      it(`${nameOf(operation)} is 403 for ${role}`, async () => {
        assertProblem(await clients[role].request(method, targetOf(operation)), 403, 'forbidden');
        // The answer doesn't even reveal whether an identifier exists, or whether a body is well-formed.
        const answer = await clients[role].request(method, `${targetOf(operation, 'x')}?x=1`, {
          ...(method === 'GET' ? {} : { raw: '{', headers: { 'content-type': 'text/plain' } }),
        });
        assertProblem(answer, 403, 'forbidden');
      });
    }
  }
});

describe('with enough', () => {
  for (const operation of operations) {
    // Reads can be called directly; each feature's tests cover the changes.
    if (operation.method !== 'GET') continue;
    it(`${nameOf(operation)} is served`, async () => {
      for (const role of roles) {
        if (!mayCall(operation.access, principal(role))) continue;
        const { status } = await clients[role].request('GET', targetOf(operation));
        assert.ok(status !== 401 && status !== 403, `${role}: ${status}`);
        if (withParams(operation)) {
          assertProblem(await clients[role].get(targetOf(operation)), 404, 'not_found');
          assertProblem(await clients[role].get(targetOf(operation, 'not-an-id')), 404, 'not_found');
        }
      }
    });
  }
});

describe('a permission from a group', () => {
  const single = operations.filter(
    ({ method, access }) => method === 'GET' && access !== 'public' && access !== 'user',
  );

  it('is as good as one from the role, and each of several is enough', async () => {
    const soc = await server.newPerson('soc');
    const group = await server.admin.client.post('/api/v1/groups', { name: 'Matrix', member_ids: [soc.id] });
    for (const operation of single) {
      const { access } = operation;
      if (typeof access === 'object' && 'roles' in access) continue;
      for (const permission of typeof access === 'string' ? [access] : access) {
        const target = `/api/v1/groups/${group.body.id}`;
        await server.admin.client.patch(target, { permissions: [permission] });
        const { status } = await soc.client.get(targetOf(operation));
        assert.ok(status !== 401 && status !== 403, `${nameOf(operation)} with ${permission}: ${status}`);
      }
    }
  });
});
