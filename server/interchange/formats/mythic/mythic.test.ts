import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readPlan, recognise } from '../../../../test/support/interchange/interchange.ts';
import { blankExecution } from '../../exercise/blank.ts';
import { mythicReader } from './read.ts';

const callback = { display_id: 3, host: 'WS01', user: 'anna', pid: 4242, process_name: 'apollo.exe' };
const output = Buffer.from('größer\n');
const task = {
  id: 900,
  agent_task_id: 'a-1',
  command_name: 'shell',
  display_params: 'whoami /all',
  timestamp: '2026-09-01T08:09:00.5',
  status_timestamp_submitted: '2026-09-01T08:00:00',
  status_timestamp_processing: '2026-09-01T08:00:02.123456',
  status_timestamp_processed: '2026-09-01T08:00:09',
  status: 'success',
  completed: true,
  comment: '',
  operator: { username: 'rhea' },
  attacktasks: [{ attack: { t_num: ' T1033' } }, { attack: { t_num: 'T1059.003' } }],
  responses: [
    { response_text: output.subarray(0, 3).toString('base64') },
    { response_text: output.subarray(3).toString('base64') },
  ],
};

const whole = {
  ...blankExecution('tasks.json, entry 1', 'a-1', 'shell whoami /all'),
  leftover: ['Process id: 4242', 'Process: apollo.exe', 'Callback: 3'],
  catalog_tags: ['T1033', 'T1059.003'],
  command: 'shell whoami /all',
  output: 'größer\n',
  started_at: '2026-09-01T08:00:02.123Z',
  executed_at: '2026-09-01T08:00:02.123Z',
  ended_at: '2026-09-01T08:00:09.000Z',
  operator: 'rhea',
  target_host: 'WS01',
  target_user: 'anna',
};

describe('tasks of Mythic', () => {
  for (const [title, value] of [
    ['an answer of its interface', { data: { task: [{ ...task, callback }] } }],
    ['a list', [{ callback, ...task }]],
    ['callbacks with their tasks', { callbacks: [{ ...callback, tasks: [task] }] }],
  ] as const) {
    it(`become executions, from ${title}`, async () => {
      for (const indent of [0, 2]) {
        const source = fileOf('tasks.json', JSON.stringify(value, null, indent));
        assert.equal(await recognise(mythicReader, source), 'yes');
        const { executions, refused, notes } = await readPlan(mythicReader, source);
        assert.deepEqual([executions, refused, notes], [[whole], [], []]);
      }
    });
  }

  it('have failed if their status is an error, and are each read once', async () => {
    const tasks = [
      { ...task, callback, status: 'error: no such file', attack_t_nums: ['T1083'], attacktasks: null },
      { ...task, callback },
      {
        ...task,
        callback: 7,
        agent_task_id: null,
        id: null,
        responses: 'x',
        status_timestamp_processing: 'soon',
      },
    ];
    const { executions, refused } = await readPlan(mythicReader, fileOf('a.json', JSON.stringify({ tasks })));
    const [failed, odd] = executions;
    assert.deepEqual([failed?.attack_result, failed?.catalog_tags], ['failed', ['T1083']]);
    assert.ok(failed?.leftover.includes('Status: error: no such file'));
    assert.deepEqual([odd?.started_at, odd?.target_host, odd?.output], [null, null, null]);
    assert.deepEqual(
      refused.map(({ row, why }) => [row, why]),
      [['a.json, entry 2', 'It has the same id as a.json, entry 1.']],
    );
  });

  it('are not in other JSON', async () => {
    for (const value of [{ command_name: 'x' }, [{ display_params: 'x', id: 1 }]])
      assert.equal(await recognise(mythicReader, fileOf('a.json', JSON.stringify(value))), 'no');
  });
});
