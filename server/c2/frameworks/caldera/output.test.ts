import assert from 'node:assert/strict';
import test from 'node:test';
import { caldera, refused } from '../../../../test/support/c2/c2-adapters.ts';
import { calderaLink, calderaOperation, calderaResult } from '../../../../test/support/c2/c2-frameworks.ts';

const linkId = calderaLink().id as string;
const external = `${calderaOperation}/${linkId}`;

test('both streams become the output, standard output first', async (t) => {
  const { framework, adapter } = await caldera(t);
  const table: [result: string, output: string][] = [
    ['', ''],
    [calderaResult({}), ''],
    [calderaResult({ stdout: 'out' }), 'out'],
    [calderaResult({ stderr: 'err' }), 'err'],
    [calderaResult({ stdout: 'out', stderr: 'err' }), 'out\nerr'],
    [calderaResult({ stdout: 'out\n', stderr: 'err\n', exit_code: '1' }), 'out\nerr\n'],
    [calderaResult({ stdout: '<b>\x1b[31m給与\0</b>\r\n' }), '<b>\x1b[31m給与\uFFFD</b>\r\n'],
    [calderaResult({ stdout: 'lone \ud800' }), 'lone \uFFFD'],
    [Buffer.from('no JSON, só text').toString('base64'), 'no JSON, só text'],
    [Buffer.from('{"a": 1}').toString('base64'), '{"a": 1}'],
    [Buffer.from([0xff, 0x00, 0x41]).toString('base64'), '\uFFFD\uFFFDA'],
  ];
  for (const [result, output] of table) {
    framework.data.results[linkId] = result;
    assert.equal(await adapter.getTaskOutput(external), output);
  }
});

test('20 MB of output arrive whole', async (t) => {
  const line = '/home/intégration/fichier.txt – 48 120 octets 🍑\n';
  const stdout = line.repeat(Math.ceil(20_000_000 / Buffer.byteLength(line)));
  const { adapter } = await caldera(t, { results: { [linkId]: calderaResult({ stdout }) } });
  assert.ok((await adapter.getTaskOutput(external)) === stdout);
});

test('a link that is not finished has no output yet', async (t) => {
  const { framework, adapter } = await caldera(t);
  framework.data.operations[0]!.links = [calderaLink({ status: -3, collect: '', finish: null })];
  const task = await adapter.getTask(external);
  assert.deepEqual(
    [task.status, task.finished, task.startedAt, task.finishedAt],
    ['submitted', false, null, null],
  );
  await assert.rejects(adapter.getTaskOutput(external), refused('not_finished'));
});

test('the bound of an output counts its text, not what carries it', async (t) => {
  const outputBytes = 300_000;
  const { framework, adapter } = await caldera(t, {}, { limits: { outputBytes } });
  // Each character takes 2 bytes as text, and 8 in transit.
  const stdout = 'é'.repeat(outputBytes / 2);
  const escaped = JSON.stringify({ stdout }).replaceAll('é', '\\u00e9');
  framework.data.results[linkId] = Buffer.from(escaped).toString('base64');
  assert.ok((await adapter.getTaskOutput(external)) === stdout);
  framework.data.results[linkId] = calderaResult({ stdout: `${stdout}.` });
  await assert.rejects(adapter.getTaskOutput(external), refused('too_large'));
});
