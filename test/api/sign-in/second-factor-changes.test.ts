import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { AuthenticatorApp, addApp, Clock, demandOf } from '../../support/http/authenticator.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { assertMode } from '../../support/servers/platform.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';

const base = '/api/v1/auth/second-factor';
let server: TestServer;
const clock = new Clock();
before(async () => {
  server = await startTestServer({ seams: { now: clock.now } });
});
after(() => server.close());

const read = async (client: Client) => (await client.get(base)).body;
const login = (email: string) => server.anonymous.post('/api/v1/auth/login', { email, password });
const me = (client: Client) => client.get('/api/v1/auth/me');

describe('an authenticator app', () => {
  it('counts once its first code was shown, and ends other sessions', async () => {
    const person = await server.newPerson('redteam');
    const other = await server.signIn(person.email, password);
    assert.deepEqual(await read(person.client), {
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
      passkey_host: null,
    });
    const wrong = await person.client.post(`${base}/totp`, { current_password: 'wrong' });
    assertProblem(wrong, 422, 'invalid');
    assert.equal(wrong.body.errors[0].path, 'current_password');
    assertProblem(await person.client.post(`${base}/totp/confirm`, { code: '123456' }), 422, 'invalid');

    const begun = await person.client.post(`${base}/totp`, { current_password: password });
    assert.deepEqual(Object.keys(begun.body), ['secret', 'uri']);
    assert.equal((await login(person.email)).status, 200);
    const app = new AuthenticatorApp(begun.body.secret);
    const confirm = (code: string) => person.client.post(`${base}/totp/confirm`, { code });
    assertProblem(await confirm(app.codeAt(0)), 422, 'invalid');
    assert.equal((await login(person.email)).status, 200);
    const added = await confirm(app.codeAt(clock.now()));
    assert.equal(added.body.recovery_codes.length, 10);
    assertProblem(await me(other), 401, 'unauthenticated');
    assert.equal((await me(person.client)).status, 200);
    assertProblem(await login(person.email), 401, 'second_factor_required');
    assert.deepEqual(await read(person.client), {
      totp: { created_at: new Date(clock.time).toISOString(), is_readable: true },
      passkeys: [],
      recovery_codes_left: 10,
      passkey_host: null,
    });
    const code = app.codeAt(clock.nextStep());
    assertProblem(await person.client.post(`${base}/totp`, { current_password: password }), 422, 'invalid');
    const second = await person.client.post(`${base}/totp`, { current_password: password, code });
    assertProblem(second, 409, 'duplicate');
    assertProblem(await confirm(app.codeAt(clock.time)), 422, 'invalid');
  });

  it('waits five minutes for its first code, and for the session that began', async () => {
    const person = await server.newPerson('redteam');
    const begin = async () =>
      new AuthenticatorApp(
        (await person.client.post(`${base}/totp`, { current_password: password })).body.secret,
      );
    const confirm = (client: Client, code: string) => client.post(`${base}/totp/confirm`, { code });
    const replaced = await begin();
    const app = await begin();
    assertProblem(await confirm(person.client, replaced.codeAt(clock.time)), 422, 'invalid');
    const other = await server.signIn(person.email, password);
    assertProblem(await confirm(other, app.codeAt(clock.time)), 422, 'invalid');
    clock.time += 300_000;
    assertProblem(await confirm(person.client, app.codeAt(clock.time)), 422, 'invalid');
    assert.equal((await login(person.email)).status, 200);
  });

  it('is removed with the password and one of the factors, and its recovery codes with it', async () => {
    const person = await server.newPerson('redteam');
    const { app, recoveryCodes } = await addApp(person.client, password, clock);
    const remove = (body: object) => person.client.post(`${base}/totp/removal`, body);
    const code = app.codeAt(clock.nextStep());
    for (const [body, field] of [
      [{ current_password: password }, 'code'],
      [{ current_password: 'wrong', code }, 'current_password'],
      [{ current_password: password, code: app.codeAt(0) }, 'code'],
      [{ current_password: password, recovery_code: 'WRONG' }, 'recovery_code'],
      [{ current_password: password, code, recovery_code: recoveryCodes[0] }, 'code'],
    ] as const) {
      const refused = await remove(body);
      assertProblem(refused, 422, 'invalid');
      assert.equal(refused.body.errors[0].path, field);
    }
    const other = new Client(
      server.url,
      (
        await server.anonymous.post('/api/v1/auth/login/second-factor', {
          challenge: (await demandOf(server, person.email, password)).challenge,
          recovery_code: recoveryCodes[1],
        })
      ).body.access_token,
    );
    const removed = await remove({ current_password: password, code });
    assert.equal(removed.status, 204, JSON.stringify(removed.body));
    assertProblem(await me(other), 401, 'unauthenticated');
    assert.equal((await login(person.email)).status, 200);
    assert.equal((await read(person.client)).recovery_codes_left, 0);
    assertProblem(await remove({ current_password: password }), 404, 'not_found');
  });

  it('slows down guesses of passwords or codes in an unattended session', async () => {
    const person = await server.newPerson('redteam');
    await addApp(person.client, password, clock);
    const remove = (body: object) => person.client.post(`${base}/totp/removal`, body);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      assertProblem(await remove({ current_password: 'wrong', code: '000000' }), 422, 'invalid');
    }
    assertProblem(await remove({ current_password: password, code: '000000' }), 429, 'too_many_requests');
  });
});

describe('an administrator', () => {
  it('sees who has a second factor, and removes it with the sessions', async () => {
    const person = await server.newPerson('redteam');
    const has = async () =>
      (await server.admin.client.get(`/api/v1/users/${person.id}`)).body.has_second_factor;
    assert.equal(await has(), false);
    await addApp(person.client, password, clock);
    assert.equal(await has(), true);
    const listed = await server.admin.client.get(`/api/v1/users?q=${person.email}`);
    assert.equal(listed.body.items[0].has_second_factor, true);
    const reset = () => server.admin.client.delete(`/api/v1/users/${person.id}/second-factor`);
    assert.equal((await reset()).status, 204);
    assertProblem(await me(person.client), 401, 'unauthenticated');
    assert.equal((await login(person.email)).status, 200);
    assert.equal(await has(), false);
    assert.equal((await reset()).status, 204);
    const own = `/api/v1/users/${server.admin.id}/second-factor`;
    assertProblem(await server.admin.client.delete(own), 403, 'forbidden');
  });

  it('is needed for a person with more rights than the user manager', async () => {
    const manager = await server.newPerson('soc', { permissions: ['user.manage'] });
    const peer = await server.newPerson('soc');
    for (const person of [peer, await server.newPerson('redteam')]) {
      await addApp(person.client, password, clock);
      const answer = await manager.client.delete(`/api/v1/users/${person.id}/second-factor`);
      if (person === peer) assert.equal(answer.status, 204);
      else assertProblem(answer, 403, 'forbidden');
    }
    const admin = `/api/v1/users/${server.admin.id}/second-factor`;
    assertProblem(await manager.client.delete(admin), 403, 'forbidden');
  });
});

describe('the key that secrets of apps are encrypted with', () => {
  it(
    'is created with the first app, in a file readable only by its owner, if none is set',
    onlyWithFile,
    async () => {
      const file = path.join(server.dataDir, 'secrets.json');
      const person = await server.newPerson('redteam');
      const { app } = await addApp(person.client, password, clock);
      assertMode(file, 0o600);
      const kept = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual(Object.keys(kept), ['jwt_secret', 'second_factor_key']);
      await server.restart();
      assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), kept);
      // Data sealed before a key was set stays readable.
      await server.restart(undefined, { encryptionKey: Buffer.alloc(32, 7) });
      const { challenge, methods } = await demandOf(server, person.email, password);
      assert.deepEqual(methods, ['totp', 'recovery_code']);
      const code = app.codeAt(clock.nextStep());
      const finished = await server.anonymous.post('/api/v1/auth/login/second-factor', { challenge, code });
      assert.equal(finished.status, 200);
      await server.restart();
    },
  );

  it('may be lost: nobody is let in without a factor, recovery codes still work, and the log reports it', async () => {
    const person = await server.newPerson('redteam');
    const { app, recoveryCodes } = await addApp(person.client, password, clock);
    await server.stop();
    rmSync(path.join(server.dataDir, 'secrets.json'));
    const lines: { event: string; accounts?: number }[] = [];
    const log = new Proxy({} as never, {
      get: () => (line: { event: string }) => {
        lines.push(line);
      },
    });
    await server.restart({ now: clock.now, log });
    assert.ok(Number(lines.find(({ event }) => event === 'second_factor_key_lost')?.accounts) > 0);
    const { challenge, methods } = await demandOf(server, person.email, password);
    assert.deepEqual(methods, ['recovery_code']);
    const finish = (given: object) =>
      server.anonymous.post('/api/v1/auth/login/second-factor', { challenge, ...given });
    const code = app.codeAt(clock.nextStep());
    assertProblem(await finish({ code }), 503, 'encryption_key_changed');
    const entered = await finish({ recovery_code: recoveryCodes[0] });
    assert.equal(entered.status, 200);
    const client = new Client(server.url, entered.body.access_token);
    assert.equal((await read(client)).totp.is_readable, false);
    const proof = { current_password: password, recovery_code: recoveryCodes[1] };
    assert.equal((await client.post(`${base}/totp/removal`, proof)).status, 204);
    await addApp(client, password, clock);
  });
});
