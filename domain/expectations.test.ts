import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Expectation,
  type ExpectationVerdict,
  type JudgedFact,
  judgeExpectation,
  judgeExpectations,
  type TestVerdict,
} from './expectations.ts';
import type { FactKind, FactResult } from './outcomes.ts';

const executed_at = '2026-11-20T09:30:00.000Z';

function expecting(kind: FactKind, more: Partial<Expectation> = {}): Expectation {
  return { kind, result: 'yes', severity: null, within_seconds: null, tool_ids: [], ...more };
}

function fact(
  kind: FactKind,
  result: FactResult,
  { tool, ...more }: Partial<Omit<JudgedFact, 'tool'>> & { tool?: string } = {},
): JudgedFact {
  const named = tool === undefined ? null : { id: tool };
  return { kind, result, at: null, severity: null, tool: named, ...more };
}

const after = (seconds: number): { at: string } => ({
  at: new Date(Date.parse(executed_at) + seconds * 1000).toISOString(),
});

describe('an expectation', () => {
  const [alert, none] = [expecting('alerted'), expecting('alerted', { result: 'no' })];
  const any = expecting('alerted', { result: 'any' });
  const prevention = expecting('prevented');
  const severe = expecting('alerted', { severity: 'high' });
  const quick = expecting('alerted', { within_seconds: 60 });
  const byTool = expecting('alerted', { tool_ids: ['edr', 'av'] });
  const table: [what: string, Expectation, JudgedFact[], ExpectationVerdict][] = [
    ['a sighting, of nothing', alert, [], 'open'],
    ['a sighting, of another kind', alert, [fact('logged', 'yes'), fact('prevented', 'no')], 'open'],
    ['a sighting, of one', alert, [fact('alerted', 'yes')], 'met'],
    ['a sighting, of a partial one', alert, [fact('alerted', 'partial')], 'met'],
    ['a sighting, of none', alert, [fact('alerted', 'no')], 'missed'],
    ['a sighting, of none and one', alert, [fact('alerted', 'no'), fact('alerted', 'yes')], 'met'],
    ['a sighting, not tested', alert, [fact('alerted', 'not_tested')], 'open'],
    ['a sighting, not applicable', alert, [fact('alerted', 'not_applicable')], 'not_applicable'],
    [
      'a sighting, of none and not tested',
      alert,
      [fact('alerted', 'no'), fact('alerted', 'not_tested')],
      'missed',
    ],
    ['prevention, of one', prevention, [fact('prevented', 'yes')], 'met'],
    ['prevention, of a partial one', prevention, [fact('prevented', 'partial')], 'missed'],
    ['no sighting, of nothing', none, [], 'open'],
    ['no sighting, of none', none, [fact('alerted', 'no')], 'met'],
    ['no sighting, of one', none, [fact('alerted', 'no'), fact('alerted', 'yes')], 'missed'],
    ['no sighting, of a partial one', none, [fact('alerted', 'partial')], 'missed'],
    ['no sighting, not tested', none, [fact('alerted', 'not_tested')], 'open'],
    [
      'no prevention, of a partial one',
      { ...prevention, result: 'no' },
      [fact('prevented', 'partial')],
      'missed',
    ],
    ['anything known, of nothing', any, [], 'open'],
    ['anything known, of one', any, [fact('alerted', 'yes')], 'met'],
    ['anything known, of none', any, [fact('alerted', 'no')], 'met'],
    ['anything known, not applicable', any, [fact('alerted', 'not_applicable')], 'met'],
    ['anything known, not tested', any, [fact('alerted', 'not_tested')], 'open'],
    ['high severity, of high', severe, [fact('alerted', 'yes', { severity: 'high' })], 'met'],
    ['high severity, of critical', severe, [fact('alerted', 'yes', { severity: 'critical' })], 'met'],
    ['high severity, of medium', severe, [fact('alerted', 'yes', { severity: 'medium' })], 'missed'],
    ['high severity, of an unknown one', severe, [fact('alerted', 'yes')], 'open'],
    ['high severity, of none', severe, [fact('alerted', 'no')], 'missed'],
    [
      'no alert of high severity, of low',
      { ...severe, result: 'no' },
      [fact('alerted', 'yes', { severity: 'low' })],
      'met',
    ],
    [
      'no alert of high severity, of high',
      { ...severe, result: 'no' },
      [fact('alerted', 'yes', { severity: 'high' })],
      'missed',
    ],
    ['a minute, of 60 seconds', quick, [fact('alerted', 'yes', after(60))], 'met'],
    ['a minute, of 61 seconds', quick, [fact('alerted', 'yes', after(61))], 'missed'],
    [
      'a minute, of 90 and 30 seconds',
      quick,
      [fact('alerted', 'yes', after(90)), fact('alerted', 'partial', after(30))],
      'met',
    ],
    ['a minute, of an unknown time', quick, [fact('alerted', 'yes')], 'open'],
    [
      'a minute, of an unknown time and a late one',
      quick,
      [fact('alerted', 'yes'), fact('alerted', 'yes', after(90))],
      'open',
    ],
    ['one of two tools, of one', byTool, [fact('alerted', 'yes', { tool: 'av' })], 'met'],
    [
      'one of two tools, of one and none',
      byTool,
      [fact('alerted', 'yes', { tool: 'av' }), fact('alerted', 'no', { tool: 'edr' })],
      'met',
    ],
    ['one of two tools, of none', byTool, [fact('alerted', 'no', { tool: 'edr' })], 'missed'],
    ['one of two tools, of another', byTool, [fact('alerted', 'yes', { tool: 'siem' })], 'open'],
    ['one of two tools, of none by another', byTool, [fact('alerted', 'no', { tool: 'siem' })], 'open'],
    ['one of two tools, of one by an unknown one', byTool, [fact('alerted', 'yes')], 'open'],
    ['one of two tools, of none by any', byTool, [fact('alerted', 'no')], 'missed'],
    [
      'anything known of two tools, of another',
      { ...byTool, result: 'any' },
      [fact('alerted', 'no', { tool: 'siem' })],
      'open',
    ],
    [
      'anything known of two tools, of one',
      { ...byTool, result: 'any' },
      [fact('alerted', 'no', { tool: 'av' })],
      'met',
    ],
    [
      'a severe sighting in time, of two that have half of it each',
      { ...severe, within_seconds: 60 },
      [
        fact('alerted', 'yes', { severity: 'high', ...after(90) }),
        fact('alerted', 'yes', { severity: 'low', ...after(1) }),
      ],
      'missed',
    ],
  ];
  for (const [what, expectation, facts, verdict] of table) {
    it(`of ${what}: ${verdict}`, () => {
      assert.equal(judgeExpectation(expectation, { executed_at, facts }), verdict);
    });
  }

  it('with a time limit is open while the time of execution is unknown', () => {
    const facts = [fact('alerted', 'yes', after(1))];
    assert.equal(judgeExpectation(quick, { executed_at: null, facts }), 'open');
  });
});

describe('the expectations of a test', () => {
  const facts = [fact('alerted', 'yes'), fact('logged', 'no')];
  const table: [what: string, Expectation[], TestVerdict][] = [
    ['none', [], 'none'],
    ['one met', [expecting('alerted')], 'met'],
    ['one met and one open', [expecting('alerted'), expecting('prevented')], 'open'],
    ['one of each', [expecting('alerted'), expecting('prevented'), expecting('logged')], 'missed'],
  ];
  for (const [what, expectations, verdict] of table) {
    it(`${what}: ${verdict}`, () => {
      assert.equal(judgeExpectations(expectations, { executed_at, facts }), verdict);
    });
  }
});
