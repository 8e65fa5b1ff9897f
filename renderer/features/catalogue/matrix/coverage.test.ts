import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FactResult } from '../../../../domain/outcomes.ts';
import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { loadWords } from '../../../words.ts';
import { findLanding, moveItem } from '../../templates/order.ts';
import {
  countStates,
  type Doing,
  describeStanding,
  keepPlanned,
  listEntries,
  tallyUp,
  toState,
} from './coverage.ts';
import { findNextCell, layOut, listOpenable, searchMatrix, shortenName } from './matrix-layout.ts';
import { describeMode, listShades, type MatrixMode, parseMode, shade, usualMode } from './matrix-mode.ts';
import { makeNavigatorLayer } from './navigator-layer.ts';

await loadWords('en', 'catalogue');

const level = (rank: number, name: string) => ({
  id: `0000000${rank}`,
  key: name.toLowerCase().replace(' ', '_'),
  name,
  rank,
  color: `#00000${rank}`,
  description: '',
});
const missed = level(0, 'Not detected');
const logged = level(1, 'Logged');
const prevented = level(3, 'Prevented');
const run = (entries: string[], best: Doing['level'] = null): Doing => ({
  entries,
  wasRun: true,
  level: best,
  outcome: null,
});
const levels = [missed, logged, level(2, 'Alerted'), prevented];
const bestLevel: MatrixMode = { by: 'level', pick: 'best' };
const sumUp = (doings: Doing[], mode: MatrixMode = bestLevel) => shade(tallyUp(doings), mode, levels);

const matrix: Matrix = {
  version: '19.1',
  tactics: [
    {
      id: 'TA1',
      name: 'First',
      short_name: 'first',
      techniques: [
        {
          id: 'T1',
          name: 'One',
          subtechniques: [
            { id: 'T1.001', name: 'One: Alpha' },
            { id: 'T1.002', name: 'Beta' },
          ],
        },
        { id: 'T2', name: 'Two', subtechniques: [] },
      ],
    },
    {
      id: 'TA2',
      name: 'Second',
      short_name: 'second',
      techniques: [{ id: 'T2', name: 'Two', subtechniques: [] }],
    },
  ],
};

describe('coverage', () => {
  it('keeps the best level of executed tests, for the parent technique too', () => {
    const coverage = sumUp([run(['T1.001'], logged), run(['T1.002'], prevented), run(['T1.001'])]);
    assert.deepEqual(coverage.get('T1.001'), { planned: 2, run: 2, level: logged, missed: 0 });
    assert.deepEqual(coverage.get('T1'), { planned: 3, run: 3, level: prevented, missed: 0 });
  });

  it('counts a test once for a technique that it names at both levels', () => {
    assert.equal(sumUp([run(['T1', 'T1.001', 'T1.002'])]).get('T1')?.run, 1);
  });

  it('does not count the level of a test that was not executed', () => {
    const coverage = sumUp([{ entries: ['T1'], wasRun: false, level: prevented, outcome: null }]);
    assert.equal(toState(coverage.get('T1')), 'untested');
    assert.equal(describeStanding(coverage.get('T1')), 'never tested, 1 test planned');
  });

  it('tells apart never tested, not judged and each level', () => {
    const cases: [Doing[], string, string][] = [
      [[], 'untested', 'never tested'],
      [[run(['T1'])], 'unrated', 'not judged yet, 1 test executed'],
      [[run(['T1']), run(['T1'], logged)], '1', 'Logged, 2 tests executed'],
      [[run(['T1'], prevented), run(['T1'], logged)], '3', 'Prevented, 2 tests executed'],
    ];
    for (const [doings, state, words] of cases) {
      const standing = sumUp(doings).get('T1');
      assert.equal(toState(standing), state);
      assert.equal(describeStanding(standing), words);
    }
  });

  it('counts an entry under two tactics once', () => {
    const { total, by } = countStates(matrix, sumUp([run(['T2'], logged)]));
    assert.equal(total, 4);
    assert.deepEqual(Object.fromEntries(by), { untested: 3, '1': 1 });
  });

  it('takes techniques and sub-techniques from tags, not tactics', () => {
    const tags = [
      { kind: 'tactic', external_id: 'TA1', name: '' },
      { kind: 'technique', external_id: 'T2', name: '' },
    ] as const;
    assert.deepEqual(listEntries(tags), ['T2']);
  });
});

describe('the modes of the matrix', () => {
  const saw = (alerted: FactResult): Doing => ({ ...run(['T1']), outcome: { alerted } });
  const both = [run(['T1'], missed), run(['T1'], prevented), run(['T1'])];
  const mode = (by: MatrixMode['by'], pick: MatrixMode['pick']): MatrixMode => ({ by, pick });
  const table: [what: string, Doing[], MatrixMode, state: string, words: string][] = [
    ['the best level', both, mode('level', 'best'), '3', 'Prevented, 3 tests executed, 1 missed'],
    ['the worst level', both, mode('level', 'worst'), '0', 'Not detected, 3 tests executed'],
    [
      'the best result',
      [saw('no'), saw('yes')],
      mode('alerted', 'best'),
      '3',
      'Alerted: yes, 2 tests executed, 1 missed',
    ],
    [
      'the worst result',
      [saw('yes'), saw('partial')],
      mode('alerted', 'worst'),
      '1',
      'Alerted: partial, 2 tests executed',
    ],
    [
      'the share of each',
      both,
      mode('level', 'split'),
      'split',
      '1 Prevented, 1 Not detected, 3 tests executed',
    ],
    ['the only share', [run(['T1'], logged)], mode('level', 'split'), 'split', '1 Logged, 1 test executed'],
    [
      'what was not tested',
      [saw('not_tested')],
      mode('alerted', 'worst'),
      'unrated',
      'not judged yet, 1 test executed',
    ],
    ['another kind', [saw('no')], mode('logged', 'worst'), 'unrated', 'not judged yet, 1 test executed'],
  ];
  for (const [what, doings, by, state, words] of table) {
    it(`show ${what}: ${words}`, () => {
      const standing = sumUp(doings, by).get('T1');
      assert.deepEqual([toState(standing), describeStanding(standing)], [state, words]);
    });
  }

  it('count the entries whose colour hides a miss', () => {
    assert.equal(countStates(matrix, sumUp(both)).hiding, 1);
    assert.equal(countStates(matrix, sumUp(both, mode('level', 'worst'))).hiding, 0);
    const split = countStates(matrix, sumUp(both, mode('level', 'split')));
    assert.equal(split.hiding, 0);
    assert.deepEqual(Object.fromEntries(split.by), { '0': 1, '3': 1, untested: 3 });
  });

  it('keep planned or tested entries with their parent techniques, without empty tactics', () => {
    const planned = { ...run(['T1.002']), wasRun: false };
    const kept = keepPlanned(matrix, sumUp([planned]));
    assert.deepEqual(
      kept.tactics.map(({ id, techniques }) => [
        id,
        techniques.map((one) => [one.id, one.subtechniques.map((sub) => sub.id)]),
      ]),
      [['TA1', [['T1', ['T1.002']]]]],
    );
    assert.deepEqual(keepPlanned(matrix, sumUp([])).tactics, []);
  });

  it('are named by the address, and in words', () => {
    assert.deepEqual(parseMode('', ''), usualMode);
    assert.deepEqual(parseMode('smelled', 'x'), usualMode);
    assert.deepEqual(parseMode('', 'split'), mode('level', 'split'));
    assert.equal(describeMode(mode('level', 'split')), 'Share of each detection level');
    assert.deepEqual(parseMode('logged', 'worst'), mode('logged', 'worst'));
    assert.equal(describeMode(usualMode), 'Worst detection level');
    assert.equal(describeMode(bestLevel), 'Best detection level');
    assert.equal(describeMode(mode('logged', 'worst')), 'Worst result of “logged”');
    assert.deepEqual(
      listShades(mode('logged', 'best'), levels).map(({ name, rank }) => `${rank} ${name}`),
      ['0 Logged: no', '1 Logged: partial', '3 Logged: yes'],
    );
  });
});

describe('the matrix as it is laid out', () => {
  it('shows sub-techniques where their technique is open, without its name', () => {
    assert.deepEqual(
      layOut(matrix, new Set(['TA1/T1'])).columns[0]?.map(({ id, name }) => `${id} ${name}`),
      ['T1 One', 'T1.001 Alpha', 'T1.002 Beta', 'T2 Two'],
    );
    assert.deepEqual(
      layOut(matrix, new Set()).rows.map((row) => row.map(({ key }) => key)),
      [['TA1/T1', 'TA2/T2'], ['TA1/T2']],
    );
    assert.deepEqual([...listOpenable(matrix)], ['TA1/T1']);
    assert.equal(shortenName('One', 'One: Alpha: Two'), 'Alpha: Two');
  });

  it('is moved through by keys, and stops at its edges', () => {
    const layout = layOut(matrix, new Set(['TA1/T1']));
    const cases: [string, string, boolean, string | undefined][] = [
      ['TA1/T1', 'ArrowDown', false, 'TA1/T1.001'],
      ['TA1/T1', 'ArrowUp', false, 'TA1/T1'],
      ['TA1/T1.002', 'ArrowRight', false, 'TA2/T2'],
      ['TA1/T1', 'PageDown', false, 'TA1/T2'],
      ['TA1/T1', 'End', false, 'TA2/T2'],
      ['TA2/T2', 'Home', false, 'TA1/T1'],
      ['TA2/T2', 'Home', true, 'TA1/T1'],
      ['TA1/T1', 'End', true, 'TA2/T2'],
      ['TA1/T1', 'Enter', false, undefined],
      ['nowhere', 'ArrowDown', false, undefined],
    ];
    for (const [from, key, ctrl, to] of cases) {
      assert.equal(findNextCell(layout, from, { key, ctrl })?.key, to, `${key} from ${from}`);
    }
  });

  it('finds by the beginning of an id and by any part of a name, and says what to open', () => {
    assert.deepEqual([...searchMatrix(matrix, 't1.0').found], ['T1.001', 'T1.002']);
    assert.deepEqual([...searchMatrix(matrix, 'ALPHA').toOpen], ['TA1/T1']);
    assert.equal(searchMatrix(matrix, ' ').found.size, 0);
  });
});

describe('the Navigator layer', () => {
  it('contains the executed techniques of this matrix only, in format 4.5', () => {
    const coverage = sumUp([run(['T2'], prevented), run(['T1.001']), run(['T9999'], logged)]);
    const layer = makeNavigatorLayer(matrix, coverage, {
      title: 'Title',
      description: 'About',
      levels: [logged, prevented],
    });
    assert.deepEqual(layer.versions, { attack: '19', navigator: '5.1.0', layer: '4.5' });
    assert.equal(layer.domain, 'enterprise-attack');
    assert.deepEqual(
      layer.techniques.map(({ techniqueID, score, comment }) => [techniqueID, score, comment]),
      [
        ['T1', 0, 'not judged yet, 1 test executed'],
        ['T1.001', 0, 'not judged yet, 1 test executed'],
        ['T2', 4, 'Prevented, 1 test executed'],
      ],
    );
  });
});

describe('the Navigator layer of a split matrix', () => {
  it('mixes the colours and scores the tests that were not missed', () => {
    const red = { ...missed, color: '#ff0000' };
    const green = { ...prevented, color: '#00ff00' };
    const doings = [run(['T2'], red), run(['T2'], green), run(['T2'], green), run(['T1'])];
    const coverage = shade(tallyUp(doings), { by: 'level', pick: 'split' }, [red, green]);
    const { techniques, gradient } = makeNavigatorLayer(matrix, coverage, {
      title: '',
      description: '',
      levels: [red, green],
    });
    assert.deepEqual(
      techniques.map((one) => [one.techniqueID, one.score ?? null, one.color]),
      [
        ['T1', null, '#adb5bd'],
        ['T2', 67, '#55aa00'],
      ],
    );
    assert.deepEqual(gradient, { colors: ['#ff0000', '#00ff00'], minValue: 0, maxValue: 100 });
  });
});

describe('the order of a scenario', () => {
  it('takes an item to another place', () => {
    assert.deepEqual(moveItem(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
    assert.deepEqual(moveItem(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
    assert.deepEqual(moveItem(['a', 'b'], 5, 0), ['a', 'b']);
  });

  it('lands where it was dropped', () => {
    const cases: [number, number, 'upper' | 'lower', number][] = [
      [0, 2, 'upper', 1],
      [0, 2, 'lower', 2],
      [2, 0, 'upper', 0],
      [2, 0, 'lower', 1],
      [1, 1, 'lower', 1],
    ];
    for (const [from, onto, half, to] of cases) assert.equal(findLanding(from, onto, half), to);
  });
});
