import assert from 'node:assert/strict';
import test from 'node:test';
import { adapterFor, mythic, mythicToken, refused } from '../../../../test/support/c2/c2-adapters.ts';
import {
  answerWith,
  mythicCallback,
  mythicTask,
  startMythic,
} from '../../../../test/support/c2/c2-frameworks.ts';
import { selfSignedCertificate } from '../../../../test/support/http/self-signed.ts';
import type { C2ErrorReason } from '../adapter.ts';

test('a connection with a pinned certificate without host names works end to end', async (t) => {
  const certificate = selfSignedCertificate({ commonName: 'Mythic' });
  const framework = await startMythic({ certificate });
  t.after(() => framework.close());
  const tls = { mode: 'pin', fingerprint: certificate.fingerprint } as const;
  const adapter = adapterFor(t, framework.url, { tls });

  assert.deepEqual(await adapter.testConnection(), {
    version: '3',
    detail: 'Current operation: Operation Lighthouse',
  });
  assert.deepEqual((await adapter.listCallbacks()).callbacks, [
    {
      externalId: '31',
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
      lastSeenAt: '2026-03-02T09:41:07.123Z',
      unreadable: [],
    },
  ]);
  const task = await adapter.getTask('900');
  assert.deepEqual(task, {
    externalId: '900',
    callbackId: '31',
    callback: '#4 HARBOUR-WS-07',
    command: 'shell whoami /all',
    status: 'completed',
    frameworkStatus: 'success',
    finished: true,
    techniques: ['T1033'],
    operator: 'noor',
    submittedAt: '2026-03-02T09:30:00.000Z',
    startedAt: '2026-03-02T09:30:04.999Z',
    finishedAt: '2026-03-02T09:30:09.250Z',
    unreadable: [],
  });
  assert.deepEqual(await adapter.listTasks({ page: 1 }), {
    tasks: [task],
    page: 1,
    hasMore: false,
    leftOut: 0,
  });
  assert.equal(await adapter.getTaskOutput('900'), 'harbour\\v.castellan\n');

  for (const request of framework.requests) {
    assert.equal(`${request.method} ${request.path}`, 'POST /graphql/');
    assert.equal(request.headers.apitoken, mythicToken);
    assert.equal(request.headers.authorization, undefined);
    assert.equal(request.headers['content-type'], 'application/json');
    assert.doesNotMatch(request.body, /enc_key|dec_key/);
  }
});

test('callbacks and tasks come newest first, fifty tasks a page', async (t) => {
  const tasks = Array.from({ length: 101 }, (_, n) => mythicTask({ id: 1_000 + n, display_id: n }));
  const callbacks = [mythicCallback({ id: 1 }), mythicCallback({ id: 5 }), mythicCallback({ id: 3 })];
  const { adapter } = await mythic(t, { tasks, callbacks });
  assert.deepEqual(
    (await adapter.listCallbacks()).callbacks.map(({ externalId }) => externalId),
    ['5', '3', '1'],
  );
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(await adapter.listTasks({ page }));
  assert.deepEqual(
    pages.map(({ tasks, page, hasMore }) => [tasks.length, page, hasMore]),
    [
      [50, 1, true],
      [50, 2, true],
      [1, 3, false],
      [0, 4, false],
    ],
  );
  assert.equal(pages[0]?.tasks[0]?.externalId, '1100');
  assert.equal(pages[2]?.tasks[0]?.externalId, '1000');
});

test('a missing task is reported as not found', async (t) => {
  const { framework, adapter } = await mythic(t);
  await assert.rejects(adapter.getTask('901'), refused('not_found'));
  await assert.rejects(adapter.getTaskOutput('901'), refused('not_found'));
  assert.equal(framework.requests.length, 2);
  for (const id of ['', '0', '-1', '1.5', '1e3', ' 900', '900 ', '0900', '2147483648', '99999999999', 'x']) {
    await assert.rejects(adapter.getTask(id), refused('not_found'), id);
    await assert.rejects(adapter.getTaskOutput(id), refused('not_found'), id);
  }
  assert.equal(framework.requests.length, 2, "what can't be an id is not asked for");
});

test('failures that Mythic answers with status 200 are recognised', async (t) => {
  const { framework, adapter } = await mythic(t, { token: 'another-token' });
  await assert.rejects(adapter.testConnection(), refused('unauthorized'));
  await assert.rejects(adapter.listTasks({ page: 1 }), refused('unauthorized'));

  const error = (code: string) =>
    JSON.stringify({ errors: [{ message: `<b>${mythicToken}</b>`, extensions: { code } }] });
  const table: [body: string, reason: C2ErrorReason][] = [
    [error('access-denied'), 'unauthorized'],
    [error('validation-failed'), 'protocol'],
    [error('unexpected'), 'refused'],
    [JSON.stringify({ errors: [{ message: mythicToken }], data: null }), 'refused'],
    ['{"errors": []}', 'refused'],
    ['{}', 'protocol'],
    ['[]', 'protocol'],
    ['null', 'protocol'],
    ['{"data": {"task": {}}}', 'protocol'],
    ['{"data": {"task": [{"id": "900"}]}}', 'protocol'],
    [`${'['.repeat(100_000)}`, 'protocol'],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'protocol'],
  ];
  for (const [body, reason] of table) {
    framework.intercept = answerWith(200, body);
    adapter.tryNow();
    await assert.rejects(adapter.getTask('900'), refused(reason), body.slice(0, 60));
  }
});

test('an operation other than the token’s is refused', async (t) => {
  const { framework } = await mythic(t);
  const inOperation = (operation: string | null) =>
    adapterFor(t, framework.url, { operation }).testConnection();
  await inOperation('Operation Lighthouse');
  await assert.rejects(inOperation('Operation Breakwater'), refused('refused'));
  framework.data.operation = null;
  await assert.rejects(inOperation(null), refused('refused'));
  framework.intercept = answerWith(200, '{"data": {"meHook": {"status": "error", "error": "<b>no</b>"}}}');
  await assert.rejects(inOperation(null), refused('refused'));
});

test('Mythic 4 takes the token in another header, and says which version speaks', async (t) => {
  const { framework, adapter } = await mythic(t, { version: 4 });
  const headers = () => framework.requests.map(({ headers }) => [headers.apitoken, headers.authorization]);
  const [old, bearer] = [
    [mythicToken, undefined],
    [undefined, `Bearer ${mythicToken}`],
  ];
  assert.deepEqual(await adapter.testConnection(), {
    version: '4',
    detail: 'Current operation: Operation Lighthouse',
  });
  assert.deepEqual(headers(), [old, bearer]);
  assert.equal((await adapter.getTask('900')).status, 'completed');
  assert.equal(await adapter.getTaskOutput('900'), 'harbour\\v.castellan\n');
  assert.deepEqual(headers(), [old, bearer, bearer, bearer], 'it is remembered');

  framework.data.version = 3;
  assert.equal((await adapter.testConnection()).version, '3', 'and tried anew when it is refused');
  framework.data.token = 'another-token';
  await assert.rejects(adapter.testConnection(), refused('unauthorized'));
});

test('tasks that are asked for at once are asked for together, and once', async (t) => {
  const tasks = Array.from({ length: 20 }, (_, n) => mythicTask({ id: 900 + n }));
  const { framework, adapter } = await mythic(t, { tasks });
  const ids = tasks.map(({ id }) => String(id));
  const found = await Promise.all([...ids, ...ids, '7'].map((id) => adapter.getTask(id).catch(() => null)));
  assert.deepEqual(
    found.map((task) => task?.externalId ?? null),
    [...ids, ...ids, null],
  );
  assert.equal(framework.requests.length, 1);
  assert.deepEqual(JSON.parse(framework.requests[0]?.body ?? '').variables.ids.length, 21);
});
