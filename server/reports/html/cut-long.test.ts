import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutLong } from './cut-long.ts';
import { html } from './markup.ts';
import { writeTable } from './prose.ts';

const rows = (count: number, name = 'row') =>
  Array.from({ length: count }, (_, index) => [`${name} ${index}`]);

describe('a long part of a report', () => {
  it('is cut between rows of its table, and each piece has the head of the table', () => {
    const whole = html`<p>before</p>${writeTable(['Time'], rows(40), { caption: 'Timeline' })}`.text;
    const pieces = cutLong(whole, 600, 600);
    assert.ok(pieces.length > 3);
    for (const piece of pieces) {
      assert.equal(piece.split('<th scope="col"').length, 2);
      assert.ok(piece.endsWith('</tbody></table></div>'));
    }
    const found = pieces.flatMap((piece) => piece.match(/row \d+/g) ?? []);
    assert.deepEqual(found, rows(40).flat());
    assert.equal(pieces.join('').split('<p>before</p>').length, 2);
  });

  it('keeps the rows of a test, and the tables in its cells, in one piece', () => {
    const inner = writeTable(['Inner'], rows(30, 'inner'), { caption: 'Inner' });
    const whole = writeTable(['Test'], [['one'], [null], [null], [inner], ['four']], {
      caption: 'Tests',
    }).text;
    const pieces = cutLong(whole, 10, 10);
    assert.deepEqual(
      pieces.map((piece) => piece.match(/class="more"|>one<|>four<|inner 29/g)),
      [['>one<', 'class="more"', 'class="more"'], ['inner 29'], ['>four<']],
    );
  });

  it('is cut between its blocks', () => {
    const blocks = Array.from(
      { length: 9 },
      (_, index) => html`<div class="miss"><p>block ${index}</p></div>`,
    );
    const pieces = cutLong(html`${blocks}`.text, 80, 80);
    assert.equal(pieces.length, 3);
    assert.equal(pieces.join(''), html`${blocks}`.text);
  });
});
