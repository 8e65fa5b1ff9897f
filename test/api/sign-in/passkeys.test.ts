import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addApp, Clock } from '../../support/http/authenticator.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { addPasskey, SoftwarePasskey } from '../../support/http/software-passkey.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';

const base = '/api/v1/auth/second-factor';
let server: TestServer;
/** The same server, addressed by name. */
let byName: string;
const clock = new Clock();
before(async () => {
  server = await startTestServer({ seams: { now: clock.now } });
  byName = server.url.replace('127.0.0.1', 'localhost');
});
after(() => server.close());

const newPerson = async () => {
  const person = await server.newPerson('redteam');
  return { ...person, client: new Client(byName, person.client.token) };
};
const nobody = () => new Client(byName, null);
const demandOf = async (email: string, tree = '/api/v1', client = nobody()) => {
  const answer = await client.post(`${tree}/auth/login`, { email, password });
  assertProblem(answer, 401, 'second_factor_required');
  return answer.body.second_factor;
};
const finish = (challenge: string, given: object, tree = '/api/v1', client = nobody()) =>
  client.post(`${tree}/auth/login/second-factor`, { challenge, ...given });

describe('a passkey', () => {
  for (const tree of ['/api/v1', '/api']) {
    it(`signs in once for each challenge, in ${tree}`, async () => {
      const person = await newPerson();
      const { key, recoveryCodes } = await addPasskey(person.client, password, tree);
      assert.equal(recoveryCodes.length, 10);
      const demand = await demandOf(person.email, tree);
      assert.deepEqual(demand.methods, ['passkey', 'recovery_code']);
      assert.deepEqual(demand.passkey, {
        challenge: demand.passkey.challenge,
        rp_id: 'localhost',
        credentials: [{ id: key.id.toString('base64url'), transports: ['usb'] }],
      });
      const passkey = key.sign(demand.passkey);
      const session = await finish(demand.challenge, { passkey }, tree);
      assert.equal(session.status, 200, JSON.stringify(session.body));
      assertProblem(await finish(demand.challenge, { passkey }, tree), 401, 'unauthenticated');
      const next = await demandOf(person.email, tree);
      assertProblem(await finish(next.challenge, { passkey }, tree), 401, 'second_factor_wrong');
      const signedAgain = { passkey: key.sign(next.passkey) };
      assert.equal((await finish(next.challenge, signedAgain, tree)).status, 200);
      const { passkeys } = (await person.client.get(`${tree}/auth/second-factor`)).body;
      assert.equal(passkeys[0].last_used_at, new Date(clock.time).toISOString());
    });
  }

  it('does not sign in with another page, key, account or challenge', async () => {
    const person = await newPerson();
    const other = await newPerson();
    const { key } = await addPasskey(person.client, password);
    const stranger = await addPasskey(other.client, password);
    const fake = new SoftwarePasskey('https://localhost.evil.test');
    Object.assign(fake.id, key.id);
    const { challenge, passkey } = await demandOf(person.email);
    const wrong: [string, object][] = [
      ['another page', new SoftwarePasskey('https://evil.test').sign(passkey)],
      ['another key of the same id', { ...fake.sign(passkey), id: key.id.toString('base64url') }],
      ['another account', stranger.key.sign(passkey)],
      ['another challenge', key.sign({ ...passkey, challenge: 'AAAA' })],
      ['another name', key.sign({ ...passkey, rp_id: 'evil.test' })],
      ['another signature', { ...key.sign(passkey), signature: 'MEUCIQD' }],
      ['no data', { ...key.sign(passkey), authenticator_data: 'AAAA' }],
      ['no client', { ...key.sign(passkey), client_data: 'AAAA' }],
    ];
    for (const [what, given] of wrong) {
      const answer = await finish(challenge, { passkey: given });
      assert.equal(answer.body.code, 'second_factor_wrong', what);
    }
    assert.equal((await finish(challenge, { passkey: key.sign(passkey) })).status, 200);
    const cloned = await demandOf(person.email);
    key.counter = 0;
    const answer = await finish(cloned.challenge, { passkey: key.sign(cloned.passkey) });
    assertProblem(answer, 401, 'second_factor_wrong');
  });

  it('works only at the name it was created for, and only for names', async () => {
    const person = await newPerson();
    const atAddress = new Client(server.url, person.client.token);
    assert.equal((await atAddress.get(base)).body.passkey_host, null);
    assert.equal((await person.client.get(base)).body.passkey_host, 'localhost');
    const refused = await atAddress.post(`${base}/passkeys/offer`, { current_password: password });
    assertProblem(refused, 422, 'invalid');
    const { key } = await addPasskey(person.client, password);
    const demand = await demandOf(person.email, '/api/v1', server.anonymous);
    assert.deepEqual(demand.methods, ['recovery_code']);
    assert.equal(demand.passkey, null);
    const signed = key.sign({ challenge: 'AAAA', rp_id: 'localhost' });
    const answer = await finish(demand.challenge, { passkey: signed }, '/api/v1', server.anonymous);
    assertProblem(answer, 401, 'second_factor_wrong');
  });

  it('is added once, for its own offer and session', async () => {
    const person = await newPerson();
    const other = await newPerson();
    const offer = async (client: Client, more = {}) =>
      (await client.post(`${base}/passkeys/offer`, { current_password: password, ...more })).body;
    const add = (client: Client, body: object) => client.post(`${base}/passkeys`, body);
    const key = new SoftwarePasskey(byName);
    assertProblem(
      await add(person.client, key.register({ challenge: 'AAAA', rp_id: 'localhost' })),
      422,
      'invalid',
    );
    const first = await offer(person.client);
    assertProblem(await add(other.client, key.register(first)), 422, 'invalid');
    assertProblem(
      await add(person.client, new SoftwarePasskey('https://evil.test').register(first)),
      422,
      'invalid',
    );
    // A failed attempt also uses up the challenge.
    assertProblem(await add(person.client, key.register(first)), 422, 'invalid');
    const old = await offer(person.client);
    clock.time += 300_000;
    assertProblem(await add(person.client, key.register(old)), 422, 'invalid');
    const hostile = '<b>"\u202e}{</b>';
    const added = await add(person.client, key.register(await offer(person.client), hostile));
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assertProblem(await add(other.client, key.register(await offer(other.client))), 409, 'duplicate');
    const { passkeys } = (await person.client.get(base)).body;
    assert.equal(passkeys[0].name, hostile);
    for (const name of ['', '   ', 'a\u0007b', 'x'.repeat(101), null]) {
      const path = `${base}/passkeys/${passkeys[0].id}`;
      assertProblem(await person.client.patch(path, { name }), 422, 'invalid');
    }
  });

  it('is listed, renamed and removed only by its owner', async () => {
    const person = await newPerson();
    const other = await newPerson();
    const { key } = await addPasskey(person.client, password);
    const [listed] = (await person.client.get(base)).body.passkeys;
    assert.deepEqual(listed, {
      id: listed.id,
      name: 'A key',
      host: 'localhost',
      created_at: new Date(clock.time).toISOString(),
      last_used_at: null,
    });
    const path = `${base}/passkeys/${listed.id}`;
    assertProblem(await other.client.patch(path, { name: 'Mine' }), 404, 'not_found');
    assert.equal((await person.client.patch(path, { name: ' Blue key ' })).status, 204);
    assert.equal((await person.client.get(base)).body.passkeys[0].name, 'Blue key');
    const proof = { current_password: password };
    assertProblem(await other.client.post(`${path}/removal`, proof), 404, 'not_found');
    assertProblem(await person.client.post(`${path}/removal`, proof), 422, 'invalid');
    const demand = (await person.client.post(`${base}/passkeys/challenge`)).body;
    const passkey = key.sign(demand);
    const removed = await person.client.post(`${path}/removal`, { ...proof, passkey });
    assert.equal(removed.status, 204, JSON.stringify(removed.body));
    const login = await nobody().post('/api/v1/auth/login', { email: person.email, password });
    assert.equal(login.status, 200);
    assertProblem(await person.client.post(`${base}/passkeys/challenge`), 404, 'not_found');
  });

  it('confirms each change once, and can be used beside an app', async () => {
    const person = await newPerson();
    const { key } = await addPasskey(person.client, password);
    const passkey = key.sign((await person.client.post(`${base}/passkeys/challenge`)).body);
    const proof = { current_password: password, passkey };
    const codes = () => person.client.post(`${base}/recovery-codes`, proof);
    assert.equal((await codes()).status, 200);
    assertProblem(await codes(), 422, 'invalid');
    const both = await newPerson();
    const { app } = await addApp(both.client, password, clock);
    const code = app.codeAt(clock.nextStep());
    const offer = await both.client.post(`${base}/passkeys/offer`, { current_password: password, code });
    const second = new SoftwarePasskey(byName);
    const added = await both.client.post(`${base}/passkeys`, second.register(offer.body));
    assert.deepEqual(added.body, { recovery_codes: null });
    assert.deepEqual((await demandOf(both.email)).methods, ['passkey', 'totp', 'recovery_code']);
  });
});
