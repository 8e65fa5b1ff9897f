import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRecordings } from './owners.ts';

const guid = '4c4959bf-addf-4b4a-be86-8d09cc1857aa';
const execution = (id: string, name: string, row = 'row 1') => ({
  id,
  name,
  guid: null as string | null,
  row,
});

describe('recordings of executions', () => {
  const of = (executions: ReturnType<typeof execution>[], ...files: string[]) =>
    [...findRecordings(executions, files)].map(([index, names]) => [index, ...names]);

  it('have the name, the id or the GUID of their execution', () => {
    const all = [execution('run/7', 'Dump LSASS'), { ...execution('run/8', 'List users'), guid }];
    assert.deepEqual(of(all, 'casts/dump-lsass.cast', '8.typescript', '8.timing', `${guid}.cast.gz`), [
      [0, 'casts/dump-lsass.cast'],
      [1, '8.typescript', '8.timing', `${guid}.cast.gz`],
    ]);
  });

  it('have the name of a log with a single execution', () => {
    const single = [execution('a', 'x', 'run-1.json, procedure 1')];
    assert.deepEqual(of(single, 'run-1.cast', 'run-1.txt'), [[0, 'run-1.cast', 'run-1.txt']]);
    const two = [
      execution('a', 'x', 'run-1.json, procedure 1'),
      execution('b', 'y', 'run-1.json, procedure 2'),
    ];
    assert.deepEqual(of(two, 'run-1.cast'), []);
  });

  it('belong to nobody if several executions have the name, or none', () => {
    const all = [execution('1', 'whoami'), execution('2', 'whoami')];
    assert.deepEqual(of(all, 'whoami.cast', 'other.cast', '.cast', '1.png', 'constructor.cast'), []);
  });
});
