import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  answerWith,
  breakOff,
  calderaAgent,
  mythicCallback,
  mythicTask,
  neverAnswer,
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
import { key, token } from './scene.ts';

const offline = 'http://127.0.0.1:9';

describe('C2 configuration', () => {
  let server: C2Server;
  before(async () => {
    server = await startC2Server();
  });
  after(() => server.close());

  const configOf = (engagement: string) => `/api/engagements/${engagement}/c2-config`;

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
