import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MissionChangeKind } from '../../../../domain/runs.ts';
import { loadWords } from '../../../words.ts';
import { listChangeShades, shadeChanges } from './changes.ts';
import { hidesMisses, toState } from './coverage.ts';
import { parseEarlier } from './earlier.ts';
import { makeNavigatorLayer } from './navigator-layer.ts';

await loadWords('en', 'catalogue');

const shades = listChangeShades(false);
const of = (...tests: [entry: string, change: MissionChangeKind][]) =>
  shadeChanges(
    tests.map(([entry, change]) => ({ entries: [entry], change })),
    shades,
  );

describe('changes in the matrix', () => {
  it('show the worst change as the colour and count all of them', () => {
    const coverage = of(
      ['T1', 'same'],
      ['T1', 'improved'],
      ['T1', 'worse'],
      ['T1', 'improved'],
      ['T2', 'gone'],
    );
    const table = ['T1', 'T2'].map((entry) => {
      const standing = coverage.get(entry);
      return [standing?.level?.name, standing?.change?.words, standing?.change?.score];
    });
    assert.deepEqual(table, [
      ['Worse', 'Worse: 1, Improved: 2, Unchanged: 1', 1],
      ['Only in the earlier mission', 'Only in the earlier mission: 1', 0],
    ]);
  });

  it('count for the technique of a sub-technique too and hide no miss', () => {
    const coverage = of(['T1.001', 'worse'], ['T1', 'improved']);
    assert.deepEqual(coverage.get('T1')?.change?.words, 'Worse: 1, Improved: 1');
    assert.deepEqual([toState(coverage.get('T1.001')), hidesMisses(coverage.get('T1'))], ['10', false]);
  });

  it('have four colours between runs', () => {
    const names = (isOfRuns: boolean) => listChangeShades(isOfRuns).map(({ sign }) => sign);
    assert.deepEqual(names(true), ['▼', '▲', '=', '?']);
    assert.deepEqual(names(false), ['▼', '▲', '=', '?', '+', '−']);
  });

  it('are exported as a layer scored by improved minus worse', () => {
    const matrix = {
      version: '19.1',
      tactics: [
        {
          id: 'TA1',
          name: 'First',
          short_name: 'first',
          techniques: [{ id: 'T1', name: 'One', subtechniques: [] }],
        },
      ],
    };
    const layer = makeNavigatorLayer(matrix, of(['T1', 'worse'], ['T1', 'worse']), {
      title: 'Changes',
      description: '',
      levels: shades,
    });
    assert.deepEqual(
      layer.techniques.map(({ techniqueID, score, comment }) => [techniqueID, score, comment]),
      [['T1', -2, 'Worse: 2']],
    );
    assert.deepEqual([layer.gradient.minValue, layer.gradient.maxValue], [-2, 2]);
    assert.equal(layer.legendItems.length, 6);
  });

  const addresses: [scope: Parameters<typeof parseEarlier>[0], text: string, earlier: string][] = [
    [{ kind: 'mission', id: 'a' }, 'mission:b', 'mission'],
    [{ kind: 'mission', id: 'a' }, 'first', 'first'],
    [{ kind: 'mission', id: 'a' }, 'mission:a', 'none'],
    [{ kind: 'mission', id: 'a' }, 'engagement:b', 'none'],
    [{ kind: 'mission', id: 'a' }, '', 'none'],
    [{ kind: 'all' }, 'first', 'none'],
  ];
  for (const [scope, text, earlier] of addresses) {
    it(`of ${scope.kind} with “${text}”: ${earlier}`, () =>
      assert.equal(parseEarlier(scope, text)?.kind ?? 'none', earlier));
  }
});
