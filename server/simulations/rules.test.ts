import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advanceEngagement } from '../../domain/engagements.ts';
import { type Role, roles } from '../../domain/permissions.ts';
import type { SimulationStatus } from '../../domain/simulations.ts';
import { tactics } from '../../domain/tactics.ts';
import { DomainError } from '../errors.ts';
import {
  appendText,
  beginsWork,
  decideStatus,
  judgeMove,
  listFieldRoles,
  nameTactics,
  refuseDone,
  requireTactics,
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

const states: readonly SimulationStatus[] = ['pending', 'in_progress', 'review_required', 'done'];

describe('the moves of a simulation', () => {
  // The answer to each role: a for administrator, r for red team, s for SOC.
  const table: Record<SimulationStatus, Partial<Record<SimulationStatus, string>>> = {
    pending: { pending: 'ar', in_progress: 'ar' },
    in_progress: { in_progress: 'ars', review_required: 'ar' },
    review_required: { in_progress: 'ars', review_required: 'ars', done: 'as' },
    done: { review_required: 'ars', done: 'as' },
  };
  const letter: Record<Role, string> = { admin: 'a', redteam: 'r', soc: 's' };
  for (const from of states) {
    for (const to of states) {
      for (const role of roles) {
        const who = table[from][to];
        const expected =
          who === undefined
            ? 'illegal_transition'
            : !who.includes(letter[role])
              ? 'forbidden'
              : from === to
                ? 'stay'
                : 'move';
        it(`${role}: ${from} to ${to} is ${expected}`, () => {
          assert.equal(
            verdict(() => judgeMove(role, from, to)),
            expected,
          );
        });
      }
    }
  }

  it('are all refused while a done simulation is being written to', () => {
    for (const status of states) {
      assert.equal(
        verdict(() => refuseDone(status)),
        status === 'done' ? 'done' : undefined,
      );
    }
  });
});

describe('naming techniques or tactics', () => {
  const patches: [string, { technique_ids?: string[]; tactic_ids?: string[] }, boolean][] = [
    ['nothing', {}, false],
    ['no technique', { technique_ids: [] }, false],
    ['no tactic', { tactic_ids: [] }, false],
    ['neither', { technique_ids: [], tactic_ids: [] }, false],
    ['a technique', { technique_ids: ['T1059'] }, true],
    ['a tactic', { tactic_ids: ['TA0001'] }, true],
    ['a tactic and no technique', { technique_ids: [], tactic_ids: ['TA0001'] }, true],
  ];
  for (const [what, patch, begins] of patches) {
    it(`${begins ? 'begins' : 'does not begin'} work by ${what}`, () => {
      assert.equal(beginsWork(patch), begins);
      for (const status of states) {
        const expected = begins && status === 'pending' ? 'in_progress' : status;
        assert.equal(decideStatus(status, patch), expected);
      }
    });
  }

  it('starts a planned engagement and leaves others unchanged', () => {
    assert.deepEqual((['planned', 'active', 'closed'] as const).map(advanceEngagement), [
      'active',
      'active',
      'closed',
    ]);
  });
});

describe('the side of a field', () => {
  const red = ['admin', 'redteam'];
  const soc = ['admin', 'soc'];
  const table: [object, string[][]][] = [
    [{}, []],
    [{ nonsense: 1, status: 1, id: 1, constructor: 1, toString: 1 }, []],
    ...[
      'name',
      'description',
      'technique_ids',
      'tactic_ids',
      'objective',
      'command',
      'output',
      'red_comment',
      'executed_at',
    ].map((field): [object, string[][]] => [{ [field]: null }, [red]]),
    ...['detection_level_id', 'soc_comment', 'detected_at'].map((field): [object, string[][]] => [
      { [field]: null },
      [soc],
    ]),
    [{ output: 1, command: 1 }, [red]],
    [{ output: 1, soc_comment: 1 }, [red, soc]],
  ];
  for (const [body, expected] of table) {
    it(JSON.stringify(body), () => assert.deepEqual(listFieldRoles({ ...body }), expected));
  }
});

describe('tactics', () => {
  it('are the fifteen of the map, in the order of the matrix', () => {
    assert.deepEqual(
      tactics.map(({ id, name }) => `${id} ${name}`),
      [
        'TA0043 Reconnaissance',
        'TA0042 Resource Development',
        'TA0001 Initial Access',
        'TA0002 Execution',
        'TA0003 Persistence',
        'TA0004 Privilege Escalation',
        'TA0005 Stealth',
        'TA0112 Defense Impairment',
        'TA0006 Credential Access',
        'TA0007 Discovery',
        'TA0008 Lateral Movement',
        'TA0009 Collection',
        'TA0011 Command and Control',
        'TA0010 Exfiltration',
        'TA0040 Impact',
      ],
    );
  });

  it('are shown with their names, in the order given', () => {
    assert.deepEqual(nameTactics(['TA0040', 'TA0001']), [
      { id: 'TA0040', name: 'Impact' },
      { id: 'TA0001', name: 'Initial Access' },
    ]);
  });

  const lists: [string[], string[] | string][] = [
    [[], []],
    [
      ['TA0040', 'TA0001', 'TA0040'],
      ['TA0040', 'TA0001'],
    ],
    [['TA0001', 'TA0100'], 'tactic_ids.1'],
    [['ta0001'], 'tactic_ids.0'],
    [['T1059'], 'tactic_ids.0'],
    [['TA0001', 'TA0001', ''], 'tactic_ids.2'],
  ];
  for (const [given, expected] of lists) {
    it(`${typeof expected === 'string' ? 'refuses' : 'takes'} ${JSON.stringify(given)}`, () => {
      if (typeof expected !== 'string') return assert.deepEqual(requireTactics(given), expected);
      assert.throws(
        () => requireTactics(given),
        (error: DomainError) => error.code === 'invalid' && error.errors?.[0]?.path === expected,
      );
    });
  }
});

describe('appending an output', () => {
  const table: [before: string | null, text: string, after: string | null][] = [
    [null, 'one', 'one'],
    ['', 'one', 'one'],
    ['one', 'two', 'one\ntwo'],
    ['one\n', 'two', 'one\ntwo'],
    ['one\n\n', 'two\n', 'one\n\ntwo\n'],
    ['one', '', 'one'],
    [null, '', null],
  ];
  for (const [before, text, after] of table) {
    it(`${JSON.stringify(before)} + ${JSON.stringify(text)}`, () =>
      assert.equal(appendText(before, text), after));
  }
});
