import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredEntry } from '../rules.ts';
import { buildMatrix, listSearchableTechniques, rankTechniques } from './matrix.ts';

function entry(external_id: string, name: string, more: Partial<StoredEntry> = {}): StoredEntry {
  const kind = external_id.startsWith('TA')
    ? 'tactic'
    : external_id.includes('.')
      ? 'subtechnique'
      : 'technique';
  return {
    kind,
    external_id,
    name,
    description: null,
    url: '',
    short_name: kind === 'tactic' ? name.toLowerCase() : null,
    position: 0,
    parent_id: kind === 'subtechnique' ? external_id.slice(0, 5) : null,
    tactic_ids: [],
    platforms: [],
    deprecated: false,
    ...more,
  };
}

const first = entry('TA0009', 'First', { position: 0 });
const second = entry('TA0001', 'Second', { position: 1 });

describe('the matrix of entries', () => {
  const cells = (entries: StoredEntry[]): string[] =>
    buildMatrix('1.0', entries).tactics.flatMap((tactic) =>
      tactic.techniques.map(
        ({ id, subtechniques }) => `${tactic.id} ${[id, ...subtechniques.map((item) => item.id)].join(' ')}`,
      ),
    );

  it('is empty of an empty catalogue, and shows tactics without techniques', () => {
    assert.deepEqual(buildMatrix(null, []), { version: null, tactics: [] });
    assert.deepEqual(
      buildMatrix('1.0', [second, first]).tactics.map(({ id, short_name }) => `${id} ${short_name}`),
      ['TA0009 first', 'TA0001 second'],
    );
  });

  const both = { tactic_ids: ['TA0009', 'TA0001'] };
  const table: [what: string, entries: StoredEntry[], shown: string[]][] = [
    [
      'a technique below each of its tactics',
      [first, second, entry('T0001', 'A', both)],
      ['TA0009 T0001', 'TA0001 T0001'],
    ],
    [
      'techniques by name, those of one name by id',
      [first, ...['B', 'A', 'B'].map((name, at) => entry(`T000${3 - at}`, name, { tactic_ids: ['TA0009'] }))],
      ['TA0009 T0002', 'TA0009 T0001', 'TA0009 T0003'],
    ],
    [
      'a sub-technique where it serves the tactic',
      [
        first,
        second,
        entry('T0001', 'A', both),
        entry('T0001.002', 'X', { tactic_ids: ['TA0009'] }),
        entry('T0001.001', 'Y', both),
      ],
      ['TA0009 T0001 T0001.002 T0001.001', 'TA0001 T0001 T0001.001'],
    ],
    [
      'a technique for what its sub-technique alone serves',
      [first, second, entry('T0001.001', 'X', both), entry('T0001', 'A', { tactic_ids: ['TA0009'] })],
      ['TA0009 T0001 T0001.001', 'TA0001 T0001 T0001.001'],
    ],
    [
      'nothing deprecated, nor what is below it',
      [
        first,
        { ...second, deprecated: true },
        entry('T0001', 'A', { ...both, deprecated: true }),
        entry('T0001.001', 'X', both),
        entry('T0002', 'B', both),
        entry('T0002.001', 'Y', { ...both, deprecated: true }),
      ],
      ['TA0009 T0002'],
    ],
  ];
  for (const [what, entries, shown] of table) {
    it(`shows ${what}`, () => assert.deepEqual(cells(entries), shown));
  }
});

describe('ranking techniques', () => {
  const techniques = listSearchableTechniques([
    entry('T1003', 'OS Credential Dumping'),
    entry('T1055.001', 'Dynamic-link Library Injection'),
    entry('T1055', 'Process Injection', { tactic_ids: ['TA0001', 'TA0009'] }),
    first,
    second,
    entry('T1057', 'Process Discovery'),
    entry('T1622', 'Debugger Evasion'),
    entry('T1518', 'Software Discovery: Pre-process (Proc)'),
    entry('T1200', 'Preprocessing'),
    entry('T1300', 'T1055 by another name'),
    entry('T1001', 'T1057 before its time'),
    entry('T1400', 'Proc', { deprecated: true }),
    entry('T1500', 'Größe ändern'),
  ]);
  const table: [q: string, ids: string[]][] = [
    // The exact id, then ids that begin with it, then names that do.
    ['T1055', ['T1055', 'T1055.001', 'T1300']],
    ['t105', ['T1055', 'T1055.001', 'T1057', 'T1001', 'T1300']],
    ['T1057', ['T1057', 'T1001']],
    ['T1055.', ['T1055.001']],
    // Names beginning with it, words beginning with it, names containing it; each by id.
    ['proc', ['T1055', 'T1057', 'T1518', 'T1200']],
    ['process', ['T1055', 'T1057', 'T1518', 'T1200']],
    ['(proc', ['T1518']],
    ['link', ['T1055.001']],
    ['injection', ['T1055', 'T1055.001']],
    ['process i', ['T1055']],
    ['s i', ['T1055']],
    ['GRÖSSE', []],
    ['größe Ä', ['T1500']],
    ['1055', ['T1300']],
    ['nothing', []],
  ];
  for (const [q, expected] of table) {
    it(`${q}: ${expected.join(' ')}`, () =>
      assert.deepEqual(
        rankTechniques(techniques, q).map(({ id }) => id),
        expected,
      ));
  }

  it('shows tactics in the order of the matrix', () => {
    assert.deepEqual(rankTechniques(techniques, 'process injection')[0], {
      id: 'T1055',
      name: 'Process Injection',
      kind: 'technique',
      tactics: [
        { id: 'TA0009', name: 'First' },
        { id: 'TA0001', name: 'Second' },
      ],
    });
  });
});
