import assert from 'node:assert/strict';
import test from 'node:test';
import { C2Error, type C2ErrorReason } from './adapter.ts';
import { createFakeAdapter } from './fake.ts';

const refused = (reason: C2ErrorReason) => (error: unknown) =>
  error instanceof C2Error && error.reason === reason;

test('each getTask moves its own task one step, and output arrives with the last', async () => {
  const fake = createFakeAdapter();
  const seen = [];
  for (let n = 0; n < 5; n++) {
    if (n < 3) await assert.rejects(fake.getTaskOutput('104'), refused('not_finished'));
    const { status, finished, startedAt, finishedAt } = await fake.getTask('104');
    seen.push([status, finished, startedAt !== null, finishedAt !== null]);
  }
  assert.deepEqual(seen, [
    ['submitted', false, false, false],
    ['processing', false, true, false],
    ['completed', true, true, true],
    ['completed', true, true, true],
    ['completed', true, true, true],
  ]);
  assert.match(await fake.getTaskOutput('104'), /給与一覧/);
  assert.equal((await fake.getTask('101')).status, 'submitted');
});

test('listing moves no task and shows the status of each', async () => {
  const fake = createFakeAdapter();
  await fake.getTask('101');
  await fake.getTask('101');
  for (let n = 0; n < 3; n++) {
    const { tasks, page, hasMore } = await fake.listTasks({ page: 1 });
    assert.deepEqual([page, hasMore], [1, false]);
    assert.deepEqual(
      tasks.filter(({ status }) => status !== 'submitted').map(({ externalId }) => externalId),
      ['101'],
    );
    assert.deepEqual(
      tasks,
      tasks.toSorted((a, b) => (a.submittedAt! < b.submittedAt! ? 1 : -1)),
    );
  }
  assert.deepEqual((await fake.listTasks({ page: 2 })).tasks, []);
});

test('two instances are alike and share nothing', async () => {
  const [one, other] = [createFakeAdapter(), createFakeAdapter()];
  await one.getTask('101');
  await one.getTask('101');
  assert.equal((await other.getTask('101')).status, 'submitted');
  assert.deepEqual(await one.listCallbacks(), await other.listCallbacks());
  assert.deepEqual(await one.testConnection(), await other.testConnection());
  const { callbacks } = await one.listCallbacks();
  callbacks[0]!.host = 'changed by a caller';
  assert.deepEqual(await one.listCallbacks(), await other.listCallbacks());
});

test('every task ran on a callback that is listed', async () => {
  const fake = createFakeAdapter();
  const ids = (await fake.listCallbacks()).callbacks.map(({ externalId }) => externalId);
  for (const task of (await fake.listTasks({ page: 1 })).tasks)
    assert.ok(ids.includes(task.callbackId ?? ''));
});

test('a task is found by any reasonable name and by no other', async () => {
  const fake = createFakeAdapter();
  for (let n = 0; n < 3; n++) await fake.getTask('operation-1/link-2');
  assert.equal(await fake.getTaskOutput('operation-1/link-2'), 'operation-1/link-2 – terminé ✓\r\n');
  for (const id of ['', 'two words', 'a\0', '<b>', 'x'.repeat(201)]) {
    await assert.rejects(fake.getTask(id), refused('not_found'));
    await assert.rejects(fake.getTaskOutput(id), refused('not_found'));
  }
});

test('a closed framework refuses requests', async () => {
  const fake = createFakeAdapter();
  fake.close();
  await assert.rejects(fake.testConnection(), refused('unreachable'));
  await assert.rejects(fake.getTask('101'), refused('unreachable'));
});
