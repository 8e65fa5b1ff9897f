import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../server/log.ts';
import { AuthenticatorApp, Clock } from '../../support/http/authenticator.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { type Operation, registry } from '../../support/http/registry.ts';
import { addPasskey } from '../../support/http/software-passkey.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';

/**
 * Proofs that each write to accounts asks for besides a live session:
 * - `password and factor`: both again, the second factor where there is one
 * - `begun`: what a proof of the same session began, and the answer of the new factor itself
 * - `session`: nothing, since it gives nobody more than they have
 * - `permission`: the right over other people's accounts
 * - `token`, `sign-in`: nobody is signed in yet
 */
const proofs: Readonly<
  Record<string, 'password and factor' | 'begun' | 'session' | 'permission' | 'token' | 'sign-in'>
> = {
  'POST /setup': 'token',
  'POST /auth/login': 'sign-in',
  'POST /auth/login/second-factor': 'sign-in',
  'POST /auth/provider/begin': 'sign-in',
  'POST /auth/provider/finish': 'sign-in',
  'POST /auth/identities/begin': 'password and factor',
  'POST /auth/identities': 'begun',
  'POST /auth/identities/directory': 'password and factor',
  'DELETE /auth/identities/:identity_id': 'session',
  'POST /auth/renew': 'session',
  'POST /auth/renewal': 'session',
  'POST /auth/ticket': 'session',
  'POST /auth/logout': 'session',
  'DELETE /auth/sessions/:session_id': 'session',
  'PATCH /auth/me': 'session',
  'POST /auth/password': 'password and factor',
  'POST /auth/second-factor/totp': 'password and factor',
  'POST /auth/second-factor/totp/confirm': 'begun',
  'POST /auth/second-factor/totp/removal': 'password and factor',
  'POST /auth/second-factor/recovery-codes': 'password and factor',
  'POST /auth/second-factor/passkeys/challenge': 'session',
  'POST /auth/second-factor/passkeys/offer': 'password and factor',
  'POST /auth/second-factor/passkeys': 'begun',
  'PATCH /auth/second-factor/passkeys/:passkey_id': 'session',
  'POST /auth/second-factor/passkeys/:passkey_id/removal': 'password and factor',
  'POST /users': 'permission',
  'PATCH /users/:user_id': 'permission',
  'DELETE /users/:user_id': 'permission',
  'DELETE /users/:user_id/sessions': 'permission',
  'DELETE /users/:user_id/second-factor': 'permission',
  'POST /groups': 'permission',
  'PATCH /groups/:group_id': 'permission',
  'DELETE /groups/:group_id': 'permission',
  'POST /invitations': 'permission',
  'DELETE /invitations/:invitation_id': 'permission',
  'POST /invitations/preview': 'token',
  'POST /invitations/accept': 'token',
};

const ofAccounts = /^\/(setup|auth|users|groups|invitations)\b/;
const writes = registry().filter(({ method, path }) => method !== 'GET' && ofAccounts.test(path));
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

let server: TestServer;
const clock = new Clock();
const lines: string[] = [];
before(async () => {
  const log = createLog('info', (line) => lines.push(line));
  server = await startTestServer({ seams: { now: clock.now, log } });
});
after(() => server.close());

/** A person with an app, a passkey and recovery codes, whose client uses the server's name. */
async function newProtected() {
  const person = await server.newPerson('redteam');
  const client = new Client(server.url.replace('127.0.0.1', 'localhost'), person.client.token);
  const { key, recoveryCodes } = await addPasskey(client, password);
  const base = '/api/v1/auth/second-factor';
  const secret = bodyOf(
    await client.post(`${base}/totp`, { current_password: password, recovery_code: recoveryCodes[0] }),
    200,
  ).secret;
  const app = new AuthenticatorApp(secret);
  bodyOf(await client.post(`${base}/totp/confirm`, { code: app.codeAt(clock.now()) }), 200);
  const factors = () => client.get(base).then(({ body }) => body);
  const passkey: string = (await factors()).passkeys[0].id;
  return { id: person.id, email: person.email, client, key, app, recoveryCodes, passkey, factors };
}

/** Newest history entries about a person's refused proofs. */
async function refusedProofs(id: string) {
  const { items } = bodyOf(
    await server.admin.client.get(`/api/v1/audit?verb=proof_refused&object_id=${id}`),
    200,
  );
  return items as { actor: { id: string }; via: string; changes: Record<string, unknown> }[];
}

describe('writes to accounts', () => {
  it('are all in the table of required proofs', () => {
    assert.deepEqual([...new Set(writes.map(nameOf))].sort(), Object.keys(proofs).sort());
  });

  const extra: Readonly<Record<string, object>> = {
    'POST /auth/password': { new_password: 'another battery horse' },
    'POST /auth/identities/begin': { provider: 'none' },
    'POST /auth/identities/directory': { provider: 'none', login: 'eve', password: 'hers there' },
  };

  for (const operation of writes) {
    if (proofs[nameOf(operation)] !== 'password and factor') continue;
    it(`${operation.prefix}: ${nameOf(operation)} asks for the password and a second factor`, async () => {
      clock.time += 61_000;
      const { id, email, client, app, recoveryCodes, passkey, factors } = await newProtected();
      const target = operation.prefix + operation.path.replace(':passkey_id', passkey);
      const ask = (proof: object) => client.post(target, { ...proof, ...extra[nameOf(operation)] });
      const had = await factors();
      const code = app.codeAt(clock.nextStep());
      const from = lines.length;
      for (const [proof, field] of [
        [{ current_password: password }, 'code'],
        [{ current_password: 'not the password', code }, 'current_password'],
        [{ current_password: password, code: app.codeAt(0) }, 'code'],
        [{ current_password: password, recovery_code: recoveryCodes[0] }, 'recovery_code'],
      ] as const) {
        const refused = await ask(proof);
        assertProblem(refused, 422, 'invalid');
        assert.equal(refused.body.errors[0].path, field, JSON.stringify(proof));
      }
      assertProblem(await ask({ current_password: password, code, recovery_code: 'X' }), 422, 'invalid');
      assert.deepEqual(await factors(), had);
      const login = await server.anonymous.post('/api/v1/auth/login', { email, password });
      assertProblem(login, 401, 'second_factor_required');

      const told = lines.slice(from).map((line) => JSON.parse(line));
      const failures = told.filter(({ event, user_id }) => /_failed$/.test(event) && user_id === id);
      assert.equal(failures.length, 4, JSON.stringify(told));
      const entries = await refusedProofs(id);
      assert.equal(entries.length, 1, 'one a minute, so that guessing does not fill the disk');
      assert.deepEqual([entries[0]?.actor.id, entries[0]?.via], [id, 'api']);
      const said = JSON.stringify([entries, lines.slice(from)]);
      for (const secret of [password, 'not the password', code, recoveryCodes[0], 'another battery horse']) {
        assert.ok(!said.includes(secret as string), secret);
      }

      const done = await ask({ current_password: password, code });
      const isProven = [200, 204, 409].includes(done.status) || done.body.errors?.[0].path === 'provider';
      assert.ok(isProven, JSON.stringify(done.body));
    });
  }

  it('take a passkey as the second factor of a new password', async () => {
    const { email, client, key } = await newProtected();
    const demand = await client.post('/api/v1/auth/second-factor/passkeys/challenge');
    const change = { current_password: password, new_password: 'another battery horse' };
    const passkey = key.sign(demand.body);
    assert.equal((await client.post('/api/v1/auth/password', { ...change, passkey })).status, 204);
    const again = { email, password: change.new_password };
    assertProblem(await server.anonymous.post('/api/v1/auth/login', again), 401, 'second_factor_required');
  });

  it('use up no code for a new password that is too weak', async () => {
    clock.time += 61_000;
    const { client, app } = await newProtected();
    const code = app.codeAt(clock.nextStep());
    const change = (new_password: string) =>
      client.post('/api/v1/auth/password', { current_password: password, new_password, code });
    const weak = await change('password1234');
    assertProblem(weak, 422, 'invalid');
    assert.equal(weak.body.errors[0].path, 'new_password');
    assert.equal((await change('another battery horse')).status, 204);
    const used = await client.post('/api/v1/auth/password', {
      current_password: 'another battery horse',
      new_password: 'a third battery horse',
      code,
    });
    assertProblem(used, 422, 'invalid');
  });

  it('count wrong codes per session, apart from attempts of others who know the password', async () => {
    clock.time += 61_000;
    const { client, app, email } = await newProtected();
    const login = { email, password, code: '000000' };
    for (let attempt = 0; attempt < 8; attempt += 1) await server.anonymous.post('/api/v1/auth/login', login);
    assertProblem(await server.anonymous.post('/api/v1/auth/login', login), 429, 'too_many_requests');
    const code = app.codeAt(clock.nextStep());
    const change = { current_password: password, new_password: 'another battery horse', code };
    assert.equal((await client.post('/api/v1/auth/password', change)).status, 204);
  });

  it('report a wrong first code of an app, too', async () => {
    clock.time += 61_000;
    const person = await server.newPerson('soc');
    const base = '/api/v1/auth/second-factor/totp';
    bodyOf(await person.client.post(base, { current_password: password }), 200);
    assertProblem(await person.client.post(`${base}/confirm`, { code: '000000' }), 422, 'invalid');
    assert.equal((await refusedProofs(person.id)).length, 1);
  });
});
