import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import {
  fileOf,
  readFiles,
  recognise,
  refusalOf,
  writeFiles,
} from '../../../../test/support/interchange/interchange.ts';
import { workbook } from '../../../../test/support/interchange/workbook.ts';
import { blankFact, blankMission, blankRun, blankTest } from '../../exercise/blank.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { csvReader } from './read.ts';
import { csvWriter } from './write.ts';

const read = (text: string, choices = {}) => readFiles(csvReader, { 'list.csv': text }, choices);
const fieldsOf = async (text: string, choices = {}) =>
  (await read(text, choices)).asks?.columns.map(({ field }) => field);

describe('tables of templates', () => {
  it('are read by the names of their columns', async () => {
    const plan = await read(
      'Test Case;MITRE ID;Tactic;Command;OS;Tags;Noise;Variables;Reference;Owner\r\n' +
        'Dump LSASS;T1003.001;Credential Access;"procdump ""#{out}""";Windows;"a;b\nc";low;"out=C:\\x.dmp\nbad";https://example.org;Jo\r\n' +
        ';T1003;;;;;;;;\r\n\r\n' +
        'Other;none;Sorcery;;;;loud;;;\r\n',
    );
    assert.equal(plan.asks?.into, 'templates');
    const [first, second] = plan.templates;
    assert.deepEqual(first, {
      row: 'row 2',
      sourceId: 'T1003.001/Dump LSASS',
      leftover: ['Owner: Jo', 'Variables: bad'],
      name: 'Dump LSASS',
      description: null,
      objective: null,
      procedure: null,
      command: 'procdump "#{out}"',
      cleanup_command: null,
      expected_detection: null,
      platforms: ['Windows'],
      opsec: 'low',
      tags: ['a', 'b', 'c'],
      catalog_tags: ['T1003.001'],
      expectations: [],
      variables: { out: 'C:\\x.dmp' },
      source: 'https://example.org',
    });
    assert.deepEqual(second?.leftover, ['Noise: loud', 'Techniques: none', 'Tactic: Sorcery']);
    assert.deepEqual(plan.refused, [{ row: 'row 3', name: null, why: 'It has no name' }]);
    assert.deepEqual(plan.notes, ['Columns for no field, kept as text: Owner']);
  });

  it('are recognised again by their ids or names', async () => {
    const plan = await read('name,id\na,1\na,\na,\nb,1\n', { into: 'templates' });
    assert.deepEqual(
      plan.templates.map(({ sourceId }) => sourceId),
      ['1', '/a', '/a (2)', '1//b'],
    );
    assert.deepEqual(plan.refused, []);
    const twice = await read('name,id\na,1\na,1\n', { into: 'templates' });
    assert.deepEqual(twice.refused, [{ row: 'row 3', name: 'a', why: 'It has the same id as row 2.' }]);
  });
});

describe('columns', () => {
  it('are guessed from their names, each field once', async () => {
    assert.deepEqual(await fieldsOf('Title,Name,name,,Steps\nx\n'), [null, 'name', null, null, 'procedure']);
  });

  it('are those that the person chooses', async () => {
    const table = 'Name,What,Command\nx,y,z\n';
    assert.deepEqual(await fieldsOf(table, { columns: { What: 'name', Name: null } }), [
      null,
      'name',
      'command',
    ]);
    assert.deepEqual(await fieldsOf(table, { columns: { What: 'command' } }), ['name', 'command', null]);
    assert.deepEqual(await fieldsOf(table, { columns: { What: 'output' } }), ['name', null, 'command']);
    assert.deepEqual(await fieldsOf(table, { columns: { What: 'output' }, into: 'tests' }), [
      'name',
      'output',
      'run_command',
    ]);
  });

  it('are asked for if none is the name', async () => {
    const plan = await read('__proto__,constructor,__proto__\na,b,c\n,d\n');
    assert.deepEqual(plan.refused, [
      { row: 'row 1', name: null, why: 'No column is for the name: say which one is' },
    ]);
    assert.deepEqual(plan.asks?.columns, [
      { name: '__proto__', examples: ['a'], field: null },
      { name: 'constructor', examples: ['b', 'd'], field: null },
      { name: '__proto__ (2)', examples: ['c'], field: null },
    ]);
    assert.deepEqual(plan.asks?.fields[1], { name: 'name', label: 'Name', needed: true });
  });
});

describe('tables of tests', () => {
  it('become missions with their detections', async () => {
    const plan = await read(
      'Exercise,Phase,Test,Technique,Date,Host,Status,Blocked,Alert,Logs,Tool,Severity,Rule,Alert time,Result\n' +
        'Spring,Inside,Dump,T1003.001,2026-07-01 10:00,ws1,Done,no,Yes,,EDR;SIEM,High,LSASS,2026-07-01T10:05:00Z,ok\n' +
        'Spring,Inside,List,T1087,,,open,,,,,,,,\n' +
        'Spring,After,Odd,,31/12/2026,,strange,perhaps,,n/a,,low,,,\n',
    );
    assert.equal(plan.asks?.into, 'tests');
    assert.deepEqual(plan.refused, []);
    const [mission] = plan.missions;
    assert.deepEqual([mission?.name, mission?.sourceId], ['Spring', 'Spring']);
    assert.deepEqual(mission?.tools, [{ name: 'EDR', vendor: null, kind: 'edr' }]);
    assert.deepEqual(
      mission?.scenarios.map(({ name, tests }) => [name, tests.map((test) => [test.name, test.status])]),
      [
        [
          'Inside',
          [
            ['Dump', 'executed'],
            ['List', 'pending'],
          ],
        ],
        ['After', [['Odd', 'executed']]],
      ],
    );
    const [dump] = mission?.scenarios[0]?.tests ?? [];
    assert.deepEqual(dump?.run, {
      ...blankRun(),
      output: 'ok',
      executed_at: '2026-07-01T10:00:00.000Z',
      target_host: 'ws1',
      facts: [
        { ...blankFact('prevented', 'no'), tool: 'EDR' },
        {
          ...blankFact('alerted', 'yes'),
          tool: 'EDR',
          at: '2026-07-01T10:05:00.000Z',
          rule_name: 'LSASS',
          severity: 'high',
        },
      ],
    });
    assert.deepEqual(dump?.leftover, ['Tool: SIEM']);
    const [odd] = mission?.scenarios[1]?.tests ?? [];
    assert.equal(odd?.run.executed_at, '2026-12-31T00:00:00.000Z');
    assert.deepEqual(odd?.leftover, ['Prevented: perhaps', 'Severity: low', 'Status: strange']);
    assert.deepEqual(plan.notes, ['Times without a time zone were read as UTC.']);
  });

  it('become a mission named after the file if no column names one', async () => {
    const plan = await read('name,executed\na,2026-07-01\n');
    assert.deepEqual(
      plan.missions.map(({ name, scenarios }) => [name, scenarios[0]?.name]),
      [['list', 'Tests']],
    );
  });
});

describe('workbooks', () => {
  const sample = workbook({
    First: [
      ['name', 'id', 'executed', 'output', 'red comment'],
      [' a ', { v: '007' }, { v: '46204.5', s: 1 }, { v: '2', f: '1+1' }, { v: '1', t: 'b' }],
      ['b', { v: '2' }, '2026-07-02', { v: '=1+1', t: 'str', f: 'A1' }, '<b>&amp;</b>'],
    ],
    Second: [['name'], ['only']],
  });

  it('are read as texts, with the values of formulas', async () => {
    const plan = await readFiles(csvReader, { 'plan.xlsx': sample });
    assert.deepEqual(plan.refused, []);
    assert.deepEqual(plan.asks?.sheets, ['First', 'Second']);
    const tests = plan.missions[0]?.scenarios[0]?.tests ?? [];
    assert.deepEqual(
      tests.map(({ name, sourceId, run }) => [name, sourceId, run.executed_at, run.output, run.red_comment]),
      [
        ['a', '007', '2026-07-01T12:00:00.000Z', '2', 'true'],
        ['b', '2', '2026-07-02T00:00:00.000Z', '=1+1', '<b>&amp;</b>'],
      ],
    );
  });

  it('are read from the named sheet', async () => {
    const plan = await readFiles(csvReader, { 'plan.xlsx': sample }, { sheet: 'Second' });
    assert.deepEqual(plan.asks?.sheets, ['Second', 'First']);
    assert.deepEqual(
      plan.templates.map(({ name }) => name),
      ['only'],
    );
  });

  const sheet = (cells: string, before = '') => ({
    'xl/worksheets/sheet1.xml': strToU8(`${before}<worksheet><sheetData>${cells}</sheetData></worksheet>`),
  });
  const row = [['name'], ['a']];
  const bad: [name: string, bytes: Buffer, why: RegExp][] = [
    ['with entities', workbook({ a: row }, sheet('', '<!DOCTYPE x [<!ENTITY a "b">]>')), /entities/],
    [
      'with a cell far away',
      workbook({ a: row }, sheet('<row r="1048576"><c r="XFD1048576"/></row>')),
      /100000 rows/,
    ],
    ['with a column far away', workbook({ a: row }, sheet('<row r="1"><c r="XFD1"/></row>')), /500 columns/],
    ['with a place that is none', workbook({ a: row }, sheet('<row r="1"><c r="A1e9"/></row>')), /damaged/],
    ['with a hidden place', workbook({ a: row }, sheet(`<row><c t=">" r='ZZZ9999999'/></row>`)), /rows/],
    ['with too many rows', workbook({ a: row }, sheet('<row r="100002"/>')), /100000 rows/],
    ['that is a bomb', workbook({ a: row }, sheet('<row/>'.repeat(12_000_000))), /larger than/],
    ['that ends too early', sample.subarray(0, -100), /damaged/],
    ['that is no workbook', Buffer.from(zipSync({ 'a.txt': strToU8('a') })), /damaged/],
    ['of the old format', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /XLS/],
  ];
  for (const [name, bytes, why] of bad) {
    it(`are refused ${name}`, async () =>
      assert.match(await refusalOf(csvReader, fileOf('a.xlsx', bytes)), why));
  }

  it('fail for a sheet that is not there', async () => {
    await assert.rejects(
      readFiles(csvReader, { 'plan.xlsx': sample }, { sheet: 'Third' }),
      /no sheet “Third”/,
    );
    assert.ok(Object.keys(unzipSync(sample)).length > 4);
  });
});

describe('tables that are none', () => {
  const bad: [name: string, text: string, why: RegExp][] = [
    ['empty ones', '\n\n', /empty/],
    ['quotes that do not end', 'name\n"a', /quote does not end/],
    ['too many columns', `name${',x'.repeat(600)}\n`, /500 columns/],
  ];
  for (const [name, text, why] of bad) {
    it(`refuses ${name}`, async () => assert.match(await refusalOf(csvReader, fileOf('a.csv', text)), why));
  }

  it('are recognised by their names, with less certainty than other formats', async () => {
    assert.equal(await recognise(csvReader, fileOf('a.csv', 'x,y')), 'maybe');
    assert.equal(await recognise(csvReader, fileOf('a.xlsx', workbook({ a: [['name']] }))), 'maybe');
    assert.equal(await recognise(csvReader, fileOf('a.xlsx', 'x,y')), 'no');
    assert.equal(await recognise(csvReader, fileOf('a.json', '{}')), 'no');
  });
});

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  "'=1",
  "''=1",
  "'quoted'",
  'a "b",\r\nc;d',
  '<b>',
  ' x ',
  'é🦊',
];

function test(name: string, index: number): PlannedTest {
  return {
    ...blankTest('', `id ${index}`, `test ${index} ${name.trim()}`),
    status: index === 0 ? 'reviewed_by_blue' : 'executed',
    description: name,
    command: name,
    platforms: ['Windows', 'Linux'],
    opsec: 'high',
    tags: ['a', 'b'],
    catalog_tags: ['T1003.001', 'TA0005'],
    expectations: [
      { kind: 'alerted', result: 'yes', severity: 'low', within_seconds: 60, tools: ['EDR; x'] },
    ],
    variables: { 'a.b': '=c=', d: '' },
    run: {
      ...blankRun(),
      command: name,
      output: name,
      red_comment: name,
      executed_at: '2026-07-01T10:00:00.123Z',
      started_at: '2026-07-01T09:00:00.000Z',
      ended_at: '2026-07-01T11:00:00.000Z',
      source_host: 'kali',
      target_host: '-ws1',
      target_user: '@jo',
      operator: 'me',
      attack_result: 'partly',
      level: 'not_detected',
      blue_comment: name,
      detected_at: '2026-07-01T10:30:00.000Z',
      facts: [
        { ...blankFact('alerted', 'partial'), at: '2026-07-01T10:30:00.000Z', tool: 'EDR; x', note: name },
        { ...blankFact('logged', 'not_tested'), severity: 'critical', category: 'telemetry' },
      ],
      evidence: [],
    },
  };
}

describe('our own table', () => {
  it('is imported again unchanged', async () => {
    const tests = hostile.map(test);
    const mission: PlannedMission = {
      ...blankMission('', 'm', '=Autumn'),
      organisation: 'ACME, Inc.',
      client: '+ACME',
      tools: [{ name: 'EDR; x', vendor: null, kind: 'edr' }],
      scenarios: [
        { name: '-one', description: null, tests: tests.slice(0, 6) },
        { name: 'two', description: null, tests: [...tests.slice(6), blankTest('', 'last', 'plain')] },
      ],
    };
    const files = await writeFiles(csvWriter, mission);
    assert.deepEqual(Object.keys(files), ['tests.csv']);
    const plan = await readFiles(csvReader, { 'tests.csv': files['tests.csv'] ?? '' });
    assert.deepEqual([plan.refused, plan.notes], [[], []]);
    const places = (read: PlannedMission) =>
      read.scenarios.map(({ tests: of, ...scenario }) => ({
        ...scenario,
        tests: of.map((planned) => ({ ...planned, row: '' })),
      }));
    const [again] = plan.missions as [PlannedMission];
    assert.deepEqual(places(again), places(mission));
    assert.deepEqual([again.name, again.organisation, again.client], ['=Autumn', 'ACME, Inc.', '+ACME']);
    assert.deepEqual(again.tools, mission.tools);
    const cells = String(files['tests.csv']).match(/(?<=^|,|\n)"?[=+@-]/g);
    assert.equal(cells, null, 'no cell is a formula');
  });
});
