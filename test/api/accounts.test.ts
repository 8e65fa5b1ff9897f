import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('accounts', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  it('gives one login that works on both trees', async () => {
    for (const tree of ['/api/v1', '/api']) {
      const me = await server.admin.client.get(`${tree}/auth/me`);
      assert.equal(me.status, 200);
      assert.equal(me.body.role, 'admin');
      assert.equal(me.body.password_hash, undefined);
    }
  });

  it('ends the sessions of a user whose role is changed', async () => {
    const person = await server.newPerson('redteam');
    assert.equal((await person.client.get('/api/v1/auth/me')).status, 200);
    const changed = await server.admin.client.patch(`/api/v1/users/${person.id}`, { role: 'soc' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal((await person.client.get('/api/v1/auth/me')).status, 401);
  });
});
