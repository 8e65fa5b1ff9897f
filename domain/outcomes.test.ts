import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Brief,
  deriveLevel,
  type FactKind,
  type FactResult,
  findOutcome,
  followFacts,
  type LevelKey,
  listUnanswered,
  summarise,
  type Verdict,
} from './outcomes.ts';

type Fact = Parameters<typeof findOutcome>[0][number];

function fact(
  kind: FactKind,
  result: FactResult,
  at: string | null = null,
  tool: string | null = null,
): Fact {
  return { kind, result, at, tool: tool === null ? null : { id: tool, name: tool.toUpperCase() } };
}

describe('the level that follows from facts', () => {
  const table: [brief: Brief, level: LevelKey | null][] = [
    [{}, null],
    [{ prevented: 'yes' }, 'prevented'],
    [{ prevented: 'yes', alerted: 'yes', logged: 'yes' }, 'prevented'],
    [{ prevented: 'partial', alerted: 'yes' }, 'alerted'],
    [{ alerted: 'yes' }, 'alerted'],
    [{ alerted: 'partial', logged: 'no' }, 'logged'],
    [{ prevented: 'partial', alerted: 'partial' }, 'logged'],
    [{ alerted: 'no', logged: 'yes' }, 'logged'],
    [{ alerted: 'no', logged: 'partial' }, 'logged'],
    [{ alerted: 'no', logged: 'no', detected: 'yes' }, 'alerted'],
    [{ detected: 'yes' }, 'alerted'],
    [{ detected: 'partial' }, 'logged'],
    [{ alerted: 'no', logged: 'no' }, 'not_detected'],
    [{ alerted: 'no', logged: 'no', prevented: 'no', detected: 'no' }, 'not_detected'],
    [{ alerted: 'no', logged: 'no', prevented: 'partial' }, 'logged'],
    [{ prevented: 'partial' }, 'logged'],
    [{ alerted: 'no' }, null],
    [{ logged: 'no' }, null],
    [{ prevented: 'no' }, null],
    [{ alerted: 'not_tested', logged: 'not_tested' }, null],
    [{ alerted: 'no', logged: 'not_tested' }, null],
    [{ alerted: 'not_applicable', logged: 'no' }, 'not_detected'],
    [{ alerted: 'not_applicable', logged: 'not_applicable' }, null],
    [{ alerted: 'not_applicable', logged: 'not_tested' }, null],
    [{ responded: 'yes' }, null],
  ];
  for (const [brief, level] of table) {
    it(`${JSON.stringify(brief)}: ${level}`, () => assert.equal(deriveLevel(brief), level));
  }
});

describe('questions that wait for an answer', () => {
  const table: [expected: FactKind[], brief: Brief, open: FactKind[]][] = [
    [[], {}, ['alerted', 'logged']],
    [[], { logged: 'yes' }, ['alerted']],
    [[], { alerted: 'no', logged: 'not_tested' }, ['logged']],
    [['alerted'], {}, ['alerted', 'logged']],
    [['alerted'], { alerted: 'no' }, ['logged']],
    [['alerted'], { alerted: 'yes' }, []],
    [['prevented', 'responded'], { prevented: 'yes' }, ['responded']],
    [['prevented'], { prevented: 'no' }, ['alerted', 'logged']],
    [['alerted'], { alerted: 'no', logged: 'no' }, []],
  ];
  for (const [expected, brief, open] of table) {
    it(`${JSON.stringify(brief)}, expected ${expected.join(', ') || 'nothing'}: ${open.join(', ') || 'none'}`, () =>
      assert.deepEqual(listUnanswered(expected, brief), open));
  }
});

describe('the best result of a kind', () => {
  const table: [results: FactResult[], best: FactResult][] = [
    [['no', 'yes', 'partial'], 'yes'],
    [['no', 'partial'], 'partial'],
    [['not_tested', 'no'], 'no'],
    [['not_tested', 'not_applicable'], 'not_applicable'],
    [['not_tested'], 'not_tested'],
  ];
  for (const [results, best] of table) {
    it(`of ${results.join(', ')} is ${best}`, () => {
      assert.deepEqual(summarise(results.map((result) => fact('alerted', result))), { alerted: best });
    });
  }
});

describe('the outcome of a test', () => {
  it('has the earliest detection and the tools for each kind, and nothing for kinds without a fact', () => {
    const outcome = findOutcome([
      fact('alerted', 'yes', '2026-11-20T09:32:00.000Z', 'edr'),
      fact('alerted', 'partial', '2026-11-20T09:31:00.000Z', 'siem'),
      fact('alerted', 'partial', '2026-11-20T09:33:00.000Z', 'siem'),
      fact('alerted', 'no', '2026-11-20T09:30:00.000Z', 'av'),
      fact('logged', 'no', null, 'siem'),
    ]);
    assert.deepEqual(outcome, {
      prevented: null,
      alerted: {
        result: 'yes',
        at: '2026-11-20T09:31:00.000Z',
        tools: [
          { id: 'edr', name: 'EDR' },
          { id: 'siem', name: 'SIEM' },
        ],
      },
      logged: { result: 'no', at: null, tools: [] },
      detected: null,
      responded: null,
    });
  });
});

describe('a verdict that follows its facts', () => {
  const [early, late] = ['2026-11-20T09:31:00.000Z', '2026-11-20T09:35:00.000Z'];
  const nothing: Verdict = { level: null, source: null, detected_at: null };
  const set: Verdict = { level: 'logged', source: 'set', detected_at: early };
  const derived: Verdict = { level: 'alerted', source: 'derived', detected_at: late };
  const table: [what: string, Verdict, before: Fact[], after: Fact[], expected: Verdict][] = [
    ['none yet', nothing, [], [fact('alerted', 'yes', late)], derived],
    ['one that a person set', set, [], [fact('prevented', 'yes', late)], set],
    [
      'a derived one when another fact comes',
      derived,
      [fact('alerted', 'yes', late)],
      [fact('alerted', 'yes', late), fact('detected', 'yes', early)],
      { level: 'alerted', source: 'derived', detected_at: early },
    ],
    ['a derived one when its fact goes', derived, [fact('alerted', 'yes', late)], [], nothing],
    [
      'a time of detection that a person wrote',
      { level: null, source: null, detected_at: early },
      [],
      [fact('alerted', 'yes', late)],
      { level: 'alerted', source: 'derived', detected_at: early },
    ],
    [
      'a log entry, which is no detection in time',
      nothing,
      [],
      [fact('logged', 'yes', late)],
      { level: 'logged', source: 'derived', detected_at: null },
    ],
    ['facts that decide nothing', nothing, [], [fact('alerted', 'not_tested')], nothing],
  ];
  for (const [what, verdict, before, after, expected] of table) {
    it(what, () => assert.deepEqual(followFacts(verdict, before, after), expected));
  }
});
