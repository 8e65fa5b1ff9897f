import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMission, sourceOf, writeFiles } from '../../../../test/support/interchange/interchange.ts';
import { type Fields, testCase } from '../../../../test/support/interchange/purpleops.ts';
import {
  dump,
  evidence,
  picture,
  sampleMission,
} from '../../../../test/support/missions/exercise-samples.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { purpleopsReader } from './read.ts';
import { purpleopsWriter } from './write.ts';

describe('an export as PurpleOps', () => {
  async function roundTrip(mission: PlannedMission) {
    const files = await writeFiles(purpleopsWriter, mission, evidence);
    return { files, again: await readMission(purpleopsReader, sourceOf(`${mission.name}.zip`, files)) };
  }

  /** Values that the format can't represent: rows, paths of files, and bars and line ends in names. */
  function plain(mission: PlannedMission) {
    return mission.scenarios.map(({ name, tests }) => ({
      name,
      tests: tests.map(({ row: _, ...test }) => ({
        ...test,
        run: { ...test.run, evidence: test.run.evidence.map(({ member: _member, ...file }) => file) },
      })),
    }));
  }

  it('is the same mission when read back', async () => {
    const mission = sampleMission();
    const { again } = await roundTrip(mission);
    assert.deepEqual(plain(again), plain(mission));
    for (const field of [
      'name',
      'organisation',
      'client',
      'description',
      'start_date',
      'end_date',
      'status',
    ] as const)
      assert.equal(again[field], mission[field], field);
    assert.deepEqual([again.variables, again.tools], [mission.variables, mission.tools]);
  });

  it('stores files under names that PurpleOps accepts', async () => {
    const mission = sampleMission();
    const { files, again } = await roundTrip(mission);
    const names = Object.keys(files).filter((name) => name.includes('/'));
    assert.equal(names.length, 2);
    for (const name of names) assert.match(name, /^[0-9a-f-]{36}\/[A-Za-z0-9][A-Za-z0-9_.-]*$/);
    const bytes = again.scenarios[0]?.tests[0]?.run.evidence.map(({ member }) => files[member]);
    assert.deepEqual(bytes, [Buffer.from(evidence[picture] ?? ''), Buffer.from(evidence[dump] ?? '')]);
  });

  it('contains everything that PurpleOps’ importer needs', async () => {
    const { files } = await roundTrip(sampleMission());
    const records = JSON.parse(String(files['export.json'])) as Fields[];
    for (const record of records) {
      for (const field of Object.keys(testCase())) assert.ok(Object.hasOwn(record, field), field);
      for (const field of ['sources', 'targets', 'tools', 'controls', 'tags', 'redfiles', 'bluefiles'])
        for (const text of record[field] as string[]) assert.equal(text.split('|').length, 2, text);
      for (const field of ['redfiles', 'bluefiles'])
        for (const text of record[field] as string[])
          assert.equal(text.split('|')[0]?.split('/').length, 4, text);
      for (const field of ['starttime', 'endtime', 'detecttime', 'modifytime'])
        assert.match(String(record[field]).split('.')[0] ?? '', /^(?:None|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/);
      assert.ok(['Pending', 'Running', 'Complete'].includes(String(record.state)));
      assert.ok(['Yes', 'Partial', 'No', 'N/A', ''].includes(String(record.prevented)));
      assert.ok(
        ['Informational', 'Low', 'Medium', 'High', 'Critical', ''].includes(String(record.alertseverity)),
      );
      assert.ok(['Prevented', 'Alerted', 'Logged', 'Missed', ''].includes(String(record.outcome)));
      for (const field of ['alerted', 'logged'])
        assert.ok([true, false, null].includes(record[field] as boolean));
    }
    assert.equal(records[0]?.rednotes?.toString().includes('ProcDump v11'), true);
  });

  it('has no formula in its CSV', async () => {
    const { files } = await roundTrip(sampleMission());
    assert.match(String(files['export.csv']), /"'=cmd\|""\/c procdump""/);
  });

  it('uses the fields of a test whose facts were changed in PurpleOps', async () => {
    const { files } = await roundTrip(sampleMission());
    const records = JSON.parse(String(files['export.json'])) as Fields[];
    Object.assign(records[0] as Fields, { alerted: false, outcome: 'Logged' });
    const changed = { ...files, 'export.json': Buffer.from(JSON.stringify(records)) };
    const { scenarios } = await readMission(purpleopsReader, sourceOf('a.zip', changed));
    const test = scenarios[0]?.tests[0] as PlannedTest;
    assert.deepEqual(
      test.run.facts.filter(({ kind }) => kind === 'alerted').map(({ result }) => result),
      ['no'],
    );
    assert.match(test.leftover.join('\n'), /Facts: prevented: no/);
  });
});
