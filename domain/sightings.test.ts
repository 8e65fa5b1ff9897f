import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Permission } from './permissions.ts';
import { type FiguredSighting, figureSightings, readsSightings, type SightedTest } from './sightings.ts';

const at = (minute: number) => `2026-09-01T08:${String(minute).padStart(2, '0')}:00.000Z`;
const test = (id: string, fields: Partial<SightedTest> = {}): SightedTest => ({
  id,
  runs: [{ number: 1, executed_at: at(0) }],
  was_hidden: false,
  revealed_at: null,
  ...fields,
});
const sighting = (fields: Partial<FiguredSighting> = {}): FiguredSighting => ({
  at: at(5),
  status: 'open',
  judgement: 'open',
  not_ours_reason: null,
  declared: null,
  test_id: null,
  run: null,
  ...fields,
});
const of = (test_id: string, fields: Partial<FiguredSighting> = {}) =>
  sighting({ status: 'matched', test_id, run: 1, ...fields });

describe('the figures of sightings', () => {
  it('count hidden tests only, and what was seen before each was shown', () => {
    const hidden = { was_hidden: true, revealed_at: at(30) };
    const tests = [test('a', hidden), test('b', hidden), test('c', { was_hidden: true }), test('open')];
    const figures = figureSightings(tests, [of('a'), of('b', { at: at(31) }), of('c'), of('open')]);
    assert.equal(figures.of, 'hidden');
    assert.deepEqual(figures.noticed, { n: 2, N: 3 });
  });

  it('count all executed tests if none was ever hidden', () => {
    const figures = figureSightings([test('a'), test('b')], [of('a')]);
    assert.deepEqual([figures.of, figures.noticed], ['executed', { n: 1, N: 2 }]);
  });

  it('time the first sighting of each test from the run that it belongs to', () => {
    const runs = [
      { number: 1, executed_at: at(0) },
      { number: 2, executed_at: at(20) },
    ];
    const early = of('a', { at: at(0), run: 2 });
    const figures = figureSightings(
      [test('a', { runs }), test('b')],
      [of('a', { at: at(22), run: 2 }), early],
    );
    assert.deepEqual(figures.time_to_notice, { median_s: 120, p90_s: 120, n: 1, without: 0 });
    const none = figureSightings([test('a', { runs })], [early]);
    assert.deepEqual(none.time_to_notice, { median_s: null, p90_s: null, n: 0, without: 1 });
  });

  it('count a test as escalated if it was declared before it was shown', () => {
    const hidden = { was_hidden: true, revealed_at: at(30) };
    const declare = (minute: number) => ({ declared: { at: at(minute) } });
    const tests = [test('a', hidden), test('b', hidden)];
    const figures = figureSightings(tests, [of('a', declare(10)), of('b', declare(40))]);
    assert.deepEqual(figures.escalated, { n: 1, N: 2 });
  });

  it('tell false attributions from other attacks', () => {
    const notOurs = (fields: Partial<FiguredSighting>) => sighting({ status: 'not_ours', ...fields });
    const figures = figureSightings(
      [],
      [
        notOurs({ not_ours_reason: 'benign', judgement: 'attack' }),
        notOurs({ not_ours_reason: 'unknown', declared: { at: at(9) } }),
        notOurs({ not_ours_reason: 'other_attack', judgement: 'attack' }),
        notOurs({ not_ours_reason: 'benign', judgement: 'benign' }),
        of('a', { judgement: 'benign' }),
      ],
    );
    assert.deepEqual(
      [figures.false_attributions, figures.other_attacks, figures.not_ours, figures.taken_for_benign],
      [2, 1, 4, 1],
    );
  });
});

describe('readers of sightings', () => {
  const rows: [Permission[], boolean, boolean][] = [
    [['mission.read'], false, true],
    [['mission.read', 'mission.write_blue_fields'], false, true],
    [['mission.read', 'mission.write_red_fields'], false, false],
    [['mission.read', 'mission.write_red_fields'], true, true],
    [['mission.write_red_fields', 'mission.write_blue_fields'], false, true],
  ];
  for (const [permissions, isVisible, reads] of rows) {
    it(`${permissions.join(', ')}, ${isVisible ? '' : 'not '}shown to red: ${reads ? 'yes' : 'no'}`, () => {
      assert.equal(readsSightings(new Set(permissions), isVisible), reads);
    });
  }
});
