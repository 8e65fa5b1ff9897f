import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Proof } from '../../database/seals/proof.ts';
import { sealRows, type Values } from './rules.ts';

const whole: Proof = {
  name: 'things',
  table: 'groups',
  key: 'id',
  columns: ['id', 'text', 'number', 'picture'],
  object: 'thing',
  part: null,
};
const part: Proof = { ...whole, part: 'parts' };

/** Rows with their seals as the first program with seals made them: histories contain them. */
const seals: readonly (readonly [string, Values, string])[] = [
  ['plain text', ['a', 'plain', 1, null], 'uOt5I5596EvxWDdIByXLY-6CIwcnk3EzePHbYB7BWqg5DLP-3AA'],
  ['quotes', ['a', 'quo"te \\ back', 1.5, undefined], '5ElFG4mEE2BHIe5kJjZthylURZnUN4Ltz7n7GH3jxCE5DhNu6AA'],
  [
    'line breaks and control characters',
    ['a', 'line\nbreak\u2028\u0001\u007f', -0, null],
    'mM6_CQOK_vIQkOyBWMyauy9TVtr0Ayb2KKki3k8GlQ85DBC8hAA',
  ],
  [
    'other scripts and a large number',
    ['a', 'école 😀 \ud800 half', 12345678901n, null],
    'xAtEVGjneE6MVFgywhtp7tt2_bYvrWth1SKZmx5YKm05D-pTuAA',
  ],
  ['what is empty', ['a', '', 0, Buffer.from('png')], '1rcuunenOpsllw0G56zQ4jgXyvyH-D0_z5qon0nwEy45DAA8hOQ'],
  [
    'a long text',
    ['a', 'x'.repeat(3000), null, Buffer.alloc(0)],
    'RaADjmcHfJ6wfC3isyHg3h6XixLvc_j143MWI_0wfts5DfnAAAA',
  ],
];

describe('seals', () => {
  for (const [name, row, seal] of seals) {
    it(`keep their text for ${name}`, () => assert.equal(sealRows(whole, 'a', [row]), seal));
  }

  it('are the same after any other row', () => {
    for (const [, before] of seals) {
      for (const [, row, seal] of seals) {
        sealRows(whole, 'b', [before]);
        assert.equal(sealRows(whole, 'a', [row]), seal);
      }
    }
  });

  it('cover rows with the same key in any order', () => {
    const rows = seals.map(([, row]) => row);
    assert.equal(sealRows(part, 'a', rows), 'd5qcNDUB7vhwJz2qM_btMkuagOD0theaVdmCZZJB3BA');
    assert.equal(sealRows(part, 'a', rows.toReversed()), 'd5qcNDUB7vhwJz2qM_btMkuagOD0theaVdmCZZJB3BA');
    assert.equal(sealRows(part, 'a', []), null);
  });
});
