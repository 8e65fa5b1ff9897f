import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MissionStatus } from '../../domain/missions.ts';
import { DomainError } from '../errors.ts';
import {
  findMissionMovePermission,
  judgeMissionMove,
  refuseArchived,
  refuseTooMuch,
  withCreator,
} from './rules.ts';

/** Outcome of a rule: its result, or the code of its refusal. */
function verdict(judge: () => unknown): unknown {
  try {
    return judge();
  } catch (error) {
    assert.ok(error instanceof DomainError, String(error));
    return error.code;
  }
}

describe('moves of a mission', () => {
  const expected: Record<MissionStatus, Record<MissionStatus, string>> = {
    draft: {
      draft: 'stay',
      in_progress: 'move',
      completed: 'illegal_transition',
      archived: 'illegal_transition',
    },
    in_progress: {
      draft: 'illegal_transition',
      in_progress: 'stay',
      completed: 'move',
      archived: 'illegal_transition',
    },
    completed: { draft: 'illegal_transition', in_progress: 'move', completed: 'stay', archived: 'move' },
    archived: { draft: 'archived', in_progress: 'archived', completed: 'archived', archived: 'archived' },
  };
  for (const [from, row] of Object.entries(expected)) {
    for (const [to, outcome] of Object.entries(row)) {
      it(`${from} → ${to}: ${outcome}`, () => {
        assert.equal(
          verdict(() => judgeMissionMove(from as MissionStatus, to as MissionStatus)),
          outcome,
        );
      });
    }
  }

  it('need the archive permission into the archive and the update permission elsewhere', () => {
    assert.equal(findMissionMovePermission('archived'), 'mission.archive');
    for (const to of ['draft', 'in_progress', 'completed', 'nonsense', undefined, null, 3]) {
      assert.equal(findMissionMovePermission(to), 'mission.update');
    }
  });

  it('are refused in the archive only, as is every other write', () => {
    for (const status of ['draft', 'in_progress', 'completed'] as const) refuseArchived(status);
    assert.equal(
      verdict(() => refuseArchived('archived')),
      'archived',
    );
  });
});

describe('parts that a mission copies', () => {
  const none = { tests: 0, bytes: 0 };
  const most = { tests: 10_000, bytes: 64 * 1024 * 1024 };
  const rows: [what: string, present: typeof none, added: typeof none, outcome: undefined | 'invalid'][] = [
    ['nothing into nothing', none, none, undefined],
    ['10,000 tests', none, { tests: 10_000, bytes: 0 }, undefined],
    ['10,000 tests in two parts', { tests: 9_000, bytes: 0 }, { tests: 1_000, bytes: 0 }, undefined],
    ['10,001 tests', none, { tests: 10_001, bytes: 0 }, 'invalid'],
    ['10,001 tests in two parts', { tests: 9_000, bytes: 0 }, { tests: 1_001, bytes: 0 }, 'invalid'],
    ['64 MiB', none, { tests: 1, bytes: most.bytes }, undefined],
    ['a byte more', none, { tests: 1, bytes: most.bytes + 1 }, 'invalid'],
    ['a byte more than is left', { tests: 1, bytes: 1 }, { tests: 1, bytes: most.bytes }, 'invalid'],
    ['nothing into a full mission', most, none, undefined],
    ['one test into a full mission', most, { tests: 1, bytes: 0 }, 'invalid'],
    ['nothing into one that had more before', { tests: 1, bytes: 2 * most.bytes }, none, undefined],
  ];
  for (const [what, present, added, outcome] of rows) {
    it(`${what}: ${outcome ?? 'fine'}`, () =>
      assert.equal(
        verdict(() => refuseTooMuch(present, added)),
        outcome,
      ));
  }
});

describe('members of a new mission', () => {
  const ofRed = { user_id: 'creator', role_hint: 'red' } as const;
  const ofLead = { user_id: 'creator', role_hint: 'lead' } as const;
  const other = { user_id: 'other', role_hint: 'blue' } as const;
  const rows = [
    ['a creator alone', 'redteam', [], [ofRed]],
    ['a creator beside others', 'redteam', [other], [other, ofRed]],
    ['a listed creator', 'redteam', [ofLead], [ofLead]],
    ['an administrator, who sees every mission', 'admin', [other], [other]],
  ] as const;
  for (const [what, role, members, outcome] of rows) {
    it(what, () => assert.deepEqual(withCreator({ id: 'creator', role }, members), outcome));
  }
});
