import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPlan, sourceOf } from '../../../../test/support/interchange/interchange.ts';
import { readArguments, writeArguments } from './columns.ts';
import { atomicRunnerReader } from './read.ts';

const guid = '4c4959bf-addf-4b4a-be86-8d09cc1857aa';
const head =
  'Order,Technique,TestName,auto_generated_guid,supported_platforms,TimeoutSeconds,InputArgs,AtomicsFolder,enabled,notes';

describe('a schedule of AtomicRunner', () => {
  it('becomes a mission with tests that are not yet run', async () => {
    const rows = [
      `"1","T1033|T1087.001","Who am I","${guid.toUpperCase()}","windows|linux","120","user = corp\\\\anna\nout=C:\\\\Temp","Public","True",""`,
      '"2","T1082","Look","","windows","120","","Private","False","ask first"',
      '"3","","","","","","","","",""',
    ];
    const source = sourceOf('Nightly.csv', { 'Nightly.csv': [head, ...rows].join('\r\n') }, false);
    const { missions, refused } = await readPlan(atomicRunnerReader, source);
    const [mission] = missions;
    const [first, second] = mission?.scenarios[0]?.tests ?? [];
    assert.deepEqual([mission?.name, mission?.scenarios.length, refused.length], ['Nightly', 1, 1]);
    assert.deepEqual(
      [first?.name, first?.sourceId, first?.status, first?.catalog_tags, first?.platforms],
      ['Who am I', guid, 'pending', ['T1033', 'T1087.001'], ['windows', 'linux']],
    );
    assert.deepEqual(first?.variables, { user: 'corp\\anna', out: 'C:\\Temp' });
    assert.deepEqual(first?.leftover, [`Template: ${guid}`]);
    assert.deepEqual(second?.leftover, ['enabled: False', 'notes: ask first']);
  });

  it('has input arguments that come back, whatever is in them', () => {
    const values = { a: 'C:\\Temp\\new', b: 'two\r\nlines\t= # x', c: '', d: '\\n' };
    assert.deepEqual(readArguments(writeArguments(Object.entries(values))).values, values);
    assert.equal(writeArguments([['path', 'C:\\Temp']]), 'path = C:\\\\Temp');
  });
});
