import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { addApp } from '../../support/http/authenticator.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';
import {
  directoryPassword,
  groupDn,
  groupEntry,
  ldapProvider,
  ldapSettings,
  personDn,
  personEntry,
  units,
} from '../../support/sign-in/directory.ts';
import { hasSlapd, Slapd, slapdMissing } from '../../support/sign-in/slapd.ts';

const minute = 60_000;
const manyGroups = 10_001;
const names = [
  'rita',
  'sam',
  'bo',
  'nested',
  'outer',
  'nobody',
  'many',
  'factor',
  'linked',
  'guessed',
  'starter',
];

/** Ahead of the real time. */
const clock = {
  ahead: 0,
  now: () => Date.now() + clock.ahead,
};
let slapd: Slapd;
let server: TestServer;

const content = (): string =>
  [
    units,
    ...names.map(personEntry),
    groupEntry('red', [personDn('rita'), personDn('factor'), groupDn('inner')]),
    groupEntry('soc', ['sam', 'linked', 'guessed', 'starter'].map(personDn)),
    groupEntry('bosses', [personDn('bo')]),
    // A circle.
    groupEntry('inner', [personDn('nested'), groupDn('middle')]),
    groupEntry('middle', [personDn('outer'), groupDn('inner')]),
    // The name of a group elsewhere proves nothing.
    `dn: ou=other,dc=example,dc=org\nobjectClass: organizationalUnit\nou: other\n`,
    `dn: cn=bosses,ou=other,dc=example,dc=org\nobjectClass: groupOfNames\ncn: bosses\nmember: ${personDn('nobody')}\n`,
    ...Array.from({ length: manyGroups }, (_none, index) => groupEntry(`many-${index}`, [personDn('many')])),
  ].join('\n');

const signIn = (login: string, secret = directoryPassword(login), more: object = {}) =>
  server.anonymous.post('/api/v1/auth/login', {
    email: login,
    password: secret,
    provider: 'directory',
    ...more,
  });
const clientOf = (answer: { body: { access_token: string } }) =>
  new Client(server.url, answer.body.access_token);

describe('a directory', { skip: hasSlapd() ? false : slapdMissing }, () => {
  before(async () => {
    slapd = await Slapd.start(content());
    const dead = 'ldaps://127.0.0.1:9';
    const providers = [
      ldapProvider(slapd),
      ldapProvider(slapd, { id: 'start-tls', urls: [slapd.ldap], start_tls: true }),
      ldapProvider(slapd, { id: 'second', urls: [dead, slapd.ldaps] }),
      ldapProvider(slapd, { id: 'dead', urls: [dead] }),
      ldapProvider(slapd, { id: 'plain', nested_groups: 'none' }),
      ldapProvider(slapd, { id: 'wrong-bind' }),
      ldapProvider(slapd, { id: 'wrong-base', base: 'ou=nowhere,dc=example,dc=org' }),
      ldapProvider(slapd, { id: 'wrong-attribute', login_attributes: ['sAMAccountName'] }),
      ldapProvider(slapd, {
        id: 'wrong-name',
        urls: [slapd.ldaps.replace('localhost', 'localhost.localdomain')],
      }),
      ldapProvider(slapd, { id: 'no-accounts', creates_accounts: false }),
    ];
    const env = ldapSettings(slapd, providers, { 'wrong-bind': 'not its password' });
    server = await startTestServer({ env, seams: { now: clock.now } });
  });
  after(async () => {
    await server?.close();
    await slapd?.close();
  });
  afterEach(() => {
    clock.ahead = 0;
  });

  it('signs people in with their name and password there', async () => {
    const session = bodyOf(await signIn('rita'), 200);
    assert.equal(session.expires_in, 3600);
    assert.equal(session.user.email, 'rita@example.org');
    assert.equal(session.user.display_name, 'rita of the directory');
    assert.equal(session.user.role, 'redteam');
    assert.equal((await clientOf({ body: session }).get('/api/v1/auth/me')).status, 200);
    assert.equal(bodyOf(await signIn('RITA', directoryPassword('rita')), 200).user.id, session.user.id);
  });

  it('makes administrators only of members of the group that the table names, by its whole name', async () => {
    assert.equal(bodyOf(await signIn('bo'), 200).user.role, 'admin');
    assertProblem(await signIn('nobody'), 403, 'sign_in_refused');
  });

  it('counts members of members, in a circle as well, where the settings say so', async () => {
    for (const name of ['nested', 'outer'])
      assert.equal(bodyOf(await signIn(name), 200).user.role, 'redteam');
    const plain = await signIn('outer', directoryPassword('outer'), { provider: 'plain' });
    assertProblem(plain, 403, 'sign_in_refused');
  });

  it('refuses wrong and empty passwords and unknown names in the same words', async () => {
    const refusals = [
      await signIn('sam', 'wrong'),
      await signIn('sam', ''),
      await signIn('', directoryPassword('sam')),
      await signIn('no-such-person', 'wrong'),
      await signIn('no-such-person', ''),
    ];
    for (const refusal of refusals) {
      assertProblem(refusal, 401, 'unauthenticated');
      assert.equal(refusal.body.detail, 'The name or the password is wrong');
    }
  });

  const injections = [
    '*',
    's*',
    '*am',
    'sam*',
    'sam)(uid=*',
    '*)(uid=*))(|(uid=*',
    'sam)(|(objectClass=*)',
    '(sam)',
    '\\73am',
    'sam\\00',
    'sam\\2a',
    '!(uid=x)',
    'sam)(!(uid=x))',
    '&',
    '|',
    'sam))',
    'uid=sam',
    personDn('sam'),
    '+sam',
    'sam;binary',
    'sam\r\nuid: bo',
    'sam\u202e',
    '𝐬𝐚𝐦x',
  ];
  for (const login of injections) {
    it(`finds nobody by ${JSON.stringify(login)}`, async () => {
      assertProblem(await signIn(login, directoryPassword('sam')), 401, 'unauthenticated');
    });
  }

  it('works over StartTLS, and at the second address where the first is gone', async () => {
    const secret = directoryPassword('starter');
    assert.equal((await signIn('starter', secret, { provider: 'start-tls' })).status, 200);
    // Another directory is another identity, and the email joins nothing.
    assertProblem(await signIn('starter', secret, { provider: 'second' }), 403, 'sign_in_refused');
    for (const id of ['start-tls', 'second']) {
      const { checks } = bodyOf(
        await server.admin.client.post('/api/v1/sign-in-providers/test', { id }),
        200,
      );
      assert.deepEqual(checks.at(-1), { check: 'people', fault: null, value: null });
    }
  });

  it('that is gone refuses with what to do, counts no guess, and stops no one else', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const answer = await signIn('sam', 'anything', { provider: 'dead' });
      assertProblem(answer, 502, 'directory_unavailable');
      assert.match(answer.body.detail, /^Directory can't be asked/);
    }
    const local = await server.anonymous.post('/api/v1/auth/login', { email: server.admin.email, password });
    assert.equal(local.status, 200);
  });

  it('that never answers holds up one sign-in at a time, and no account of this server', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    const { port } = silent.address() as AddressInfo;
    const env = ldapSettings(slapd, [ldapProvider(slapd, { urls: [`ldaps://127.0.0.1:${port}`] })]);
    const other = await startTestServer({ env });
    const enter = (email: string) =>
      other.anonymous.post('/api/v1/auth/login', { email, password: 'any', provider: 'directory' });
    assertProblem(await enter('first'), 502, 'directory_unavailable');
    const before = sockets.length;
    const waiting = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map(enter);
    await until(() => sockets.length > before);
    const local = await other.anonymous.post('/api/v1/auth/login', { email: other.admin.email, password });
    assert.equal(local.status, 200);
    assert.equal(sockets.length, before + 1);
    for (const socket of sockets) socket.destroy();
    for (const refused of waiting) assertProblem(await refused, 502, 'directory_unavailable');
    await other.close();
    silent.close();
  });

  const faults: [string, string, string, string | RegExp][] = [
    ['dead', 'connection', 'connection_refused', '127.0.0.1:9'],
    ['wrong-bind', 'bind', 'bind_refused', 'cn=damson,dc=example,dc=org'],
    ['wrong-base', 'base', 'base_not_found', 'ou=nowhere,dc=example,dc=org'],
    ['wrong-attribute', 'people', 'search_refused', 'sAMAccountName, entryUUID'],
  ];
  for (const [id, check, fault, value] of faults) {
    it(`tells ${fault} in its test`, async () => {
      const tried = bodyOf(await server.admin.client.post('/api/v1/sign-in-providers/test', { id }), 200);
      assert.equal(tried.works, false);
      assert.deepEqual(
        tried.checks.find((one: { fault: string | null }) => one.fault !== null),
        { check, fault, value },
      );
      assert.ok(!JSON.stringify(tried).includes('not its password'));
    });
  }

  it('with a certificate of another authority is not asked', async () => {
    const env = ldapSettings(slapd, [ldapProvider(slapd)]);
    const other = await startTestServer({ env: { ...env, SVC_LDAP_CA: '' } });
    const body = { email: 'sam', password: directoryPassword('sam'), provider: 'directory' };
    assertProblem(await other.anonymous.post('/api/v1/auth/login', body), 502, 'directory_unavailable');
    const tried = bodyOf(
      await other.admin.client.post('/api/v1/sign-in-providers/test', { id: 'directory' }),
      200,
    );
    assert.equal(tried.checks[0].fault, 'certificate_untrusted');
    await other.close();
  });

  it('is not asked again by a person who guesses, and others sign in meanwhile', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn('guessed', `guess ${attempt}`);
    assertProblem(await signIn('guessed', 'guess 7'), 429, 'too_many_requests');
    assertProblem(await signIn('GUESSED', 'guess 8'), 429, 'too_many_requests');
    assert.equal((await signIn('rita')).status, 200);
  });

  it('is followed by the second factor of this server', async () => {
    const client = clientOf(await signIn('factor'));
    const wrong = await client.post('/api/v1/auth/second-factor/totp', { current_password: 'wrong' });
    assertProblem(wrong, 422, 'invalid');
    const { app } = await addApp(client, directoryPassword('factor'), clock);
    clock.ahead += minute;
    const asked = await signIn('factor');
    assertProblem(asked, 401, 'second_factor_required');
    const { challenge } = asked.body.second_factor;
    const code = app.codeAt(clock.now());
    const done = await server.anonymous.post('/api/v1/auth/login/second-factor', { challenge, code });
    assert.equal(bodyOf(done, 200).user.email, 'factor@example.org');
    clock.ahead += minute;
    const atOnce = await signIn('factor', directoryPassword('factor'), { code: app.codeAt(clock.now()) });
    assert.equal(atOnce.status, 200);
  });

  it('refuses someone in more than 10,000 groups', async () => {
    assertProblem(await signIn('many'), 502, 'directory_unavailable');
  });

  it('ends sessions at the next renewal when a group is lost', async () => {
    const client = clientOf(await signIn('sam'));
    const change = (verb: string) =>
      slapd.modify(
        `dn: ${groupDn('soc')}\nchangetype: modify\n${verb}: member\nmember: ${personDn('sam')}\n`,
      );
    clock.ahead = 30 * minute;
    assert.equal((await client.post('/api/v1/auth/renew')).status, 200);
    change('delete');
    assert.equal((await client.post('/api/v1/auth/renew')).status, 200, 'it was asked a moment ago');
    clock.ahead = 40 * minute;
    assertProblem(await client.post('/api/v1/auth/renew'), 401, 'unauthenticated');
    assertProblem(await client.get('/api/v1/auth/me'), 401, 'unauthenticated');
    assertProblem(await signIn('sam'), 403, 'sign_in_refused');
    change('add');
  });

  it('ends sessions at the next renewal when the account is disabled, and lets nobody in', async () => {
    const client = clientOf(await signIn('rita'));
    slapd.modify(`dn: ${personDn('rita')}\nchangetype: modify\nadd: shadowExpire\nshadowExpire: 1\n`);
    clock.ahead = 30 * minute;
    assertProblem(await client.post('/api/v1/auth/renew'), 401, 'unauthenticated');
    assertProblem(await signIn('rita'), 401, 'unauthenticated');
    slapd.modify(`dn: ${personDn('rita')}\nchangetype: modify\ndelete: shadowExpire\n`);
    assert.equal((await signIn('rita')).status, 200);
  });

  it('may be away for four hours of a session', async () => {
    const client = clientOf(await signIn('rita'));
    await slapd.stop();
    assertProblem(await signIn('rita'), 502, 'directory_unavailable');
    let token = client.token;
    for (const hours of [0.9, 1.8, 2.7, 3.6]) {
      clock.ahead = hours * 60 * minute;
      const renewed = await new Client(server.url, token).post('/api/v1/auth/renew');
      token = bodyOf(renewed, 200).access_token;
    }
    clock.ahead = 4.1 * 60 * minute;
    assertProblem(await new Client(server.url, token).post('/api/v1/auth/renew'), 401, 'unauthenticated');
    await slapd.resume();
  });

  it('is linked by the owner of an account, who then signs in with either', async () => {
    const person = await server.newPerson('redteam');
    const body = {
      provider: 'directory',
      login: 'linked',
      password: directoryPassword('linked'),
      current_password: password,
    };
    const link = (change: object) =>
      person.client.post('/api/v1/auth/identities/directory', { ...body, ...change });
    const refused = await link({ password: 'wrong' });
    assertProblem(refused, 422, 'invalid');
    assert.equal(refused.body.errors[0].path, 'password');
    assertProblem(await link({ current_password: 'wrong' }), 422, 'invalid');
    assert.equal(bodyOf(await link({}), 201).name, 'linked');
    assert.equal(bodyOf(await signIn('linked'), 200).user.id, person.id);
    const other = await server.newPerson('soc');
    const taken = await other.client.post('/api/v1/auth/identities/directory', body);
    assertProblem(taken, 403, 'sign_in_refused');
  });

  it('enters no administrator’s account with the groups of another role', async () => {
    const body = { provider: 'directory', login: 'guessed', password: directoryPassword('guessed') };
    clock.ahead = 60 * minute;
    const admin = await server.signIn(server.admin.email, password);
    const linked = await admin.post('/api/v1/auth/identities/directory', {
      ...body,
      current_password: password,
    });
    assert.equal(bodyOf(linked, 201).is_managed, false);
    assertProblem(await signIn('guessed'), 403, 'sign_in_refused');
  });

  it('keeps the password of its people, who set none here', async () => {
    const client = clientOf(await signIn('rita'));
    assert.equal(bodyOf(await client.get('/api/v1/auth/identities'), 200).proof, 'directory');
    const body = { current_password: directoryPassword('rita'), new_password: 'another battery horse' };
    assertProblem(await client.post('/api/v1/auth/password', body), 403, 'forbidden');
  });

  it('makes no account where the settings say so', async () => {
    const answer = await signIn('rita', directoryPassword('rita'), { provider: 'no-accounts' });
    assertProblem(answer, 403, 'sign_in_refused');
    assert.match(answer.body.detail, /link it on your account page$/);
  });

  it('says what is wrong in the language of the person', async () => {
    const answer = await server.anonymous.request('POST', '/api/v1/auth/login', {
      body: { email: 'sam', password: 'x', provider: 'dead' },
      headers: { 'accept-language': 'de' },
    });
    assert.match(answer.body.detail, /^Directory ist im Moment nicht erreichbar/);
  });
});
