import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutToBytes, cutWithNote, inlineOutputBytes } from './rules.ts';

describe('the head of an output', () => {
  const cases: [string, bytes: number, string][] = [
    ['', 4, ''],
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'abcd'],
    ['abcé', 4, 'abc'],
    ['abéx', 4, 'abé'],
    ['a給x', 4, 'a給'],
    ['ab給', 4, 'ab'],
    ['🍑x', 4, '🍑'],
    ['a🍑', 4, 'a'],
    ['🍑', 3, ''],
    ['🍑', 0, ''],
  ];
  for (const [text, bytes, expected] of cases) {
    it(`${JSON.stringify(text)} in ${bytes} bytes is ${JSON.stringify(expected)}`, () => {
      assert.equal(cutToBytes(text, bytes), expected);
    });
  }

  it('is followed by a line of its own that tells the size', () => {
    const line = `${'x'.repeat(inlineOutputBytes - 1)}\n`;
    assert.equal(
      cutWithNote(`${line}rest`, 7),
      `${line}[7 bytes, kept whole as a file of this simulation]\n`,
    );
    const long = 'x'.repeat(inlineOutputBytes + 1);
    assert.equal(
      cutWithNote(long, 8),
      `${long.slice(1)}\n[8 bytes, kept whole as a file of this simulation]\n`,
    );
  });
});
