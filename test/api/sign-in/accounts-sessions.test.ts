import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import jwt from 'jsonwebtoken';
import { openDatabase } from '../../../server/database/database.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import {
  type Answer,
  Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const minute = 60_000;
const hour = 60 * minute;
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
let now = Date.parse('2026-11-20T09:30:00.000Z');
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
});
after(() => server.close());

const login = (email: string, secret: string): Promise<Answer> =>
  server.anonymous.post('/api/v1/auth/login', { email, password: secret });
const me = (token: string | null, tree = '/api/v1') => new Client(server.url, token).get(`${tree}/auth/me`);

async function tokenOf(person: Person): Promise<string> {
  return (await login(person.email, person.password)).body.access_token;
}

describe('signing in', () => {
  it('gives a token that works on both trees', async () => {
    const answer = await server.anonymous.post('/api/auth/login', { email: server.admin.email, password });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'expires_in', 'token_type', 'user']);
    assert.equal(answer.body.token_type, 'Bearer');
    assert.equal(answer.body.expires_in, 3600);
    assert.deepEqual(Object.keys(answer.body.user).sort(), userFields);
    assert.equal(answer.body.user.last_login_at, new Date(now).toISOString());
    for (const tree of ['/api/v1', '/api']) {
      const shown = await me(answer.body.access_token, tree);
      assert.equal(shown.status, 200);
      assert.deepEqual(shown.body, answer.body.user);
    }
    assert.doesNotMatch(JSON.stringify(answer.body), /argon2|password/);
  });

  it('puts only the user, the lifetime and the purpose into the token', async () => {
    const token = await tokenOf(server.admin);
    const { header, payload } = jwt.decode(token, { complete: true }) ?? {};
    assert.deepEqual(header, { alg: 'HS256', typ: 'JWT' });
    assert.deepEqual(Object.keys(payload ?? {}).sort(), ['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    const claims = payload as jwt.JwtPayload;
    assert.equal(claims.sub, server.admin.id);
    assert.equal(claims.iat, now / 1000);
    assert.equal(claims.exp, now / 1000 + 3600);
  });

  it('ignores case and white space in the email, and the encoding of accents', async () => {
    const made = await server.admin.client.post('/api/v1/users', {
      email: 'Ren\u00e9@Damson.test',
      display_name: 'René',
      role: 'soc',
      password: 'mot de passe ch\u00e9ri',
    });
    assert.equal(made.status, 201);
    for (const email of ['rené@damson.test', ' RENE\u0301@DAMSON.TEST ']) {
      assert.equal((await login(email, 'mot de passe che\u0301ri')).status, 200, email);
    }
  });

  it('gives the same answer whatever was wrong', async () => {
    const inactive = await server.newPerson('soc');
    await server.admin.client.patch(`/api/v1/users/${inactive.id}`, { is_active: false });
    const without = { email: 'nopassword@damson.test', display_name: 'No', role: 'soc' };
    assert.equal((await server.admin.client.post('/api/v1/users', without)).status, 201);
    const answers = [
      await login(server.admin.email, 'wrong horse battery'),
      await login(server.admin.email, ''),
      await login(server.admin.email, password.toUpperCase()),
      await login(server.admin.email, `${password} `),
      await login('nobody@damson.test', password),
      await login('not an email', password),
      await login('', ''),
      await login(inactive.email, password),
      await login(inactive.email, 'wrong horse battery'),
      await login(without.email, ''),
      await login(without.email, password),
    ];
    for (const answer of answers) assertProblem(answer, 401, 'unauthenticated');
    assert.equal(new Set(answers.map((answer) => answer.body.detail)).size, 1);
    const names = answers.map((answer) => [...answer.headers.keys()].sort().join());
    assert.equal(new Set(names).size, 1);
    assert.equal((await login(server.admin.email, password)).status, 200);
  });

  it('refuses an invalid email or password', async () => {
    for (const body of [
      {},
      { email: server.admin.email },
      { email: 1, password },
      { email: 'a', password: 'b', role: 'admin' },
    ]) {
      assertProblem(await server.anonymous.post('/api/v1/auth/login', body), 422, 'invalid');
    }
  });
});

describe('a session', () => {
  it('issues tokens for an hour only, the last one ending with the session', async () => {
    const start = now;
    const first = await login(server.admin.email, password);
    let token = first.body.access_token;
    now = start + hour - 1000;
    assert.equal((await me(token)).status, 200);
    now = start + hour;
    assertProblem(await me(token), 401, 'unauthenticated');
    assertProblem(await new Client(server.url, token).post('/api/v1/auth/renew'), 401, 'unauthenticated');

    now = start;
    token = (await login(server.admin.email, password)).body.access_token;
    for (let minutes = 50; minutes < 11 * 60; minutes += 50) {
      now = start + minutes * minute;
      const renewed = await new Client(server.url, token).post('/api/auth/renew');
      assert.equal(renewed.status, 200, `after ${minutes} minutes: ${JSON.stringify(renewed.body)}`);
      assert.deepEqual(Object.keys(renewed.body).sort(), [
        'access_token',
        'expires_in',
        'token_type',
        'user',
      ]);
      assert.equal(renewed.body.expires_in, 3600);
      token = renewed.body.access_token;
    }
    now = start + 11 * hour;
    const last = await new Client(server.url, token).post('/api/v1/auth/renew');
    assert.equal(last.body.expires_in, 3600);
    const { iat, exp } = JSON.parse(
      Buffer.from(last.body.access_token.split('.')[1], 'base64url').toString('utf8'),
    );
    assert.deepEqual([iat, exp], [now / 1000, now / 1000 + 3600]);
    for (const [tree, left] of [
      ['/api/v1', hour - 1],
      ['/api', 30 * minute],
      ['/api/v1', 1000],
    ] as const) {
      now = start + 12 * hour - left;
      const late = await new Client(server.url, last.body.access_token).post(`${tree}/auth/renew`);
      assertProblem(late, 409, 'renewal_over');
    }
    assert.equal((await me(last.body.access_token)).status, 200);
    now = start + 12 * hour;
    assertProblem(await me(last.body.access_token), 401, 'unauthenticated');
    now = start;
    server.admin.client = new Client(server.url, await tokenOf(server.admin));
  });

  it('ends at sign-out with all of its tokens, and no other session does', async () => {
    const person = await server.newPerson('soc');
    const other = await tokenOf(person);
    const renewed = (await person.client.post('/api/v1/auth/renew')).body.access_token;
    const out = await person.client.post('/api/v1/auth/logout');
    assert.equal(out.status, 204);
    assert.equal(out.body, '');
    for (const token of [person.client.token, renewed])
      assertProblem(await me(token), 401, 'unauthenticated');
    assertProblem(await person.client.post('/api/v1/auth/logout'), 401, 'unauthenticated');
    assert.equal((await me(other)).status, 200);
  });

  it('outlives a restart of the server', async () => {
    const token = await tokenOf(server.admin);
    await server.restart();
    assert.equal((await me(token)).status, 200);
  });

  it('ends with a change of its database by another process', onlyWithFile, async () => {
    const person = await server.newPerson('soc');
    assert.equal((await person.client.get('/api/v1/auth/me')).status, 200);
    const { sqlite, close } = openDatabase(path.join(server.dataDir, 'damson.db'));
    sqlite.prepare('delete from sessions where user_id = ?').run(person.id);
    await close();
    assertProblem(await person.client.get('/api/v1/auth/me'), 401, 'unauthenticated');
  });

  const endings: [string, (person: Person) => Promise<Answer>][] = [
    ['a change of role', ({ id }) => server.admin.client.patch(`/api/v1/users/${id}`, { role: 'redteam' })],
    ['deactivation', ({ id }) => server.admin.client.patch(`/api/users/${id}`, { is_active: false })],
    ['deletion', ({ id }) => server.admin.client.delete(`/api/v1/users/${id}`)],
    [
      'a password an administrator sets',
      ({ id }) => server.admin.client.patch(`/api/v1/users/${id}`, { password: 'another horse battery' }),
    ],
  ];
  for (const [cause, end] of endings) {
    it(`ends at once with ${cause}`, async () => {
      const person = await server.newPerson('soc');
      const second = await tokenOf(person);
      const ended = await end(person);
      assert.ok(ended.status === 200 || ended.status === 204, JSON.stringify(ended.body));
      for (const token of [person.client.token, second]) {
        for (const tree of ['/api/v1', '/api']) assertProblem(await me(token, tree), 401, 'unauthenticated');
        assertProblem(await new Client(server.url, token).post('/api/v1/auth/renew'), 401, 'unauthenticated');
      }
    });
  }

  it('continues when nothing relevant changes', async () => {
    const person = await server.newPerson('soc');
    const same = {
      display_name: 'New name',
      email: 'new-email@damson.test',
      role: 'soc',
      is_active: true,
      group_ids: [],
    };
    assert.equal((await server.admin.client.patch(`/api/v1/users/${person.id}`, same)).status, 200);
    const shown = await person.client.get('/api/v1/auth/me');
    assert.equal(shown.status, 200);
    assert.equal(shown.body.display_name, 'New name');
    assert.equal(shown.body.email, 'new-email@damson.test');
  });

  it('does not come back when its user is activated again', async () => {
    const person = await server.newPerson('soc');
    await server.admin.client.patch(`/api/v1/users/${person.id}`, { is_active: false });
    await server.admin.client.patch(`/api/v1/users/${person.id}`, { is_active: true });
    assertProblem(await person.client.get('/api/v1/auth/me'), 401, 'unauthenticated');
    assert.equal((await me(await tokenOf(person))).status, 200);
  });
});
