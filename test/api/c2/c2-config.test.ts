import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type C2Server, invalidField, refusal, startC2Server } from '../../support/c2/c2-server.ts';
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

  describe('access', () => {
    const body = { framework: 'mythic', base_url: offline, token };
    const operations: {
      name: string;
      call: (
        client: Client,
        ids: { engagement: string; simulation: string; task: string },
      ) => Promise<Answer>;
      redteam: number;
      soc: number;
    }[] = [
      {
        name: 'read',
        call: (client, { engagement }) => client.get(configOf(engagement)),
        redteam: 200,
        soc: 403,
      },
      {
        name: 'write',
        call: (client, { engagement }) => client.put(configOf(engagement), body),
        redteam: 200,
        soc: 403,
      },
      {
        name: 'test',
        call: (client, { engagement }) => client.post(`${configOf(engagement)}/test`),
        redteam: 200,
        soc: 403,
      },
      {
        name: 'list callbacks',
        call: (client, { engagement }) => client.get(`/api/engagements/${engagement}/c2/callbacks`),
        redteam: 200,
        soc: 403,
      },
      {
        name: 'list the tasks of the framework',
        call: (client, { engagement }) => client.get(`/api/engagements/${engagement}/c2/tasks`),
        redteam: 200,
        soc: 403,
      },
      {
        name: 'link a task',
        call: (client, { simulation }) =>
          client.post(`/api/simulations/${simulation}/c2/tasks`, { external_id: '102' }),
        redteam: 201,
        soc: 403,
      },
      {
        name: 'read linked tasks',
        call: (client, { simulation }) => client.get(`/api/simulations/${simulation}/c2/tasks`),
        redteam: 200,
        soc: 200,
      },
      {
        name: 'refresh linked tasks now',
        call: (client, { simulation }) => client.post(`/api/simulations/${simulation}/c2/tasks/refresh`),
        redteam: 200,
        soc: 200,
      },
      {
        name: 'unlink a task',
        call: (client, { simulation, task }) =>
          client.delete(`/api/simulations/${simulation}/c2/tasks/${task}`),
        redteam: 204,
        soc: 403,
      },
      {
        name: 'list kept outputs',
        call: (client, { simulation }) => client.get(`/api/simulations/${simulation}/outputs`),
        redteam: 200,
        soc: 200,
      },
      {
        name: 'read a kept output',
        call: (client, { simulation }) => client.get(`/api/simulations/${simulation}/outputs/${missing}`),
        redteam: 404,
        soc: 404,
      },
      {
        name: 'delete',
        call: (client, { engagement }) => client.delete(configOf(engagement)),
        redteam: 200,
        soc: 403,
      },
    ];
    for (const { name, call, redteam, soc } of operations) {
      it(`${name}: redteam and admin ${redteam}, soc ${soc}, nobody else`, async () => {
        const fresh = async () => {
          const ids = await server.linked({ framework: 'fake' }, '101');
          return { ...ids, task: (await server.tasks(ids.simulation)).body.items[0].id };
        };
        assert.equal((await call(server.red.client, await fresh())).status, redteam);
        assert.equal((await call(server.admin.client, await fresh())).status, redteam);
        assert.equal((await call(server.soc.client, await fresh())).status, soc);
        assert.equal(refusal(await call(server.anonymous, await fresh()), 401), 'unauthenticated');
        if (soc === 403) {
          // The role is checked first.
          const nowhere = { engagement: missing, simulation: missing, task: missing };
          assert.equal(refusal(await call(server.soc.client, nowhere), 403), 'forbidden');
        }
        for (const id of [missing, 'x']) {
          const nowhere = { engagement: id, simulation: id, task: id };
          assert.equal(refusal(await call(server.red.client, nowhere), 404), 'not_found');
        }
      });
    }
  });

  it('is stored and read without its token', async () => {
    const engagement = await server.engagement();
    assert.equal(refusal(await server.red.client.get(configOf(engagement)), 404), 'not_found');
    const written = await server.configure(engagement, {
      framework: 'mythic',
      base_url: 'HTTPS://Mythic.Example:7443//',
      token: `  ${token}\n`,
      operation: ' Operation Lighthouse ',
    });
    assert.equal(written.status, 200, JSON.stringify(written.body));
    const { id, updated_at, ...fields } = written.body;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(fields, {
      framework: 'mythic',
      base_url: 'https://mythic.example:7443',
      tls: 'verify',
      tls_fingerprint: null,
      operation: 'Operation Lighthouse',
      has_token: true,
    });
    assert.deepEqual((await server.admin.client.get(configOf(engagement))).body, written.body);

    const deleted = await server.red.client.delete(configOf(engagement));
    assert.equal(deleted.status, 200);
    assert.deepEqual(deleted.body, written.body, 'the answer is what went, without its token');
    assert.equal(refusal(await server.red.client.get(configOf(engagement)), 404), 'not_found');
    assert.equal(refusal(await server.red.client.delete(configOf(engagement)), 404), 'not_found');
  });

  it('is a new one if framework, address or operation change, and the same otherwise', async () => {
    const engagement = await server.engagement();
    const base = { framework: 'mythic', base_url: offline };
    const idOf = async (config: object): Promise<string> => {
      const answer = await server.configure(engagement, config);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.id;
    };
    const first = await idOf({ ...base, token });
    assert.equal(await idOf(base), first);
    assert.equal(await idOf({ ...base, token: 'another' }), first);
    assert.equal(await idOf({ ...base, base_url: `${offline}/` }), first);
    assert.equal(await idOf({ ...base, tls: 'insecure', token }), first);
    assert.equal(await idOf({ ...base, token }), first);
    const ids = [
      first,
      await idOf({ ...base, operation: 'Harbour' }),
      await idOf({ ...base, operation: 'Jetty' }),
      await idOf({ ...base, base_url: 'http://127.0.0.1:10', token }),
      await idOf({ framework: 'caldera', base_url: 'http://127.0.0.1:10', token }),
      await idOf({ framework: 'fake' }),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal((await server.red.client.get(configOf(engagement))).body.id, ids.at(-1));
  });

  it('belongs to one engagement', async () => {
    const [one, other] = [await server.engagement(), await server.engagement()];
    await server.configure(one, { framework: 'mythic', base_url: offline, token });
    assert.equal((await server.red.client.get(configOf(other))).status, 404);
    // A token given for another engagement does not count here.
    const answer = await server.configure(other, { framework: 'mythic', base_url: offline });
    assert.equal(invalidField(answer), 'token');
  });

  describe('refuses', () => {
    const good = { framework: 'mythic', base_url: 'https://mythic.example:7443', token };
    const cases: [string, object, field: string][] = [
      ['an unknown framework', { ...good, framework: 'cobalt' }, 'framework'],
      ['an unknown property', { ...good, password: 'x' }, 'password'],
      ['no address', { framework: 'mythic', token }, 'base_url'],
      ['an empty address', { ...good, base_url: ' ' }, 'base_url'],
      ['another scheme', { ...good, base_url: 'file:///etc/passwd' }, 'base_url'],
      ['credentials in the address', { ...good, base_url: 'https://a:b@mythic.example' }, 'base_url'],
      ['a query in the address', { ...good, base_url: 'https://mythic.example/?a=1' }, 'base_url'],
      ['a link-local address', { ...good, base_url: 'http://169.254.169.254/' }, 'base_url'],
      ['the address of a metadata service', { ...good, base_url: 'http://100.100.100.200/' }, 'base_url'],
      ['another one, as a number', { ...good, base_url: 'http://3221225664/' }, 'base_url'],
      ['one of IPv6', { ...good, base_url: 'http://[fd00:ec2::254]/' }, 'base_url'],
      ['one that is translated', { ...good, base_url: 'http://[64:ff9b:1::a9fe:a9fe]/' }, 'base_url'],
      ['a link-local address in disguise', { ...good, base_url: 'http://[::ffff:a9fe:a9fe]/' }, 'base_url'],
      ['an unspecified address', { ...good, base_url: 'http://0/' }, 'base_url'],
      ['a missing token', { framework: 'mythic', base_url: 'https://mythic.example' }, 'token'],
      ['an empty token', { ...good, token: '' }, 'token'],
      ['a token that would end the header', { ...good, token: 'a\r\nX-Other: b' }, 'token'],
      ['a token no header can carry', { ...good, token: 'clé' }, 'token'],
      ['a token that is too long', { ...good, token: 'a'.repeat(4097) }, 'token'],
      ['pin without a certificate', { ...good, tls: 'pin' }, 'tls_fingerprint'],
      [
        'pin with half a certificate',
        { ...good, tls: 'pin', tls_fingerprint: 'ab'.repeat(16) },
        'tls_fingerprint',
      ],
      [
        'pin without TLS',
        { ...good, base_url: 'http://mythic.example', tls: 'pin', tls_fingerprint: 'ab'.repeat(32) },
        'tls',
      ],
      ['an unknown way to judge TLS', { ...good, tls: 'maybe' }, 'tls'],
    ];
    for (const [name, config, field] of cases) {
      it(`${name}: 422 at ${field}`, async () => {
        const engagement = await server.engagement();
        const answer = await server.configure(engagement, config);
        assert.equal(invalidField(answer), field);
        assert.ok(!JSON.stringify(answer.body).includes(token));
        assert.equal((await server.red.client.get(configOf(engagement))).status, 404, 'nothing was stored');
      });
    }

    it('a body that is no JSON or no object', async () => {
      const engagement = await server.engagement();
      const put = (raw: string) =>
        server.red.client.request('PUT', configOf(engagement), {
          raw,
          headers: { 'content-type': 'application/json' },
        });
      assert.equal(refusal(await put(`{"token": "${token}"`), 400), 'malformed_body');
      assert.equal(refusal(await put(''), 400), 'malformed_body');
      assert.equal(refusal(await put('[]'), 422), 'invalid');
    });
  });
});
