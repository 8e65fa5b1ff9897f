import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareTexts, undo } from './difference.ts';
import { type Fields, listChanges, parseAnchor } from './rules.ts';

const long = 'x'.repeat(2000);

describe('the difference of two texts', () => {
  const cases: readonly (readonly [string, string | null, string | null])[] = [
    ['from nothing', null, long],
    ['to nothing', long, null],
    ['from an empty text', '', long],
    ['at the beginning', `a${long}`, `b${long}`],
    ['in the middle', `${long}one${long}`, `${long}two lines${long}`],
    ['at the end', long, `${long}\nmore`],
    ['of what repeats', `${long}`, `${long}x`],
    ['that is all of it', long, 'y'.repeat(3000)],
    ['within a pair of surrogates', `${long}\u{1f600}${long}`, `${long}\u{1f601}${long}`],
    ['beside pairs of surrogates', `${'\u{1f600}'.repeat(600)}a`, `${'\u{1f600}'.repeat(601)}a`],
    ['between pairs that end alike', `${long}\u{1f600}`, `${long}\u{1fa00}`],
  ];
  for (const [name, before, after] of cases) {
    it(`restores the earlier text and is text, ${name}`, () => {
      const difference = compareTexts(before, after);
      assert.equal(undo(difference, after), before);
      assert.equal(undo(compareTexts(after, before), before), after);
      assert.ok(difference.removed.isWellFormed());
      assert.ok(difference.inserted?.isWellFormed() ?? true);
    });
  }

  it('is about as long as what was typed', () => {
    const output = 'line of output\n'.repeat(60_000);
    const size = JSON.stringify(compareTexts(output, `${output}whoami`)).length;
    assert.ok(size < 300, `${size} characters`);
  });

  it('does not apply to any other text', () => {
    const difference = compareTexts(long, `${long}more`);
    assert.equal(undo(difference, `${long}less`), undefined);
    assert.equal(undo({ ...difference, removed: 'y' }, `${long}more`), undefined);
  });
});

describe('changes of a write', () => {
  const cases: readonly (readonly [string, Fields | null, Fields | null, unknown])[] = [
    ['nothing', { a: 1, b: ['x'] }, { a: 1, b: ['x'] }, {}],
    ['fields of those that are given', { a: 'x', b: 'y' }, { a: 'z' }, { a: ['x', 'z'] }],
    ['what only the later has', { a: 'x' }, { a: 'x', c: 'y' }, {}],
    ['what was made', null, { name: 'N', text: null, list: [] }, { name: [null, 'N'] }],
    ['what was removed', { name: 'N', text: null }, null, { name: ['N', null] }],
    ['null and an empty list', { list: null }, { list: [] }, {}],
    ['null and an empty text', { text: null }, { text: '' }, { text: [null, ''] }],
    [
      'lists in another order',
      { list: ['a', 'b'] },
      { list: ['b', 'a'] },
      {
        list: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
    ],
    ['times and counts', { updated_at: 'x', counts: 1 }, { updated_at: 'y', counts: 2 }, {}],
    ['names in another order', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, {}],
  ];
  for (const [name, before, after, changes] of cases) {
    it(name, () => assert.deepEqual(listChanges(before, after), changes));
  }

  it('names a deleted long text by its digest', () => {
    const { text } = listChanges({ text: long }, null) as { text: [{ length: number }, null] };
    assert.equal(text[0].length, 2000);
    assert.equal(JSON.stringify(text).length < 200, true);
  });

  it('records a long list by its differences', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `test template ${index}`);
    const { ids: change } = listChanges({ ids }, { ids: [...ids, 'one more'] });
    assert.deepEqual((change as { inserted: string; json: true }).inserted, ',"one more"');
    assert.equal((change as { json: true }).json, true);
  });
});

describe('an anchor', () => {
  const hash = 'ab'.repeat(32);
  it('is a number and a hash', () => assert.deepEqual(parseAnchor(` 12:${hash}\n`), { seq: 12, hash }));
  for (const text of ['', '12', `0:${hash}`, `12:${hash}0`, `-1:${hash}`, `1e3:${hash}`, `12 ${hash}`]) {
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(parseAnchor(text), null));
  }
});
