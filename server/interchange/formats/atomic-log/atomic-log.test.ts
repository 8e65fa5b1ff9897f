import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readPlan, recognise } from '../../../../test/support/interchange/interchange.ts';
import { blankExecution } from '../../exercise/blank.ts';
import { csvReader } from '../csv/read.ts';
import { atomicLogReader } from './read.ts';

const guid = '4c4959bf-addf-4b4a-be86-8d09cc1857aa';
const values = {
  'Execution Time (UTC)': '2026-09-01T08:00:02Z',
  'Execution Time (Local)': '2026-09-01T10:00:02Z',
  Technique: 'T1033',
  'Test Number': 1,
  'Test Name': 'Owner; Discovery',
  Hostname: 'ws01',
  'IP Address': '10.0.0.5',
  Username: 'corp\\anna',
  GUID: guid.toUpperCase(),
  Tag: 'atomicrunner',
  CustomTag: 'night',
  ProcessId: 4242,
  ExitCode: 0,
};
const head = '<30>1 2026-09-01T08:00:02.5Z ws01 atomicrunner - - - ';
const object = `@{${Object.entries(values)
  .map(([name, value]) => `${name}=${value}`)
  .join('; ')}}`;

const execution = (row: string) => ({
  ...blankExecution(row, `${guid}/ws01/2026-09-01T08:00:02Z/4242`, 'Owner; Discovery'),
  leftover: ['Test number: 1', 'IP address: 10.0.0.5', 'Process id: 4242', 'Tag: night'],
  catalog_tags: ['T1033'],
  template: guid,
  started_at: '2026-09-01T08:00:02.000Z',
  executed_at: '2026-09-01T08:00:02.000Z',
  target_host: 'ws01',
  target_user: 'corp\\anna',
  attack_result: 'succeeded' as const,
});

describe('the log of Invoke-AtomicRedTeam', () => {
  const json = JSON.stringify(values);
  for (const [title, name, content, place] of [
    ['syslog', 'syslog.log', `${head}\ufeff${json}\n<30>1 cron: done\n`, 'line 1'],
    ['lines of JSON', 'atomics.jsonl', `\r\n${json}\r\n`, 'entry 1'],
    ['a list', 'atomics.json', JSON.stringify([values], null, 2), 'entry 1'],
    ['the event log of Windows', 'events.txt', `Information 3001 "${object}"\n`, 'entry 1'],
    ['its XML', 'events.xml', `<Event><EventData><Data>${object}</Data></EventData></Event>`, 'entry 1'],
  ] as const) {
    it(`is read from ${title}`, async () => {
      const source = fileOf(name, content);
      assert.equal(await recognise(atomicLogReader, source), 'yes');
      const { executions, refused, notes } = await readPlan(atomicLogReader, source);
      assert.deepEqual([executions, refused, notes], [[execution(`${name}, ${place}`)], [], []]);
    });
  }

  it('names lines that are cut, and rows of no test', async () => {
    const { 'Test Name': _name, GUID: _guid, ...unnamed } = values;
    const content = [`${head}${json.slice(0, -30)}`, `${head}${JSON.stringify(unnamed)}`, `${head}${json}`];
    const { executions, refused } = await readPlan(atomicLogReader, fileOf('a.log', content.join('\n')));
    assert.equal(executions.length, 1);
    assert.deepEqual(
      refused.map(({ row, why }) => [row, why]),
      [
        ['a.log, line 1', 'It is not valid JSON, or it ends too early'],
        ['a.log, line 2', 'It has neither the name nor the GUID of a test'],
      ],
    );
    const cut = await readPlan(atomicLogReader, fileOf('a.log', `${object}\n${object.slice(0, 200)}`));
    assert.deepEqual([cut.executions.length, cut.refused[0]?.why], [1, 'It ends too early']);
  });

  it('takes the local time without its letter if it has no other, and the first of several addresses as one text', async () => {
    const { 'Execution Time (UTC)': _utc, ...local } = values;
    const lines = [JSON.stringify({ ...local, Hostname: '', 'IP Address': ['10.0.0.5', 'fe80::1'] })];
    const { executions, notes } = await readPlan(atomicLogReader, fileOf('a.log', `${head}${lines}`));
    assert.deepEqual(
      [executions[0]?.executed_at, executions[0]?.target_host],
      ['2026-09-01T10:00:02.000Z', '10.0.0.5, fe80::1'],
    );
    assert.deepEqual(notes, ['Times without a time zone were read as UTC.']);
  });

  it('leaves the CSV to tables', async () => {
    const csv = fileOf('log.csv', `${Object.keys(values).map((name) => `"${name}"`)}\n`);
    assert.deepEqual(
      [await recognise(atomicLogReader, csv), await recognise(csvReader, csv)],
      ['no', 'maybe'],
    );
  });
});
