import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { reportKinds } from '../../../domain/reports.ts';
import { render } from '../../../test/support/reports/report-samples.ts';
import { sample } from '../../../test/support/sample.ts';
import type { ReportModel } from '../model.ts';
import { toData } from './data.ts';
import { type Scope, templateFields } from './fields.ts';
import { Later } from './later.ts';
import { sampleModel } from './lint/samples.ts';
import { renderDocx } from './render.ts';
import type { Data } from './values.ts';

const picture = readFileSync(new URL('../../../resources/icons/linux/32x32.png', import.meta.url));

async function read(model: ReportModel): Promise<Record<string, string>> {
  const files = Object.entries(unzipSync(await render(renderDocx, model, picture)));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** The elements and attributes of XML without its texts; throws if it isn't well-formed. */
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
      // The description of a picture is text, too, and its size may follow from the length of one.
      listed.push(name + attributes.replace(/ descr="[^"]*"/, ' descr').replaceAll(/ c[xy]="\d+"/g, ''));
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
  for (const kind of sample(reportKinds, 4)) {
    it(`fills every field of the template in the kind ${kind} and leaves no tag`, async () => {
      const files = await read(sampleModel('harmless', kind));
      for (const name of ['word/document.xml', 'word/header1.xml', 'word/footer1.xml']) {
        assert.doesNotMatch(files[name]?.replaceAll(/ uri="\{[^}]*\}"/g, '') ?? '{', /[{}]/, name);
      }
      for (const xml of Object.values(files)) if (xml.startsWith('<?xml')) outline(xml);
    });
  }

  for (const text of sample(hostile, 3)) {
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

  it('has right-to-left paragraphs for texts that begin with a right-to-left letter', async () => {
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

  it('keeps the sides of title and page in the foot of a report with a right-to-left title', async () => {
    const { 'word/footer1.xml': foot = '' } = await read(sampleModel('العربية'));
    const numbered = foot.match(/<w:p>.*?<\/w:p>/gs)?.find((one) => one.includes('NUMPAGES')) ?? '';
    assert.match(numbered, /العربية/);
    assert.doesNotMatch(numbered, /<w:bidi\/>/);
  });

  it('keeps rows together except those that may be longer than a page', async () => {
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
    assert.match(xml, /<w:pStyle w:val="Heading1"\/><\/w:pPr><w:bookmarkStart [^>]*><w:r><w:t[^>]*>[A-Z]/);
    assert.match(xml, /<w:pStyle w:val="AppendixHeading"\/>/);
    assert.match(files['word/styles.xml'] ?? '', /w:styleId="Heading1">.*?<w:numPr>/);
    assert.match(xml, /<w:color w:val="AAB0BA"\/><\/w:rPr><w:t[^>]*>■ <\/w:t>/);
    assert.equal(new Set(files['word/theme/theme1.xml']?.match(/<a:latin typeface="[^"]*"/g)).size, 1);
    assert.match(files['word/settings.xml'] ?? '', /<w:updateFields w:val="true"\/>/);
  });

  it('has every test of a long mission, each file once', async () => {
    const model = sampleModel('harmless');
    const [scenario] = model.scenarios;
    const [test] = scenario?.tests ?? [];
    assert.ok(scenario && test);
    scenario.tests = Array.from({ length: 210 }, (_, index) => ({
      ...test,
      number: `1.${index + 1}`,
      name: `Action ${index + 1}`,
      closed_runs: [],
    }));
    const bytes = await render(renderDocx, model, picture);
    const files = unzipSync(bytes);
    const xml = strFromU8(files['word/document.xml'] as Uint8Array);
    const headings = xml.matchAll(/<w:pStyle w:val="Heading3"\/>.*?<\/w:p>/gs);
    const named = new Set([...headings].flatMap(([heading]) => /Action \d+/.exec(heading)?.[0] ?? []));
    assert.equal(named.size, 210);
    assert.doesNotMatch(xml, /damson-/);
    assert.equal(
      Object.keys(files).filter((name) => name.startsWith('word/media/') && name.endsWith('.png')).length,
      1,
    );
    const directory = bytes.toString('latin1').split('PK\u0001\u0002').slice(1);
    assert.equal(directory.length, Object.keys(files).length);
  });

  it('has numbered captions, and numbers of tests that lead to the tests', async () => {
    const { 'word/document.xml': xml = '' } = await read(sampleModel('harmless'));
    const captions = [...xml.matchAll(/ SEQ (\w+) .*?<w:t[^>]*>(\d+)<\/w:t>/gs)];
    const figures = captions.filter(([, label]) => label === 'Figure').map(([, , number]) => Number(number));
    assert.ok(figures.length > 3);
    assert.deepEqual(
      figures,
      figures.map((_, index) => index + 1),
    );
    const places = [...xml.matchAll(/<w:bookmarkStart w:id="\d+" w:name="(\w+)"/g)].map(([, name]) => name);
    const links = [...xml.matchAll(/<w:hyperlink w:anchor="(\w+)"/g)].map(([, name]) => name);
    assert.equal(new Set(places).size, places.length);
    assert.ok(links.length > 0);
    assert.deepEqual(
      links.filter((name) => !places.includes(name)),
      [],
    );
  });

  it('has charts as drawings, also for programs that show no SVG, and says what they show', async () => {
    const files = await read(sampleModel('harmless'));
    const xml = files['word/document.xml'] ?? '';
    const relations = files['word/_rels/document.xml.rels'] ?? '';
    const target = (id: string) => new RegExp(`Id="${id}"[^>]* Target="([^"]*)"`).exec(relations)?.[1] ?? '';
    const drawn = [
      ...xml.matchAll(/descr="([^"]*)".*?<a:blip r:embed="(\w+)">.*?svgBlip [^>]*r:embed="(\w+)"/gs),
    ];
    assert.ok(drawn.length > 2);
    for (const [, words, emf = '', svg = ''] of drawn) {
      assert.ok(words);
      assert.equal(files[`word/${target(emf)}`]?.slice(40, 44), ' EMF');
      assert.match(files[`word/${target(svg)}`] ?? '', /^<svg /);
    }
  });

  it('has what red recorded of each test, and its plan if the report shows plans', async () => {
    const model = sampleModel('harmless');
    const count = async (plans: boolean, label: string) => {
      model.report.options = { ...model.report.options, plans };
      const { 'word/document.xml': document } = unzipSync(await render(renderDocx, model));
      return strFromU8(document ?? new Uint8Array()).split(`>${label}<`).length - 1;
    };
    const runs = model.scenarios.flatMap(({ tests }) => tests.flatMap((test) => [test, ...test.closed_runs]));
    for (const plans of [true, false]) assert.equal(await count(plans, 'Operator'), runs.length);
    assert.ok((await count(true, 'Platforms')) > 0);
    assert.ok((await count(true, 'Objective')) > 0);
    assert.equal(await count(false, 'Platforms'), 0);
    assert.equal(await count(false, 'Objective'), 0);
  });

  it('cuts a tall picture into pieces that fit on pages, and keeps its file', async () => {
    const tall = Buffer.from(picture);
    tall.writeUInt32BE(500, 16);
    tall.writeUInt32BE(2500, 20);
    const files = unzipSync(await render(renderDocx, sampleModel('harmless'), tall));
    const xml = strFromU8(files['word/document.xml'] as Uint8Array);
    const cuts = [...xml.matchAll(/<a:srcRect t="(\d+)" b="(\d+)"\/>/g)].map(([, top, bottom]) => [
      top,
      bottom,
    ]);
    assert.deepEqual(cuts.slice(0, 3), [
      ['0', '66667'],
      ['33333', '33333'],
      ['66667', '0'],
    ]);
    assert.match(xml, /<w:t>harmless \(continued\)<\/w:t>/);
    const [name = ''] = Object.keys(files).filter((file) => /media\/.*png$/.test(file));
    assert.deepEqual(Buffer.from(files[name] ?? []), tall);
  });

  it('names the tests that improved since the earlier mission, and those that got worse', async () => {
    const model = sampleModel('harmless');
    const { change } = model;
    assert.ok(change);
    for (const [list, name] of [
      [change.tests.improved_tests, 'Better now'],
      [change.tests.worse_tests, 'Worse now'],
    ] as const)
      for (const { test } of list ?? []) test.name = name;
    const xml = (await read(model))['word/document.xml'] ?? '';
    for (const name of ['Better now', 'Worse now']) assert.ok(xml.includes(name), name);
  });

  it('names the classification at the head and foot of each page, and a draft', async () => {
    const model = sampleModel('harmless');
    model.report.options.classification = 'TLP:AMBER';
    model.report.issued = null;
    const files = await read(model);
    assert.match(files['word/header1.xml'] ?? '', /TLP:AMBER.*Draft/s);
    assert.match(files['word/footer1.xml'] ?? '', /TLP:AMBER/);
    assert.match(files['docProps/core.xml'] ?? '', /<dc:creator>harmless<\/dc:creator>/);
  });

  it('has headings of texts as bold lines, those below level 3 in italics, too', async () => {
    const { 'word/document.xml': xml = '' } = await read(sampleModel('### Above\n\n#### Below'));
    assert.match(xml, /<w:keepNext\/>.*?<w:b\/><\/w:rPr><w:t[^>]*>Above<\/w:t>/);
    assert.match(xml, /<w:b\/><w:i\/><\/w:rPr><w:t[^>]*>Below<\/w:t>/);
  });

  it('breaks lines where a text does', async () => {
    const { 'word/document.xml': xml = '' } = await read(sampleModel('one\ntwo'));
    assert.match(xml, /<w:t[^>]*>one<\/w:t><w:br\/><w:t[^>]*>two<\/w:t>/);
  });

  it('has the pictures of the evidence or says that they cannot be shown', async () => {
    const model = sampleModel('harmless');
    assert.ok(Object.keys(await read(model)).some((name) => name.startsWith('word/media/')));
    const without = unzipSync(await render(renderDocx, model));
    assert.match(
      strFromU8(without['word/document.xml'] as Uint8Array),
      /This picture was deleted from the mission or its file is damaged/,
    );
    model.report.options.evidence = 'list';
    const hasPicture = (name: string) => /^word\/media\/.*\.png$/.test(name);
    assert.ok(!Object.keys(await read(model)).some(hasPicture));
  });

  it('says that a one-sided report omits the other side, not that there is nothing', async () => {
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

  it('has a name for every value that templates can use', async () => {
    const named = new Set<string>();
    const compare = async (data: Data, scope: Scope, at: string): Promise<void> => {
      // A section named by its key has the fields of every section.
      const place = at.replace(/^\.section\.\w+/, '.sections');
      for (const [name, value] of Object.entries(data)) {
        named.add(`${place}.${name}`);
        if (Array.isArray(value)) {
          const list = scope.lists[name];
          assert.ok(list, `${place} has no list ${name}`);
          for (const item of value) {
            await compare(item instanceof Later ? await item.open() : item, list, `${place}.${name}`);
          }
        } else if (!scope.pictures.includes(name) && !scope.charts.includes(name)) {
          assert.ok(scope.texts.includes(name), `${place} has no text ${name}`);
        }
      }
    };
    for (const kind of reportKinds) {
      const data = await toData(sampleModel('harmless', kind), async () => picture);
      await compare(data, templateFields, '');
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
