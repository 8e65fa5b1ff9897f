import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { z } from 'zod';
import { reportKinds, reportSections } from '../../../domain/reports.ts';
import { english } from '../../words.ts';
import { type ReportModel, reportModel } from '../model.ts';
import type { Renderer } from '../renderer.ts';
import { renderForPrint, renderHtml } from './document.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const time = '2026-11-23T05:00:00.000Z';
const isTime = /^at$|_at$|^until$/;

/**
 * A value for every field of the model: lists of two, and texts, except times, from `write`, which takes the number of previous
 * texts.
 */
function fill(schema: z.core.$ZodType, write: (count: number) => string): unknown {
  let texts = 0;
  const make = (type: z.core.$ZodTypes): unknown => {
    const { def } = type._zod;
    switch (def.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape).map(([name, field]) => [
            name,
            isTime.test(name) ? time : make(field as z.core.$ZodTypes),
          ]),
        );
      case 'array': {
        const one = () => make(def.element as z.core.$ZodTypes);
        return [one(), one()];
      }
      case 'optional':
      case 'nullable':
        return make(def.innerType as z.core.$ZodTypes);
      case 'enum':
        return Object.values(def.entries)[0];
      case 'literal':
        return def.values[0];
      case 'boolean':
        return true;
      case 'number':
        return 3;
      case 'record':
        return {};
      case 'string':
        texts += 1;
        return write(texts);
      default:
        throw new Error(`the test knows no ${def.type}`);
    }
  };
  return make(schema as z.core.$ZodTypes);
}

/** A model with a text in each field, as in a report of this kind with everything shown. */
function makeModel(kind: ReportModel['report']['kind'], write: (count: number) => string): ReportModel {
  const model = fill(reportModel, write) as ReportModel;
  model.report.kind = kind;
  model.report.options = { ...model.report.options, side: 'both', evidence: 'pictures', commands: true };
  model.report.options.time_zone = 'UTC';
  model.sections = reportSections[kind].map(({ key, title, parts }, index) => ({
    key,
    title: english.t(`report_sections.title.${title}`),
    parts: [...parts],
    text: `${write(index)}\n\n- ${write(index)}`,
  }));
  for (const { tests } of model.scenarios) {
    for (const test of tests) {
      test.status = 'reviewed_by_blue';
      for (const { evidence } of [test, ...test.closed_runs])
        for (const file of evidence) file.mime_type = 'image/png';
    }
  }
  return model;
}

async function render(
  model: ReportModel,
  picture: Buffer | null = pixel,
  renderer: Renderer = renderHtml,
): Promise<string> {
  const chunks: (string | Uint8Array)[] = [];
  await renderer(model, {
    openPicture: async () => picture,
    openWritten: async () => picture,
    template: null,
    write: async (chunk) => {
      chunks.push(chunk);
    },
    progress: () => {},
  });
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString('utf8');
}

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

function* listElements(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* listElements(child);
}

/** The elements in order, each with the names of its attributes. */
function outline(document: string): string[] {
  return [...listElements(parse(document))].map(
    ({ tagName, attrs }) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`,
  );
}

const hostile = `</p></td></style></title><script>alert(1)</script><img src=x onerror=alert(1)>"'><svg onload=x> javascript:alert(1) {{x}} \${y} <!-- & &lt; ]]>`;

describe('a report as HTML', () => {
  for (const kind of reportKinds) {
    it(`has the same elements whatever its texts contain, and runs and loads nothing: ${kind}`, async () => {
      const document = await render(makeModel(kind, (count) => `${hostile}${count}`));
      const harmless = await render(makeModel(kind, (count) => `A harmless text${count}`));
      // Charts break words into different numbers of lines, so only their possible elements are checked.
      const withoutCharts = (text: string) => text.replace(/<svg xmlns.*?<\/svg>/gs, '<svg></svg>');
      assert.deepEqual(outline(withoutCharts(document)), outline(withoutCharts(harmless)));
      for (const { tagName, attrs } of listElements(parse(document))) {
        assert.ok(
          !['script', 'iframe', 'object', 'embed', 'link', 'base', 'form', 'foreignobject', 'use'].includes(
            tagName.toLowerCase(),
          ),
          tagName,
        );
        for (const { name, value } of attrs) {
          assert.doesNotMatch(name, /^on|^style$|^srcset$|^action$/i);
          if (name === 'href') assert.match(value, /^#/);
          if (name === 'src') assert.match(value, /^data:image\/(?:png|jpeg|gif|webp);base64,/);
        }
      }
      assert.match(
        document,
        /default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'/,
      );
      const whole = /<style>(.*?)<\/style>/s.exec(document)?.[1] ?? '';
      const typeface = /url\(data:font\/woff2;base64,[A-Za-z0-9+/=]+\)/g;
      assert.equal(whole.match(typeface)?.length, 2);
      const style = whole.replaceAll(typeface, '');
      assert.doesNotMatch(style, /@import|url\(|<\/|<s|alert\(/);
      assert.match(style, /Page " counter\(page\)/);
    });
  }

  it('keeps links of a text to the web only and loads none of its pictures', async () => {
    const text =
      '**Bold** <b>typed</b> [a](https://attack.mitre.org/) [b](javascript:alert%281%29) ![c](https://evil.example/c.png)';
    const elements = [...listElements(parse(await render(makeModel('technical', () => text))))];
    const of = (name: string, attribute: string) =>
      elements.flatMap(({ tagName, attrs }) =>
        tagName === name ? attrs.filter((one) => one.name === attribute).map(({ value }) => value) : [],
      );
    const addresses = new Set(of('a', 'href').filter((address) => !address.startsWith('#')));
    assert.deepEqual([...addresses], ['https://attack.mitre.org/']);
    assert.ok(of('img', 'src').every((source) => source.startsWith('data:')));
  });

  it('shows no picture with invalid bytes, nor an SVG drawing', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    const drawing = await render(
      model,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    );
    assert.doesNotMatch(drawing, /<img/);
    assert.match(drawing, /This picture cannot be displayed/);
    assert.doesNotMatch(await render(model, null), /<img/);
  });

  it('keeps the rows of a test together with the row that names it', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    const document = await render(model);
    const section = /aria-label="Expected vs actual".*?<\/table>/s.exec(document)?.[0] ?? '';
    const rows = section.match(/<tr class="(?:more)?"><td[^>]*>/g) ?? [];
    const expectations = model.scenarios.flatMap(({ tests }) =>
      tests.map((test) => test.expectations.length),
    );
    assert.deepEqual(
      rows.map((row) => row.includes('more')),
      expectations.flatMap((count) => Array.from({ length: count }, (_, index) => index > 0)),
    );
  });

  it('has a long title in smaller letters on its cover, and cuts off long words at the edges of pages', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    model.report.title = 'W'.repeat(120);
    model.report.options.classification = 'secret '.repeat(30);
    model.report.issued = null;
    const document = await render(model);
    assert.match(document, /<h1 dir="auto" class="long">W{120}<\/h1>/);
    assert.match(document, /@top-right \{ content: "secret [a-z ]*\\2026 {2}\\b7 {2}Draft"; /);
    assert.match(document, /@top-left \{ content: "W{20}\\2026 "; \}/);
  });

  it('says the zone of the time of its data on its cover and among its facts', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    model.report.issued = null;
    model.report.options.time_zone = 'Europe/Berlin';
    model.report.read_at = '2026-11-28T17:43:11.000Z';
    const told = [...(await render(model)).matchAll(/28 Nov 2026, 18:43:11 \(Europe\/Berlin\)/g)];
    assert.equal(told.length, 2);
  });

  it('is identical each time', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    assert.equal(await render(model), await render(model));
  });

  it('leaves out an empty section, unless an authority asks for it', async () => {
    const silence = (kind: ReportModel['report']['kind']) => {
      const model = makeModel(kind, (count) => `Text ${count}`);
      for (const section of model.sections) section.text = null;
      return render({ ...model, sightings: null });
    };
    assert.doesNotMatch(await silence('technical'), /Rules of engagement|What blue noticed/);
    assert.doesNotMatch(await silence('dora_blue'), /What blue noticed/);
    assert.match(await silence('dora_summary'), /Risk management measures<\/h2><p class="quiet">Not stated/);
  });

  it('has no table whose columns together ask for more than the width of a page', async () => {
    const least: Readonly<Record<string, number>> = { wide: 14, narrow: 6.5, word: 8 };
    for (const kind of reportKinds) {
      const model = makeModel(kind, (count) => `Text ${count}`);
      for (const [table] of (await render(model)).matchAll(/<thead>.*?<\/thead>/gs)) {
        const columns = [...table.matchAll(/<th scope="col" class="(\w*)">/g)];
        const width = columns.reduce((sum, [, found = '']) => sum + (least[found] ?? 3.5), 0);
        assert.ok(width <= 52, `${width} rem in ${kind}: ${table}`);
      }
    }
  });

  it('has the result of the attack for the outcome of a test in a report without blue’s record', async () => {
    for (const kind of ['dora_red', 'technical'] as const) {
      const model = makeModel(kind, (count) => `Text ${count}`);
      model.report.options.side = 'red';
      for (const { tests } of model.scenarios) for (const test of tests) test.attack_result = 'partly';
      const document = await render(model);
      assert.doesNotMatch(document, /<th[^>]*>Outcome<|<span class="mark none">Reviewed/);
      assert.match(document, /<span class="mark none">Partially succeeded<\/span>/);
    }
  });

  it('leaves out no level of headings', async () => {
    for (const kind of reportKinds) {
      const document = await render(makeModel(kind, (count) => `Text ${count}`));
      const headings = [...document.matchAll(/<h([1-6])(?: [^>]*?aria-level="(\d)")?[^>]*>/g)];
      const levels = headings.map(([, level, raised]) => Number(raised ?? level));
      for (const [index, level] of levels.entries()) {
        assert.ok(level <= (levels[index - 1] ?? 0) + 1, `${kind}: ${headings[index]?.[0]} at ${index}`);
      }
    }
  });

  it('says of a scenario without tests that it has none', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    for (const scenario of model.scenarios) Object.assign(scenario, { tests: [], description: null });
    const found = (await render(model)).match(/<\/bdi><\/h3><p class="quiet">No tests/g);
    assert.equal(found?.length, model.scenarios.length);
  });

  it('has the risks of a remediation plan with its measures, and says so', async () => {
    const model = makeModel('dora_remediation', (count) => `Text ${count}`);
    for (const section of model.sections) section.text = null;
    const said = /Risks<\/h2><p class="quiet">([^<]*)/;
    assert.match(said.exec(await render(model))?.[1] ?? '', /stated with it in the plan/);
    for (const remediation of model.remediations) remediation.risk_if_not_done = null;
    assert.equal(said.exec(await render(model))?.[1], 'Not stated.');
  });

  it('lists in a blue team test report the evidence that blue collected', async () => {
    const model = makeModel('dora_blue', (count) => `Text ${count}`);
    for (const { tests } of model.scenarios)
      for (const { evidence, closed_runs } of tests)
        for (const [index, file] of [evidence, ...closed_runs.map((run) => run.evidence)].flat().entries())
          file.side = index % 2 === 0 ? 'red' : 'blue';
    const [, section = ''] = (await render(model)).split('data-section="evidence"');
    const sides = new Set(
      [
        ...section
          .split('</section>', 1)
          .join('')
          .matchAll(/side-mark (\w+)/g),
      ].map(([, side]) => side),
    );
    assert.deepEqual([...sides], ['blue']);
  });

  it('lists each technique under its own tactics in the coverage, however many tactics there are', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    const { by_tactic, by_technique } = model.figures;
    const ids = Array.from({ length: 7 }, (_, index) => `TA${index}`);
    model.figures.by_tactic = ids.flatMap((id) =>
      by_tactic.slice(0, 1).map((of) => ({ ...of, tactic: { external_id: id, name: `Tactic ${id}` } })),
    );
    model.figures.by_technique = ids.flatMap((id) =>
      by_technique.slice(0, 1).map((of) => ({
        ...of,
        technique: { external_id: `T-${id}`, name: `Technique ${id}` },
        tactics: [id],
      })),
    );
    assert.doesNotMatch(await render(model), /No tactic/);
  });

  it('says that a one-sided report omits the other side, not that there is nothing', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    model.report.options.side = 'red';
    model.gaps = [];
    const document = await render(model);
    assert.match(document, /This report does not include the blue team’s records/);
    assert.doesNotMatch(document, /No missed tests/);
  });

  it('links to its tests on paper too, unless there are so many that printing would take minutes', async () => {
    const model = makeModel('technical', (count) => `Text ${count}`);
    const links = (document: string) => document.match(/<a href="#test-/g)?.length ?? 0;
    const printed = await render(model, pixel, renderForPrint);
    assert.ok(links(printed) > 0);
    assert.equal(links(printed), links(await render(model)));
    const [scenario] = model.scenarios;
    assert.ok(scenario?.tests[0]);
    scenario.tests = Array(201).fill(scenario.tests[0]);
    assert.equal(links(await render(model, pixel, renderForPrint)), 0);
    assert.ok(links(await render(model)) > 0);
  });

  it('has headings of texts as bold lines, those below level 3 in italics, too', async () => {
    const model = makeModel('executive', String);
    const [section] = model.sections;
    assert.ok(section);
    section.text = '### Above\n\n#### Below';
    const document = await render(model);
    assert.match(document, /<p class="prose head" dir="auto"><b>Above<\/b><\/p>/);
    assert.match(document, /<p class="prose head" dir="auto"><b><em>Below<\/em><\/b><\/p>/);
  });

  const tall = Buffer.from(pixel);
  tall.writeUInt32BE(600, 16);
  tall.writeUInt32BE(3000, 20);
  const count = (document: string, part: string) => document.split(part).length - 1;

  it('cuts pictures that are taller than a page on paper', async () => {
    const model = makeModel('technical', (count) => `" onload="alert(${count})`);
    for (const { tests } of model.scenarios) {
      for (const { evidence } of tests) for (const file of evidence) file.mime_type = 'image/png';
    }
    const address = `url(data:image/png;base64,${tall.toString('base64')})`;
    const printed = await render(model, tall, renderForPrint);
    const cut = count(printed, address);
    assert.ok(cut > 0);
    assert.equal(count(printed, '<div class="piece"'), 3 * cut);
    for (const place of [0, 50, 100]) assert.equal(count(printed, `background-position: 0 ${place}%`), cut);
    assert.equal(count(printed, '(continued)</p>'), 2 * cut);
    assert.equal(count(printed, '" onload'), 0);
    assert.equal(count(await render(model, tall), '<div class="piece"'), 0);
  });

  it('cuts tall pictures of texts alike, but not in the columns of a table', async () => {
    const model = makeModel('executive', (count) => `" onload="alert(${count})`);
    const [evidence] = model.scenarios[0]?.tests[0]?.evidence ?? [];
    const [section] = model.sections;
    assert.ok(evidence && section);
    evidence.sha256 = 'a'.repeat(64);
    const shown = `![Tall <b>](evidence:${evidence.sha256})`;
    section.text = `See **${shown}** here\n\n| a | b |\n|---|---|\n| ${shown} | b |`;
    const printed = await render(model, tall, renderForPrint);
    assert.equal(count(printed, '<span class="picture cut" style="--picture: url(data:image/png'), 1);
    assert.equal(count(printed, '<span class="piece" role="img"'), 3);
    assert.equal(count(printed, 'aria-label="Tall &lt;b&gt;"></span>'), 1);
    assert.equal(count(printed, '<span class="note" dir="auto">Tall &lt;b&gt; (continued)</span>'), 2);
    assert.equal(count(printed, '<img class="written"'), 1);
    const onScreen = await render(model, tall);
    assert.deepEqual([count(onScreen, 'class="piece"'), count(onScreen, '<img class="written"')], [0, 2]);
  });
});
