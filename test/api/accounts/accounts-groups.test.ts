import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { permissions, rolePermissions, roles } from '../../../domain/permissions.ts';
import { newId } from '../../../server/ids.ts';
import { permissionDescriptions } from '../../../server/permissions.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

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

describe('permissions', () => {
  it('are listed with a sentence each, for anyone who is signed in', async () => {
    const soc = await server.newPerson('soc');
    for (const tree of ['/api/v1', '/api']) {
      const { status, body } = await soc.client.get(`${tree}/permissions`);
      assert.equal(status, 200);
      assert.deepEqual(
        body,
        Object.entries(permissionDescriptions).map(([name, description]) => ({ name, description })),
      );
      assertProblem(await server.anonymous.get(`${tree}/permissions`), 401, 'unauthenticated');
    }
    const templates = ['read', 'create', 'update', 'delete'];
    assert.deepEqual([...permissions].sort(), [
      'catalog.sync',
      ...['archive', 'create', 'read', 'update', 'write_blue_fields', 'write_red_fields'].map(
        (verb) => `mission.${verb}`,
      ),
      ...templates.toSorted().map((verb) => `scenario_template.${verb}`),
      'system.manage',
      ...templates.toSorted().map((verb) => `test_template.${verb}`),
      'user.manage',
      'user.read',
    ]);
  });

  it('come with the role', async () => {
    const templates = (...verbs: string[]) =>
      ['test_template', 'scenario_template'].flatMap((family) => verbs.map((verb) => `${family}.${verb}`));
    const expected: Record<string, string[]> = {
      admin: [...permissions],
      redteam: [
        ...['read', 'create', 'update', 'archive', 'write_red_fields'].map((verb) => `mission.${verb}`),
        ...templates('read', 'create', 'update', 'delete'),
      ],
      soc: ['mission.read', 'mission.write_blue_fields', ...templates('read')],
    };
    for (const role of roles) {
      const person = await server.newPerson(role);
      const { body } = await person.client.get('/api/v1/auth/me');
      assert.deepEqual(body.permissions, expected[role]);
      assert.deepEqual([...rolePermissions[role]], expected[role]);
    }
  });
});

describe('groups', () => {
  it('are created, read, changed and deleted, the same on both trees', async () => {
    const soc = await server.newPerson('soc');
    const created = await admin.post('/api/groups', {
      name: ' Analysts ',
      description: 'Those who look\nat everything',
      permissions: ['user.read', 'mission.read', 'user.read'],
      member_ids: [soc.id, soc.id],
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { id, created_at, updated_at, ...rest } = created.body;
    assert.deepEqual(rest, {
      name: 'Analysts',
      description: 'Those who look\nat everything',
      permissions: ['mission.read', 'user.read'],
      member_ids: [soc.id],
    });
    assert.equal(updated_at, created_at);
    assert.deepEqual((await admin.get(`/api/v1/groups/${id}`)).body, created.body);

    now += 1000;
    const patched = await admin.patch(`/api/v1/groups/${id}`, { description: '' });
    assert.equal(patched.status, 200);
    assert.deepEqual(patched.body, {
      ...created.body,
      description: '',
      updated_at: new Date(now).toISOString(),
    });

    assert.equal((await admin.delete(`/api/v1/groups/${id}`)).status, 204);
    for (const again of [
      await admin.get(`/api/v1/groups/${id}`),
      await admin.patch(`/api/v1/groups/${id}`, {}),
      await admin.delete(`/api/v1/groups/${id}`),
    ]) {
      assertProblem(again, 404, 'not_found');
    }
    assert.deepEqual((await soc.client.get('/api/v1/auth/me')).body.groups, []);
  });

  it('give and take permissions at once', async () => {
    const soc = await server.newPerson('soc');
    const may = async () => (await soc.client.get('/api/v1/users')).status === 200;
    assert.equal(await may(), false);
    const { id } = await made('/groups', { name: 'Managers', permissions: ['user.manage'] });
    const steps: [Record<string, unknown>, boolean][] = [
      [{ member_ids: [soc.id] }, true],
      [{ permissions: [] }, false],
      [{ permissions: ['user.manage', 'user.read'] }, true],
      [{ member_ids: [] }, false],
      [{ member_ids: [soc.id] }, true],
    ];
    for (const [change, expected] of steps) {
      assert.equal((await admin.patch(`/api/v1/groups/${id}`, change)).status, 200);
      assert.equal(await may(), expected, JSON.stringify(change));
    }
    await admin.patch(`/api/v1/users/${soc.id}`, { group_ids: [] });
    assert.equal(await may(), false);
    await admin.patch(`/api/v1/users/${soc.id}`, { group_ids: [id] });
    assert.equal(await may(), true);
    assert.deepEqual((await soc.client.get('/api/v1/auth/me')).body.groups, [{ id, name: 'Managers' }]);
    await admin.delete(`/api/v1/groups/${id}`);
    assert.equal(await may(), false);
  });

  it('add to the role, and to one another', async () => {
    const soc = await server.newPerson('soc');
    for (const [name, permission] of [
      ['One', 'catalog.sync'],
      ['Two', 'mission.create'],
      ['Three', 'mission.read'],
    ]) {
      await made('/groups', { name, permissions: [permission], member_ids: [soc.id] });
    }
    const { body } = await soc.client.get('/api/v1/auth/me');
    assert.deepEqual(body.permissions, [
      'catalog.sync',
      'mission.read',
      'mission.create',
      'mission.write_blue_fields',
      'test_template.read',
      'scenario_template.read',
    ]);
    assert.deepEqual(
      body.groups.map((group: { name: string }) => group.name),
      ['One', 'Three', 'Two'],
    );
  });

  it('lose a deleted member', async () => {
    const { id: user } = await made('/users', {
      email: 'gone@damson.test',
      display_name: 'Gone',
      role: 'soc',
    });
    const { id } = await made('/groups', { name: 'Losing', member_ids: [user] });
    await admin.delete(`/api/v1/users/${user}`);
    assert.deepEqual((await admin.get(`/api/v1/groups/${id}`)).body.member_ids, []);
  });

  it('accept null as an empty text or list', async () => {
    const user = (await server.newPerson('soc')).id;
    const full = { description: 'd', permissions: ['mission.read'], member_ids: [user] };
    const none = { description: null, permissions: null, member_ids: null };
    const { id } = await made('/groups', { name: 'Emptied', ...full });
    for (const answer of [
      await admin.patch(`/api/v1/groups/${id}`, none),
      await admin.post('/api/v1/groups', { name: 'Empty', ...none }),
    ]) {
      const { description, permissions, member_ids } = answer.body;
      assert.deepEqual([description, permissions, member_ids], ['', [], []], JSON.stringify(answer.body));
    }
  });

  const bad: [Record<string, unknown>, string][] = [
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'a'.repeat(101) }, 'name'],
    [{ name: null }, 'name'],
    [{ description: 'a'.repeat(2001) }, 'description'],
    [{ permissions: ['mission.destroy'] }, 'permissions.0'],
    [{ permissions: 'mission.read' }, 'permissions'],
    [{ member_ids: ['x'] }, 'member_ids.0'],
    [{ member_ids: [newId()] }, 'member_ids.0'],
    [{ members: [] }, 'members'],
    [{ id: newId() }, 'id'],
  ];
  for (const [change, where] of bad) {
    it(`refuse ${JSON.stringify(change).slice(0, 50)}`, async () => {
      const answer = await admin.post('/api/v1/groups', { name: 'Bad', ...change });
      assertProblem(answer, 422, 'invalid');
      assert.deepEqual(pathsOf(answer), [where]);
      const { id } = await made('/groups', { name: `Good ${newId()}` });
      assertProblem(await admin.patch(`/api/v1/groups/${id}`, change), 422, 'invalid');
    });
  }

  it('have a name of their own, whatever its case, also when several come at once', async () => {
    const names = ['Équipe', 'équipe', 'E\u0301QUIPE'];
    const answers = await Promise.all(names.map((name) => admin.post('/api/v1/groups', { name })));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409) as Answer;
    assertProblem(refused, 409, 'duplicate');
    assert.deepEqual(pathsOf(refused), ['name']);
    const { id } = await made('/groups', { name: 'Autre' });
    assertProblem(await admin.patch(`/api/v1/groups/${id}`, { name: 'ÉQUIPE' }), 409, 'duplicate');
    assert.equal((await admin.patch(`/api/v1/groups/${id}`, { name: 'AUTRE' })).status, 200);
  });

  it('are listed in one order, by pages, and found by name', async () => {
    for (const name of ['list b', 'List A', 'LIST C 5%']) await made('/groups', { name });
    const found = async (query: string) => {
      const { body } = await admin.get(`/api/v1/groups?${query}`);
      return { total: body.total, names: body.items.map((group: { name: string }) => group.name) };
    };
    assert.deepEqual(await found('q=list'), { total: 3, names: ['List A', 'list b', 'LIST C 5%'] });
    assert.deepEqual(await found('q=LIST&limit=1&offset=1'), { total: 3, names: ['list b'] });
    assert.deepEqual(await found('q=5%25'), { total: 1, names: ['LIST C 5%'] });
    assert.deepEqual(await found('q=l_st'), { total: 0, names: [] });
  });
});
