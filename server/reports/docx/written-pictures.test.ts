import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { render } from '../../../test/support/reports/report-samples.ts';
import { paragraphs, templateOf } from '../../../test/support/reports/report-templates.ts';
import { sampleModel } from './lint/samples.ts';
import { renderDocx } from './render.ts';

const tall = Buffer.from(readFileSync(new URL('../../../resources/icons/linux/32x32.png', import.meta.url)));
tall.writeUInt32BE(600, 16);
tall.writeUInt32BE(2400, 20);
const sha256 = 'a'.repeat(64);
const shown = `![Tall <b>](evidence:${sha256})`;

/** The paragraphs with the pictures of a text, and with the words beside them; the document has nothing else. */
async function read(text: string, body = paragraphs('{#sections}{#paragraphs}', '{paragraph}', '{/}{/}')) {
  const model = sampleModel('harmless', 'executive');
  const [evidence] = model.scenarios[0]?.tests[0]?.evidence ?? [];
  const [section] = model.sections;
  assert.ok(evidence && section);
  evidence.sha256 = sha256;
  model.sections = [{ ...section, text }];
  for (const finding of model.findings ?? []) finding.description = text;
  const files = unzipSync(await render(renderDocx, model, tall, templateOf(body)));
  const xml = strFromU8(files['word/document.xml'] as Uint8Array);
  return {
    xml,
    pieces: (xml.match(/<w:p>(?:(?!<w:p>).)*?<\/w:p>/gs) ?? []).flatMap((paragraph) => {
      const cut = /<a:srcRect t="(\d+)" b="(\d+)"\/>/.exec(paragraph);
      return cut === null ? [] : [{ paragraph, top: Number(cut[1]), bottom: Number(cut[2]) }];
    }),
    heights: [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"\/>/g)].map(([, width, height]) => [
      Math.round(Number(width) / 9525),
      Math.round(Number(height) / 9525),
    ]),
  };
}

/** A table with a row for each finding. */
const writeRow = (properties = '') =>
  `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr>${properties}${[
    '{#findings}{number}',
    '{description}{/findings}',
  ]
    .map((text) => `<w:tc><w:tcPr><w:tcW w:w="5000" w:type="dxa"/></w:tcPr>${paragraphs(text)}</w:tc>`)
    .join('')}</w:tr></w:tbl>`;

describe('a tall picture in a text of a report for Word', () => {
  it('is cut into pieces, each further one at the top of a page with its words', async () => {
    const { xml, pieces, heights } = await read(`See **${shown}** here`);
    assert.deepEqual(
      pieces.map(({ top, bottom }) => [top, bottom]),
      [
        [0, 66_667],
        [33_333, 33_333],
        [66_667, 0],
      ],
    );
    assert.deepEqual(heights, Array(3).fill([600, 800]));
    assert.deepEqual(
      pieces.map(({ paragraph }) => paragraph.includes('<w:pageBreakBefore/>')),
      [false, true, true],
    );
    assert.deepEqual(
      pieces.map(({ paragraph }) => /descr="([^"]*)"/.exec(paragraph)?.[1]),
      ['Tall &lt;b&gt;', 'Tall &lt;b&gt; (continued)', 'Tall &lt;b&gt; (continued)'],
    );
    assert.equal(xml.split('<w:t>Tall &lt;b&gt; (continued)</w:t><w:br/>').length, 3);
    assert.match(String(pieces[0]?.paragraph), />See </);
    assert.match(String(pieces[2]?.paragraph), /> here</);
  });

  it('goes on below the number of a list', async () => {
    const { pieces } = await read(`1. First\n2. ${shown}`);
    assert.deepEqual(
      pieces.map(({ paragraph }) => paragraph.includes('<w:numPr>')),
      [true, false, false],
    );
  });

  for (const [where, text, body] of [
    ['a column', `| a |\n|---|\n| ${shown} |`],
    ['a link', `[${shown}](https://example.org)`],
    ['a paragraph with other words', shown, paragraphs('{#findings}', 'Text: {description}', '{/}')],
    ['a row that stays on its page', shown, writeRow('<w:trPr><w:cantSplit/></w:trPr>')],
  ] as const) {
    it(`is shown as a whole in ${where}`, async () => {
      const { xml, pieces, heights } = await read(text, body);
      assert.deepEqual([pieces.length, xml.includes('\u0001')], [0, false]);
      assert.ok(heights.length > 0);
      for (const [, height = 0] of heights) assert.ok(height <= 640, String(height));
    });
  }

  it('has the width of its cell, and its pieces follow one another there', async () => {
    const { pieces, heights } = await read(shown, writeRow());
    assert.ok(pieces.length > 1);
    for (const [width = 0] of heights) assert.equal(width, 319);
    for (const { paragraph } of pieces) assert.doesNotMatch(paragraph, /pageBreakBefore/);
  });
});
