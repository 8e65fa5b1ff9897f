import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';

const userFields = [
  'created_at',
  'credentials_set_by_other',
  'display_name',
  'email',
  'groups',
  'id',
  'is_active',
  'last_login_at',
  'permissions',
  'preferences',
  'role',
];

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const login = (email: string, secret: string) =>
  server.anonymous.post('/api/v1/auth/login', { email, password: secret });
const me = (token: string | null) => new Client(server.url, token).get('/api/v1/auth/me');

describe('one’s own account', () => {
  it('accepts another name and nothing else', async () => {
    const person = await server.newPerson('redteam');
    const renamed = await person.client.patch('/api/v1/auth/me', { display_name: '  Grace  ' });
    assert.equal(renamed.status, 200);
    assert.equal(renamed.body.display_name, 'Grace');
    assert.deepEqual(Object.keys(renamed.body).sort(), userFields);
    assert.equal((await person.client.patch('/api/v1/auth/me', {})).status, 200);
    for (const body of [
      { role: 'admin' },
      { email: 'x@y.z' },
      { permissions: [] },
      { display_name: '   ' },
      { display_name: null },
    ]) {
      assertProblem(await person.client.patch('/api/v1/auth/me', body), 422, 'invalid');
    }
    assert.equal((await person.client.get('/api/v1/auth/me')).body.role, 'redteam');
  });

  it('keeps the display preferences of its owner, visible only to them', async () => {
    const person = await server.newPerson('redteam');
    const own = async () => (await person.client.get('/api/v1/auth/me')).body.preferences;
    const rest = {
      test_table: { columns: null, views: [] },
      first_steps: 'shown',
      language: 'browser',
      clock: 'language',
      density: 'compact',
    };
    assert.deepEqual(await own(), { theme: 'system', time_zone: 'local', ...rest });
    const dark = await person.client.patch('/api/v1/auth/me', { preferences: { theme: 'dark' } });
    assert.equal(dark.status, 200);
    assert.deepEqual(dark.body.preferences, { theme: 'dark', time_zone: 'local', ...rest });
    await person.client.patch('/api/auth/me', { preferences: { time_zone: 'utc' } });
    assert.deepEqual(await own(), { theme: 'dark', time_zone: 'utc', ...rest });
    const again = (await login(person.email, person.password)).body.user;
    assert.deepEqual(again.preferences, { theme: 'dark', time_zone: 'utc', ...rest });
    assert.equal('preferences' in (await server.admin.client.get(`/api/v1/users/${again.id}`)).body, false);
    for (const preferences of [
      { theme: 'blue' },
      { time_zone: 'CET' },
      { first_steps: 'gone' },
      { language: 'es' },
      { clock: '13' },
      { density: 'airy' },
      { font: 'big' },
      null,
      'dark',
    ]) {
      assertProblem(await person.client.patch('/api/v1/auth/me', { preferences }), 422, 'invalid');
    }
    const { items } = (await server.admin.client.get(`/api/v1/audit?object_id=${again.id}`)).body;
    const changes = items.filter(({ verb }: { verb: string }) => verb === 'changed');
    assert.equal(changes.length, 2);
  });

  it('keeps the columns and views of test tables, within limits', async () => {
    const { client } = await server.newPerson('soc');
    const put = (test_table: unknown) => client.patch('/api/v1/auth/me', { preferences: { test_table } });
    const view = { name: 'Mine', search: '?assignee=me&sort=changed', columns: ['status', 'tags'] };
    const test_table = { columns: ['status'], views: [view, { name: 'All', search: '', columns: null }] };
    assert.deepEqual((await put(test_table)).body.preferences.test_table, test_table);
    await client.patch('/api/v1/auth/me', { preferences: { theme: 'dark' } });
    assert.deepEqual((await client.get('/api/v1/auth/me')).body.preferences.test_table, test_table);
    for (const refused of [
      { columns: ['status'] },
      { columns: ['colour'], views: [] },
      { columns: null, views: [{ ...view, name: ' ' }] },
      { columns: null, views: [{ ...view, search: 'x'.repeat(2001) }] },
      { columns: null, views: Array.from({ length: 31 }, () => view) },
    ]) {
      assertProblem(await put(refused), 422, 'invalid');
    }
  });

  const change = (client: Client, current_password: string, new_password: string) =>
    client.post('/api/v1/auth/password', { current_password, new_password });
  const next = 'another horse battery';

  it('takes another password, which ends the other sessions', async () => {
    const person = await server.newPerson('soc');
    const other = (await server.signIn(person.email, person.password)).token;
    const wrong = await change(person.client, 'wrong', next);
    assertProblem(wrong, 422, 'invalid');
    assert.equal(wrong.body.errors[0].path, 'current_password');
    assertProblem(await change(person.client, password, 'too short'), 422, 'invalid');
    assert.equal((await me(other)).status, 200);

    const changed = await change(person.client, password, next);
    assert.equal(changed.status, 204, JSON.stringify(changed.body));
    assert.equal((await person.client.get('/api/v1/auth/me')).status, 200);
    assertProblem(await me(other), 401, 'unauthenticated');
    assertProblem(await login(person.email, password), 401, 'unauthenticated');
    assert.equal((await login(person.email, next)).status, 200);
  });

  const meanwhile: [string, Record<string, unknown>][] = [
    ['sets another one', { password: 'a password that has to stand' }],
    ['deactivates the account', { is_active: false }],
    ['changes the role', { role: 'redteam' }],
  ];
  for (const [what, patch] of meanwhile) {
    it(`does not take another password when an administrator ${what} meanwhile`, async () => {
      const person = await server.newPerson('soc');
      // Two hashes take longer than any change without one; a change that hashes too may come first or last.
      const changing = change(person.client, password, next);
      const patched = await server.admin.client.patch(`/api/v1/users/${person.id}`, patch);
      assert.equal(patched.status, 200);
      const changed = await changing;
      await server.admin.client.patch(`/api/v1/users/${person.id}`, { is_active: true });
      if (changed.status === 204)
        assert.ok('password' in patch, 'only a change that came last may be undone');
      else assertProblem(changed, 401, 'unauthenticated');
      assertProblem(await login(person.email, next), 401, 'unauthenticated');
      const standing = typeof patch.password === 'string' ? patch.password : password;
      assert.equal((await login(person.email, standing)).status, 200);
    });
  }
});
