import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../support/raw-http.ts';
import { Client, password, startTestServer, type TestServer } from '../support/server.ts';

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
  it('takes another name and nothing else', async () => {
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
      // Two hashes take longer than any change without one; where the change comes with one, it may be first or last.
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
