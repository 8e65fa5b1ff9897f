import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { render } from '../../../test/support/reports/report-samples.ts';
import { type Files, paragraphs, templateOf } from '../../../test/support/reports/report-templates.ts';
import { lintTemplate } from './lint/lint.ts';
import { sampleModel } from './lint/samples.ts';
import { renderDocx } from './render.ts';

const styled = (style: string, content: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`;
const run = (content: string) => `<w:r><w:rPr></w:rPr>${content}</w:r>`;
const text = (words: string) => run(`<w:t>${words}</w:t>`);
const mark = (kind: string) => run(`<w:fldChar w:fldCharType="${kind}"></w:fldChar>`);
const code = (words: string) => run(`<w:instrText xml:space="preserve"> ${words}</w:instrText>`);
const link = (words: string, page: string) =>
  `<w:hyperlink w:anchor="_Ref1">${text(words)}${page}</w:hyperlink>`;

const heading = styled('Heading1', text('Findings'));
const body = `${heading}${paragraphs('{#findings}')}${styled('Heading2', text('{number} {ti') + text('tle}'))}${paragraphs('{description}', '{/findings}')}`;

/** Contents as LibreOffice saves them, with the pages as texts, and as Word does, with fields and the end in a paragraph of its own. */
const contents = {
  LibreOffice: `<w:sdt><w:sdtPr><w:docPartObj/></w:sdtPr><w:sdtContent>${styled('TOC1', mark('begin') + code('TOC \\f \\o &quot;1-2&quot; \\h') + mark('separate') + link('Findings', text('2')))}${styled('TOC2', link('{number} {title}', text('2')) + mark('end'))}</w:sdtContent></w:sdt>`,
  Word: `${styled('TOC1', mark('begin') + code('TOC \\o "1-2" \\h \\z \\u ') + mark('separate') + link('Findings', mark('begin') + code('PAGEREF _Ref1 \\h') + mark('separate') + text('2') + mark('end')))}${styled('TOC2', link('{number} {title}', mark('begin') + code('PAGEREF _Ref1 \\h') + mark('separate') + text('2') + mark('end')))}<w:p>${mark('end')}</w:p>`,
};

const words = (xml: string) => xml.replace(/<w:instrText.*?<\/w:instrText>|<[^>]*>/gs, '');

describe('contents that a program made from the headings of a template', () => {
  for (const [program, made] of Object.entries(contents)) {
    it(`have an entry for each heading of the report, as saved by ${program}`, async () => {
      const { faults, ...accepted } = await lintTemplate(templateOf(made + body, leaveUnasked));
      assert.deepEqual(faults, null);
      const { template } = accepted as { template: Buffer };
      assert.match(part(template, 'word/settings.xml'), /<w:updateFields w:val="true"\/>/);
      const xml = part(
        await render(renderDocx, sampleModel('harmless'), null, template),
        'word/document.xml',
      );
      const entries = [...xml.matchAll(/<w:hyperlink w:anchor="(_TocHeading\d+)".*?<\/w:hyperlink>/gs)];
      const headings = xml.match(/<w:p><w:pPr><w:pStyle w:val="Heading\d"\/>.*?<\/w:p>/gs) ?? [];
      assert.ok(headings.length > 1);
      assert.deepEqual(
        entries.map(([entry]) => words(entry)),
        headings.map(words),
      );
      for (const [index, [entry, name]] of entries.entries()) {
        assert.ok(entry.includes(` PAGEREF ${name} \\h `));
        assert.ok(headings[index]?.includes(`w:name="${name}"`));
      }
      const count = (of: RegExp) => xml.match(of)?.length;
      assert.equal(count(/<w:p[ >]/g), count(/<\/w:p>/g));
      assert.equal(count(/fldCharType="begin"/g), count(/fldCharType="end"/g));
    });
  }

  it('begin with the style of the first heading, and have only the levels that they name', async () => {
    const alone = styled('Heading2', text('Second')) + styled('Heading3', text('Third')) + heading;
    const { template } = (await lintTemplate(templateOf(contents.LibreOffice + alone))) as {
      template: Buffer;
    };
    const xml = part(await render(renderDocx, sampleModel('harmless'), null, template), 'word/document.xml');
    const lines = [...xml.matchAll(/<w:pStyle w:val="(TOC\d)"\/>.*?<\/w:p>/gs)];
    assert.deepEqual(
      lines.map(([line, style]) => [style, words(line).replace(/^.*\/>/s, '')]),
      [
        ['TOC2', 'Second'],
        ['TOC1', 'Findings'],
      ],
    );
  });

  it('stay as they are if the author wrote them as a list', async () => {
    const own = `${styled('TOC1', mark('begin') + code('TOC \\o "1-1"') + mark('separate'))}${paragraphs('{#sections}', '{number}: {title}', '{/sections}')}<w:p>${mark('end')}</w:p>`;
    const result = await lintTemplate(templateOf(own));
    assert.deepEqual(result.faults, null);
    const { template } = result as { template: Buffer };
    assert.match(part(template, 'word/document.xml'), /\{number\}: \{title\}/);
  });
});

function part(document: Buffer, name: string): string {
  return strFromU8(unzipSync(document)[name] as Uint8Array);
}

function leaveUnasked(files: Files): void {
  const settings = strFromU8(files['word/settings.xml'] as Uint8Array);
  files['word/settings.xml'] = strToU8(settings.replace('<w:updateFields w:val="true"/>', ''));
}
