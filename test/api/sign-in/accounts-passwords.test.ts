import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hashPassword } from '../../../server/accounts/passwords.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import {
  type Answer,
  Client,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { SVC_PUBLIC_HOSTS: 'lighthouse.example' } });
});
after(() => server.close());

/** Passwords that an attacker would try first for Nora Quill. */
const weak = [
  'password1234',
  'aaaaaaaaaaaa',
  'Damson2026!!',
  'noraquill2026',
  'nora.quill@x',
  'lighthouse26!',
];
const nora = { email: 'nora.quill@harbour.test', display_name: 'Nora Quill' };

describe('a password that a stranger would try first', () => {
  const refuses = (answer: Answer, path: string) => {
    assertProblem(answer, 422, 'invalid');
    assert.deepEqual(
      answer.body.errors.map((error: { path: string }) => error.path),
      [path],
    );
  };

  it('is refused wherever a password is chosen', async () => {
    const admin = server.admin.client;
    const invited = bodyOf(await admin.post('/api/v1/invitations', { email: nora.email, role: 'soc' }), 201);
    const answer = { token: invited.token, display_name: nora.display_name };
    for (const secret of weak) {
      refuses(await admin.post('/api/v1/users', { ...nora, role: 'soc', password: secret }), 'password');
      const accepted = await server.anonymous.post('/api/v1/invitations/accept', {
        ...answer,
        password: secret,
      });
      refuses(accepted, 'password');
    }
    const session = bodyOf(
      await server.anonymous.post('/api/v1/invitations/accept', { ...answer, password }),
      201,
    );
    const client = new Client(server.url, session.access_token);
    for (const secret of weak) {
      const change = { current_password: password, new_password: secret };
      refuses(await client.post('/api/v1/auth/password', change), 'new_password');
      refuses(await admin.patch(`/api/v1/users/${session.user.id}`, { password: secret }), 'password');
    }
    await server.signIn(nora.email, password);
  });

  it('is checked against the account’s name and email after the change', async () => {
    const person = await server.newPerson('soc');
    const change = { display_name: 'Ottoline Marsh', password: 'ottolinemarsh1' };
    refuses(await server.admin.client.patch(`/api/v1/users/${person.id}`, change), 'password');
    const other = { password: change.password };
    bodyOf(await server.admin.client.patch(`/api/v1/users/${person.id}`, other), 200);
  });

  it('continues to work for accounts that already have it', onlyWithFile, async () => {
    const person = await server.newPerson('soc');
    const { sqlite, close } = openDatabase(`${server.dataDir}/damson.db`);
    const hash = await hashPassword('password1234');
    sqlite.prepare('update users set password_hash = ? where id = ?').run(hash, person.id);
    await close();
    const client = await server.signIn(person.email, 'password1234');
    const change = { current_password: 'password1234', new_password: 'another horse battery' };
    assert.equal((await client.post('/api/v1/auth/password', change)).status, 204);
  });
});
