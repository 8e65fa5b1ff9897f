import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import { altered } from '../../support/altered.ts';
import {
  answerWith,
  breakOff,
  calderaAgent,
  mythicCallback,
  mythicTask,
  neverAnswer,
  redirectTo,
  startCaldera,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import {
  type C2Server,
  during,
  invalidField,
  refusal,
  shortLimits,
  startC2Server,
} from '../../support/c2/c2-server.ts';
import { selfSignedCertificate } from '../../support/http/self-signed.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import type { Answer, Client } from '../../support/servers/server.ts';

const missing = '01900000-0000-7000-8000-00000000dead';
const token = 'mythic-token-for-tests';
const key = 'caldera-key-for-tests';
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

  describe('the connection test', () => {
    const testOf = (engagement: string) => server.red.client.post(`${configOf(engagement)}/test`);

    it('reports what the token can see', async (t) => {
      const [mythic, caldera] = [await during(t, startMythic()), await during(t, startCaldera())];
      const engagement = await server.engagement();
      await server.configure(engagement, { framework: 'mythic', base_url: mythic.url, token });
      const { latency_ms, ...fields } = (await testOf(engagement)).body;
      assert.ok(Number.isInteger(latency_ms) && latency_ms >= 0);
      assert.deepEqual(fields, {
        ok: true,
        version: '3',
        detail: 'Current operation: Operation Lighthouse',
        presented_fingerprint: null,
      });
      await server.configure(engagement, { framework: 'caldera', base_url: caldera.url, token: key });
      const second = (await testOf(engagement)).body;
      assert.equal(second.ok, true);
      assert.equal(second.version, '5.3.0');
    });

    it('without a configuration: 409', async () => {
      assert.equal(refusal(await testOf(await server.engagement()), 409), 'c2_not_configured');
    });

    it('answers 200 with ok: false whatever the framework does', async (t) => {
      const hasty = await during(t, startC2Server({ seams: { c2: { limits: shortLimits } } }));
      const mythic = await during(t, startMythic());
      const engagement = await hasty.engagement();
      await hasty.configure(engagement, { framework: 'mythic', base_url: mythic.url, token });
      const test = () => hasty.red.client.post(`${configOf(engagement)}/test`);
      const hostile = `<script>alert("${token}")</script>`;
      for (const intercept of [
        neverAnswer,
        breakOff,
        answerWith(500, hostile),
        answerWith(401, hostile),
        answerWith(200, hostile),
        answerWith(200, JSON.stringify({ errors: [{ message: hostile }] })),
        answerWith(200, '{"data": {"meHook": {"status": "success", "current_operation": 7}}}'),
      ]) {
        mythic.intercept = intercept;
        const answer = await test();
        assert.equal(answer.status, 200);
        assert.equal(answer.body.ok, false);
        assert.ok(!JSON.stringify(answer.body).includes(token));
        assert.ok(!JSON.stringify(answer.body).includes('<'));
      }
      mythic.intercept = null;
      assert.equal((await test()).body.ok, true);
    });

    it('where nothing listens: ok: false', async () => {
      const engagement = await server.engagement();
      await server.configure(engagement, { framework: 'caldera', base_url: offline, token: key });
      const answer = await testOf(engagement);
      assert.equal(answer.body.ok, false);
      assert.match(answer.body.detail, /refuses connections/);
    });

    it('names the operation that it was not given, whatever it is called', async (t) => {
      const mythic = await during(t, startMythic());
      const engagement = await server.engagement();
      const operation = 'x") { id } } mutation { deleteOperation(id: 3) { id } } #<b>';
      await server.configure(engagement, { framework: 'mythic', base_url: mythic.url, token, operation });
      const answer = await testOf(engagement);
      assert.equal(answer.body.ok, false);
      assert.match(answer.body.detail, /another operation/);
      assert.ok(mythic.requests.every((request) => !request.body.includes('mutation')));
    });
  });

  describe('a certificate', () => {
    it('is reported if untrusted, pinned in any spelling, and refused when it changes', async (t) => {
      const certificate = selfSignedCertificate({ commonName: 'Mythic' });
      const mythic = await during(t, startMythic({ certificate }));
      const { engagement, simulation } = await server.simulation();
      const config = { framework: 'mythic', base_url: mythic.url, token };
      const test = async () => (await server.red.client.post(`${configOf(engagement)}/test`)).body;

      await server.configure(engagement, config);
      const unknown = await test();
      assert.equal(unknown.ok, false);
      assert.equal(unknown.presented_fingerprint, certificate.fingerprint);
      assert.equal(mythic.requests.length, 0, 'the token was not sent');

      const colons = certificate.fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');
      const pinned = await server.configure(engagement, { ...config, tls: 'pin', tls_fingerprint: colons });
      assert.equal(pinned.body.tls_fingerprint, certificate.fingerprint);
      assert.equal((await test()).ok, true);
      assert.equal((await server.link(simulation, '900')).status, 201);

      const other = selfSignedCertificate({ commonName: 'Mythic' });
      mythic.useCertificate(other);
      // Earlier connections were checked under the old configuration; a new one starts without any.
      await server.configure(engagement, { ...config, tls: 'pin', tls_fingerprint: colons });
      const seen = mythic.requests.length;
      const changed = await test();
      assert.equal(changed.ok, false);
      assert.equal(changed.presented_fingerprint, other.fingerprint);
      const listed = await server.red.client.get(`/api/engagements/${engagement}/c2/tasks`);
      assert.equal(refusal(listed, 502), 'c2_error');
      assert.match(listed.body.detail, /other than the pinned/);
      const tasks = await server.tasks(simulation);
      assert.equal(tasks.status, 200);
      assert.match(tasks.body.items[0].error, /other than the pinned/);
      assert.equal(mythic.requests.length, seen, 'the token was not sent');

      await server.configure(engagement, { ...config, tls: 'insecure' });
      assert.equal((await test()).ok, true);
    });
  });

  describe('lists of the framework', () => {
    const lists = (engagement: string) => [
      `/api/engagements/${engagement}/c2/callbacks`,
      `/api/engagements/${engagement}/c2/tasks`,
    ];

    it('Mythic: callbacks and tasks', async (t) => {
      const mythic = await during(
        t,
        startMythic({
          data: { tasks: Array.from({ length: 51 }, (_, n) => mythicTask({ id: 900 + n })) },
        }),
      );
      const engagement = await server.engagement();
      await server.configure(engagement, { framework: 'mythic', base_url: mythic.url, token });
      const [callbacks, tasks] = lists(engagement) as [string, string];
      assert.deepEqual((await server.red.client.get(callbacks)).body, {
        items: [
          {
            external_id: '31',
            name: '#4',
            host: 'HARBOUR-WS-07',
            user: 'v.castellan',
            addresses: ['10.30.1.7', 'fe80::1c2b:3a4d'],
            os: 'Windows 11',
            architecture: 'x64',
            process: 'notepad.exe',
            pid: 7312,
            privilege: 'high',
            implant: 'quince',
            active: true,
            last_seen_at: '2026-03-02T09:41:07.123Z',
            unreadable: [],
          },
        ],
        left_out: 0,
      });
      const first = (await server.red.client.get(tasks)).body;
      assert.equal(first.page, 1);
      assert.equal(first.has_more, true);
      assert.equal(first.items.length, 50);
      assert.deepEqual(first.items[0], {
        external_id: '950',
        callback: '#4 HARBOUR-WS-07',
        command: 'shell whoami /all',
        status: 'completed',
        framework_status: 'success',
        techniques: ['T1033'],
        operator: 'noor',
        submitted_at: '2026-03-02T09:30:00.000Z',
        started_at: '2026-03-02T09:30:04.999Z',
        completed_at: '2026-03-02T09:30:09.250Z',
        unreadable: [],
        simulations: [],
      });
      assert.equal(first.left_out, 0);
      const second = (await server.red.client.get(`${tasks}?page=2`)).body;
      assert.deepEqual([second.page, second.has_more, second.items.length], [2, false, 1]);
      for (const page of ['0', '-1', 'x', '1.5', '1000000', '']) {
        assert.equal(invalidField(await server.red.client.get(`${tasks}?page=${page}`)), 'page');
      }
    });

    it('Caldera: agents and links', async (t) => {
      const caldera = await during(t, startCaldera());
      const engagement = await server.engagement();
      await server.configure(engagement, { framework: 'caldera', base_url: caldera.url, token: key });
      const [callbacks, tasks] = lists(engagement) as [string, string];
      const { items } = (await server.red.client.get(callbacks)).body;
      assert.deepEqual(
        items.map((item: { external_id: string; host: string }) => [item.external_id, item.host]),
        [['kdvqpz', 'quay-03']],
      );
      const listed = (await server.red.client.get(tasks)).body;
      assert.equal(
        listed.items[0].external_id,
        `${caldera.data.operations[0]?.id}/${caldera.data.operations[0]?.links[0]?.id}`,
      );
      assert.equal(listed.has_more, false);
    });

    it('passes on hostile names as text', async (t) => {
      const hostile = '<img src=x onerror=alert(1)>\u0007\u001b[31m\u202e';
      const user = `${hostile}\0`;
      const data = { callbacks: [mythicCallback({ host: hostile, user })] };
      const mythic = await during(t, startMythic({ data }));
      const agents = [calderaAgent({ host: hostile })];
      const caldera = await during(t, startCaldera({ data: { agents } }));
      const engagement = await server.engagement();
      await server.configure(engagement, { framework: 'mythic', base_url: mythic.url, token });
      const callbacks = `/api/engagements/${engagement}/c2/callbacks`;
      const one = (await server.red.client.get(callbacks)).body.items[0];
      assert.equal(one.host, hostile);
      assert.equal(one.user, `${hostile}\ufffd`);
      await server.configure(engagement, { framework: 'caldera', base_url: caldera.url, token: key });
      assert.equal((await server.red.client.get(callbacks)).body.items[0].host, hostile);
    });

    it('without a configuration: 409; when the framework fails: 502 without anything it sent', async (t) => {
      const hasty = await during(t, startC2Server({ seams: { c2: { limits: shortLimits } } }));
      const mythic = await during(t, startMythic());
      const engagement = await hasty.engagement();
      for (const target of lists(engagement)) {
        assert.equal(refusal(await hasty.red.client.get(target), 409), 'c2_not_configured');
      }
      await hasty.configure(engagement, { framework: 'mythic', base_url: mythic.url, token });
      for (const intercept of [
        neverAnswer,
        breakOff,
        answerWith(200, `{"errors": [{"message": "<b>${token}</b>"}]}`),
        answerWith(503, `<b>${token}</b>`),
        answerWith(200, '{"data": {"callback": [{}], "task": [{}]}}'),
      ]) {
        mythic.intercept = intercept;
        for (const target of lists(engagement)) {
          const answer = await hasty.red.client.get(target);
          assert.equal(refusal(answer, 502), 'c2_error');
          assert.ok(!/<b>|token-for-tests/.test(JSON.stringify(answer.body)), answer.body.detail);
        }
      }
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
