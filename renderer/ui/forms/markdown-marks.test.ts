import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseMarkdown } from '../../../domain/markdown.ts';
import { type Mark, mark } from './markdown-marks.ts';

/** A text with its selection between brackets `⟦` and `⟧`. */
function read(shown: string) {
  const start = shown.indexOf('⟦');
  const end = shown.indexOf('⟧') - 1;
  return { text: shown.replace('⟦', '').replace('⟧', ''), start, end };
}

function apply(shown: string, wanted: Mark): string {
  const selected = read(shown);
  const { from, to, insert, start, end } = mark(selected, wanted);
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to);
  return `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;
}

/** The rest of a table, behind its first cell. */
const cells = ' |  |\n| --- | --- |\n|  |  |\n|  |  |';

describe('a mark in a text', () => {
  for (const [wanted, before, after] of [
    ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
    ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
    ['bold', 'a ⟦**b**⟧ c', 'a ⟦b⟧ c'],
    ['bold', 'a *⟦b⟧* c', 'a ***⟦b⟧*** c'],
    ['bold', 'a⟦ b ⟧c', 'a **⟦b⟧** c'],
    ['bold', 'a⟦⟧', 'a**⟦⟧**'],
    ['bold', 'a**⟦⟧**', 'a⟦⟧'],
    ['italic', '⟦b⟧', '*⟦b⟧*'],
    ['italic', '**⟦b⟧**', '***⟦b⟧***'],
    ['italic', '***⟦b⟧***', '**⟦b⟧**'],
    ['italic', '*⟦b⟧*', '⟦b⟧'],
    ['code', '⟦a_b⟧', '`⟦a_b⟧`'],
    ['code', '`⟦a_b⟧`', '⟦a_b⟧'],
    ['code', '⟦a`b⟧', '`` ⟦a`b⟧ ``'],
    ['code', 'x⟦a\nb⟧', '```\n⟦xa\nb⟧\n```'],
    ['heading', 'one\nt⟦w⟧o', 'one\n⟦### two⟧'],
    ['heading', '### t⟦⟧wo', 't⟦⟧wo'],
    ['heading', '#### t⟦⟧wo', '### t⟦⟧wo'],
    ['subheading', '### ⟦two⟧', '⟦#### two⟧'],
    ['subheading', '#### t⟦⟧wo', 't⟦⟧wo'],
    ['list', '⟦one\ntwo\n⟧three', '⟦- one\n- two⟧\nthree'],
    ['list', '⟦- one\n* two⟧', '⟦one\ntwo⟧'],
    ['list', 'one⟦⟧', '- one⟦⟧'],
    ['numbers', '⟦one\n2. two⟧', '⟦1. one\n2. two⟧'],
    ['link', 'see ⟦here⟧', 'see [here](⟦https://⟧)'],
    ['link', '⟦https://damson.test/a⟧', '[⟦⟧](https://damson.test/a)'],
    ['link', '⟦⟧', '[⟦⟧](https://)'],
    ['table', '⟦⟧', `| ⟦⟧${cells}`],
    ['table', 'o⟦⟧ne\ntwo\n\nthree', `one\ntwo\n\n| ⟦⟧${cells}\n\nthree`],
    ['table', 'one\n\n⟦⟧\n\ntwo\n', `one\n\n| ⟦⟧${cells}\n\ntwo\n`],
    ['table', '⟦Host|name⟧', `| ⟦Host\\|name⟧${cells}`],
    ['table', 'see ⟦ here ⟧ now', `see\n\n| ⟦here⟧${cells}\n\nnow`],
    ['table', 'a ⟦b\nc⟧ d', `a ⟦b\nc⟧ d\n\n| ${cells}`],
  ] as const) {
    it(`${wanted}: ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`, () => {
      assert.equal(apply(before, wanted), after);
    });
  }

  it('of a table is a table of a head and two rows with two columns', () => {
    const blocks = parseMarkdown(apply('one\n⟦two⟧', 'table').replace(/[⟦⟧]/g, ''));
    assert.deepEqual(
      blocks.map((block) =>
        block.type === 'table' ? block.children.map(({ children }) => children.length) : block.type,
      ),
      ['paragraph', [2, 2, 2]],
    );
    const [empty] = parseMarkdown(apply('⟦⟧', 'table').replace(/[⟦⟧]/g, ''));
    assert.equal(empty?.type, 'table');
  });
});
