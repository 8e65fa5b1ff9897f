import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSeen } from './list-moments.ts';

const step = {
  id: '1',
  run: 1,
  test_name: 'Whoami',
  scenario: 'Discovery',
  executed_at: '2026-09-01T08:00:00.000Z',
  ended_at: null,
  target_host: null,
  seen: null,
  should_have: null,
  why_not: null,
  decision: null,
  note: null,
  discussed_at: null,
  updated_by: null,
  updated_at: null,
};
const at = (time: string) => `2026-09-01T${time}.000Z`;
const fact = { id: 'fact', kind: 'alerted', result: 'yes', at: at('08:01:00'), tool: null, rule_name: null };
const sighting = { id: 'sighting', at: at('08:01:00'), title: 'Somebody asks', fact_id: null };
const alert = {
  id: 'alert',
  occurred_at: at('08:02:00'),
  recorded_at: null,
  title: 'Whoami was run',
  rule_name: null,
  fact_id: null,
};

const rows: [name: string, given: Partial<Parameters<typeof listSeen>[1]>, seen: (string | null)[][]][] = [
  ['nothing', {}, []],
  [
    'a detection by its rule',
    { facts: [{ ...fact, rule_name: 'Rule', tool: { name: 'EDR' } }] },
    [['fact', 'Rule']],
  ],
  ['a detection by its tool', { facts: [{ ...fact, tool: { name: 'EDR' } }] }, [['fact', 'EDR']]],
  ['no miss', { facts: [{ ...fact, result: 'no' }] }, []],
  ['nothing of another hour', { facts: [{ ...fact, at: at('10:00:00') }] }, []],
  [
    'a sighting instead of the detection made from it',
    { facts: [fact], sightings: [{ ...sighting, fact_id: 'fact' }] },
    [['sighting', 'Somebody asks']],
  ],
  [
    'the detection if its sighting is of another hour',
    { facts: [fact], sightings: [{ ...sighting, at: at('12:00:00'), fact_id: 'fact' }] },
    [['fact', null]],
  ],
  [
    'everything in order of time',
    { facts: [{ ...fact, at: at('08:03:00') }], sightings: [sighting], alerts: [alert] },
    [
      ['sighting', 'Somebody asks'],
      ['alert', 'Whoami was run'],
      ['fact', null],
    ],
  ],
];

for (const [name, given, seen] of rows) {
  test(`a step shows ${name}`, () => {
    const listed = listSeen(step, { facts: [], sightings: [], alerts: [], ...given });
    assert.deepEqual(
      listed.map((one) => [one.kind, one.name]),
      seen,
    );
  });
}
