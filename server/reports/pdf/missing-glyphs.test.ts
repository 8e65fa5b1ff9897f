import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countMissingGlyphs } from './missing-glyphs.ts';

describe('characters without a typeface in the content of a page', () => {
  const cases: readonly [string, string, number][] = [
    ['none', '<002B0048> Tj', 0],
    ['two in one text', '<0000002B0000> Tj', 2],
    ['after a move', '20.4 0 Td <00000024> Tj', 1],
    ['a glyph whose number ends with zeros', '<01000001> Tj', 0],
    ['one in a typeface of pictures', '<00> Tj', 1],
    ['pictures', '<0201> Tj', 0],
    ['in several texts', 'BT\n<0000> Tj\nET\nBT\n<00030000> Tj\nET', 2],
    ['a string that is no text', '/Alt <0000>\n', 0],
  ];
  for (const [name, content, count] of cases) {
    it(name, () => assert.equal(countMissingGlyphs(content), count));
  }
});
