import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { reportKinds } from '../../../domain/reports.ts';
import { render } from '../../../test/support/reports/report-samples.ts';
import type { ReportModel } from '../model.ts';
import { toData } from './data.ts';
import { type Scope, templateFields } from './fields.ts';
import { sampleModel } from './lint/samples.ts';
import { renderDocx } from './render.ts';
import type { Data } from './values.ts';

const picture = readFileSync(new URL('../../../resources/icons/linux/32x32.png', import.meta.url));

async function read(model: ReportModel): Promise<Record<string, string>> {
  const files = Object.entries(unzipSync(await render(renderDocx, model, picture)));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** The elements and attributes of XML without its texts; throws where it isn't well-formed. */
function outline(xml: string): string[] {
  const open: string[] = [];
  const listed: string[] = [];
  const rest = xml.replace(
    /<(\?[^>]*\?|\/?[\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/g,
    (_, name: string | undefined, attributes = '', end = '', text: string | undefined) => {
      if (text !== undefined) {
        assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML does not take
        assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
        return '';
      }
      if (name === undefined || name.startsWith('?')) return '';
      if (name.startsWith('/')) assert.equal(open.pop(), name.slice(1));
      else if (end === '') open.push(name);
      // The description of a picture is a text.
      listed.push(name + attributes.replace(/ descr="[^"]*"/, ' descr'));
      return '';
    },
  );
  assert.deepEqual([rest, open], ['', []]);
  return listed;
}

const hostile = [
  '</w:t></w:r></w:p><w:p><w:r><w:instrText>DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe</w:instrText></w:r></w:p>',
  '{#sections}{title}{/sections}{@raw}{',
  '"><w:altChunk r:id="rId1"/><!-- & ]]>',
  '\u0000\u001b[31m\u202e\ud800\uffff&#x0;%PUBLIC;',
  "' onload='alert(1)",
];

describe('a report for Word', () => {
  for (const kind of reportKinds) {
    it(`says in the kind ${kind} what the template names, and leaves no tag`, async () => {
      const files = await read(sampleModel('harmless', kind));
      for (const name of ['word/document.xml', 'word/header1.xml', 'word/footer1.xml']) {
        assert.doesNotMatch(files[name]?.replaceAll(/ uri="\{[^}]*\}"/g, '') ?? '{', /[{}]/, name);
      }
      for (const xml of Object.values(files)) if (xml.startsWith('<?xml')) outline(xml);
    });
  }

  for (const text of hostile) {
    it(`keeps ${JSON.stringify(text)} as a text`, async () => {
      const harmless = await read(sampleModel('harmless'));
      const files = await read(sampleModel(text));
      assert.deepEqual(Object.keys(files), Object.keys(harmless));
      for (const [name, xml] of Object.entries(files)) {
        if (!xml.startsWith('<?xml')) continue;
        assert.deepEqual(outline(xml), outline(harmless[name] ?? ''), name);
      }
    });
  }

  it('has paragraphs read from right to left whose first letter is', async () => {
    const directions = async (text: string) => {
      const { 'word/document.xml': xml = '' } = await read(sampleModel(text));
      const paragraph =
        /<w:p><w:pPr><w:pStyle w:val="BodyText"\/>(<w:bidi\/>)?<\/w:pPr><w:r><w:t[^>]*>([^<]*)<\/w:t>/g;
      const found = [...xml.matchAll(paragraph)].filter(([, , said]) => said === text);
      return new Set(found.map(([, direction]) => direction ?? 'from left to right'));
    };
    assert.deepEqual(await directions('(1) שלום (test)'), new Set(['<w:bidi/>']));
    assert.deepEqual(await directions('العربية'), new Set(['<w:bidi/>']));
    assert.deepEqual(await directions('(1) test (שלום)'), new Set(['from left to right']));
  });

  it('keeps rows together but those that may be longer than a page', async () => {
    const { 'word/document.xml': xml = '' } = await read(sampleModel('harmless'));
    const rows = xml.match(/<w:tr>.*?<\/w:tr>/gs) ?? [];
    const isKept = (row: string) => row.startsWith('<w:tr><w:trPr><w:cantSplit/>');
    const rowsOf = (columns: number) => rows.filter((row) => row.split('<w:tc>').length - 1 === columns);
    assert.ok(rowsOf(7).length > 1 && rowsOf(7).every(isKept));
    assert.ok(rows.some((row) => !isKept(row)));
  });

  it('has numbered headings, the colour of each outcome, and one typeface in its theme', async () => {
    const files = await read(sampleModel('harmless'));
    const xml = files['word/document.xml'] ?? '';
    assert.match(xml, /<w:pStyle w:val="Heading1"\/><\/w:pPr><w:r><w:t[^>]*>[A-Z]/);
    assert.match(xml, /<w:pStyle w:val="AppendixHeading"\/>/);
    assert.match(files['word/styles.xml'] ?? '', /w:styleId="Heading1">.*?<w:numPr>/);
    assert.match(xml, /<w:color w:val="AAB0BA"\/><\/w:rPr><w:t[^>]*>■ <\/w:t>/);
    assert.equal(new Set(files['word/theme/theme1.xml']?.match(/<a:latin typeface="[^"]*"/g)).size, 1);
    assert.match(files['word/settings.xml'] ?? '', /<w:updateFields w:val="true"\/>/);
  });

  it('breaks lines where a text does', async () => {
    const { 'word/document.xml': xml = '' } = await read(sampleModel('one\ntwo'));
    assert.match(xml, /<w:t[^>]*>one<\/w:t><w:br\/><w:t[^>]*>two<\/w:t>/);
  });

  it('has the pictures of the evidence, or says that they can’t be shown', async () => {
    const model = sampleModel('harmless');
    assert.ok(Object.keys(await read(model)).some((name) => name.startsWith('word/media/')));
    const without = unzipSync(await render(renderDocx, model));
    assert.match(
      strFromU8(without['word/document.xml'] as Uint8Array),
      /This picture was deleted from the mission or its file is damaged/,
    );
    model.report.options.evidence = 'list';
    assert.ok(!Object.keys(await read(model)).some((name) => name.startsWith('word/media/')));
  });

  it('says of a report of one side what is left out instead of that there is nothing', async () => {
    const model = sampleModel('harmless', 'dora_summary');
    model.report.options.side = 'red';
    for (const { tests } of model.scenarios) {
      for (const test of tests) Object.assign(test, { missed: null, detection_level: null, facts: [] });
    }
    const red = (await read(model))['word/document.xml'] ?? '';
    assert.match(red, /This report does not include the blue team’s records/);
    assert.ok(!/No missed tests|Not judged/.test(red));
    model.report.options.side = 'blue';
    const blue = (await read(model))['word/document.xml'] ?? '';
    assert.match(blue, /Attack paths, tactics.*does not include the red team’s records/);
  });

  it('takes the accent of the organisation where it can be read', async () => {
    const accented = async (accent: string) =>
      (await read({ ...sampleModel('harmless'), brand: { logo: null, accent } }))['word/styles.xml'] ?? '';
    assert.match(await accented('#7a1f3d'), /7a1f3d/);
    assert.doesNotMatch(await accented('#ffff00'), /ffff00/);
    assert.doesNotMatch(await accented('"/><x'), /"\/><x/);
  });

  it('gives the same bytes for the same model', async () => {
    const model = sampleModel('harmless');
    assert.deepEqual(await render(renderDocx, model, picture), await render(renderDocx, model, picture));
  });

  it('names for templates what it fills them with', async () => {
    const named = new Set<string>();
    const compare = (data: Data, scope: Scope, at: string): void => {
      // A section named by its key has the fields of every section.
      const place = at.replace(/^\.section\.\w+/, '.sections');
      for (const [name, value] of Object.entries(data)) {
        named.add(`${place}.${name}`);
        if (Array.isArray(value)) {
          const list = scope.lists[name];
          assert.ok(list, `${place} has no list ${name}`);
          for (const item of value) compare(item, list, `${place}.${name}`);
        } else if (!scope.pictures.includes(name) && !scope.charts.includes(name)) {
          assert.ok(scope.texts.includes(name), `${place} has no text ${name}`);
        }
      }
    };
    for (const kind of reportKinds) {
      compare(await toData(sampleModel('harmless', kind), async () => picture), templateFields, '');
    }
    const known = (scope: Scope, place: string): string[] => [
      ...[...scope.texts, ...scope.pictures, ...scope.charts, ...Object.keys(scope.lists)].map(
        (name) => `${place}.${name}`,
      ),
      ...Object.entries(scope.lists).flatMap(([name, list]) =>
        known(list, name.startsWith('section.') ? '.sections' : `${place}.${name}`),
      ),
    ];
    const missing = known(templateFields, '').filter((name) => !named.has(name));
    assert.deepEqual(missing, []);
  });
});
