import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { render } from '../../../test/support/reports/report-samples.ts';
import { fieldOf, paragraphs, templateOf } from '../../../test/support/reports/report-templates.ts';
import { findInPath } from '../../../tools/find-chromium.ts';
import type { ReportModel } from '../model.ts';
import { sampleModel } from './lint/samples.ts';
import { renderDocx } from './render.ts';

const models = {
  'a technical report': sampleModel('harmless'),
  'a summary in German': inGerman(sampleModel('harmless', 'dora_summary')),
};

function inGerman(model: ReportModel): ReportModel {
  return { ...model, report: { ...model.report, language: 'de' } };
}

async function read(model: ReportModel, template: Buffer | null = null): Promise<string> {
  const files = unzipSync(await render(renderDocx, model, null, template));
  return strFromU8(files['word/document.xml'] as Uint8Array);
}

const textOf = (xml: string) =>
  [...xml.matchAll(/<w:t\b[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('');

/** The entries of a document's contents with the place that each leads to, and that of the page that it names. */
const listEntries = (xml: string) =>
  [...xml.matchAll(/<w:hyperlink w:anchor="(_TocSection\d+)" w:history="1">(.*?)<\/w:hyperlink>/gs)].map(
    ([, place, entry = '']) => ({
      place,
      page: / PAGEREF (\w+) \\h </.exec(entry)?.[1],
      title: textOf(entry),
      entry,
    }),
  );

/** The titles at the places of contents. */
const listPlaces = (xml: string) =>
  [
    ...xml.matchAll(
      /<w:bookmarkStart w:id="(\d+)" w:name="(_TocSection\d+)"\/>(.*?)<w:bookmarkEnd w:id="\1"\/>/gs,
    ),
  ].map(([, , name, title = '']) => ({ name, title: textOf(title) }));

const begin = ['<w:fldChar w:fldCharType="begin"/>', ' TOC \\o ', '<w:fldChar w:fldCharType="separate"/>'];

describe('the contents of a report for Word', () => {
  for (const [what, model] of Object.entries(models)) {
    it(`lead from each entry to its heading, and have a field for its page but no made-up number: ${what}`, async () => {
      const xml = await read(model);
      const entries = listEntries(xml);
      const places = listPlaces(xml);
      assert.ok(entries.length > 10, String(entries.length));
      assert.deepEqual(
        entries.map(({ place, page, title }) => [place, page, title.replace(/^\w+ {2}/, '')]),
        places.map(({ name, title }) => [name, name, title]),
      );
      assert.equal(new Set(places.map(({ name }) => name)).size, places.length);
      for (const { entry } of entries) {
        assert.match(
          entry,
          /<w:fldChar w:fldCharType="separate"\/><\/w:r><w:r><w:fldChar w:fldCharType="end"\/>/,
        );
      }
    });
  }

  it('are a table of contents for Word', async () => {
    const xml = await read(models['a technical report']);
    const forWord = [...xml.matchAll(/<mc:Choice [^>]*Requires="w15">(.*?)<\/mc:Choice>/gs)];
    for (const [index, content] of [...begin, '<w:fldChar w:fldCharType="end"/>'].entries()) {
      assert.ok(forWord[index]?.[1]?.includes(content), content);
    }
    const [first, , third, last] = forWord.map(({ index }) => index);
    const entries = [...xml.matchAll(/ PAGEREF /g)].map(({ index }) => index);
    assert.ok(entries.every((at) => at > Number(third) && at < Number(last) && at > Number(first)));
  });

  it('stay those of a template that has its own', async () => {
    const entry = '<w:r><w:t>Results</w:t></w:r><w:r><w:tab/></w:r>'.concat(
      fieldOf('PAGEREF _Toc100000000 \\h').replaceAll(/<\/?w:p>/g, ''),
    );
    const own = `${fieldOf('TOC \\o "1-1"')}<w:p><w:hyperlink w:anchor="_Toc100000000" w:history="1">${entry}</w:hyperlink></w:p><w:p><w:bookmarkStart w:id="1" w:name="_Toc100000000"/><w:r><w:t>Results</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>`;
    const template = templateOf(`${own}${paragraphs('{#sections}', '{number} {title}', '{/sections}')}`);
    const xml = await read(models['a technical report'], template);
    assert.ok(xml.replaceAll('&quot;', '"').includes(own));
    assert.deepEqual([listEntries(xml), listPlaces(xml)], [[], []]);
  });

  it('of a template name a page only where the document has the heading', async () => {
    const template = templateOf(
      paragraphs('{#sections}', '{entry}', '{/sections}', '{#section.gaps}', '{heading}', '{/}'),
    );
    const xml = await read(models['a technical report'], template);
    assert.deepEqual(
      listEntries(xml).map(({ page }) => page),
      listPlaces(xml).map(({ name }) => name),
    );
    assert.equal(listPlaces(xml).length, 1);
    assert.match(xml, /<w:p><w:r><w:t[^>]*>1 {2}[^<]+<\/w:t><\/w:r><\/w:p>/);
    const without = templateOf(paragraphs('{#sections}', '{entry}: {title}', '{/sections}'));
    assert.doesNotMatch(
      await read(models['a technical report'], without),
      /PAGEREF|hyperlink w:anchor="_TocSection/,
    );
  });

  const office = findInPath(['soffice', 'libreoffice']);
  it('name the pages in LibreOffice at once', {
    skip: office === null && 'LibreOffice is not installed',
  }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'damson-contents-'));
    try {
      const names = await Promise.all(
        Object.values(models).map(async (model, index) => {
          writeFileSync(path.join(folder, `${index}.docx`), await render(renderDocx, model));
          return `${index}.docx`;
        }),
      );
      const profile = pathToFileURL(path.join(folder, 'profile')).href;
      const options = ['--headless', `-env:UserInstallation=${profile}`, '--convert-to', 'pdf'];
      execFileSync(office ?? '', [...options, ...names], { cwd: folder, stdio: 'ignore' });
      for (const name of names) {
        const pdf = path.join(folder, name.replace('docx', 'pdf'));
        const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
        const pages = text.split('\f');
        const entries = [...(pages[1] ?? '').matchAll(/^ *(\w+ .*?)\.{3,} ?(\d+)$/gm)];
        assert.ok(entries.length > 10, text);
        for (const [, entry = '', page] of entries) {
          const words = entry.split(/\s+/).map((word) => RegExp.escape(word));
          const heading = new RegExp(`^\\s*${words.join('\\s+')}$`, 'm');
          assert.deepEqual([entry, pages.findIndex((of) => heading.test(of)) + 1], [entry, Number(page)]);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
