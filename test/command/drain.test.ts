import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { damson, type Serving, serving } from '../support/commands/command.ts';
import { signInAsNewAdmin } from '../support/commands/command-admin.ts';
import { follow } from '../support/http/events.ts';
import { exchange } from '../support/http/raw-http.ts';
import { newMission, type Place, placeOf } from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { Client } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-drain-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;
function newDataDir(): string {
  folders += 1;
  return path.join(folder, `data ${folders}`);
}

/** The monitoring listener of a server. */
function monitoringOf({ text }: Serving): Client {
  const url = /"event":"monitoring","url":"([^"]+)"/.exec(text.stdout)?.[1];
  if (url === undefined) assert.fail('there is no listener for monitoring');
  return new Client(url, null);
}

/** Starts an evidence upload and withholds the rest of it. */
async function beginUpload({ base, token }: Client, place: Place) {
  const boundary = 'a-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\nContent-Type: text/plain\r\n\r\n`;
  const upload = request(`${base}${place.path}/evidence`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      expect: '100-continue',
    },
  });
  upload.on('error', () => {});
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(`${head}the first half`);
  return {
    finish: async () => {
      upload.end(` and the second\r\n--${boundary}--\r\n`);
      const [answer] = await once(upload, 'response');
      answer.resume();
      await once(answer, 'end');
      return answer.statusCode;
    },
    closed: new Promise((resolve) => upload.once('close', resolve)),
  };
}

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const refused = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
  });
  socket.destroy();
  return refused;
}

describe('a server that is told to stop', { skip: noSignals }, () => {
  test('finishes a slow upload, ends event streams, accepts nothing new, and reports it in health', async () => {
    const dataDir = newDataDir();
    const server = await serving(dataDir, { env: { SVC_METRICS_PORT: '0', SVC_DRAIN_SECONDS: '3600' } });
    const client = await signInAsNewAdmin(dataDir, server);
    const mission = await newMission(client, { tests: 1 });
    const place = placeOf(mission);
    const monitoring = monitoringOf(server);
    assert.equal((await monitoring.get('/health')).body.status, 'ok');
    const events = await follow(client, mission.id);
    const upload = await beginUpload(client, place);
    const stopped = server.stop();
    assert.equal(await events.ended(), 'server_stopping');
    await until(() => isRefused(server.url));
    const { status, body } = await monitoring.get('/health');
    assert.deepEqual([status, body.status, body.database], [503, 'stopping', 'ok']);
    assert.match((await monitoring.get('/metrics')).body, /^damson_stopping 1$/m);
    assert.equal(await upload.finish(), 201);
    const { code, signal } = await stopped;
    assert.deepEqual([code, signal], [0, null]);
    assert.equal((await damson(['verify', '--data-dir', dataDir])).code, 0);
  });

  test('waits no longer than configured', async () => {
    const dataDir = newDataDir();
    const server = await serving(dataDir, { env: { SVC_DRAIN_SECONDS: '1' } });
    const client = await signInAsNewAdmin(dataDir, server);
    const upload = await beginUpload(client, placeOf(await newMission(client, { tests: 1 })));
    const { code, signal } = await server.stop();
    await upload.closed;
    assert.deepEqual([code, signal], [0, null]);
  });

  test('keeps serving during its notice, with health at 503 and every answer ending its connection', async () => {
    const server = await serving(newDataDir(), { env: { SVC_DRAIN_NOTICE_SECONDS: '3600' } });
    const client = new Client(server.url, null);
    assert.notEqual((await client.get('/api/v1/health')).headers.get('connection'), 'close');
    const stopped = server.stop();
    await until(async () => (await client.get('/api/v1/health')).status === 503);
    const health = await client.get('/api/v1/health');
    assert.deepEqual([health.body.status, health.headers.get('connection')], ['stopping', 'close']);
    const served = await client.get('/api/v1/setup');
    assert.deepEqual([served.status, served.headers.get('connection')], [200, 'close']);
    server.child.kill('SIGTERM');
    assert.equal((await stopped).code, 143);
  });

  test('stops by itself when its notice is over', async () => {
    const server = await serving(newDataDir(), { env: { SVC_DRAIN_NOTICE_SECONDS: '1' } });
    const { code, signal } = await server.stop();
    assert.deepEqual([code, signal], [0, null]);
  });
});

describe('the listener for monitoring', () => {
  test('serves only metrics and health, without a sign-in, to requests for this machine', {
    skip: noSignals,
  }, async () => {
    const server = await serving(newDataDir(), { env: { SVC_METRICS_PORT: '0' } });
    const monitoring = monitoringOf(server);
    assert.equal(new URL(monitoring.base).hostname, '127.0.0.1');
    const metrics = await monitoring.get('/metrics');
    assert.equal(metrics.status, 200);
    assert.equal(metrics.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.match(metrics.body, /^damson_build_info\{/m);
    assert.doesNotMatch(metrics.body, /route="\/metrics"/);
    assert.equal((await monitoring.get('/health')).status, 200);
    for (const target of ['/', '/api/v1/health', '/api/v1/users', '/metrics/', '/index.html']) {
      assert.equal((await monitoring.get(target)).status, 404, target);
    }
    assert.equal((await monitoring.post('/metrics', {})).status, 405);
    assert.equal((await monitoring.get('/metrics?x=1')).status, 422);
    const elsewhere = 'GET /metrics HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n';
    const refused = await exchange(monitoring.base, elsewhere);
    assert.equal(refused?.status, 403);
    assert.equal((await server.stop()).code, 0);
  });

  test('is absent by default', async () => {
    const server = await serving(newDataDir());
    assert.doesNotMatch(server.text.stdout, /"monitoring"/);
    assert.equal((await new Client(server.url, null).get('/metrics')).status, 404);
    await server.stop();
  });

  test('names its own setting if the port is in use', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await damson(['serve', '--data-dir', newDataDir(), '--port', '0'], {
      env: { SVC_METRICS_PORT: String(port) },
    });
    assert.equal(code, 1);
    assert.match(stderr, /^damson: [^\n]*SVC_METRICS_PORT[^\n]*\n$/);
  });
});
