import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import {
  answerWith,
  calderaLink,
  calderaOperation,
  type Framework,
  mythicTask,
  startCaldera,
  startMythic,
} from '../../../test/support/c2/c2-frameworks.ts';
import type { C2Adapter } from './adapter.ts';
import { C2Error } from './adapter.ts';
import { createCalderaAdapter } from './caldera/adapter.ts';
import { createFakeAdapter } from './fake.ts';
import { createMythicAdapter } from './mythic/adapter.ts';
import { mythicQueries } from './mythic/queries.ts';

/** On close, the stand-ins fail the test if they received anything but reads. */

const attack = 'mutation { createTask(callback_id: 1, command: "shell", params: "id") { id } }';

const hostileIds = [
  '900',
  `${calderaOperation}/${calderaLink().id}`,
  attack,
  `1}) { id } } ${attack} #`,
  '900) { id } }',
  '$id',
  '{"_eq": 900}',
  '../../operations',
  `${calderaOperation}/../../potential-links`,
  `${calderaOperation}/x?_method=POST`,
  `${calderaOperation}/x\r\n\r\nDELETE /api/v2/operations/1 HTTP/1.1\r\n\r\n`,
  '..%2f..%2foperations/x',
  'http://127.0.0.1:1/graphql/',
  '//127.0.0.1:1/x',
  '__proto__',
  'constructor/prototype',
  '\0/\0',
  '\ud800/x',
  `${'9'.repeat(5_000)}`,
  '',
];

const hostilePages = [
  1,
  2,
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
  attack as unknown as number,
];

const hostileOperations = [null, attack, '../../..', 'Harbour', '', '*', '\r\nKEY: other'];

async function tryEverything(adapter: C2Adapter): Promise<void> {
  const settled = await Promise.allSettled([
    adapter.testConnection(),
    adapter.listCallbacks(),
    ...hostilePages.map((page) => adapter.listTasks({ page })),
    ...hostileIds.flatMap((id) => [adapter.getTask(id), adapter.getTaskOutput(id)]),
  ]);
  for (const one of settled) {
    if (one.status === 'rejected')
      assert.ok(one.reason instanceof C2Error || one.reason instanceof TypeError, one.reason);
  }
}

async function started<Started extends Framework>(
  t: TestContext,
  framework: Promise<Started>,
): Promise<Started> {
  const running = await framework;
  t.after(() => running.close());
  return running;
}

test('the stand-ins do fail a test that writes', async () => {
  const mythic = await startMythic();
  await fetch(`${mythic.url}/graphql/`, { method: 'POST', body: JSON.stringify({ query: attack }) });
  await assert.rejects(mythic.close(), assert.AssertionError);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const caldera = await startCaldera();
    await fetch(`${caldera.url}/api/v2/operations`, { method });
    await assert.rejects(caldera.close(), assert.AssertionError);
  }
});

test('no input makes Mythic do anything', async (t) => {
  const hostile = mythicTask({ command_name: attack, display_params: attack, status: attack });
  const framework = await started(t, startMythic({ data: { tasks: [mythicTask(), hostile] } }));
  for (const operation of hostileOperations) {
    const adapter = createMythicAdapter({
      baseUrl: framework.url,
      tls: { mode: 'verify' },
      token: framework.data.token,
      operation,
      clock: () => 0,
    });
    await tryEverything(adapter);
    adapter.close();
  }
  const documents = new Set<string>(Object.values(mythicQueries).map(({ document }) => document));
  assert.ok(framework.requests.length > 0);
  for (const { method, path, body } of framework.requests) {
    assert.equal(`${method} ${path}`, 'POST /graphql/');
    const { query, variables, ...others } = JSON.parse(body);
    assert.ok(documents.has(query));
    assert.ok(Object.values(variables).flat().every(Number.isSafeInteger));
    assert.deepEqual(others, {});
  }
});

test('no input makes Caldera do anything', async (t) => {
  const framework = await started(t, startCaldera());
  for (const operation of hostileOperations) {
    const adapter = createCalderaAdapter({
      baseUrl: framework.url,
      tls: { mode: 'verify' },
      token: framework.data.key,
      operation,
      clock: () => 0,
    });
    await tryEverything(adapter);
    adapter.close();
  }
  const reading =
    /^\/api\/v2\/(health|agents|operations|operations\/[\w-]+\/links(\/[\w-]+(\/result)?)?)(\?|$)/;
  assert.ok(framework.requests.length > 0);
  for (const { method, path, body } of framework.requests) {
    assert.equal(method, 'GET');
    assert.equal(body, '');
    assert.match(path, reading);
  }
});

test('an answer of the framework does not make Damson write either', async (t) => {
  const framework = await started(t, startCaldera());
  const adapter = createCalderaAdapter({
    baseUrl: framework.url,
    tls: { mode: 'verify' },
    token: framework.data.key,
    operation: null,
    clock: () => 0,
  });
  t.after(() => adapter.close());
  const operations = [attack, '../x', '..', '', 'a/b', 'a?b'].map((id) => ({ id, name: id }));
  for (const operation of operations) {
    framework.intercept = answerWith(200, JSON.stringify([operation]));
    await assert.rejects(adapter.listTasks({ page: 1 }), C2Error);
  }
  assert.ok(framework.requests.every(({ path }) => path.startsWith('/api/v2/operations?')));
});

test('the queries name no secret and nothing that writes', () => {
  for (const { document } of Object.values(mythicQueries)) {
    assert.match(document, /^query \w+/);
    assert.doesNotMatch(document, /mutation|subscription|insert_|update_|delete_|create|enc_key|dec_key/i);
  }
});

test('an adapter can do nothing beyond the contract', (t) => {
  const options = {
    baseUrl: 'http://127.0.0.1:1',
    tls: { mode: 'verify' },
    token: 'x',
    operation: null,
    clock: () => 0,
  } as const;
  const adapters = [createMythicAdapter(options), createCalderaAdapter(options), createFakeAdapter()];
  const contract = [
    'close',
    'getTask',
    'getTaskOutput',
    'listCallbacks',
    'listTasks',
    'testConnection',
    'tryNow',
  ];
  for (const adapter of adapters) {
    t.after(() => adapter.close());
    assert.deepEqual(Object.keys(adapter).sort(), contract);
  }
});

test('the only client uses GET, and POST for queries', () => {
  const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const methods = source('http.ts').match(/'(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)'(?=,\s)/g);
  assert.deepEqual(methods, ["'GET'", "'POST'"], 'one call of each');
  const adapters = [
    'mythic/adapter.ts',
    'mythic/rows.ts',
    'caldera/adapter.ts',
    'caldera/rows.ts',
    'fake.ts',
  ];
  for (const name of [...adapters, 'adapter.ts', 'pacing.ts', 'rows.ts']) {
    assert.doesNotMatch(source(name), /node:(http|https|net|tls|child_process)|undici|\bfetch\b/, name);
  }
});
