import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rolePermissions, roles } from '../../domain/permissions.ts';
import { firstSteps } from './contract.ts';
import { foldDoings, listSimulationSides, listTestSides, mayTake, mergeWaiting } from './rules.ts';

const holder = (role: (typeof roles)[number], more: readonly string[] = []) => ({
  role,
  permissions: new Set([...rolePermissions[role], ...more]) as never,
});

describe('the side whose turn it is', () => {
  for (const [role, more, inTests, inSimulations] of [
    ['admin', [], 'red blue', 'red blue'],
    ['redteam', [], 'red', 'red'],
    ['soc', [], 'blue', 'blue'],
    // Permissions give access to tests; simulations depend only on the role.
    ['soc', ['mission.write_red_fields'], 'red blue', 'blue'],
  ] as const) {
    it(`is the side a person writes for: ${role} ${more.join()}`, () => {
      assert.equal(listTestSides(holder(role, more)).join(' '), inTests);
      assert.equal(listSimulationSides(holder(role, more)).join(' '), inSimulations);
    });
  }

  it('is none in missions that they may not read', () => {
    assert.deepEqual(
      listTestSides({ role: 'soc', permissions: new Set(['mission.write_blue_fields'] as const) }),
      [],
    );
  });
});

it('puts the longest waiting first, after those with an unknown time', () => {
  const at = (id: string, since: string | null) => ({ id, since });
  const merged = mergeWaiting([
    [at('a', '2026-01-02'), at('b', '2026-01-04')],
    [at('d', '2026-01-03'), at('c', '2026-01-03')],
    [at('e', null)],
  ]);
  assert.deepEqual(
    merged.map(({ id }) => id),
    ['e', 'a', 'c', 'd', 'b'],
  );
});

describe('activity of others', () => {
  const me = 'me';
  const did = (minute: number, actor_id: string, test_id: string | null, mission_id = 'm') => ({
    at: new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString(),
    actor_id,
    mission_id,
    test_id,
    engagement_id: null,
    simulation_id: null,
    minute,
  });
  const fold = (entries: ReturnType<typeof did>[], more: object = {}) =>
    foldDoings(entries, { me, isSeen: () => true, most: 10, ...more }).map((entries) =>
      entries.map(({ minute }) => minute),
    );

  for (const [what, entries, folds] of [
    ['is newest first', [did(1, 'a', 't'), did(2, 'a', 'u')], [[2], [1]]],
    ['is told together for one thing', [did(1, 'a', 't'), did(9, 'a', 't'), did(20, 'a', 't')], [[20, 9, 1]]],
    [
      'is told together across what others did',
      [did(1, 'a', 't'), did(2, 'b', 't'), did(3, 'a', 't')],
      [[3, 1], [2]],
    ],
    [
      'is told apart after a pause',
      [did(1, 'a', 't'), did(30, 'a', 't'), did(31, 'a', 't')],
      [[31, 30], [1]],
    ],
    ['is told apart for a mission and its test', [did(1, 'a', null), did(2, 'a', 't')], [[2], [1]]],
    ['leaves out what I did', [did(1, me, 't'), did(2, 'a', 't')], [[2]]],
  ] as const) {
    it(what, () => assert.deepEqual(fold([...entries]), folds));
  }

  it('leaves out hidden changes and ends at the limit', () => {
    const entries = [did(1, 'a', 't'), did(2, 'a', 'u'), did(3, 'a', 'v', 'hidden'), did(4, 'a', 'w')];
    const isSeen = ({ mission_id }: { mission_id: string }) => mission_id !== 'hidden';
    assert.deepEqual(fold(entries, { isSeen }), [[4], [2], [1]]);
    assert.deepEqual(fold(entries, { isSeen, most: 2 }), [[4], [2]]);
  });
});

it('shows each person the first steps that they may take', () => {
  const steps = (role: (typeof roles)[number]) => firstSteps.filter((step) => mayTake(holder(role), step));
  assert.deepEqual(roles.map(steps), [
    ['catalogue', 'library', 'people', 'mission'],
    ['library', 'mission'],
    [],
  ]);
});
