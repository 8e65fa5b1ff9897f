import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MissionStatus, TestStatus } from '../../domain/missions.ts';
import { DomainError } from '../errors.ts';
import {
  decideExecutedAt,
  findMissionMovePermission,
  findMoveSide,
  judgeMissionMove,
  judgeTestMove,
  listFieldPermissions,
  listTargetPermissions,
  refuseArchived,
  refuseTooMuch,
} from './rules.ts';

const red = 'mission.write_red_fields';
const blue = 'mission.write_blue_fields';

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

  it('and every other write are refused in the archive alone', () => {
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

describe('moves of a test', () => {
  const states = ['pending', 'skipped', 'blocked', 'executed', 'reviewed_by_blue'] as const;
  /** Row: from; column: to. The side that may ask, in capitals where the table has the move. */
  const table = `
                      pending  skipped  blocked  executed  reviewed_by_blue
    pending           red      RED      RED      RED       blue
    skipped           RED      red      red      red       blue
    blocked           RED      red      red      red       blue
    executed          RED      red      red      red       BLUE
    reviewed_by_blue  red      red      red      BLUE      blue`;
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ +/).slice(1));

  for (const [row, from] of states.entries()) {
    for (const [column, to] of states.entries()) {
      const cell = rows[row]?.[column] as string;
      const isMove = cell === cell.toUpperCase();
      const outcome = from === to ? 'stay' : isMove ? 'move' : 'illegal_transition';
      it(`${from} → ${to}: ${outcome}, asked by ${cell.toLowerCase()}`, () => {
        assert.equal(findMoveSide(from, to), cell.toLowerCase());
        assert.equal(
          verdict(() => judgeTestMove(from, to)),
          outcome,
        );
      });
    }
  }

  it('need a permission at once where the target alone tells the side', () => {
    assert.deepEqual(listTargetPermissions('reviewed_by_blue'), [blue]);
    for (const to of ['pending', 'skipped', 'blocked']) assert.deepEqual(listTargetPermissions(to), [red]);
    for (const to of ['executed', 'nonsense', undefined, null, 7, ['pending']]) {
      assert.deepEqual(listTargetPermissions(to), []);
    }
  });

  it('set, clear or keep the time of execution', () => {
    type Row = [
      TestStatus,
      TestStatus,
      written: string | null,
      named: string | undefined,
      outcome: string | null | undefined,
    ];
    const rows: Row[] = [
      ['pending', 'executed', null, undefined, 'now'],
      ['pending', 'executed', null, 'named', 'named'],
      ['pending', 'executed', 'written', undefined, undefined],
      ['pending', 'executed', 'written', 'named', 'named'],
      ['pending', 'executed', 'written', 'written', undefined],
      ['executed', 'executed', 'written', undefined, undefined],
      ['executed', 'executed', 'written', 'written', undefined],
      ['executed', 'executed', 'written', 'named', 'named'],
      ['executed', 'executed', null, undefined, undefined],
      ['executed', 'executed', null, 'named', 'named'],
      ['executed', 'pending', 'written', undefined, null],
      ['executed', 'pending', 'written', 'named', 'invalid'],
      ['reviewed_by_blue', 'executed', 'written', undefined, undefined],
      ['reviewed_by_blue', 'executed', 'written', 'written', undefined],
      ['reviewed_by_blue', 'executed', 'written', 'named', 'invalid'],
      ['executed', 'reviewed_by_blue', 'written', undefined, undefined],
      ['executed', 'reviewed_by_blue', 'written', 'written', 'invalid'],
      ['pending', 'skipped', 'written', undefined, undefined],
      ['pending', 'skipped', null, 'named', 'invalid'],
      ['skipped', 'pending', 'written', undefined, undefined],
      ['pending', 'blocked', 'written', undefined, undefined],
      ['blocked', 'pending', 'written', undefined, undefined],
    ];
    for (const [status, to, executed_at, named, outcome] of rows) {
      assert.equal(
        verdict(() => decideExecutedAt({ status, executed_at }, to, named, 'now')),
        outcome,
        `${status} → ${to}, written ${executed_at}, named ${named}`,
      );
    }
  });
});

describe('the permissions for fields', () => {
  const rows: [body: object, permissions: string[]][] = [
    [{}, []],
    [{ command: 1 }, [red]],
    [{ output: null }, [red]],
    [{ red_comment: '' }, [red]],
    [{ executed_at: 'x' }, [red]],
    [{ detection_level_id: 1 }, [blue]],
    [{ blue_comment: undefined }, [blue]],
    [{ detected_at: '' }, [blue]],
    [{ command: '', output: '', red_comment: '', executed_at: '' }, [red]],
    [{ detected_at: '', command: '' }, [blue, red]],
    [{ nonsense: 1, constructor: 1, toString: 1, hasOwnProperty: 1 }, []],
    [{ nonsense: 1, blue_comment: 1 }, [blue]],
    [['command'], []],
  ];
  for (const [body, permissions] of rows) {
    it(`${JSON.stringify(body)}: ${permissions.join(' and ') || 'none more'}`, () => {
      assert.deepEqual(listFieldPermissions(body as Record<string, unknown>), permissions);
    });
  }
});
