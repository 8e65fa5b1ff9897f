import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addApp, Clock, demandOf } from '../../support/http/authenticator.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  type Answer,
  Client,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const trees = ['/api/v1', '/api'] as const;

describe('signing in with an authenticator app', () => {
  let server: TestServer;
  const clock = new Clock();
  before(async () => {
    server = await startTestServer({ seams: { now: clock.now } });
  });
  after(() => server.close());

  const finish = (challenge: string, given: object, tree = '/api/v1'): Promise<Answer> =>
    server.anonymous.post(`${tree}/auth/login/second-factor`, { challenge, ...given });
  const me = (token: string) => new Client(server.url, token).get('/api/v1/auth/me');

  for (const tree of trees) {
    it(`accepts the password and then a code, in ${tree}`, async () => {
      const person = await server.newPerson('redteam');
      const { app } = await addApp(person.client, password, clock, tree);
      const demand = await demandOf(server, person.email, password, tree);
      assert.deepEqual(
        { ...demand, challenge: '' },
        {
          challenge: '',
          expires_in: 300,
          methods: ['totp', 'recovery_code'],
          passkey: null,
        },
      );
      const code = app.codeAt(clock.nextStep());
      const session = await finish(
        demand.challenge,
        { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` },
        tree,
      );
      assert.equal(session.status, 200, JSON.stringify(session.body));
      assert.deepEqual(Object.keys(session.body), ['access_token', 'token_type', 'expires_in', 'user']);
      assert.equal((await me(session.body.access_token)).status, 200);
      assertProblem(await finish(demand.challenge, { code }, tree), 401, 'unauthenticated');
    });

    it(`accepts both in one request of a program, in ${tree}`, async () => {
      const person = await server.newPerson('redteam');
      const { app } = await addApp(person.client, password, clock, tree);
      const login = (code: string, secret = password) =>
        server.anonymous.post(`${tree}/auth/login`, { email: person.email, password: secret, code });
      const code = app.codeAt(clock.nextStep());
      assertProblem(await login(code, 'wrong password'), 401, 'unauthenticated');
      assertProblem(await login(app.codeAt(0)), 401, 'second_factor_wrong');
      assert.equal((await login(code)).status, 200);
      assertProblem(await login(code), 401, 'second_factor_wrong');
      assertProblem(await login('12345'), 422, 'invalid');
    });
  }

  it('answers an account without a second factor as usual, whatever code is sent', async () => {
    const person = await server.newPerson('soc');
    for (const code of [undefined, '123456']) {
      const answer = await server.anonymous.post('/api/v1/auth/login', {
        email: person.email,
        password,
        code,
      });
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.body), ['access_token', 'token_type', 'expires_in', 'user']);
      assert.equal(answer.headers.get('www-authenticate'), null);
    }
  });

  it('reveals to nobody without the password who has a second factor', async () => {
    const [plain, guarded] = [await server.newPerson('soc'), await server.newPerson('soc')];
    const { app } = await addApp(guarded.client, password, clock);
    const code = app.codeAt(clock.nextStep());
    const answers: Answer[] = [];
    for (const email of [plain.email, guarded.email, 'nobody@damson.test']) {
      for (const given of [{}, { code }]) {
        answers.push(
          await server.anonymous.post('/api/v1/auth/login', { email, password: 'wrong', ...given }),
        );
      }
    }
    const told = answers.map(({ status, body: { request_id: _, ...body } }) => ({ status, body }));
    for (const one of told) assert.deepEqual(one, told[0]);
    assertProblem(answers[0] as Answer, 401, 'unauthenticated');
  });

  it('accepts no code twice, nor an older one after a newer one', async () => {
    const person = await server.newPerson('redteam');
    const { app } = await addApp(person.client, password, clock);
    const login = async (code: string) =>
      finish((await demandOf(server, person.email, password)).challenge, { code });
    // The code that added the app can't be used again either.
    assertProblem(await login(app.codeAt(clock.time)), 401, 'second_factor_wrong');
    const older = app.codeAt(clock.nextStep());
    const newer = app.codeAt(clock.nextStep());
    assert.equal((await login(newer)).status, 200);
    assertProblem(await login(older), 401, 'second_factor_wrong');
    assertProblem(await login(newer), 401, 'second_factor_wrong');
  });

  it('accepts one of several simultaneous requests with the same code', async () => {
    const person = await server.newPerson('redteam');
    const { app } = await addApp(person.client, password, clock);
    const demands = [];
    for (let index = 0; index < 4; index += 1) demands.push(await demandOf(server, person.email, password));
    const code = app.codeAt(clock.nextStep());
    const answers = await Promise.all(demands.map(({ challenge }) => finish(challenge, { code })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401, 401]);
  });

  it('accepts no challenge that is unknown, expired, or issued before a password change', async () => {
    const person = await server.newPerson('redteam');
    const { app } = await addApp(person.client, password, clock);
    const old = await demandOf(server, person.email, password);
    clock.time += 300_000;
    const code = app.codeAt(clock.time);
    assertProblem(await finish(old.challenge, { code }), 401, 'unauthenticated');
    assertProblem(await finish('guessed', { code }), 401, 'unauthenticated');
    const { challenge } = await demandOf(server, person.email, password);
    const change = { password: 'another horse battery' };
    assert.equal((await server.admin.client.patch(`/api/v1/users/${person.id}`, change)).status, 200);
    assertProblem(await finish(challenge, { code }), 401, 'unauthenticated');
    for (const given of [{}, { code, recovery_code: 'x' }, { code: 'abcdef' }, { passkey: {} }]) {
      assertProblem(await finish(challenge, given), 422, 'invalid');
    }
  });

  it('does not open an account that was deactivated in the meantime', async () => {
    const person = await server.newPerson('redteam');
    const { app } = await addApp(person.client, password, clock);
    const { challenge } = await demandOf(server, person.email, password);
    await server.admin.client.patch(`/api/v1/users/${person.id}`, { is_active: false });
    const code = app.codeAt(clock.nextStep());
    assertProblem(await finish(challenge, { code }), 401, 'unauthenticated');
  });

  it('slows down guesses of codes, up to ten minutes, while the owner can use a recovery code', async () => {
    const person = await server.newPerson('redteam');
    const { app, recoveryCodes } = await addApp(person.client, password, clock);
    const guess = async () => {
      const { body } = await server.anonymous.post('/api/v1/auth/login', { email: person.email, password });
      return body.code === 'second_factor_required'
        ? finish(body.second_factor.challenge, { code: app.codeAt(0) })
        : null;
    };
    let longest = 0;
    for (let guesses = 0; guesses < 17; ) {
      const answer = await guess();
      if (answer?.status === 401) {
        assert.equal(answer.body.code, 'second_factor_wrong');
        guesses += 1;
        continue;
      }
      const wait = Number(answer?.headers.get('retry-after') ?? 1);
      longest = Math.max(longest, wait);
      clock.time += wait * 1000;
    }
    assert.equal(longest, 600);
    const login = async () => (await demandOf(server, person.email, password)).challenge;
    clock.time += 60_000;
    assertProblem(await finish(await login(), { code: app.codeAt(clock.time) }), 429, 'too_many_requests');
    clock.time += 60_000;
    assert.equal((await finish(await login(), { recovery_code: recoveryCodes[0] })).status, 200);
  });
});

describe('recovery codes', () => {
  let server: TestServer;
  const clock = new Clock();
  before(async () => {
    server = await startTestServer({ seams: { now: clock.now } });
  });
  after(() => server.close());

  const login = async (email: string, recovery_code: string) => {
    const { challenge } = await demandOf(server, email, password);
    return server.anonymous.post('/api/v1/auth/login/second-factor', { challenge, recovery_code });
  };

  it('sign in once each, however they are typed', async () => {
    const person = await server.newPerson('redteam');
    const { recoveryCodes } = await addApp(person.client, password, clock);
    assert.equal(recoveryCodes.length, 10);
    const [first = '', second = ''] = recoveryCodes;
    assert.equal((await login(person.email, first)).status, 200);
    assertProblem(await login(person.email, first), 401, 'second_factor_wrong');
    assert.equal((await login(person.email, ` ${second.toLowerCase().replaceAll('-', '')}`)).status, 200);
    assertProblem(await login(person.email, 'QUINCE'), 401, 'second_factor_wrong');
    assert.equal((await person.client.get('/api/v1/auth/second-factor')).body.recovery_codes_left, 8);
  });

  it('belong to one person', async () => {
    const [one, other] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
    const { recoveryCodes } = await addApp(one.client, password, clock);
    await addApp(other.client, password, clock);
    assertProblem(await login(other.email, recoveryCodes[0] as string), 401, 'second_factor_wrong');
    assert.equal((await login(one.email, recoveryCodes[0] as string)).status, 200);
  });

  it('are replaced by new ones, which ends other sessions', async () => {
    const person = await server.newPerson('redteam');
    const { app, recoveryCodes } = await addApp(person.client, password, clock);
    const [first = '', second = '', third = ''] = recoveryCodes;
    const other = (await login(person.email, first)).body.access_token as string;
    const renew = (body: object) => person.client.post('/api/v1/auth/second-factor/recovery-codes', body);
    assertProblem(await renew({ current_password: password }), 422, 'invalid');
    const made = await renew({ current_password: password, recovery_code: second });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.equal(made.body.recovery_codes.length, 10);
    assertProblem(await new Client(server.url, other).get('/api/v1/auth/me'), 401, 'unauthenticated');
    assertProblem(await login(person.email, third), 401, 'second_factor_wrong');
    assert.equal((await login(person.email, made.body.recovery_codes[0])).status, 200);
    const again = await renew({ current_password: password, code: app.codeAt(clock.nextStep()) });
    assert.equal(again.status, 200);
    const without = await server.newPerson('soc');
    const path = '/api/v1/auth/second-factor/recovery-codes';
    assertProblem(await without.client.post(path, { current_password: password }), 404, 'not_found');
  });
});
