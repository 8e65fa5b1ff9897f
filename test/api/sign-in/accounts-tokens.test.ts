import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import jwt from 'jsonwebtoken';
import { newId } from '../../../server/ids.ts';
import { altered } from '../../support/altered.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const now = Date.parse('2026-11-20T09:30:00.000Z');
let server: TestServer;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
});
after(() => server.close());

const me = (token: string) => new Client(server.url, token).get('/api/v1/auth/me');

describe('tokens', onlyWithFile, () => {
  let claims: jwt.JwtPayload;
  let secret: string;
  before(() => {
    claims = jwt.decode(server.admin.client.token as string) as jwt.JwtPayload;
    secret = JSON.parse(readFileSync(path.join(server.dataDir, 'secrets.json'), 'utf8')).jwt_secret;
  });

  const signed = (change: Record<string, unknown>, options: jwt.SignOptions = {}, key = secret) => {
    const payload = Object.fromEntries(
      Object.entries({ ...claims, ...change }).filter(([, value]) => value !== undefined),
    );
    return jwt.sign(payload, key, { algorithm: 'HS256', allowInvalidAsymmetricKeyTypes: true, ...options });
  };
  const unsigned = (header: object, payload: object, signature = '') =>
    [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') +
    `.${signature}`;

  it('are accepted if they were issued here', async () => {
    assert.equal((await me(signed({}))).status, 200);
  });

  const forged: [string, () => string | Promise<string>][] = [
    ['no algorithm', () => unsigned({ alg: 'none', typ: 'JWT' }, claims)],
    ['no algorithm in capitals', () => unsigned({ alg: 'NONE', typ: 'JWT' }, claims)],
    ['no algorithm but a signature', () => unsigned({ alg: 'none' }, claims, signed({}).split('.')[2])],
    ['HS512', () => signed({}, { algorithm: 'HS512' })],
    ['HS384', () => signed({}, { algorithm: 'HS384' })],
    [
      'a header that says HS512',
      () => unsigned({ alg: 'HS512', typ: 'JWT' }, claims, signed({}).split('.')[2]),
    ],
    ['another secret', () => signed({}, {}, 'another secret that is long enough')],
    ['an empty secret', () => unsigned({ alg: 'HS256' }, claims, 'AAAA')],
    ['no expiry', () => signed({ exp: undefined })],
    ['an expiry in the past', () => signed({ exp: Math.floor(now / 1000) - 1 })],
    ['an expiry that is now', () => signed({ exp: Math.floor(now / 1000) })],
    [
      'an expiry that is no number',
      () => unsigned({ alg: 'HS256' }, { ...claims, exp: 'never' }, signed({}).split('.')[2]),
    ],
    ['a beginning in the future', () => signed({ nbf: Math.floor(now / 1000) + 60 })],
    ['another issuer', () => signed({ iss: 'mirabelle' })],
    ['no issuer', () => signed({ iss: undefined })],
    ['another audience', () => signed({ aud: 'mirabelle' })],
    ['no audience', () => signed({ aud: undefined })],
    ['no subject', () => signed({ sub: undefined })],
    ['no session', () => signed({ sid: undefined })],
    ['a session that is no text', () => signed({ sid: { $ne: null } })],
    ['a session that never was', () => signed({ sid: newId() })],
    ['a user that never was', () => signed({ sub: newId() })],
    [
      'another user’s session',
      async () =>
        signed({
          sid: (jwt.decode((await server.newPerson('soc')).client.token as string) as jwt.JwtPayload).sid,
        }),
    ],
    [
      'a changed payload',
      () => {
        const [header, , signature] = signed({}).split('.');
        return [
          header,
          Buffer.from(JSON.stringify({ ...claims, exp: (claims.exp as number) + 1 })).toString('base64url'),
          signature,
        ].join('.');
      },
    ],
    ['a changed signature', () => altered(signed({}), -10)],
    ['no signature', () => signed({}).split('.').slice(0, 2).join('.')],
    ['two signatures', () => `${signed({})}.${signed({}).split('.')[2]}`],
    ['more behind it', () => `${signed({})}=`],
    ['garbage', () => 'garbage'],
    ['dots', () => '...'],
    ['15 kB of garbage', () => 'a'.repeat(15_000)],
    ['15 kB of claims', () => signed({ more: 'a'.repeat(8000) }, {}, 'another secret that is long enough')],
  ];
  for (const [what, forge] of forged) {
    it(`are refused with ${what}`, async () => {
      const token = await forge();
      for (const _again of [1, 2]) assertProblem(await me(token), 401, 'unauthenticated');
    });
  }

  it('are read from one place, in one form', async () => {
    const token = signed({});
    const send = (authorization: string) => server.anonymous.get('/api/v1/auth/me', { authorization });
    for (const accepted of [`Bearer ${token}`, `bearer ${token}`])
      assert.equal((await send(accepted)).status, 200);
    for (const refused of [
      token,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer`,
      `Bearer "${token}"`,
      `Token ${token}`,
      `Bearer ${token},${token}`,
    ]) {
      assertProblem(await send(refused), 401, 'unauthenticated');
    }
    assertProblem(
      await server.anonymous.get(`/api/v1/auth/me?access_token=${token}`),
      401,
      'unauthenticated',
    );
    assertProblem(
      await server.anonymous.get('/api/v1/auth/me', { cookie: `access_token=${token}` }),
      401,
      'unauthenticated',
    );
  });
});
