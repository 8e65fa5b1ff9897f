import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { follow } from '../../support/http/events.ts';
import { assertBaseHeaders, exchange } from '../../support/http/raw-http.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** All values, by name and labels as written. */
function parse(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [, name, value] = /^([a-z_][a-z0-9_]*(?:\{.*\})?) (\S+)$/.exec(line) ?? assert.fail(line);
    assert.ok(!values.has(name as string), line);
    values.set(name as string, Number(value));
  }
  return values;
}

const scrape = async () => parse(bodyOf(await server.admin.client.get('/api/v1/metrics'), 200));

const ofOperation = (method: string, route: string, rest = '') =>
  `{method="${method}",route="${route}"${rest}}`;

describe('metrics', () => {
  it("come in Prometheus' text form", async () => {
    const answer = await server.admin.client.get('/api/v1/metrics');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assertBaseHeaders(answer);
    const text: string = answer.body;
    assert.ok(text.endsWith('\n'));
    const names = new Set<string>();
    let typed = '';
    for (const line of text.trimEnd().split('\n')) {
      const [, keyword, name = ''] = /^# (HELP|TYPE) ([a-z_][a-z0-9_]*) \S/.exec(line) ?? [];
      if (keyword === 'HELP') {
        assert.ok(!names.has(name), `${name} stands in one place`);
        names.add(name);
      } else if (keyword === 'TYPE') {
        assert.match(line, / (counter|gauge|histogram)$/);
        typed = name;
      } else {
        assert.match(line, /^[a-z_][a-z0-9_]*(\{([a-z_]+="[^"\\\n]*",?)+\})? -?[0-9.e+-]+$/);
        assert.ok(line.startsWith(typed), `${line} belongs to ${typed}`);
      }
    }
    for (const name of names) {
      if (name.endsWith('_total')) assert.ok(text.includes(`# TYPE ${name} counter\n`), name);
    }
    assert.match(text, /^damson_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v\d+[^"]*"\} 1$/m);
    const head = await fetch(`${server.url}/api/v1/metrics`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${server.admin.client.token}` },
    });
    assert.deepEqual([head.status, await head.text()], [200, '']);
  });

  it('count requests by operation, never by path, with how long they took', async () => {
    const mission = await newMission(server.admin.client);
    const route = '/api/v1/missions/{mission_id}';
    const ended = `damson_http_requests_total${ofOperation('GET', route, ',status="200"')}`;
    const before = (await scrape()).get(ended) ?? 0;
    await server.admin.client.get(`/api/v1/missions/${mission.id}`);
    await server.admin.client.get(`/api/v1/missions/${mission.id}`);
    await until(async () => ((await scrape()).get(ended) ?? 0) >= before + 2);
    const values = await scrape();
    assert.equal(values.get(ended), before + 2);
    const buckets = [...values]
      .filter(([name]) =>
        name.startsWith(`damson_http_request_duration_seconds_bucket{method="GET",route="${route}",`),
      )
      .map(([, value]) => value);
    assert.deepEqual(
      buckets,
      buckets.toSorted((one, other) => one - other),
    );
    const count = values.get(`damson_http_request_duration_seconds_count${ofOperation('GET', route)}`);
    assert.equal(buckets.at(-1), count);
    const sum = values.get(`damson_http_request_duration_seconds_sum${ofOperation('GET', route)}`);
    assert.ok(sum !== undefined && sum > 0);
    const names = [...values.keys()].join('\n');
    assert.ok(!names.includes(mission.id));
  });

  it('distinguish the two trees and unknown paths', async () => {
    await Promise.all([
      server.anonymous.get('/api/health'),
      server.anonymous.get('/api/v1/health'),
      server.anonymous.get('/api/v1/%22%0A%20hostile'),
      server.anonymous.get('/hostile-page'),
      server.anonymous.request('DELETE', '/api/v1/health'),
    ]);
    await exchange(server.url, 'BREW /pot HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await exchange(server.url, 'PROPFIND /pot HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const wanted = [
      ofOperation('GET', '/api/health', ',status="200"'),
      ofOperation('GET', '/api/v1/health', ',status="200"'),
      ofOperation('GET', 'none', ',status="404"'),
      ofOperation('DELETE', 'none', ',status="405"'),
      ofOperation('other', 'interface', ',status="404"'),
    ].map((labels) => `damson_http_requests_total${labels}`);
    await until(async () => {
      const values = await scrape();
      return wanted.every((name) => values.has(name));
    });
    const values = await scrape();
    assert.ok(![...values.keys()].some((name) => name.includes('hostile') || name.includes('PROPFIND')));
    assert.ok((values.get('damson_refusals_total{code="not_found"}') ?? 0) >= 2);
    assert.ok((values.get('damson_refusals_total{code="method_not_allowed"}') ?? 0) >= 1);
    assert.ok((values.get('damson_refusals_total{code="malformed_body"}') ?? 0) >= 1);
  });

  it('count requests in progress, connections and event streams', async () => {
    const mission = await newMission(server.admin.client);
    const before = await scrape();
    assert.ok((before.get('damson_http_requests_in_progress') ?? 0) >= 1, 'this one itself');
    assert.ok((before.get('damson_http_connections') ?? 0) >= 1);
    const streams = before.get('damson_event_streams') ?? Number.NaN;
    const reader = await follow(server.admin.client, mission.id);
    assert.equal((await scrape()).get('damson_event_streams'), streams + 1);
    reader.drop();
    const route = '/api/v1/missions/{mission_id}/events';
    await until(async () => (await scrape()).get('damson_event_streams') === streams);
    const values = await scrape();
    assert.ok(values.has(`damson_http_requests_total${ofOperation('GET', route, ',status="200"')}`));
    // The time for which someone watches a mission says nothing about the server.
    assert.ok(!values.has(`damson_http_request_duration_seconds_count${ofOperation('GET', route)}`));
  });

  it('count a request that ended without an answer', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        'Content-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    socket.destroy();
    const name = `damson_http_requests_total${ofOperation('POST', '/api/v1/auth/login', ',status="none"')}`;
    await until(async () => (await scrape()).get(name) === 1);
  });

  it('report stored data and resources of the process', async () => {
    const values = await scrape();
    for (const name of [
      'damson_database_bytes',
      'damson_disk_free_bytes{folder="data"}',
      'damson_disk_size_bytes{folder="evidence"}',
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
      'nodejs_heap_size_used_bytes',
      'nodejs_eventloop_active_seconds_total',
    ]) {
      assert.ok((values.get(name) ?? 0) > 0, name);
    }
    for (const name of [
      'damson_storage_broken',
      'damson_stopping',
      'damson_damaged_files{register="evidence"}',
      'damson_jobs_waiting{kind="report"}',
      'damson_jobs_running{kind="import"}',
      'damson_jobs_ended_total{kind="backup",outcome="failed"}',
    ]) {
      assert.equal(values.get(name), 0, name);
    }
    await until(async () => (await scrape()).has('nodejs_eventloop_lag_p99_seconds'));
  });

  it('are exactly those in docs/metrics.md, with their types', onlyWithFile, async () => {
    const read = async () => bodyOf(await server.admin.client.get('/api/v1/metrics'), 200) as string;
    await until(async () => (await read()).includes('nodejs_eventloop_lag_p99_seconds'));
    const text = await read();
    const told = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    const document = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
    const described = [...document.matchAll(/^\| (`[a-z0-9_`, ]+`) \| (\w+) \|/gm)].flatMap(
      ([, names, type]) => [...(names as string).matchAll(/`(\w+)`/g)].map(([, name]) => `${name} ${type}`),
    );
    const isHere = (name: string) => process.platform === 'linux' || !/^process_\w+_fds/.test(name);
    // A database file has one connection, so nothing waits for it.
    const shared = 'damson_database_connections gauge';
    assert.deepEqual([...told, shared].sort(), described.filter(isHere).sort());
  });

  it('count jobs by how they ended', async () => {
    const before = await scrape();
    const count = (values: Map<string, number>, labels: string) =>
      values.get(`damson_jobs_ended_total{${labels}}`) ?? Number.NaN;
    bodyOf(await server.admin.client.post('/api/v1/backups', {}), 202);
    bodyOf(await server.admin.client.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
    const wrong = { source: 'absent.json', allow_unverified: true };
    assert.equal((await server.admin.client.post('/api/v1/catalog/sync', wrong)).status, 422);
    await until(async () => {
      const values = await scrape();
      return [
        'kind="backup",outcome="done"',
        'kind="sync",outcome="done"',
        'kind="sync",outcome="refused"',
      ].every((labels) => count(values, labels) === count(before, labels) + 1);
    });
  });

  it('belong to one server alone', async (t) => {
    const other = await startTestServer();
    t.after(() => other.close());
    const values = parse(bodyOf(await other.admin.client.get('/api/v1/metrics'), 200));
    assert.ok(
      !values.has(`damson_http_requests_total${ofOperation('POST', '/api/v1/missions', ',status="201"')}`),
    );
    const mission = await newMission(other.admin.client, { tests: 1 });
    const place = placeOf(mission);
    bodyOf(await attach(other.admin.client, place, evidenceForm('five!')), 201);
    await other.restart();
    const counted = parse(bodyOf(await other.admin.client.get('/api/v1/metrics'), 200));
    assert.equal(counted.get('damson_stored_files{register="evidence"}'), 1);
    assert.equal(counted.get('damson_stored_bytes{register="evidence"}'), 5);
  });
});

describe('health', () => {
  it('distinguishes the database from stored files', async (t) => {
    const one = await startTestServer();
    t.after(() => one.close());
    const health = () => one.anonymous.get('/api/v1/health');
    const whole = await health();
    assert.deepEqual([whole.status, whole.body.status, whole.body.database], [200, 'ok', 'ok']);
    assert.deepEqual(Object.keys(whole.body), ['status', 'version', 'commit', 'schema', 'database']);
    const folder = path.join(one.dataDir, 'evidence');
    renameSync(folder, `${folder}.gone`);
    await until(async () => (await health()).status === 503);
    const { status, database, evidence } = (await health()).body;
    assert.deepEqual([status, database, evidence], ['failing', 'ok', 'unavailable']);
    renameSync(`${folder}.gone`, folder);
    await until(async () => (await health()).status === 200);
  });

  it('reports that failed storage is no longer written', async (t) => {
    const one = await startTestServer();
    t.after(() => one.close());
    const { client } = one.admin;
    const place = placeOf(await newMission(client, { tests: 1 }));
    const file = await open(import.meta.filename);
    t.after(() => file.close());
    const failing = t.mock.method(Object.getPrototypeOf(file), 'sync', async () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' });
    });
    assert.equal((await attach(client, place)).status, 503);
    failing.mock.restore();
    const { status, body } = await one.anonymous.get('/api/v1/health');
    assert.deepEqual([status, body.status, body.database], [503, 'failing', 'unavailable']);
    const values = parse(bodyOf(await client.get('/api/v1/metrics'), 200));
    assert.equal(values.get('damson_storage_broken'), 1);
  });
});
