import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { BrowserCookies } from '../../support/servers/browser-cookies.ts';
import {
  Client,
  openStored,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const second = 1000;
const hour = 60 * 60 * second;
const trees = ['/api/v1', '/api'];

let server: TestServer;
let now = Date.parse('2026-11-20T09:30:00.000Z');
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
});
after(() => server.close());

const me = async (token: string): Promise<number> =>
  (await new Client(server.url, token).get('/api/v1/auth/me')).status;

async function browserOf(person: Person, stay: 'browser' | 'computer' = 'browser', tree?: string) {
  const browser = new BrowserCookies(server.url);
  const answer = await browser.signIn(person, stay, tree);
  assert.equal(answer.status, 200);
  return { browser, answer };
}

/** The token of a successful renewal. */
async function renewed(browser: BrowserCookies, tree?: string): Promise<string> {
  const answer = await browser.renew(tree);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.session.expires_in, 3600);
  return answer.body.session.access_token;
}

describe('the cookie of a sign-in', () => {
  it('is set only for pages that ask for it: a program gets none, and the same answer', async () => {
    const person = await server.newPerson('soc');
    const program = await server.anonymous.post('/api/v1/auth/login', { email: person.email, password });
    const { answer, browser } = await browserOf(person);
    assert.deepEqual(program.headers.getSetCookie(), []);
    assert.deepEqual(Object.keys(answer.body), Object.keys(program.body));
    assert.equal(browser.held.length, 1);
    const renewal = await new Client(server.url, program.body.access_token).post('/api/v1/auth/renew');
    assert.deepEqual(renewal.headers.getSetCookie(), []);
    const out = await new Client(server.url, program.body.access_token).post('/api/v1/auth/logout');
    assert.deepEqual(out.headers.getSetCookie(), []);
  });

  for (const tree of trees) {
    it(`is for the renewal below ${tree} alone, and no script reads it`, async () => {
      const { browser } = await browserOf(server.admin, 'browser', tree);
      const name = `damson_renewal_${new URL(server.url).port}`;
      const attributes = [`Path=${tree}/auth/renewal`, 'HttpOnly', 'SameSite=Strict'];
      assert.deepEqual(browser.held, [{ name, path: `${tree}/auth/renewal`, attributes }]);
      for (const path of [`${tree}/auth/me`, `${tree}/auth/renew`, `${tree}/auth/login`, '/']) {
        assert.doesNotMatch(browser.header(path), /damson_renewal/);
      }
      assert.equal(await me(await renewed(browser, tree)), 200);
    });
  }

  it('lasts as long as the session if requested', async () => {
    const { browser } = await browserOf(server.admin, 'computer');
    assert.ok(browser.held[0]?.attributes.includes(`Max-Age=${12 * 60 * 60}`));
    now += 5 * hour;
    await renewed(browser);
    assert.ok(browser.held[0]?.attributes.includes(`Max-Age=${7 * 60 * 60}`));
    now -= 5 * hour;
  });

  it('is sent only over TLS if the proxy reports TLS', async () => {
    const behind = await startTestServer({ env: { SVC_TRUST_PROXY: '1' } });
    try {
      for (const scheme of ['https', 'http']) {
        const browser = new BrowserCookies(behind.url);
        const { email } = behind.admin;
        const forwarded = { 'x-forwarded-proto': scheme };
        await browser.request('POST', '/api/v1/auth/login', {
          body: { email, password, stay: 'browser' },
          headers: forwarded,
        });
        assert.equal(browser.held[0]?.attributes.includes('Secure'), scheme === 'https');
      }
    } finally {
      await behind.close();
    }
  });

  it('is stored only as a digest, and in no log or list', async () => {
    const person = await server.newPerson('soc');
    const { browser, answer } = await browserOf(person);
    const [family, value] = (browser.header('/api/v1/auth/renewal').split('=')[1] ?? '').split('.');
    const stored = await openStored(server);
    try {
      const rows = await stored.db.selectFrom('sessions').selectAll().execute();
      const text = JSON.stringify(rows);
      assert.ok(rows.some(({ cookie_family }) => cookie_family !== null));
      for (const part of [family, value]) assert.equal(text.includes(part as string), false);
    } finally {
      await stored.close();
    }
    const client = new Client(server.url, answer.body.access_token);
    const { items } = (await client.get('/api/v1/auth/sessions')).body;
    assert.deepEqual(
      Object.keys(items[0]).filter((key) => /cookie|kept/.test(key)),
      [],
    );
  });

  it('is also set when an invitation is accepted', async () => {
    const email = 'cookie@damson.test';
    const made = await server.admin.client.post('/api/v1/invitations', { email, role: 'soc' });
    const browser = new BrowserCookies(server.url);
    const answer = await browser.post('/api/v1/invitations/accept', {
      token: made.body.token,
      display_name: 'Cora',
      password,
      stay: 'browser',
    });
    assert.equal(answer.status, 201);
    assert.equal(await me(await renewed(browser)), 200);
  });
});

describe('a renewal by cookie', () => {
  it('gives another hour and a new cookie each time', async () => {
    const { browser } = await browserOf(server.admin);
    const seen = new Set<string>();
    for (let times = 0; times < 5; times += 1) {
      seen.add(browser.header('/api/v1/auth/renewal'));
      now += 2 * hour;
      assert.equal(await me(await renewed(browser)), 200);
    }
    assert.equal(seen.size, 5);
    now -= 10 * hour;
  });

  it('reports that nobody is signed in', async () => {
    const answer = await new BrowserCookies(server.url).renew();
    assert.deepEqual([answer.status, answer.body], [200, { session: null }]);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });

  it('stops an hour before the session ends', async () => {
    const { browser } = await browserOf(server.admin, 'computer');
    now += 11 * hour;
    await renewed(browser);
    now += 1;
    assertProblem(await browser.renew(), 409, 'renewal_over');
    assert.equal(browser.held.length, 1);
    now += hour;
    assertProblem(await browser.renew(), 401, 'unauthenticated');
    assert.equal(browser.held.length, 0);
    now -= 12 * hour + 1;
  });

  it('gives the same cookie to several tabs that ask at once, and after a lost answer', async () => {
    const { browser } = await browserOf(server.admin);
    const cookie = browser.header('/api/v1/auth/renewal');
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.renew('/api/v1', { cookie })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(6).fill(200),
    );
    assert.equal(new Set(answers.map(({ headers }) => headers.getSetCookie()[0])).size, 1);
    now += 29 * second;
    browser.take(await browser.renew('/api/v1', { cookie }));
    await renewed(browser);
    now -= 29 * second;
  });

  it('outlives a restart of the server', async () => {
    const { browser } = await browserOf(server.admin);
    await server.restart();
    assert.equal(await me(await renewed(browser)), 200);
  });

  for (const [name, moments, between] of [
    ['later than a moment', 31 * second, 0],
    ['a moment later, when the one after it was used', second, 1],
  ] as const) {
    it(`ends the session when an old cookie is used ${name}`, async () => {
      const person = await server.newPerson('redteam');
      const { browser } = await browserOf(person);
      const stolen = browser.header('/api/v1/auth/renewal');
      const token = await renewed(browser);
      for (let times = 0; times < between; times += 1) await renewed(browser);
      now += moments;
      assertProblem(await browser.renew('/api/v1', { cookie: stolen }), 401, 'unauthenticated');
      assert.equal(await me(token), 401);
      const history = (await server.admin.client.get('/api/v1/audit?verb=ended&limit=1')).body;
      assert.equal(history.items[0].object_type, 'session');
    });
  }

  const endings: [string, (person: Person, token: string) => Promise<unknown>][] = [
    ['signing out', (_, token) => new Client(server.url, token).post('/api/v1/auth/logout')],
    ['an end of all sessions', ({ id }) => server.admin.client.delete(`/api/v1/users/${id}/sessions`)],
    ['deactivation', ({ id }) => server.admin.client.patch(`/api/v1/users/${id}`, { is_active: false })],
    ['another role', ({ id }) => server.admin.client.patch(`/api/v1/users/${id}`, { role: 'soc' })],
    ['deletion', ({ id }) => server.admin.client.delete(`/api/v1/users/${id}`)],
  ];
  for (const [name, end] of endings) {
    it(`is refused after ${name}`, async () => {
      const person = await server.newPerson('redteam');
      const { browser, answer } = await browserOf(person, 'computer');
      await end(person, answer.body.access_token);
      assertProblem(await browser.renew(), 401, 'unauthenticated');
      assert.equal(browser.held.length, 0);
    });
  }

  it('has its cookie removed at sign-out', async () => {
    const { browser, answer } = await browserOf(server.admin, 'computer');
    browser.take(await new Client(server.url, answer.body.access_token).post('/api/v1/auth/logout'));
    assert.equal(browser.held.length, 0);
  });
});

describe('attacks on the renewal', () => {
  let browser: BrowserCookies;
  let cookie: string;
  before(async () => {
    ({ browser } = await browserOf(await server.newPerson('soc')));
    cookie = browser.header('/api/v1/auth/renewal');
  });

  const forged: [string, Record<string, string>, number][] = [
    ['another site', { origin: 'https://evil.test' }, 403],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['a page of a neighbouring name', { 'sec-fetch-site': 'same-site' }, 403],
    ['a typed address or another program of the browser', { 'sec-fetch-site': 'none' }, 403],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form', { 'x-damson-page': '', 'content-type': 'application/x-www-form-urlencoded' }, 403],
  ];
  for (const tree of trees) {
    for (const [name, headers, status] of forged) {
      it(`${name} gets nothing below ${tree}`, async () => {
        assertProblem(await browser.renew(tree, { cookie, ...headers }), status, 'forbidden');
      });
    }

    it(`no origin gets nothing below ${tree}`, async () => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-damson-page': '1' };
      const answer = await server.anonymous.request('POST', `${tree}/auth/renewal`, { headers });
      assertProblem(answer, 403, 'forbidden');
    });

    it(`no other method and no path beside gets anything below ${tree}`, async () => {
      const headers = { cookie, origin: server.url, 'x-damson-page': '1' };
      for (const [method, path, status] of [
        ['GET', '', 405],
        ['PUT', '', 405],
        ['POST', '/', 404],
        ['POST', '/x', 404],
        ['POST', '?token=1', 422],
      ] as const) {
        const answer = await server.anonymous.request(method, `${tree}/auth/renewal${path}`, { headers });
        assert.equal(answer.status, status, `${method} ${path}`);
        assert.deepEqual(answer.headers.getSetCookie(), []);
      }
    });
  }

  it('a cookie opens nothing but the renewal', async () => {
    for (const path of ['/api/v1/auth/me', '/api/v1/missions', '/api/engagements']) {
      assertProblem(await server.anonymous.get(path, { cookie }), 401, 'unauthenticated');
    }
  });

  it('a cookie that is invented, or combined from two sessions, gets nothing and ends nothing', async () => {
    const other = await browserOf(await server.newPerson('soc'));
    const [name, text] = cookie.split('=') as [string, string];
    const [family, value] = text.split('.') as [string, string];
    const [, value2] = (other.browser.header('/api/v1/auth/renewal').split('=')[1] as string).split('.');
    const none = 'A'.repeat(32);
    for (const made of [
      '',
      'x',
      `${none}.${value}`,
      `${none}.${none}`,
      `${family}`,
      `${text}x`,
      `${text}.x`,
    ]) {
      assertProblem(await browser.renew('/api/v1', { cookie: `${name}=${made}` }), 401, 'unauthenticated');
    }
    assert.equal(await me(other.answer.body.access_token), 200);
    assert.equal((await browser.renew('/api/v1', { cookie })).status, 200);
    assertProblem(
      await browser.renew('/api/v1', { cookie: `${name}=${family}.${value2}` }),
      401,
      'unauthenticated',
    );
    assert.equal(await me(other.answer.body.access_token), 200);
  });

  it('the cookie of another Damson on the same host is ignored', async () => {
    const [, text] = cookie.split('=');
    const answer = await browser.renew('/api/v1', {
      cookie: `damson_renewal_1=${text}; damson_renewal=${text}`,
    });
    assert.deepEqual(answer.body, { session: null });
  });
});
