import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import { altered } from '../../support/altered.ts';
import { mythicTask, redirectTo, startMythic } from '../../support/c2/c2-frameworks.ts';
import { type C2Server, during, invalidField, refusal, startC2Server } from '../../support/c2/c2-server.ts';
import { selfSignedCertificate } from '../../support/http/self-signed.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import type { Answer, Client } from '../../support/servers/server.ts';
import { token } from './scene.ts';

const missing = '01900000-0000-7000-8000-00000000dead';
const offline = 'http://127.0.0.1:9';

describe('C2 configuration', () => {
  let server: C2Server;
  before(async () => {
    server = await startC2Server();
  });
  after(() => server.close());

  const configOf = (engagement: string) => `/api/engagements/${engagement}/c2-config`;

  describe('a token', () => {
    const start = {
      framework: 'mythic',
      base_url: 'https://mythic.example:7443',
      tls: 'pin',
      tls_fingerprint: 'ab'.repeat(32),
      token,
    };
    const kept: [string, object][] = [
      ['the operation changes', { operation: 'Other' }],
      ['the address is spelled otherwise', { base_url: 'HTTPS://MYTHIC.example:7443///' }],
      ['the fingerprint is spelled otherwise', { tls_fingerprint: 'AB:'.repeat(32).slice(0, -1) }],
    ];
    for (const [name, change] of kept) {
      it(`is kept when ${name}`, async () => {
        const engagement = await server.engagement();
        await server.configure(engagement, start);
        const { token: _left, ...without } = start;
        const answer = await server.configure(engagement, { ...without, ...change });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.equal(answer.body.has_token, true);
      });
    }

    const lost: [string, object][] = [
      ['another host', { base_url: 'https://other.example:7443' }],
      ['another port', { base_url: 'https://mythic.example:7444' }],
      ['no TLS', { base_url: 'http://mythic.example:7443', tls: 'verify' }],
      ['another path', { base_url: 'https://mythic.example:7443/behind' }],
      ['another framework', { framework: 'caldera' }],
      ['any certificate', { tls: 'insecure' }],
      ['a certificate that an authority vouches for', { tls: 'verify' }],
      ['another certificate', { tls_fingerprint: 'cd'.repeat(32) }],
    ];
    for (const [name, change] of lost) {
      it(`is dropped for ${name}`, async () => {
        const engagement = await server.engagement();
        await server.configure(engagement, start);
        const { token: _left, ...without } = start;
        assert.equal(invalidField(await server.configure(engagement, { ...without, ...change })), 'token');
        const stored = await server.red.client.get(configOf(engagement));
        const { token: _stored, ...shown } = start;
        assert.partialDeepStrictEqual(stored.body, shown, 'the configuration stays as it was');
        assert.equal(stored.body.has_token, true);
      });
    }

    it('is not restored after a change to the fake and back', async () => {
      const engagement = await server.engagement();
      await server.configure(engagement, start);
      const fake = await server.configure(engagement, { framework: 'fake' });
      assert.equal(fake.body.has_token, false);
      const { token: _left, ...without } = start;
      assert.equal(invalidField(await server.configure(engagement, without)), 'token');
    });

    it('is sent to the framework it was given for, and replaced by a new one', async (t) => {
      const mythic = await during(t, startMythic());
      const engagement = await server.engagement();
      const base = { framework: 'mythic', base_url: mythic.url };
      await server.configure(engagement, { ...base, token: 'not-the-right-one' });
      const test = () => server.red.client.post(`${configOf(engagement)}/test`);
      const refused = await test();
      assert.equal(refused.body.ok, false);
      assert.match(refused.body.detail, /does not accept the token/);
      await server.configure(engagement, { ...base, token });
      assert.equal((await test()).body.ok, true);
      assert.deepEqual(
        mythic.requests.map(({ headers }) => headers.apitoken ?? headers.authorization),
        ['not-the-right-one', 'Bearer not-the-right-one', token],
      );
    });

    it('never reaches a stand-in for the framework, whatever else is requested', async (t) => {
      const certificate = selfSignedCertificate({ commonName: 'Mythic' });
      const mythic = await during(t, startMythic({ certificate }));
      const engagement = await server.engagement();
      const { framework } = start;
      const pinned = {
        framework,
        base_url: mythic.url,
        tls: 'pin',
        tls_fingerprint: certificate.fingerprint,
      };
      assert.equal((await server.configure(engagement, { ...pinned, token })).status, 200);
      const other = selfSignedCertificate({ commonName: 'Mythic' });
      mythic.useCertificate(other);
      for (const change of [{ tls: 'insecure' }, { tls: 'verify' }, { tls_fingerprint: other.fingerprint }]) {
        assert.equal(invalidField(await server.configure(engagement, { ...pinned, ...change })), 'token');
        assert.equal((await server.red.client.post(`${configOf(engagement)}/test`)).body.ok, false);
      }
      assert.equal(mythic.requests.length, 0, 'the token was not sent');
    });

    it('does not follow a redirect', async (t) => {
      const mythic = await during(t, startMythic());
      const elsewhere = await during(t, startMythic());
      mythic.intercept = redirectTo(`${elsewhere.url}/graphql/`, 307);
      const engagement = await server.engagement();
      await server.configure(engagement, { framework: 'mythic', base_url: mythic.url, token });
      const answer = await server.red.client.post(`${configOf(engagement)}/test`);
      assert.equal(answer.body.ok, false);
      assert.match(answer.body.detail, /redirect/);
      assert.equal(elsewhere.connections(), 0);
    });
  });
});

describe('without an encryption key', () => {
  for (const [name, env] of [
    ['each configuration operation is 503', {}],
    ['with the fake forced too', { SVC_C2_ADAPTER: 'fake' }],
  ] as const) {
    it(name, async (t) => {
      const server = await during(t, startC2Server({ env: { SVC_ENCRYPTION_KEY: '', ...env } }));
      const { engagement, simulation } = await server.simulation();
      const config = `/api/engagements/${engagement}/c2-config`;
      const { red, soc, anonymous } = server;
      const body = { framework: 'mythic', base_url: offline, token };
      const calls: ((client: Client, target: string) => Promise<Answer>)[] = [
        (client, target) => client.get(target),
        (client, target) => client.put(target, body),
        (client, target) => client.put(target, { framework: 'fake' }),
        (client, target) => client.put(target, { framework: 'nonsense' }),
        (client, target) => client.delete(target),
        (client, target) => client.post(`${target}/test`),
      ];
      for (const call of calls) {
        assert.equal(refusal(await call(red.client, config), 503), 'encryption_key_absent');
        assert.equal(refusal(await call(soc.client, config), 403), 'forbidden');
        assert.equal(refusal(await call(anonymous, config), 401), 'unauthenticated');
        const nowhere = `/api/engagements/${missing}/c2-config`;
        assert.equal(refusal(await call(red.client, nowhere), 404), 'not_found');
      }
      // Other C2 operations report the missing configuration.
      const callbacks = await red.client.get(`/api/engagements/${engagement}/c2/callbacks`);
      assert.equal(refusal(callbacks, 409), 'c2_not_configured');
      assert.equal(refusal(await server.link(simulation, '101'), 409), 'c2_not_configured');
      assert.equal((await server.tasks(simulation)).status, 200);
    });
  }
});

describe('when the encryption key changes', () => {
  it('reports it, never crashes, and works again with a new token', async (t) => {
    const running = mythicTask({ completed: false, status: 'processing' });
    const mythic = await during(t, startMythic({ data: { tasks: [running] } }));
    const server = await during(t, startC2Server());
    const config = { framework: 'mythic', base_url: mythic.url };
    const { engagement, simulation } = await server.linked({ ...config, token }, '900');
    const seen = mythic.requests.length;

    await server.restart({}, { encryptionKey: Buffer.alloc(32, 7) });
    const configPath = `/api/engagements/${engagement}/c2-config`;
    const stored = await server.red.client.get(configPath);
    assert.equal(stored.status, 200);
    assert.equal(stored.body.has_token, true);
    const failing = [
      await server.red.client.post(`${configPath}/test`),
      await server.red.client.get(`/api/engagements/${engagement}/c2/callbacks`),
      await server.red.client.get(`/api/engagements/${engagement}/c2/tasks`),
      await server.link(simulation, '901'),
    ];
    for (const answer of failing) {
      assert.equal(refusal(answer, 503), 'encryption_key_changed');
      assert.match(answer.body.detail, /another key/);
    }
    const tasks = await server.tasks(simulation);
    assert.equal(tasks.status, 200);
    assert.equal(tasks.body.items[0].status, 'processing');
    assert.match(tasks.body.items[0].error, /another key/);

    // The token stays stored until someone gives a new one, because the earlier key may come back.
    const spelled = { ...config, base_url: `${mythic.url}/` };
    assert.equal((await server.configure(engagement, spelled)).body.has_token, true);
    await server.configure(engagement, config);
    assert.equal(mythic.requests.length, seen);
    await server.restart({}, { encryptionKey: null });
    assert.equal(refusal(await server.red.client.get(configPath), 503), 'encryption_key_absent');
    assert.match((await server.tasks(simulation)).body.items[0].error, /[Nn]o encryption key/);
    await server.restart({});
    assert.equal((await server.red.client.post(`${configPath}/test`)).body.ok, true);

    await server.restart({}, { encryptionKey: Buffer.alloc(32, 9) });
    assert.equal((await server.configure(engagement, { ...config, token })).status, 200);
    assert.equal((await server.red.client.post(`${configPath}/test`)).body.ok, true);
    assert.equal((await server.tasks(simulation)).body.items[0].error, undefined);
  });

  it('a token moved to another engagement, or altered, is refused', onlyWithFile, async (t) => {
    const server = await during(t, startC2Server());
    const [mine, other] = [await server.engagement(), await server.engagement()];
    for (const engagement of [mine, other]) {
      await server.configure(engagement, { framework: 'mythic', base_url: offline, token });
    }
    const opened = openDatabase(path.join(server.dataDir, 'damson.db'));
    const tokenOf = (engagement: string) =>
      opened.sqlite
        .prepare('select sealed_token from c2_configs where engagement_id = ?')
        .pluck()
        .get(engagement) as string;
    const set = opened.sqlite.prepare('update c2_configs set sealed_token = ? where engagement_id = ?');
    set.run(tokenOf(other), mine);
    const test = () => server.red.client.post(`/api/engagements/${mine}/c2-config/test`);
    assert.equal(refusal(await test(), 503), 'token_damaged');
    for (const sealed of ['', 'v1', token, altered(tokenOf(other), -10), null]) {
      set.run(sealed, mine);
      assert.equal(refusal(await test(), 503), 'token_damaged');
    }
    await opened.close();
    const body = { framework: 'mythic', base_url: offline, token };
    assert.equal((await server.configure(mine, body)).status, 200);
    assert.equal((await test()).body.ok, false);
  });
});
