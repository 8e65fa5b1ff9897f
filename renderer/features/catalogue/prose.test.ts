import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Piece, parseParagraphs } from './prose.ts';

const text = (words: string): Piece => ({ text: words, isCode: false });
const code = (words: string): Piece => ({ text: words, isCode: true });

describe('the prose of a technique', () => {
  it('is paragraphs of text and code, with links as words and without citations', () => {
    const description =
      'See [Shell](https://attack.mitre.org/x) (Citation: A (b) c).\n\nRun <code>a <b></code> now <script>x</script>';
    assert.deepEqual(parseParagraphs(description), [
      [text('See Shell.')],
      [text('Run '), code('a <b>'), text(' now <script>x</script>')],
    ]);
  });

  const cases: [string, string, Piece[][]][] = [
    ['nothing', '', []],
    ['blanks alone', ' \n\n\t \n\n', []],
    ['two citations in a row', 'a (Citation: b)\n(Citation: c) d', [[text('a d')]]],
    ['a citation that never ends', 'a (Citation: b', [[text('a (Citation: b')]]],
    ['one inside of it that does', 'a (Citation: b (Citation: c)', [[text('a (Citation: b')]]],
    ['a citation in a citation', 'a (Citation: b (Citation: c) d) e', [[text('a e')]]],
    ['parentheses too deep for one', 'a (Citation: b ((c)) d)', [[text('a (Citation: b ((c)) d)')]]],
    ['parentheses around one', 'a (see (Citation: b)) c', [[text('a (see) c')]]],
    ['a parenthesis too many', 'a) (Citation: b)) c', [[text('a)) c')]]],
    ['code in capitals', 'a <CODE>b</Code>', [[text('a '), code('b')]]],
    ['code that is never over', 'a <code>b', [[text('a <code>b')]]],
    ['code that never began', 'a</code> b', [[text('a</code> b')]]],
    ['code in code', '<code>a<code>b</code>c</code>', [[code('a<code>b'), text('c</code>')]]],
    ['empty code', 'a<code></code>b', [[text('a'), text('b')]]],
    ['breaks', 'a<br><BR/>b<br>c', [[text('a')], [text('b<br>c')]]],
  ];
  for (const [what, description, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(parseParagraphs(description), expected));
  }

  // If the time grew with the square of the length, each of these would take more than an hour.
  const length = 1024 * 1024;
  for (const unit of [
    ' ',
    '\n ',
    '(',
    '(Citation: ',
    '(Citation: a',
    '(Citation: (a)',
    '<code>',
    '</code>',
    '<br>',
    '<br ',
    '[',
    '[a](',
    '[a](http://',
  ]) {
    it(`reads a mebibyte of ${JSON.stringify(unit)}`, () => {
      const long = unit.repeat(length / unit.length);
      for (const description of [`a${long}b`, `(Citation: ${long}`, `<code>${long}`]) {
        assert.equal(parseParagraphs(description).length > 0, true);
      }
    });
  }
});
