import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { TaskStatus } from '../../../../domain/c2.ts';
import {
  answerWith,
  type MythicData,
  mythicCallback,
  mythicTask,
  startMythic,
  wrappedBase64,
} from '../../../../test/support/c2-frameworks.ts';
import { selfSignedCertificate } from '../../../../test/support/self-signed.ts';
import { type C2Adapter, C2Error, type C2ErrorReason } from '../adapter.ts';
import { createMythicAdapter, type MythicOptions } from './adapter.ts';
import { mythicStatus } from './rows.ts';

const token = 'mythic-token-for-tests';

function refused(reason: C2ErrorReason) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof C2Error, String(error));
    assert.equal(error.reason, reason, error.message);
    assert.ok(!error.message.includes(token) && !error.message.includes('<'), error.message);
    return true;
  };
}

async function mythic(t: TestContext, data: Partial<MythicData> = {}, options: Partial<MythicOptions> = {}) {
  const framework = await startMythic({ data });
  const adapter = adapterFor(t, framework.url, options);
  t.after(() => framework.close());
  return { framework, adapter };
}

function adapterFor(t: TestContext, baseUrl: string, options: Partial<MythicOptions> = {}): C2Adapter {
  const tls = { mode: 'verify' } as const;
  const adapter = createMythicAdapter({ baseUrl, tls, token, operation: null, clock: () => 0, ...options });
  t.after(() => adapter.close());
  return adapter;
}

/** Cuts bytes into pieces of this size, as the implant's chunks of task 900. */
function chunks(bytes: Buffer, size: number): MythicData['responses'] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => ({
    id: 10 + n * 3,
    task_id: 900,
    bytes: bytes.subarray(n * size, (n + 1) * size),
  }));
}

test('the whole of it over a pinned certificate without host names', async (t) => {
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
    assert.equal(request.headers.apitoken, token);
    assert.equal(request.headers.authorization, undefined);
    assert.equal(request.headers['content-type'], 'application/json');
    assert.doesNotMatch(request.body, /enc_key|dec_key/);
  }
});

test('what a task says about itself', () => {
  const table: [status: string, completed: boolean, processing: boolean, expected: TaskStatus][] = [
    ['OPSEC Pre Check Running...', false, false, 'submitted'],
    ['preprocessing', false, false, 'submitted'],
    ['creating task...', false, false, 'submitted'],
    ['preparing task for agent...', false, false, 'submitted'],
    ['OPSEC Post Check Running...', false, false, 'submitted'],
    ['submitted', false, false, 'submitted'],
    ['intercepted for custom checks', false, false, 'processing'],
    ['pt_task_create_tasking', false, false, 'processing'],
    ['Completion Function Running...', false, false, 'processing'],
    ['SubTask Completion Function Running...', false, false, 'processing'],
    ['Group Completion Function Running...', false, false, 'processing'],
    ['agent processing', false, false, 'processing'],
    ['processing', false, true, 'processing'],
    ['processed', false, true, 'processing'],
    ['delegating tasks', false, false, 'processing'],
    ['downloading 40%', false, true, 'processing'],
    ['downloading 40%', false, false, 'unknown'],
    ['', false, false, 'unknown'],
    ['success', true, true, 'completed'],
    ['completed', true, true, 'completed'],
    ['cleared', true, false, 'completed'],
    ['error', true, true, 'error'],
    ['Error: Container Down', false, false, 'error'],
    ['download ERROR', true, true, 'error'],
    ['OPSEC Pre Blocked', false, false, 'blocked'],
    ['OPSEC Post Blocked', false, false, 'blocked'],
  ];
  for (const [status, completed, processing, expected] of table) {
    assert.equal(mythicStatus({ status, completed, processing }), expected, status);
  }
});

test('a blocked task shows as blocked, and has no output yet', async (t) => {
  const blocked = mythicTask({
    status: 'OPSEC Pre Blocked',
    completed: false,
    status_timestamp_processing: null,
    status_timestamp_processed: null,
  });
  const { adapter } = await mythic(t, { tasks: [blocked] });
  const task = await adapter.getTask('900');
  assert.equal(task.status, 'blocked');
  assert.equal(task.frameworkStatus, 'OPSEC Pre Blocked');
  assert.deepEqual([task.finished, task.startedAt, task.finishedAt], [false, null, null]);
  await assert.rejects(adapter.getTaskOutput('900'), refused('not_finished'));
});

test('a task in error that is complete has output, and one that may be issued again has not', async (t) => {
  const { framework, adapter } = await mythic(t, { tasks: [mythicTask({ status: 'error' })] });
  assert.equal((await adapter.getTask('900')).finished, true);
  assert.equal(await adapter.getTaskOutput('900'), 'harbour\\v.castellan\n');

  framework.data.tasks = [mythicTask({ status: 'Error: Container Down', completed: false })];
  assert.equal((await adapter.getTask('900')).finished, false);
  await assert.rejects(adapter.getTaskOutput('900'), refused('not_finished'));
});

test('sparse rows, hostile text and odd values', async (t) => {
  const callback = mythicCallback({
    user: '<script>alert(1)</script>\x1b[2J',
    host: 'a\0b',
    ip: 'not json',
    os: '',
    architecture: null,
    process_name: 'x'.repeat(2_000),
    pid: null,
    integrity_level: 9,
    dead: true,
    last_checkin: 'never',
    payload: null,
  });
  const task = mythicTask({ display_params: '', operator: null, attacktasks: [], callback });
  const { adapter } = await mythic(t, { callbacks: [callback], tasks: [task] });
  const [shown] = (await adapter.listCallbacks()).callbacks;
  assert.deepEqual(shown, {
    externalId: '31',
    name: '#4',
    host: 'a\uFFFDb',
    user: '<script>alert(1)</script>\x1b[2J',
    addresses: ['not json'],
    os: null,
    architecture: null,
    process: 'x'.repeat(500),
    pid: null,
    privilege: null,
    implant: null,
    active: false,
    lastSeenAt: null,
    unreadable: [],
  });
  const { command, operator, techniques, callback: on } = await adapter.getTask('900');
  assert.deepEqual([command, operator, techniques, on], ['shell', null, [], '#4 a\uFFFDb']);
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

test('chunks that split a character become one text', async (t) => {
  const text = 'Größe: 12 € – 給与一覧 🍑 <b>&amp;</b> \x1b[31mred\x1b[0m\r\n'.repeat(20);
  const { framework, adapter } = await mythic(t);
  for (const size of [1, 2, 3, 7, 58]) {
    framework.data.responses = chunks(Buffer.from(text), size);
    framework.requests.length = 0;
    assert.equal(await adapter.getTaskOutput('900'), text);
    const expectedPages = Math.floor(framework.data.responses.length / 200) + 1;
    assert.equal(framework.requests.length, expectedPages, 'pages of 200 chunks, each after the last');
  }
});

test('only chunks of the task itself, in the order of their ids', async (t) => {
  const { adapter } = await mythic(t, {
    responses: [
      { id: 9, task_id: 900, bytes: Buffer.from('second ') },
      { id: 2, task_id: 900, bytes: Buffer.from('first ') },
      { id: 5, task_id: 901, bytes: Buffer.from('another task ') },
      { id: 70, task_id: 900, bytes: Buffer.from('third\0\xff', 'latin1') },
    ],
  });
  assert.equal(await adapter.getTaskOutput('900'), 'first second third\uFFFD\uFFFD');
});

test('a task without output', async (t) => {
  const { adapter } = await mythic(t, { responses: [] });
  assert.equal(await adapter.getTaskOutput('900'), '');
});

test('20 MB of output arrive whole', async (t) => {
  const line = 'C:\\Données\\給与\\fichier-%n.txt – 48 120 octets 🍑\r\n';
  const bytes = Buffer.from(line.repeat(Math.ceil(20_000_000 / Buffer.byteLength(line))));
  const { adapter } = await mythic(t, { responses: chunks(bytes, 100_003) });
  const output = await adapter.getTaskOutput('900');
  assert.equal(Buffer.byteLength(output), bytes.length);
  assert.ok(Buffer.from(output).equals(bytes));
});

test('chunks so large that a page of them is too large are read in smaller pages', async (t) => {
  const bytes = Buffer.alloc(6_000_000, 'quince ');
  const { framework, adapter } = await mythic(
    t,
    { responses: chunks(bytes, 300_000) },
    { limits: { responseBytes: 1_000_000 } },
  );
  assert.equal(await adapter.getTaskOutput('900'), bytes.toString());
  assert.ok(framework.requests.length > 7);

  // One chunk may be as large as an output may be.
  framework.data.responses = chunks(bytes, 2_000_000);
  assert.equal(await adapter.getTaskOutput('900'), bytes.toString());
  const narrow = adapterFor(t, framework.url, {
    limits: { responseBytes: 1_000_000, outputBytes: 1_000_000 },
  });
  await assert.rejects(narrow.getTaskOutput('900'), refused('too_large'));
});

test('several large outputs at once do not stand in each other’s way', async (t) => {
  const bytes = Buffer.alloc(4_000_000, 'é');
  const { adapter } = await mythic(t, { responses: chunks(bytes, 9_999) }, { limits: { concurrency: 2 } });
  const outputs = await Promise.all(Array.from({ length: 4 }, () => adapter.getTaskOutput('900')));
  for (const output of outputs) assert.equal(output, bytes.toString());
});

test('a framework that repeats its chunks for ever is not believed', async (t) => {
  const { framework, adapter } = await mythic(t);
  const row = { id: 7, response_text: wrappedBase64(Buffer.from('again')) };
  const page = { task: [{ completed: true }], response: Array.from({ length: 200 }, () => row) };
  framework.intercept = answerWith(200, JSON.stringify({ data: page }));
  await assert.rejects(adapter.getTaskOutput('900'), refused('protocol'));
});

test('a task that is not there', async (t) => {
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

test('failures that Mythic answers with status 200', async (t) => {
  const { framework, adapter } = await mythic(t, { token: 'another-token' });
  await assert.rejects(adapter.testConnection(), refused('unauthorized'));
  await assert.rejects(adapter.listTasks({ page: 1 }), refused('unauthorized'));

  const error = (code: string) =>
    JSON.stringify({ errors: [{ message: `<b>${token}</b>`, extensions: { code } }] });
  const table: [body: string, reason: C2ErrorReason][] = [
    [error('access-denied'), 'unauthorized'],
    [error('validation-failed'), 'protocol'],
    [error('unexpected'), 'refused'],
    [JSON.stringify({ errors: [{ message: token }], data: null }), 'refused'],
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

test('the operation of the token', async (t) => {
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

test('a task is completed once its output has had five seconds to come, by the clock of the framework', async (t) => {
  const { framework, adapter } = await mythic(t, {
    responses: [{ id: 1, task_id: 900, bytes: Buffer.from('first half'), timestamp: '2026-03-02T09:30:10' }],
  });
  const at = (time: string) => {
    framework.date = new Date(`2026-03-02T${time}Z`);
  };
  const shown = async () => {
    const { status, frameworkStatus, finished, finishedAt } = await adapter.getTask('900');
    return [status, frameworkStatus, finished, finishedAt !== null];
  };
  // Its own timestamp is 09:30:09.5.
  at('09:30:14');
  assert.deepEqual(await shown(), ['processing', 'success', false, false]);
  await assert.rejects(adapter.getTaskOutput('900'), refused('not_finished'));
  framework.data.responses.push({
    id: 2,
    task_id: 900,
    bytes: Buffer.from(', second half'),
    timestamp: '2026-03-02T09:30:14.9',
  });
  at('09:30:19');
  assert.deepEqual(await shown(), ['processing', 'success', false, false]);
  assert.equal((await adapter.listTasks({ page: 1 })).tasks[0]?.status, 'processing');
  at('09:30:20');
  assert.deepEqual(await shown(), ['completed', 'success', true, true]);
  assert.equal(await adapter.getTaskOutput('900'), 'first half, second half');

  framework.data.responses = [];
  framework.data.tasks = [mythicTask({ timestamp: '2026-03-02T09:30:18' })];
  assert.deepEqual(await shown(), ['processing', 'success', false, false]);
});

test('Mythic 4 takes the token in another header, and says which version speaks', async (t) => {
  const { framework, adapter } = await mythic(t, { version: 4 });
  const headers = () => framework.requests.map(({ headers }) => [headers.apitoken, headers.authorization]);
  const [old, bearer] = [
    [token, undefined],
    [undefined, `Bearer ${token}`],
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

test('an odd row loses what does not fit, and the others lose nothing', async (t) => {
  const odd = { pid: 2 ** 53, host: 7, payload: 'x', display_id: 'x' };
  const { adapter } = await mythic(t, {
    callbacks: [mythicCallback({ id: 1, ...odd }), mythicCallback({ id: 0.5 }), mythicCallback()],
    tasks: [
      mythicTask({ id: 1, callback: null, status: 5, attacktasks: [null] }),
      mythicTask({ id: 2 ** 60 }),
      mythicTask(),
    ],
  });
  const { callbacks, leftOut } = await adapter.listCallbacks();
  assert.equal(leftOut, 1);
  assert.deepEqual(
    callbacks.map(({ externalId, name, host, pid, implant, unreadable }) => [
      externalId,
      name,
      host,
      pid,
      implant,
      unreadable,
    ]),
    [
      ['31', '#4', 'HARBOUR-WS-07', 7312, 'quince', []],
      ['1', '1', null, null, null, ['display_id', 'host', 'pid', 'payload']],
    ],
  );
  const page = await adapter.listTasks({ page: 1 });
  assert.equal(page.leftOut, 1);
  assert.deepEqual(
    page.tasks.map(({ externalId, callback, status, frameworkStatus, techniques, unreadable }) => [
      externalId,
      callback,
      status,
      frameworkStatus,
      techniques,
      unreadable,
    ]),
    [
      ['900', '#4 HARBOUR-WS-07', 'completed', 'success', ['T1033'], []],
      ['1', null, 'completed', null, [], ['status', 'callback', 'attacktasks']],
    ],
  );
  assert.equal((await adapter.getTask('900')).unreadable.length, 0);
});
