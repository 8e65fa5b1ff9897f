import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { render } from '../../../test/support/reports/report-samples.ts';
import { sampleModel } from '../docx/lint/samples.ts';
import type { ReportModel } from '../model.ts';
import { renderCsv } from './csv.ts';
import { renderXlsx } from './xlsx.ts';

async function readCsv(model: ReportModel): Promise<Record<string, string[][]>> {
  const files = Object.entries(unzipSync(await render(renderCsv, model)));
  return Object.fromEntries(files.map(([name, bytes]) => [name, parse(Buffer.from(bytes).toString())]));
}

/** Reads CSV as specified by RFC 4180. */
function parse(text: string): string[][] {
  assert.equal(text.charCodeAt(0), 0xfeff, 'a byte order mark');
  const rows: string[][] = [[]];
  const cells = text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/g);
  let read = 1;
  for (const [whole, quoted, plain, end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    read += whole.length;
  }
  assert.equal(read, text.length, 'every character is read');
  rows.pop();
  return rows;
}

async function readXlsx(model: ReportModel): Promise<Record<string, string>> {
  const files = Object.entries(unzipSync(await render(renderXlsx, model)));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '"=1', "'=1", '\n=1', '＝1', ' +1'];

describe('CSV', () => {
  for (const formula of formulas) {
    it(`keeps a spreadsheet from running ${JSON.stringify(formula)}`, async () => {
      const files = await readCsv(sampleModel(formula));
      assert.deepEqual(Object.keys(files), [
        'tests.csv',
        'detections.csv',
        'remediations.csv',
        'findings.csv',
        'sightings.csv',
        'evidence.csv',
      ]);
      const cells = Object.values(files).flatMap((rows) => rows.slice(1).flat());
      assert.ok(cells.some((cell) => cell.includes('1')));
      for (const cell of cells) assert.doesNotMatch(cell, /^[\s\u00a0"]*[=+\-@＝]|^[\t\r\n]/);
    });
  }

  it('quotes quotation marks, commas and line breaks', async () => {
    const files = await readCsv(sampleModel('a "b",\r\nc'));
    const [head = [], row = []] = files['tests.csv'] ?? [];
    assert.equal(row.length, head.length);
    assert.equal(row[head.indexOf('Command')], 'a "b",\nc');
  });

  it('has no columns and no file for content that the report omits', async () => {
    const model = sampleModel('text');
    const namesOf = async () => {
      const files = await readCsv(model);
      return { files: Object.keys(files), columns: files['tests.csv']?.[0] ?? [] };
    };
    model.report.options.side = 'red';
    const red = await namesOf();
    assert.deepEqual(red.files, ['tests.csv', 'remediations.csv', 'findings.csv', 'evidence.csv']);
    assert.ok(red.columns.includes('Command') && red.columns.includes('Red comment'));
    for (const name of ['Outcome', 'As expected', 'Alerted', 'Blue comment'])
      assert.ok(!red.columns.includes(name));
    model.report.options = { ...model.report.options, side: 'blue' };
    const blue = await namesOf();
    assert.deepEqual(blue.files, [
      'tests.csv',
      'detections.csv',
      'remediations.csv',
      'findings.csv',
      'sightings.csv',
      'evidence.csv',
    ]);
    for (const name of ['Command', 'Operator', 'Red comment']) assert.ok(!blue.columns.includes(name));
    model.report.options = { ...model.report.options, side: 'both', commands: false };
    const { columns } = await namesOf();
    assert.ok(!columns.includes('Output') && columns.includes('Operator'));
  });

  it('writes times in the time zone of the report and names it', async () => {
    const model = sampleModel('2026-07-01T22:30:00.000Z');
    model.report.options.time_zone = 'Europe/Berlin';
    const [head = [], row = []] = (await readCsv(model))['tests.csv'] ?? [];
    assert.equal(row[head.indexOf('Executed (Europe/Berlin)')], '2026-07-02 00:30:00');
  });
});

describe('XLSX', () => {
  for (const formula of [...formulas, '</t></si><f>1</f>', '_x000D_']) {
    it(`keeps ${JSON.stringify(formula)} as a text`, async () => {
      const files = await readXlsx(sampleModel(formula));
      for (const [name, xml] of Object.entries(files)) assert.doesNotMatch(xml, /<f[ >/]/, name);
    });
  }

  for (const language of ['en', 'de', 'fr'] as const) {
    it(`has a table in each sheet but the first, in ${language}`, async () => {
      const model = sampleModel('a <b> & "c"');
      model.report.language = language;
      const files = await readXlsx(model);
      const sheets = Object.keys(files).filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
      const shared = [...(files['xl/sharedStrings.xml'] ?? '').matchAll(/<si><t[^>]*>([^<]*)/g)];
      assert.equal(sheets.length, 8);
      for (const number of sheets.keys()) {
        const sheet = files[`xl/worksheets/sheet${number + 1}.xml`] ?? '';
        const table = files[`xl/tables/table${number + 1}.xml`];
        assert.equal(sheet.includes('<tableParts'), number > 0);
        if (number === 0) continue;
        assert.ok(table !== undefined, `sheet ${number + 1}`);
        const names = [...table.matchAll(/<tableColumn id="\d+" name="([^"]*)"/g)].map(([, name]) => name);
        const [, first = ''] = /<row r="1"[^>]*>(.*?)<\/row>/.exec(sheet) ?? [];
        const heads = [...first.matchAll(/<v>(\d+)<\/v>/g)].map(([, at]) => shared[Number(at)]?.[1]);
        assert.deepEqual(names, heads);
        const rows = sheet.match(/<row /g)?.length ?? 0;
        assert.match(table, new RegExp(`<autoFilter ref="A1:[A-Z]+${rows}"/>`));
      }
    });
  }

  it('has figures as numbers, and no sheet of them if the report omits them', async () => {
    const model = sampleModel('text');
    const { figures } = model;
    const sheet = (await readXlsx(model))['xl/worksheets/sheet8.xml'] ?? '';
    const [, whole = ''] = /<row r="2"[^>]*>(.*?)<\/row>/.exec(sheet) ?? [];
    const numbers = [...whole.matchAll(/<c r="[C-Z]2"[^>]*><v>(\d+)<\/v>/g)].map(([, number]) =>
      Number(number),
    );
    const { classes, within } = figures;
    assert.deepEqual(numbers, [
      figures.tests,
      figures.attempted,
      figures.judged,
      classes.prevented,
      classes.alerted,
      classes.logged,
      classes.not_detected,
      figures.not_judged,
      figures.stopped_or_detected.n,
      within['15m'].n,
      within['1h'].n,
      within['24h'].n,
    ]);
    model.report.options.side = 'red';
    assert.match((await readXlsx(model))['xl/workbook.xml'] ?? '', /name="Report".*?name="Tests"/);
    assert.doesNotMatch((await readXlsx(model))['xl/workbook.xml'] ?? '', /name="Figures"/);
  });

  it('has times as times in the time zone of the report', async () => {
    const model = sampleModel('2026-07-01T22:30:00.000Z');
    model.report.options.time_zone = 'Europe/Berlin';
    const files = await readXlsx(model);
    const serial = Date.UTC(2026, 6, 2, 0, 30) / 86_400_000 + 25_569;
    assert.match(files['xl/worksheets/sheet2.xml'] ?? '', new RegExp(`<v>${serial}</v>`));
    assert.match(files['xl/sharedStrings.xml'] ?? '', /Europe\/Berlin/);
  });

  it('escapes control characters and truncates texts that are too long for a cell', async () => {
    const files = await readXlsx(sampleModel(`\u0000\u001b[0m_x000D_${'é'.repeat(40_000)}`));
    const strings = files['xl/sharedStrings.xml'] ?? '';
    assert.match(strings, /␀␛\[0m_x005F_x000D_é/);
    assert.match(strings, /a cell takes no more\)/);
    const longest = Math.max(
      ...[...strings.matchAll(/<t[^>]*>([^<]*)/g)].map(([, text]) => text?.length ?? 0),
    );
    assert.ok(longest <= 32_767 + '_x005F'.length);
  });

  it('gives the same bytes for the same model', async () => {
    const model = sampleModel('text');
    assert.deepEqual(await render(renderXlsx, model), await render(renderXlsx, model));
    assert.deepEqual(await render(renderCsv, model), await render(renderCsv, model));
  });
});
