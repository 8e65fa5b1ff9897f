import assert from 'node:assert/strict';
import test from 'node:test';
import type { TaskStatus } from '../../../../domain/c2.ts';
import { mythic, refused } from '../../../../test/support/c2/c2-adapters.ts';
import { mythicCallback, mythicTask } from '../../../../test/support/c2/c2-frameworks.ts';
import { toTaskStatus } from './rows.ts';

test('the row of a task has all of its fields', () => {
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
    assert.equal(toTaskStatus({ status, completed, processing }), expected, status);
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

test('sparse rows, hostile text and odd values are read', async (t) => {
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
