import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareLists } from '../../ui/text/compare-lists.ts';
import { compareTexts, type Row } from './compare.ts';

const letters = (text: string) => text.split('');

/** Rebuilds both texts from a difference. */
function rebuild(before: string, after: string): [string, string] {
  const stretches = compareLists(letters(before), letters(after));
  const side = (other: string) =>
    stretches.flatMap(({ kind, items }) => (kind === other ? [] : items)).join('');
  return [side('inserted'), side('removed')];
}

const show = (rows: readonly Row[]) =>
  rows.map((row) => {
    if (row.kind === 'gap') return `… ${row.count}`;
    const sign = { same: ' ', removed: '-', inserted: '+' }[row.kind];
    return sign + row.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
  });

describe('comparing lists', () => {
  it('finds the shortest way', () => {
    const stretches = compareLists(letters('abcabba'), letters('cbabac'));
    const changes = stretches.filter(({ kind }) => kind !== 'same').flatMap(({ items }) => items);
    assert.equal(changes.length, 5);
  });

  it('rebuilds both lists of every pair', () => {
    const words = ['', 'a', 'ab', 'ba', 'abc', 'cab', 'abcabba', 'cbabac', 'aaaa', 'xyz', 'xaybzc', 'zcxayb'];
    for (const before of words) {
      for (const after of words) assert.deepEqual(rebuild(before, after), [before, after]);
    }
  });

  it('gives up on lists that differ too much, and still rebuilds both', () => {
    const before = Array.from({ length: 2000 }, (_, at) => `a${at}`);
    const after = Array.from({ length: 2000 }, (_, at) => `b${at}`);
    assert.deepEqual(compareLists(['same', ...before], ['same', ...after]), [
      { kind: 'same', items: ['same'] },
      { kind: 'removed', items: before },
      { kind: 'inserted', items: after },
    ]);
  });
});

describe('comparing texts', () => {
  it('shows the lines around a change, and marks its words', () => {
    const text = (middle: string) => `${'same\n'.repeat(5)}${middle}\n${'same\n'.repeat(4)}end`;
    assert.deepEqual(show(compareTexts(text('one two three'), text('one 2 three'))), [
      '… 3',
      ' same',
      ' same',
      '-one [two] three',
      '+one [2] three',
      ' same',
      ' same',
      '… 3',
    ]);
  });

  it('marks no words of lines that have little in common', () => {
    assert.deepEqual(show(compareTexts('first', 'another')), ['-first', '+another']);
  });

  it('treats an empty text as having no lines', () => {
    assert.deepEqual(show(compareTexts(null, 'a\nb')), ['+a', '+b']);
    assert.deepEqual(show(compareTexts('a', '')), ['-a']);
    assert.deepEqual(show(compareTexts(null, '')), []);
    assert.deepEqual(show(compareTexts('a\n', null)), ['-a']);
    assert.deepEqual(show(compareTexts('a\n', 'a')), [' a', '-']);
  });

  it('shows all lines if only one would be omitted', () => {
    assert.deepEqual(show(compareTexts('a\nb\nc\nold', 'a\nb\nc\nnew')), [' a', ' b', ' c', '-old', '+new']);
  });

  it('puts the replacement of several lines below all of them', () => {
    assert.deepEqual(show(compareTexts('a 1\nb 1', 'a 2\nb 2')), ['-a [1]', '-b [1]', '+a [2]', '+b [2]']);
    assert.deepEqual(show(compareTexts('x\ny', 'q')), ['-x', '-y', '+q']);
  });
});
