import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry } from '../../../server/history/contract.ts';
import { foldEntries, listShownFields } from './fold.ts';

const nora = { id: 'nora', display_name: 'Nora' };
const ben = { id: 'ben', display_name: 'Ben' };

/** Entries with the minute of writing, oldest first. */
function fold(...given: (Partial<Entry> & { minute: number; fields?: string[] })[]): string[] {
  const entries = given.map(({ minute, fields = ['output'], ...entry }, index) => ({
    seq: index + 1,
    at: new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString(),
    actor: nora,
    via: 'api',
    mission_id: null,
    test_id: null,
    engagement_id: null,
    simulation_id: null,
    object_type: 'test',
    object_id: 'one',
    verb: 'changed',
    changes: Object.fromEntries(fields.map((field) => [field, ['a', 'b']])),
    ...entry,
  }));
  return foldEntries(entries.reverse()).map((one) => one.entries.map(({ seq }) => seq).join(' '));
}

describe('folding', () => {
  const cases: [what: string, folds: string[], expected: string[]][] = [
    ['saves within five minutes', fold({ minute: 0 }, { minute: 2 }, { minute: 5 }), ['3 2 1']],
    ['longer than that', fold({ minute: 0 }, { minute: 2 }, { minute: 6 }), ['3 2', '1']],
    ['another person', fold({ minute: 0 }, { minute: 1, actor: ben }, { minute: 2 }), ['3', '2', '1']],
    [
      'another field between',
      fold({ minute: 0 }, { minute: 1, fields: ['command'] }, { minute: 2 }),
      ['3 1', '2'],
    ],
    [
      'the field with another',
      fold({ minute: 0 }, { minute: 1, fields: ['command', 'output'] }, { minute: 2 }),
      ['3', '2', '1'],
    ],
    ['another object', fold({ minute: 0 }, { minute: 1, object_id: 'two' }, { minute: 2 }), ['3 1', '2']],
    ['an erased entry', fold({ minute: 0 }, { minute: 1, changes: null }, { minute: 2 }), ['3', '2', '1']],
    ['moves', fold({ minute: 0, verb: 'moved' }, { minute: 1, verb: 'moved' }), ['2', '1']],
    ['nobody', fold({ minute: 0, actor: null }, { minute: 1, actor: null }), ['2', '1']],
  ];
  for (const [what, folds, expected] of cases) {
    it(`of ${what}`, () => assert.deepEqual(folds, expected));
  }
});

it('fields that follow from others are not shown', () => {
  const shown = (...fields: string[]) =>
    listShownFields({
      verb: 'changed',
      changes: Object.fromEntries(fields.map((field) => [field, [null, 1]])),
    });
  assert.deepEqual(shown('detection_level_id', 'detection_level_source'), ['detection_level_id']);
  assert.deepEqual(shown('detection_level_source'), ['detection_level_source']);
  assert.deepEqual(shown('engagement_id', 'command'), ['command']);
  assert.deepEqual(shown('client', 'organisation', 'name'), ['name', 'client']);
});
