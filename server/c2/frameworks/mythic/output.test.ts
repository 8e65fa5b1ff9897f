import assert from 'node:assert/strict';
import test from 'node:test';
import { adapterFor, mythic, refused } from '../../../../test/support/c2/c2-adapters.ts';
import {
  answerWith,
  type MythicData,
  mythicTask,
  wrappedBase64,
} from '../../../../test/support/c2/c2-frameworks.ts';

/** Cuts bytes into pieces of this size, as the implant's chunks of task 900. */
function chunks(bytes: Buffer, size: number): MythicData['responses'] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => ({
    id: 10 + n * 3,
    task_id: 900,
    bytes: bytes.subarray(n * size, (n + 1) * size),
  }));
}

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

test('only chunks of the task itself are read, in the order of their ids', async (t) => {
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

  // One chunk may be as large as the whole output.
  framework.data.responses = chunks(bytes, 2_000_000);
  assert.equal(await adapter.getTaskOutput('900'), bytes.toString());
  const narrow = adapterFor(t, framework.url, {
    limits: { responseBytes: 1_000_000, outputBytes: 1_000_000 },
  });
  await assert.rejects(narrow.getTaskOutput('900'), refused('too_large'));
});

test('several large outputs at once do not block each other', async (t) => {
  const bytes = Buffer.alloc(4_000_000, 'é');
  const { adapter } = await mythic(t, { responses: chunks(bytes, 9_999) }, { limits: { concurrency: 2 } });
  const outputs = await Promise.all(Array.from({ length: 4 }, () => adapter.getTaskOutput('900')));
  for (const output of outputs) assert.equal(output, bytes.toString());
});

test('a framework that repeats its chunks forever is cut off', async (t) => {
  const { framework, adapter } = await mythic(t);
  const row = { id: 7, response_text: wrappedBase64(Buffer.from('again')) };
  const page = { task: [{ completed: true }], response: Array.from({ length: 200 }, () => row) };
  framework.intercept = answerWith(200, JSON.stringify({ data: page }));
  await assert.rejects(adapter.getTaskOutput('900'), refused('protocol'));
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
  // Its timestamp is 09:30:09.5.
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
