import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem, exchange } from '../../support/http/raw-http.ts';
import {
  type Answer,
  Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

describe('signing in too often', () => {
  let server: TestServer;
  let owner: Person;
  let now = Date.now();
  before(async () => {
    server = await startTestServer({ env: { SVC_TRUST_PROXY: '1' }, seams: { now: () => now } });
    owner = await server.newPerson('redteam');
  });
  after(() => server.close());

  const login = (email: string, secret: string, address: string): Promise<Answer> =>
    server.anonymous.request('POST', '/api/v1/auth/login', {
      body: { email, password: secret },
      headers: { 'x-forwarded-for': address },
    });

  it('is answered with 429 and the seconds to wait, also with the right password', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      assertProblem(await login(owner.email, 'wrong', '10.1.0.1'), 401, 'unauthenticated');
    }
    for (const secret of ['wrong', password]) {
      const answer = await login(owner.email, secret, '10.1.0.1');
      assertProblem(answer, 429, 'too_many_requests');
      assert.equal(answer.headers.get('retry-after'), '1');
    }
    const upperCase = await login(` ${owner.email.toUpperCase()} `, password, '10.1.0.1');
    assertProblem(upperCase, 429, 'too_many_requests');
    assert.equal((await login(owner.email, password, '10.1.0.2')).status, 200);
    now += 1000;
    assert.equal((await login(owner.email, password, '10.1.0.1')).status, 200);
    assertProblem(await login(owner.email, 'wrong', '10.1.0.1'), 401, 'unauthenticated');
  });

  it('is the same for an account that does not exist', async () => {
    const unknown: Answer[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      unknown.push(await login('nobody@damson.test', 'wrong', '10.2.0.1'));
    }
    assert.deepEqual(
      unknown.map((answer) => answer.status),
      [401, 401, 401, 401, 401, 429],
    );
  });

  it('gains nothing from parallel attempts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login('someone@damson.test', 'wrong', '10.3.0.1')),
    );
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [
      ...Array(5).fill(401),
      ...Array(7).fill(429),
    ]);
  });

  it('is counted for the address that the trusted proxy reports, and no further', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await login('spoofed@damson.test', 'wrong', `192.0.2.${attempt}, 10.4.0.1`);
    }
    assertProblem(
      await login('spoofed@damson.test', 'wrong', '192.0.2.77, 10.4.0.1'),
      429,
      'too_many_requests',
    );
    assertProblem(await login('spoofed@damson.test', 'wrong', '10.4.0.1, 10.4.0.2'), 401, 'unauthenticated');
  });

  it('is counted for the connection if no proxy is trusted', async () => {
    const open = await startTestServer();
    try {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const answer = await open.anonymous.request('POST', '/api/v1/auth/login', {
          body: { email: 'spoofed@damson.test', password: 'wrong' },
          headers: { 'x-forwarded-for': `192.0.2.${attempt}` },
        });
        statuses.push(answer.status);
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
      const text = JSON.stringify({ email: 'spoofed@damson.test', password: 'wrong' });
      const elsewhere = await exchange(
        open.url,
        `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        '127.0.0.2',
      );
      assertProblem(elsewhere, 401, 'unauthenticated');
    } finally {
      await open.close();
    }
  });

  it('keeps nobody out because of others behind the same address', async () => {
    const [known, newcomer] = [await server.newPerson('soc'), await server.newPerson('redteam')];
    const address = '10.6.0.1';
    assert.equal((await login(known.email, password, address)).status, 200);
    const guesses = Array.from({ length: 120 }, (_, n) =>
      login(`guess-${n % 60}@damson.test`, 'wrong', address),
    );
    assert.deepEqual(new Set((await Promise.all(guesses)).map(({ status }) => status)), new Set([401]));
    assert.equal((await login(newcomer.email, password, address)).status, 200);

    // Someone behind the same address tries passwords for the owner's account as fast as permitted.
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const answer = await login(known.email, 'wrong', address);
      if (answer.status === 429) now += Number(answer.headers.get('retry-after')) * 1000;
    }
    const refused = await login(known.email, password, address);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait <= 5, String(wait));
    now += wait * 1000;
    assert.equal((await login(known.email, password, address)).status, 200);
  });

  it('lets an owner in within 10 s although someone behind the same address keeps failing', async () => {
    const person = await server.newPerson('redteam');
    const address = '10.8.0.1';
    assert.equal((await login(person.email, password, address)).status, 200);
    for (let guess = 0; guess < 30; guess += 1) {
      if ((await login(person.email, `guess ${guess}`, address)).status === 429) now += 1000;
    }
    for (const guess of [(n: number) => `another ${n}`, () => 'wrong']) {
      const began = now;
      let isIn = false;
      for (let n = 0; !isIn && now - began < 10_000; n += 1, now += 250) {
        await login(person.email, guess(n), address);
        if (n % 4 === 3) isIn = (await login(person.email, password, address)).status === 200;
      }
      assert.ok(isIn, `not within ${now - began} ms`);
    }
  });

  it('does not keep the owner from changing a password that others try', async () => {
    const person = await server.newPerson('soc');
    for (let attempt = 0; attempt < 20; attempt += 1) await login(person.email, 'wrong', '10.7.0.1');
    assertProblem(await login(person.email, 'wrong', '10.7.0.1'), 429, 'too_many_requests');
    const answer = await person.client.request('POST', '/api/v1/auth/password', {
      body: { current_password: password, new_password: 'another horse battery' },
      headers: { 'x-forwarded-for': '10.7.0.1' },
    });
    assert.equal(answer.status, 204, JSON.stringify(answer.body));
  });

  it('slows down guessing the current password too, and no other change', async () => {
    const person = await server.newPerson('soc');
    const change = (current_password: string) =>
      person.client.request('POST', '/api/v1/auth/password', {
        body: { current_password, new_password: 'another horse battery' },
        headers: { 'x-forwarded-for': '10.5.0.1' },
      });
    for (let attempt = 0; attempt < 5; attempt += 1) assertProblem(await change('wrong'), 422, 'invalid');
    assertProblem(await change(password), 429, 'too_many_requests');
    assert.equal((await person.client.get('/api/v1/auth/me')).status, 200);
    now += 1000;
    assert.equal((await change(password)).status, 204);
  });

  describe('behind the address of someone who keeps failing', () => {
    const address = '10.20.0.1';
    const signIn = (cookie: string | undefined, secret = password): Promise<Answer> =>
      server.anonymous.request('POST', '/api/v1/auth/login', {
        body: { email: owner.email, password: secret, stay: 'browser' },
        headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
      });
    const cookieOf = (answer: Answer): string => answer.headers.getSetCookie()[0]!.split(';')[0]!;

    /** Tries wrong passwords every second until the last one has just been refused. */
    async function attack(): Promise<void> {
      for (let guess = 0; guess < 120; guess += 1) {
        await login(owner.email, `wrong ${guess % 40}`, address);
        now += 25;
      }
    }

    it('a browser that signed in before is let in at once, unlike a program', async () => {
      const cookie = cookieOf(await signIn(undefined));
      await attack();
      assert.equal((await signIn(undefined)).status, 429);
      const answer = await signIn(cookie);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.getSetCookie()[0]!, /; HttpOnly; SameSite=Strict$/);
      assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(cookie.split('=')[1]!));
    });

    it('a stolen cookie still needs the password, and attempts are soon delayed', async () => {
      now += 60 * 60_000;
      const cookie = cookieOf(await signIn(undefined));
      for (let guess = 0; guess < 5; guess += 1)
        assertProblem(await signIn(cookie, 'wrong'), 401, 'unauthenticated');
      assertProblem(await signIn(cookie), 429, 'too_many_requests');
      assert.equal((await signIn(undefined)).status, 200);
    });

    it('a wrong password sets no cookie, and the cookie is sent only over TLS if the proxy reported TLS', async () => {
      now += 60 * 60_000;
      assert.deepEqual((await signIn(undefined, 'wrong')).headers.getSetCookie(), []);
      const answer = await server.anonymous.request('POST', '/api/v1/auth/login', {
        body: { email: owner.email, password, stay: 'browser' },
        headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
      });
      assert.match(answer.headers.getSetCookie()[0]!, /; SameSite=Strict; Secure$/);
    });

    it('a new password makes the cookie worthless', async () => {
      now += 60 * 60_000;
      const signedIn = await signIn(undefined);
      const cookie = cookieOf(signedIn);
      const changed = 'another long pass phrase';
      const client = new Client(server.anonymous.base, signedIn.body.access_token);
      const body = { current_password: password, new_password: changed };
      assert.equal((await client.post('/api/v1/auth/password', body)).status, 204);
      await attack();
      assert.equal((await signIn(cookie, changed)).status, 429);
    });
  });
});
