import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestStatus } from '../../../domain/missions.ts';
import { DomainError } from '../../errors.ts';
import {
  decideExecutedAt,
  findMoveSide,
  judgeTestMove,
  listFieldPermissions,
  listTargetPermissions,
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

describe('moves of a test', () => {
  const states = ['pending', 'skipped', 'blocked', 'executed', 'reviewed_by_blue'] as const;
  /** Row: from; column: to. The side that may make the move, in capitals if the move is in the rules' table. */
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

  it('need a permission at once if the target already determines the side', () => {
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
