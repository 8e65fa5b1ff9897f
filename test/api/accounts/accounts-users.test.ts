import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../../server/ids.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, nobody, someone } from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
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
const pathsOf = (answer: Answer) => answer.body.errors.map((error: { path: string }) => error.path);

describe('users', () => {
  it('are created, read, changed and deleted, the same on both trees', async () => {
    const group = await madeGroup({ name: 'Readers', permissions: ['user.read'] });
    const body = someone({ email: ' Grace@Damson.TEST ', group_ids: [group.id] });
    const created = await admin.post('/api/users', body);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { id, created_at, permissions, ...rest } = created.body;
    assert.deepEqual(rest, {
      email: 'Grace@Damson.TEST',
      display_name: body.display_name,
      role: 'soc',
      groups: [{ id: group.id, name: 'Readers' }],
      is_active: true,
      last_login_at: null,
      credentials_set_by_other: false,
      may_change: true,
      is_service: false,
      owner: null,
      has_second_factor: false,
      signs_in_with: [],
    });
    assert.deepEqual(permissions, [
      'mission.read',
      'mission.write_blue_fields',
      'user.read',
      'test_template.read',
      'scenario_template.read',
    ]);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual((await admin.get(`/api/v1/users/${id}`)).body, created.body);

    const patched = await admin.patch(`/api/v1/users/${id}`, { display_name: 'Grace', group_ids: null });
    assert.equal(patched.status, 200);
    assert.deepEqual(patched.body, {
      ...created.body,
      display_name: 'Grace',
      groups: [],
      permissions: permissions.filter((name: string) => name !== 'user.read'),
    });
    assert.deepEqual((await admin.patch(`/api/v1/users/${id}`, {})).body, patched.body);

    const deleted = await admin.delete(`/api/users/${id}`);
    assert.equal(deleted.status, 204);
    assert.equal(deleted.body, '');
    for (const again of [
      await admin.get(`/api/v1/users/${id}`),
      await admin.patch(`/api/v1/users/${id}`, {}),
      await admin.delete(`/api/v1/users/${id}`),
    ]) {
      assertProblem(again, 404, 'not_found');
    }
  });

  const bad: [string, unknown, string][] = [
    ['email', undefined, 'email'],
    ['email', null, 'email'],
    ['email', '', 'email'],
    ['email', 'nobody', 'email'],
    ['email', '@damson.test', 'email'],
    ['email', 'a@', 'email'],
    ['email', 'a@b@c', 'email'],
    ['email', 'a b@c.d', 'email'],
    ['email', 'a\n@c.d', 'email'],
    ['email', 'a\u001b[31m@c.d', 'email'],
    ['email', 'a\u202e@c.d', 'email'],
    ['email', '<a@c.d>', 'email'],
    ['email', `${'a'.repeat(251)}@c.d`, 'email'],
    ['display_name', undefined, 'display_name'],
    ['display_name', '', 'display_name'],
    ['display_name', '   ', 'display_name'],
    ['display_name', 'a'.repeat(101), 'display_name'],
    ['display_name', 'a\nb', 'display_name'],
    ['display_name', 7, 'display_name'],
    ['role', undefined, 'role'],
    ['role', 'owner', 'role'],
    ['role', 'Admin', 'role'],
    ['password', 'elevenchars', 'password'],
    ['password', 'a'.repeat(257), 'password'],
    ['password', null, 'password'],
    ['group_ids', 'x', 'group_ids'],
    ['group_ids', ['x'], 'group_ids.0'],
    ['group_ids', [newId()], 'group_ids.0'],
    ['is_active', 'yes', 'is_active'],
    ['is_active', 1, 'is_active'],
    ['is_active', null, 'is_active'],
    ['permissions', ['user.manage'], 'permissions'],
    ['id', newId(), 'id'],
    ['last_login_at', null, 'last_login_at'],
  ];
  for (const [field, value, where] of bad) {
    it(`refuse ${field} ${JSON.stringify(value)?.slice(0, 40)}`, async () => {
      const answer = await admin.post('/api/v1/users', someone({ [field]: value }));
      assertProblem(answer, 422, 'invalid');
      assert.deepEqual(pathsOf(answer), [where]);
      if (value === undefined) return;
      const { id } = await made(someone());
      const patched = await admin.patch(`/api/v1/users/${id}`, { [field]: value });
      assertProblem(patched, 422, 'invalid');
      assert.deepEqual(pathsOf(patched), [where]);
    });
  }

  it('accept passwords of 12 to 256 characters and never return them', async () => {
    const longest = Array.from({ length: 256 }, (_, index) =>
      String.fromCodePoint(0xe0 + ((index * 37) % 200)),
    ).join('');
    for (const secret of ['twelve chars', longest]) {
      const body = someone({ password: secret });
      const created = await admin.post('/api/v1/users', body);
      assert.equal(created.status, 201);
      assert.ok(!JSON.stringify(created.body).includes(secret));
      await server.signIn(body.email, secret);
      for (const shown of [
        await admin.get('/api/v1/users'),
        await admin.get(`/api/v1/users/${created.body.id}`),
        await admin.get('/api/v1/users/roster'),
        await admin.patch(`/api/v1/users/${created.body.id}`, { password: 'another horse battery' }),
      ]) {
        assert.doesNotMatch(JSON.stringify(shown.body), /argon2|"password|"email_key"/);
      }
    }
  });

  it('have an email of their own, whatever its case', async () => {
    const first = await made(someone({ email: 'Édith@Damson.test' }));
    for (const email of ['Édith@Damson.test', 'édith@damson.test', 'E\u0301DITH@DAMSON.TEST']) {
      const answer = await admin.post('/api/v1/users', someone({ email }));
      assertProblem(answer, 409, 'duplicate');
      assert.deepEqual(pathsOf(answer), ['email']);
    }
    const second = await made(someone());
    assertProblem(
      await admin.patch(`/api/v1/users/${second.id}`, { email: 'ÉDITH@damson.test' }),
      409,
      'duplicate',
    );
    assert.equal(
      (await admin.patch(`/api/v1/users/${first.id}`, { email: 'ÉDITH@damson.test' })).status,
      200,
    );
  });

  it('have an email of their own when several come at once', async () => {
    const emails = ['twin@damson.test', 'Twin@damson.test', 'TWIN@damson.test', 'twin@DAMSON.test'];
    const answers = await Promise.all(emails.map((email) => admin.post('/api/v1/users', someone({ email }))));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 409, 409, 409]);
    const others = await Promise.all([made(someone()), made(someone())]);
    const patches = await Promise.all(
      others.map(({ id }) => admin.patch(`/api/v1/users/${id}`, { email: 'both@damson.test' })),
    );
    assert.deepEqual(patches.map((answer) => answer.status).sort(), [200, 409]);
  });

  it('are listed in one order, by pages, and found by name, email, role and state', async () => {
    for (const [email, display_name, role, is_active] of [
      ['list-c@list.test', 'Cecil 100%', 'redteam', true],
      ['LIST-A@list.test', 'Ann_1', 'soc', true],
      ['list-b@list.test', 'Bob', 'soc', false],
      ['list-d@list.test', 'Émile', 'redteam', false],
    ]) {
      await made({ email, display_name, role, is_active });
    }
    const found = async (query: string) => {
      const answer = await admin.get(`/api/v1/users?${query}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(Object.keys(answer.body).sort(), ['items', 'limit', 'offset', 'total']);
      return {
        total: answer.body.total,
        names: answer.body.items.map((user: { display_name: string }) => user.display_name),
      };
    };
    const all = ['Ann_1', 'Bob', 'Cecil 100%', 'Émile'];
    assert.deepEqual(await found('q=LIST.test'), { total: 4, names: all });
    assert.deepEqual(await found('q=list.test&limit=2'), { total: 4, names: all.slice(0, 2) });
    assert.deepEqual(await found('q=list.test&limit=2&offset=2'), { total: 4, names: all.slice(2) });
    assert.deepEqual(await found('q=list.test&offset=9'), { total: 4, names: [] });
    assert.deepEqual(await found('q=list.test&role=redteam'), { total: 2, names: ['Cecil 100%', 'Émile'] });
    assert.deepEqual(await found('q=list.test&is_active=false'), { total: 2, names: ['Bob', 'Émile'] });
    assert.deepEqual(await found('q=list.test&role=soc&is_active=true'), { total: 1, names: ['Ann_1'] });
    const ids = (await admin.get('/api/v1/users?q=list-')).body.items.map(({ id }: { id: string }) => id);
    const group = await admin.post('/api/v1/groups', { name: 'Listed', member_ids: ids.slice(0, 2) });
    assert.deepEqual(await found(`group_id=${group.body.id}`), { total: 2, names: ['Ann_1', 'Bob'] });
    assert.deepEqual(await found(`group_id=${group.body.id}&q=bob`), { total: 1, names: ['Bob'] });
    assert.deepEqual(await found(`group_id=${nobody}`), { total: 0, names: [] });
    assertProblem(await admin.get('/api/v1/users?group_id=x'), 422, 'invalid');
    assert.deepEqual(await found('q=100%25'), { total: 1, names: ['Cecil 100%'] });
    assert.deepEqual(await found('q=ann_'), { total: 1, names: ['Ann_1'] });
    assert.deepEqual(await found('q=a%25n'), { total: 0, names: [] });
    assert.deepEqual(await found('q=%5C'), { total: 0, names: [] });
    assert.deepEqual(await found('q=%C3%89MILE'), { total: 1, names: ['Émile'] });
    for (const query of ['role=owner', 'is_active=1', 'is_active=', 'email=x']) {
      assertProblem(await admin.get(`/api/v1/users?${query}`), 422, 'invalid');
    }
  });
});

describe('the roster', () => {
  it('lists active people with exactly three fields', async () => {
    const active = await made(someone());
    const inactive = await made(someone({ is_active: false }));
    const { status, body } = await admin.get('/api/users/roster');
    assert.equal(status, 200);
    assert.ok(Array.isArray(body));
    for (const entry of body) assert.deepEqual(Object.keys(entry), ['id', 'email', 'display_name']);
    const ids = body.map((entry: { id: string }) => entry.id);
    assert.ok(ids.includes(active.id) && ids.includes(server.admin.id));
    assert.ok(!ids.includes(inactive.id));
    const keys = body.map((entry: { email: string }) => entry.email.toLowerCase());
    assert.deepEqual(keys, [...keys].sort());
  });

  it('is readable with user.read, mission.create or mission.update', async () => {
    const status = async (person: Person) => (await person.client.get('/api/v1/users/roster')).status;
    assert.equal(await status(await server.newPerson('redteam')), 200);
    const soc = await server.newPerson('soc');
    assert.equal(await status(soc), 403);
    const group = await madeGroup({ name: 'Roster', member_ids: [soc.id] });
    for (const permission of ['user.read', 'mission.create', 'mission.update']) {
      await admin.patch(`/api/v1/groups/${group.id}`, { permissions: [permission] });
      assert.equal(await status(soc), 200, permission);
    }
    await admin.patch(`/api/v1/groups/${group.id}`, { permissions: ['mission.archive', 'user.manage'] });
    assert.equal(await status(soc), 403);
    assertProblem(await server.anonymous.get('/api/v1/users/roster'), 401, 'unauthenticated');
  });

  it('includes roles for the same people if requested', async () => {
    const soc = await server.newPerson('soc');
    const body = (await admin.get('/api/v1/users/candidates')).body as { id: string; role: string }[];
    assert.deepEqual(Object.keys(body[0] as object).sort(), ['display_name', 'email', 'id', 'role']);
    assert.equal(body.find(({ id }) => id === soc.id)?.role, 'soc');
    assert.equal((await (await server.newPerson('redteam')).client.get('/api/users/candidates')).status, 200);
    assertProblem(await soc.client.get('/api/v1/users/candidates'), 403, 'forbidden');
  });
});
