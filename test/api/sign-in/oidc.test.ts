import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { BrowserCookies } from '../../support/servers/browser-cookies.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { beginAt, finishAt, oidcSettings, signInAt } from '../../support/sign-in/flow.ts';
import { Idp } from '../../support/sign-in/idp.ts';

const minute = 60_000;
/** Ahead of the real time, by which the provider goes. */
const clock = {
  ahead: 0,
  now: () => Date.now() + clock.ahead,
  advance(milliseconds: number) {
    clock.ahead += milliseconds;
  },
};
let idp: Idp;
let server: TestServer;
let readers: string;
before(async () => {
  idp = await Idp.start();
  server = await startTestServer({ env: oidcSettings(idp), seams: { now: clock.now } });
  idp.serve([`${server.url}/sign-in/with/example`]);
  readers = bodyOf(
    await server.admin.client.post('/api/v1/groups', { name: 'readers', permissions: ['user.read'] }),
    201,
  ).id;
});
after(async () => {
  await server.close();
  await idp.close();
});

afterEach(() => {
  clock.ahead = 0;
});

let made = 0;
const newSub = () => {
  made += 1;
  return `person-${made}`;
};
const usersNow = async () =>
  bodyOf(await server.admin.client.get('/api/v1/users?limit=200'), 200).items as {
    id: string;
    email: string;
    role: string;
    groups: { id: string }[];
  }[];

it('shows what is configured and tries it, without the secret', async () => {
  const shown = bodyOf(await server.admin.client.get('/api/v1/sign-in-providers'), 200);
  assert.equal(shown.items[0].redirect_address, `${server.url}/sign-in/with/example`);
  assert.equal(shown.items[0].has_secret, true);
  const tried = bodyOf(
    await server.admin.client.post('/api/v1/sign-in-providers/test', { id: 'example' }),
    200,
  );
  assert.deepEqual(
    tried.checks.map(({ check, fault, value }: Record<string, unknown>) => [check, fault, value]),
    [
      ['discovery', null, idp.issuer],
      ['keys', null, null],
      ['clock', null, null],
      ['client', null, 'damson'],
      ['groups', 'group_unknown_here', 'Leads'],
    ],
  );
  assert.equal(tried.works, false);
  for (const answer of [shown, tried]) assert.ok(!JSON.stringify(answer).includes(idp.clientSecret));
});

describe('signing in at an OpenID provider', () => {
  it('is offered to anyone, without an address or a secret', async () => {
    const offered = bodyOf(await server.anonymous.get('/api/v1/auth/providers'), 200);
    assert.deepEqual(offered, { items: [{ id: 'example', name: 'Example', kind: 'oidc' }] });
  });

  it('asks with a code, PKCE, state and nonce, for exactly one address back', async () => {
    const url = new URL(await beginAt(new BrowserCookies(server.url)));
    const asked = Object.fromEntries(url.searchParams);
    assert.equal(url.origin, idp.issuer);
    assert.equal(asked.response_type, 'code');
    assert.equal(asked.code_challenge_method, 'S256');
    assert.match(asked.code_challenge ?? '', /^[\w-]{43}$/);
    assert.match(asked.nonce ?? '', /^[\w-]{43}$/);
    assert.match(asked.state ?? '', /^enter\.[\w-]{32}$/);
    assert.equal(asked.redirect_uri, `${server.url}/sign-in/with/example`);
  });

  it('makes an account at the first sign-in, with the role and groups of the table', async () => {
    const sub = newSub();
    const { answer, client } = await signInAt(server, idp, {
      sub,
      name: 'Rita Red',
      email: 'rita@example.org',
      email_verified: true,
      groups: ['/red', '/unknown'],
    });
    const { session, next } = bodyOf(answer, 200);
    assert.equal(next, '/');
    assert.equal(session.expires_in, 3600);
    assert.equal(session.user.email, 'rita@example.org');
    assert.equal(session.user.display_name, 'Rita Red');
    assert.equal(session.user.role, 'redteam');
    assert.deepEqual(
      session.user.groups.map(({ id }: { id: string }) => id),
      [readers],
    );
    assert.equal((await client.get('/api/v1/auth/me')).status, 200);
    const again = await signInAt(server, idp, { sub, name: 'Other Name', groups: ['/soc'] });
    assert.equal(bodyOf(again.answer, 200).session.user.id, session.user.id);
    assert.equal(again.answer.body.session.user.role, 'soc');
    assert.deepEqual(again.answer.body.session.user.groups, []);
  });

  it('goes back to the page that the person wanted, and to no other site', async () => {
    idp.person = { sub: newSub(), groups: ['/soc'] };
    for (const [next, expected] of [
      ['/missions?q=a', '/missions?q=a'],
      ['//evil.example', '/'],
      ['https://evil.example/', '/'],
      ['/\\evil.example', '/'],
      ['/a\nb', '/'],
    ]) {
      const browser = new BrowserCookies(server.url);
      const back = await idp.follow(await beginAt(browser, { next }), server.url);
      assert.equal(bodyOf(await finishAt(browser, back), 200).next, expected);
    }
  });

  it('lets nobody in without a group of the table, and makes no account', async () => {
    const before = (await usersNow()).length;
    const { answer } = await signInAt(server, idp, { sub: newSub(), groups: ['/RED', 'red', '/leads'] });
    assertProblem(answer, 403, 'sign_in_refused');
    assert.equal((await usersNow()).length, before);
  });

  it('never joins accounts by their email', async () => {
    const { answer } = await signInAt(server, idp, {
      sub: newSub(),
      email: server.admin.email,
      email_verified: true,
      groups: ['/bosses'],
    });
    assertProblem(answer, 403, 'sign_in_refused');
    const unverified = await signInAt(server, idp, {
      sub: newSub(),
      email: server.admin.email,
      email_verified: false,
      groups: ['/soc'],
    });
    assert.notEqual(bodyOf(unverified.answer, 200).session.user.email, server.admin.email);
  });

  it('makes administrators only of people whom the table names', async () => {
    const { answer } = await signInAt(server, idp, { sub: newSub(), groups: ['/bosses', '/soc'] });
    assert.equal(bodyOf(answer, 200).session.user.role, 'admin');
  });

  it('takes an answer once, in the browser that began, and for nobody else', async () => {
    idp.person = { sub: newSub(), groups: ['/soc'] };
    const browser = new BrowserCookies(server.url);
    const back = await idp.follow(await beginAt(browser), server.url);
    assertProblem(await finishAt(new BrowserCookies(server.url), back), 403, 'sign_in_refused');
    assertProblem(await finishAt(server.anonymous, back), 403, 'sign_in_refused');
    const both = await Promise.all([finishAt(browser, back), finishAt(browser, back)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
    assertProblem(await finishAt(browser, back), 403, 'sign_in_refused');
  });

  it('waits ten minutes for the answer', async () => {
    idp.person = { sub: newSub(), groups: ['/soc'] };
    const browser = new BrowserCookies(server.url);
    const back = await idp.follow(await beginAt(browser), server.url);
    clock.advance(10 * minute + 1);
    assertProblem(await finishAt(browser, back), 403, 'sign_in_refused');
  });

  it('does not ask for the second factor of this server', async () => {
    const { client } = await signInAt(server, idp, { sub: 'with-factor', groups: ['/soc'] });
    // Someone without a password here has just shown who they are.
    const begun = bodyOf(await client.post('/api/v1/auth/second-factor/totp', { current_password: '' }), 200);
    assert.match(begun.uri, /^otpauth:/);
  });

  it('proves a person for ten minutes only', async () => {
    const { client } = await signInAt(server, idp, { sub: newSub(), groups: ['/soc'] });
    clock.advance(11 * minute);
    const refused = await client.post('/api/v1/auth/second-factor/totp', { current_password: '' });
    assertProblem(refused, 422, 'invalid');
  });
});

describe('a session of an OpenID provider', () => {
  it('follows the groups at its next renewal, and ends when one is lost', async () => {
    const person = { sub: newSub(), groups: ['/red', '/soc'] };
    const { browser, client } = await signInAt(server, idp, person);
    clock.advance(30 * minute);
    const renewed = bodyOf(await browser.renew(), 200).session;
    assert.equal(renewed.user.role, 'redteam');
    idp.person = { ...person, groups: ['/soc'] };
    clock.advance(25 * minute);
    assertProblem(await browser.renew(), 401, 'unauthenticated');
    assertProblem(await client.get('/api/v1/auth/me'), 401, 'unauthenticated');
    const again = await signInAt(server, idp, idp.person);
    assert.equal(bodyOf(again.answer, 200).session.user.role, 'soc');
  });

  it('ends at the renewal of its token, with its tokens for programs, once the provider does not know the person', async () => {
    const person = { sub: newSub(), groups: ['/soc'] };
    const { client } = await signInAt(server, idp, person);
    const made = bodyOf(
      await client.post('/api/v1/tokens', {
        name: 'A program',
        scopes: ['mission.read'],
        expires_in_days: 30,
      }),
      201,
    );
    const program = new Client(server.url, made.token);
    assert.equal((await program.get('/api/v1/auth/me')).status, 200);
    idp.gone.add(person.sub);
    clock.advance(30 * minute);
    assertProblem(await client.post('/api/v1/auth/renew'), 401, 'unauthenticated');
    assertProblem(await program.get('/api/v1/auth/me'), 401, 'unauthenticated');
  });

  it('outlives an outage of the provider for four hours, and no longer', async () => {
    const { browser } = await signInAt(server, idp, { sub: newSub(), groups: ['/soc'] });
    idp.isDown = true;
    for (let hours = 0; hours < 3; hours += 1) {
      clock.advance(60 * minute);
      assert.equal((await browser.renew()).status, 200);
    }
    assert.equal(
      (await server.anonymous.post('/api/v1/auth/login', { email: server.admin.email, password })).status,
      200,
    );
    clock.advance(60 * minute);
    assertProblem(await browser.renew(), 401, 'unauthenticated');
    idp.isDown = false;
  });
});

describe('a provider that does not answer', () => {
  it('refuses the sign-in with it, and no other', async () => {
    idp.isDown = true;
    const browser = new BrowserCookies(server.url);
    idp.isDown = false;
    idp.person = { sub: newSub(), groups: ['/soc'] };
    const back = await idp.follow(await beginAt(browser), server.url);
    idp.isDown = true;
    assertProblem(await finishAt(browser, back), 502, 'directory_unavailable');
    const local = await server.anonymous.post('/api/v1/auth/login', { email: server.admin.email, password });
    assert.equal(local.status, 200);
    idp.isDown = false;
  });
});

describe('an identity of an account', () => {
  const proof = { current_password: password };

  it('is linked by its signed-in owner, who proves who they are, and unlinked', async () => {
    const person = await server.newPerson('soc');
    const sub = newSub();
    const browser = new BrowserCookies(server.url);
    const token = bodyOf(await browser.signIn(person), 200).access_token;
    const asOwner = { authorization: `Bearer ${token}` };
    const wrong = await browser.request('POST', '/api/v1/auth/identities/begin', {
      body: { provider: 'example', current_password: 'not the password' },
      headers: asOwner,
    });
    assertProblem(wrong, 422, 'invalid');
    const begun = await browser.request('POST', '/api/v1/auth/identities/begin', {
      body: { provider: 'example', ...proof },
      headers: asOwner,
    });
    idp.person = { sub, groups: ['/red'] };
    const back = await idp.follow(bodyOf(begun, 200).url, server.url);
    const query = { provider: 'example', query: back.search };
    assertProblem(await finishAt(browser, back), 403, 'sign_in_refused');
    const again = await browser.request('POST', '/api/v1/auth/identities/begin', {
      body: { provider: 'example', ...proof },
      headers: asOwner,
    });
    const other = await idp.follow(bodyOf(again, 200).url, server.url);
    const linked = await browser.request('POST', '/api/v1/auth/identities', {
      body: { ...query, query: other.search },
      headers: asOwner,
    });
    assert.equal(bodyOf(linked, 201).is_managed, false);
    const entered = await signInAt(server, idp, { sub, groups: ['/red'] });
    assert.equal(bodyOf(entered.answer, 200).session.user.id, person.id);
    assert.equal(entered.answer.body.session.user.role, 'soc');
    const listed = bodyOf(await person.client.get('/api/v1/auth/identities'), 200);
    assert.equal(listed.items.length, 1);
    assert.equal((await person.client.delete(`/api/v1/auth/identities/${listed.items[0].id}`)).status, 204);
    assertProblem(await entered.client.get('/api/v1/auth/me'), 401, 'unauthenticated');
    assert.equal((await person.client.get('/api/v1/auth/me')).status, 200);
    const entries = bodyOf(
      await server.admin.client.get(`/api/v1/audit?actor_id=${person.id}&limit=20`),
      200,
    );
    const told = entries.items.map(
      ({ verb, object_type }: { verb: string; object_type: string }) => `${verb} ${object_type}`,
    );
    for (const deed of ['linked identity', 'unlinked identity', 'signed_in user'])
      assert.ok(told.includes(deed), told.join());
  });

  it('is not taken from the account it made, which would lose its only way in', async () => {
    const { client } = await signInAt(server, idp, { sub: newSub(), groups: ['/soc'] });
    const { items } = bodyOf(await client.get('/api/v1/auth/identities'), 200);
    assert.equal(items[0].may_unlink, false);
    assertProblem(await client.delete(`/api/v1/auth/identities/${items[0].id}`), 409, 'in_use');
  });
});

it('keeps an administrator with a password', async () => {
  const { answer } = await signInAt(server, idp, { sub: newSub(), groups: ['/bosses'] });
  const boss = new Client(server.url, bodyOf(answer, 200).session.access_token);
  assertProblem(await boss.delete(`/api/v1/users/${server.admin.id}`), 409, 'last_admin');
  assertProblem(await boss.patch(`/api/v1/users/${server.admin.id}`, { role: 'soc' }), 409, 'last_admin');
});

it('stores no secret anywhere', async () => {
  const { answer } = await signInAt(server, idp, { sub: newSub(), groups: ['/soc'] });
  assert.equal(answer.status, 200);
  const secrets = [idp.clientSecret, 'refresh_token', 'id_token'];
  for (const name of readdirSync(server.dataDir, { recursive: true }) as string[]) {
    const file = path.join(server.dataDir, name);
    if (!statSync(file).isFile() || name.startsWith('sign-in')) continue;
    const content = readFileSync(file);
    for (const secret of secrets) assert.ok(!content.includes(secret), `${name} has ${secret}`);
  }
});
