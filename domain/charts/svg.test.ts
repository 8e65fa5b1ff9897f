import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english as words } from '../../server/words.ts';
import { drawOutcomeRows } from './bars.ts';
import type { Drawing } from './drawing.ts';
import { chartThemes, palettes } from './palette.ts';
import { toSvg } from './svg.ts';
import { fitText, measureText } from './text-width.ts';

const hostile = `</text><script>alert("1")</script> & ' \u0000\u0008\ud800 \u202e ]]>`;

function draw(name: string): Drawing {
  const classes = { prevented: 3, alerted: 2, logged: 1, not_detected: 4 };
  const row = { key: 'k', name, of: { attempted: 12, classes, not_judged: 2 } };
  return drawOutcomeRows([row], { title: name, hint: name, first: 'Part' }, { words }) as Drawing;
}

describe('a drawing as SVG', () => {
  for (const theme of chartThemes) {
    it(`for ${theme} has its colours and nothing but text and shapes`, () => {
      const svg = toSvg(draw(hostile), theme, { heading: true });
      assert.deepEqual([...new Set([...svg.matchAll(/<(\w+)/g)].map(([, tag]) => tag))].sort(), [
        'desc',
        'g',
        'path',
        'rect',
        'svg',
        'text',
        'title',
      ]);
      assert.doesNotMatch(svg, /<script|href|style=| id=|url\(|on\w+=/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
      assert.doesNotMatch(svg, /[\u0000-\u0008\u000b-\u001f]|\ud800(?![\udc00-\udfff])/);
      assert.ok(svg.includes('&lt;/text&gt;&lt;script&gt;'));
      assert.ok(svg.includes(palettes[theme].prevented) && svg.includes(palettes[theme].surface));
    });
  }

  it('has a title and a description', () => {
    const svg = toSvg(draw('Detected'), 'paper');
    assert.match(
      svg,
      /<title>Detected<\/title><desc>Detected: Prevented 3, Detected 2, Logged only 1, Missed 4, Not judged 2\.<\/desc>/,
    );
    assert.match(svg, /role="img" aria-label="Detected\. Detected: Prevented 3/);
  });

  it('is taller with a heading', () => {
    const [, bare, headed] = [0, toSvg(draw('a'), 'light'), toSvg(draw('a'), 'light', { heading: true })];
    const height = (svg: string) => Number(/ height="([\d.]+)"/.exec(svg)?.[1]);
    assert.ok(height(headed) > height(bare));
  });
});

describe('a text that has to fit', () => {
  for (const text of ['short', 'W'.repeat(50), '検出'.repeat(40), '\u202e'.repeat(9), '🧨'.repeat(30)]) {
    it(`does: ${text.slice(0, 6)}`, () => assert.ok(measureText(fitText(text, 12, 100), 12) <= 100));
  }
});
