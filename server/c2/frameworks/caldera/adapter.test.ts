import assert from 'node:assert/strict';
import test from 'node:test';
import { caldera, calderaToken, refused } from '../../../../test/support/c2/c2-adapters.ts';
import { answerWith, calderaLink, calderaOperation } from '../../../../test/support/c2/c2-frameworks.ts';
import { C2Error } from '../adapter.ts';

const linkId = calderaLink().id as string;
const external = `${calderaOperation}/${linkId}`;

test('a connection lists, follows and reads tasks', async (t) => {
  const { framework, adapter } = await caldera(t);
  assert.deepEqual(await adapter.testConnection(), { version: '5.3.0', detail: 'Operations in view: 1' });
  assert.deepEqual((await adapter.listCallbacks()).callbacks, [
    {
      externalId: 'kdvqpz',
      name: 'quay-03$root',
      host: 'quay-03',
      user: 'root',
      addresses: ['10.30.2.3', '172.17.0.1'],
      os: 'linux',
      architecture: 'amd64',
      process: 'splunkd',
      pid: 2210,
      privilege: 'Elevated',
      implant: null,
      active: null,
      lastSeenAt: '2026-03-02T09:41:07.000Z',
      unreadable: [],
    },
  ]);
  const task = await adapter.getTask(external);
  assert.deepEqual(task, {
    externalId: external,
    callbackId: 'kdvqpz',
    callback: 'kdvqpz quay-03',
    command: 'id && uname -a',
    status: 'completed',
    frameworkStatus: '0',
    finished: true,
    techniques: ['T1082'],
    operator: null,
    submittedAt: '2026-03-02T09:30:00.000Z',
    startedAt: '2026-03-02T09:30:20.000Z',
    finishedAt: '2026-03-02T09:30:25.000Z',
    unreadable: [],
  });
  assert.deepEqual(await adapter.listTasks({ page: 1 }), {
    tasks: [task],
    page: 1,
    hasMore: false,
    leftOut: 0,
  });
  assert.equal(await adapter.getTaskOutput(external), 'uid=0(root)\n');

  for (const request of framework.requests) {
    assert.equal(request.method, 'GET');
    assert.match(request.path, /^\/api\/v2\//);
    assert.equal(request.headers.key, calderaToken);
  }
});

test('tasks of all operations come newest first, fifty a page', async (t) => {
  const operation = (name: string, links: number, minute: number) => ({
    id: `operation-${name}`,
    name,
    links: Array.from({ length: links }, (_, n) =>
      calderaLink({
        id: `${name}-${n}`,
        decide: `2026-03-02T09:${String(minute).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}Z`,
      }),
    ),
  });
  const { framework, adapter, adapterWith } = await caldera(t, {
    operations: [operation('a', 40, 10), operation('b', 0, 11), operation('c', 35, 12)],
  });
  const first = await adapter.listTasks({ page: 1 });
  const second = await adapter.listTasks({ page: 2 });
  assert.deepEqual([first.tasks.length, first.hasMore], [50, true]);
  assert.deepEqual([second.tasks.length, second.hasMore], [25, false]);
  assert.equal(first.tasks[0]?.externalId, 'operation-c/c-34');
  assert.equal(second.tasks[24]?.externalId, 'operation-a/a-0');
  const all = [...first.tasks, ...second.tasks].map(({ submittedAt }) => submittedAt);
  assert.deepEqual(all, all.toSorted().toReversed());

  for (const wanted of ['operation-a', 'a']) {
    const page = await adapterWith({ operation: wanted }).listTasks({ page: 1 });
    assert.equal(page.tasks.length, 40);
  }
  const none = adapterWith({ operation: 'd' });
  assert.deepEqual(await none.listTasks({ page: 1 }), { tasks: [], page: 1, hasMore: false, leftOut: 0 });
  await assert.rejects(none.testConnection(), refused('refused'));
  assert.ok(framework.requests.every(({ path }) => !path.includes('operation-d')));
});

test('an operation that is deleted between two requests has no tasks', async (t) => {
  const { framework, adapter } = await caldera(t);
  const listed = JSON.stringify([
    { id: calderaOperation, name: 'Harbour' },
    { id: 'deleted', name: 'Jetty' },
  ]);
  framework.intercept = (request, response) => {
    if (request.path.startsWith('/api/v2/operations?')) framework.intercept = null;
    answerWith(200, listed)(request, response);
  };
  assert.equal((await adapter.listTasks({ page: 1 })).tasks.length, 1);
});

test('a missing task is reported as not found', async (t) => {
  const { framework, adapter } = await caldera(t);
  await assert.rejects(adapter.getTask(`${calderaOperation}/none`), refused('not_found'));
  await assert.rejects(adapter.getTaskOutput(`none/${linkId}`), refused('not_found'));
  assert.equal(framework.requests.length, 2);
  const never = [
    '',
    '/',
    'a',
    'a/',
    '/b',
    'a/b/c',
    '../b',
    'a/..',
    'a/b?x=1',
    'a/b#',
    'a%2f/b',
    'a b/c',
    'é/b',
    'a\n/b',
  ];
  never.push(`${'a'.repeat(101)}/b`);
  for (const id of never) {
    await assert.rejects(adapter.getTask(id), refused('not_found'), id);
    await assert.rejects(adapter.getTaskOutput(id), refused('not_found'), id);
  }
  assert.equal(framework.requests.length, 2, "what can't be an id is not asked for");
});

test('a wrong key and answers that are not Caldera’s are refused', async (t) => {
  const { framework, adapter, adapterWith } = await caldera(t);
  await assert.rejects(adapterWith({ token: 'wrong' }).testConnection(), refused('unauthorized'));

  for (const body of [
    '{}',
    'null',
    '[1]',
    '[{"id": 7}]',
    '[{"id": "../../x", "name": "y"}]',
    `"${calderaToken}"`,
  ]) {
    framework.intercept = answerWith(200, body);
    adapter.tryNow();
    await assert.rejects(adapter.testConnection(), refused('protocol'), body);
    await assert.rejects(adapter.listTasks({ page: 1 }), refused('protocol'), body);
    await assert.rejects(adapter.getTask(external), refused('protocol'), body);
    await assert.rejects(adapter.getTaskOutput(external), refused('protocol'), body);
  }
});

test('all tasks of an operation cost one request for all callers', async (t) => {
  const links = Array.from({ length: 20 }, (_, n) => calderaLink({ id: `link-${n}` }));
  const operations = ['a', 'b'].map((id) => ({ id, name: id, links }));
  const { framework, adapter } = await caldera(t, { operations });
  const ids = operations.flatMap(({ id }) => links.map((link) => `${id}/${link.id}`));
  const found = await Promise.all([...ids, ...ids, ...ids].map((id) => adapter.getTask(id)));
  assert.deepEqual(
    found.map(({ externalId }) => externalId),
    [...ids, ...ids, ...ids],
  );
  assert.deepEqual(
    framework.requests.map(({ path }) => path),
    ['/api/v2/operations/a/links', '/api/v2/operations/b/links'],
  );
});

test('an answer stands for five times as long as it took', async (t) => {
  let now = 0;
  const { framework, adapter } = await caldera(t, {}, { clock: () => now });
  const link = framework.data.operations[0]!.links[0]!;
  link.finish = null;
  framework.beforeAnswer = async () => {
    now += 400;
  };
  assert.equal((await adapter.getTask(external)).finished, false);
  link.finish = '2026-03-02T09:30:25Z';
  now += 1_999;
  assert.equal((await adapter.getTask(external)).finished, false);
  assert.equal(framework.requests.length, 1);
  now += 1;
  assert.equal((await adapter.getTask(external)).finished, true);
  assert.equal(framework.requests.length, 2);

  // A task newer than the cached answer is not reported as missing.
  framework.data.operations[0]!.links.push(calderaLink({ id: 'new' }));
  assert.equal((await adapter.getTask(`${calderaOperation}/new`)).externalId, `${calderaOperation}/new`);
  assert.equal(framework.requests.length, 3);
});

test('a session of picking asks once and is paged here', async (t) => {
  const links = (from: number) =>
    Array.from({ length: 30 }, (_, n) => calderaLink({ id: `link-${from + n}` }));
  const operations = [0, 30, 60].map((from) => ({ id: `o${from}`, name: 'o', links: links(from) }));
  const { framework, adapter } = await caldera(t, { operations });
  const [first, second] = [await adapter.listTasks({ page: 1 }), await adapter.listTasks({ page: 2 })];
  assert.deepEqual([first.tasks.length, first.hasMore], [50, true]);
  assert.deepEqual([second.tasks.length, second.hasMore], [40, false]);
  await adapter.listTasks({ page: 1 });
  const each = [
    '/api/v2/operations?include=id&include=name',
    ...['o0', 'o30', 'o60'].map((id) => `/api/v2/operations/${id}/links`),
  ];
  assert.deepEqual(
    framework.requests.map(({ path }) => path),
    [...each, ...each],
    'the first page asks, the second does not',
  );
});

test('a task that Caldera no longer has is gone for good, and a page in front of it says nothing', async (t) => {
  const { framework, adapter } = await caldera(t);
  const isFinal = (expected: boolean) => (error: unknown) =>
    error instanceof C2Error && error.isFinal === expected;
  framework.intercept = answerWith(404, '<h1>Not Found</h1>', { 'content-type': 'text/html' });
  await assert.rejects(adapter.getTask(external), isFinal(false));
  framework.intercept = null;
  framework.data.operations = [];
  adapter.tryNow();
  await assert.rejects(adapter.getTask(external), isFinal(true));
  await assert.rejects(adapter.getTaskOutput(external), isFinal(true));
});

test('a key that may not read this is not called a wrong key', async (t) => {
  const { framework, adapter } = await caldera(t);
  framework.intercept = answerWith(403, '{"error": "Forbidden"}');
  await assert.rejects(adapter.getTask(external), (error) => {
    assert.ok(refused('forbidden')(error));
    assert.match((error as Error).message, /a blue key can't read red data/);
    return true;
  });
});
