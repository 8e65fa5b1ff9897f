import assert from 'node:assert/strict';
import test from 'node:test';
import type { TaskStatus } from '../../../../domain/c2.ts';
import { caldera } from '../../../../test/support/c2/c2-adapters.ts';
import { calderaAgent, calderaLink, calderaOperation } from '../../../../test/support/c2/c2-frameworks.ts';
import { toTaskStatus } from './rows.ts';

const linkId = calderaLink().id as string;
const external = `${calderaOperation}/${linkId}`;

test('the row of a link has all of its fields', () => {
  const table: [status: number, finished: boolean, collected: boolean, expected: TaskStatus][] = [
    [-3, false, false, 'submitted'],
    [-3, false, true, 'processing'],
    [0, true, true, 'completed'],
    [1, true, true, 'error'],
    [124, true, true, 'error'],
    [127, true, true, 'error'],
    [-1, false, false, 'blocked'],
    [-2, false, false, 'discarded'],
    [-2, true, true, 'discarded'],
    [-4, false, false, 'blocked'],
    [-5, false, false, 'blocked'],
    [0, false, true, 'processing'],
    [0, false, false, 'unknown'],
    [-9, false, false, 'unknown'],
  ];
  for (const [status, finished, collected, expected] of table) {
    assert.equal(toTaskStatus({ status, finished, collected }), expected, String(status));
  }
});

test('agents come newest first, with hostile and missing values', async (t) => {
  const { adapter } = await caldera(t, {
    agents: [
      { paw: 'old', last_seen: '2026-01-01T00:00:00Z' },
      calderaAgent({ host: '<img src=x>\0', display_name: null, pid: null, host_ip_addrs: null }),
    ],
  });
  const [newest, oldest] = (await adapter.listCallbacks()).callbacks;
  assert.deepEqual([newest?.name, newest?.host, newest?.pid], ['kdvqpz', '<img src=x>\uFFFD', null]);
  assert.deepEqual([oldest?.externalId, oldest?.host, oldest?.addresses], ['old', null, []]);
});

test('an odd row loses what does not fit, and the others lose nothing', async (t) => {
  const { adapter } = await caldera(t, {
    agents: [
      calderaAgent({ paw: 'odd', pid: 2 ** 53, host_ip_addrs: [1, '10.0.0.1', null], last_seen: 5 }),
      calderaAgent({ paw: null }),
      calderaAgent(),
    ],
    operations: [
      { id: 'with a space', name: 'x', links: [] },
      {
        id: calderaOperation,
        name: 'Harbour',
        links: [
          calderaLink({ id: 'odd', status: 1e20, ability: 'x', host: {} }),
          calderaLink({ id: '../x' }),
          calderaLink({ ability: { technique_id: ' T1564.001' } }),
        ],
      },
    ],
  });
  const { callbacks, leftOut } = await adapter.listCallbacks();
  assert.equal(leftOut, 1);
  assert.deepEqual(
    callbacks.map(({ externalId, pid, addresses, lastSeenAt, unreadable }) => [
      externalId,
      pid,
      addresses,
      lastSeenAt,
      unreadable,
    ]),
    [
      ['kdvqpz', 2210, ['10.30.2.3', '172.17.0.1'], '2026-03-02T09:41:07.000Z', []],
      ['odd', null, ['10.0.0.1'], null, ['pid', 'last_seen', 'host_ip_addrs']],
    ],
  );
  const page = await adapter.listTasks({ page: 1 });
  assert.equal(page.leftOut, 2, 'an operation and a link');
  assert.deepEqual(
    page.tasks.map(({ externalId, status, frameworkStatus, techniques, unreadable }) => [
      externalId,
      status,
      frameworkStatus,
      techniques,
      unreadable,
    ]),
    [
      [`${calderaOperation}/odd`, 'unknown', null, [], ['host', 'status', 'ability']],
      [external, 'completed', '0', ['T1564.001'], []],
    ],
  );
  assert.equal((await adapter.getTask(external)).status, 'completed');
});
