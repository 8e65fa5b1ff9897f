import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import {
  fileOf,
  readMission,
  readPlan,
  recognise,
  refusalOf,
  sourceOf,
  writeFiles,
} from '../../../../test/support/interchange/interchange.ts';
import { sampleMission } from '../../../../test/support/missions/exercise-samples.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { vectrReader } from './read.ts';
import { type Column, columns } from './words.ts';
import { vectrWriter } from './write.ts';

type Cells = Partial<Record<Column, string>>;

/** A test case as in an environment's CSV. */
const testCase: Cells = {
  AssessmentGroup: 'Autumn',
  Campaign: 'Credentials',
  Phase: 'Credential Access',
  Variant: 'Dump LSASS',
  MitreID: 'T1003.001',
  Method: 'LSASS Memory',
  Status: 'Completed',
  Outcome: 'Alerted',
  'Alert Severity': 'High',
  'Alert Triggered': 'Yes',
  'Activity Logged': 'Yes',
  'Outcome Notes': 'Seen at once',
  'Detection Recommendations': '1) An alert',
  SourceIps: '10.0.0.1,10.0.0.2',
  TargetAssets: 'ws1',
  DetectingTools: 'Falcon,Splunk',
  'Start Time': '2017-01-17T09:20:25.930Z',
  'Start Time Epoch': '1484644825930',
  'Stop Time': '2017-01-17T10:13:47.930Z',
  'Stop Time Epoch': '1484648027930',
  'Detection Time': '2017-01-17T12:05:23.930Z',
  'Detection Time Epoch': '1484654723930',
  Organizations: 'Example Ltd',
  Tags: 'a, b,,a',
  Objective: 'Hashes',
  Command: 'procdump',
};

function csvOf(
  rows: readonly Cells[],
  { names = columns as readonly string[], separator = ',' } = {},
): string {
  const quote = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name as Column] ?? ''))];
  return `\ufeff${lines.map((cells) => cells.map(quote).join(separator)).join('\r\n')}\r\n`;
}

async function readTest(more: Cells): Promise<PlannedTest> {
  const mission = await readMission(vectrReader, fileOf('env.csv', csvOf([{ ...testCase, ...more }])));
  return mission.scenarios[0]?.tests[0] as PlannedTest;
}

function brief({ run }: PlannedTest): string[] {
  return run.facts.map(({ kind, result, at, tool, severity }) =>
    [kind, result, at?.slice(11, 19), tool, severity]
      .filter((word) => word !== undefined && word !== null)
      .join(' '),
  );
}

const nothing: Cells = {
  'Alert Severity': 'TBD',
  'Alert Triggered': 'TBD',
  'Activity Logged': 'TBD',
  DetectingTools: '',
  'Detection Time': '',
  'Detection Time Epoch': '',
};

describe('the CSV of a VECTR environment', () => {
  it('becomes a mission for each assessment group, with a scenario for each campaign', async () => {
    const rows = [
      testCase,
      { ...testCase, Campaign: 'Network' },
      { ...testCase, AssessmentGroup: 'Spring', Organizations: 'A,B' },
      testCase,
    ];
    const source = fileOf('env.csv', csvOf(rows));
    assert.equal(await recognise(vectrReader, source), 'yes');
    const { missions, notes } = await readPlan(vectrReader, source);
    assert.deepEqual(notes, []);
    assert.deepEqual(
      missions.map(({ name, organisation, scenarios, leftover }) => [
        name,
        organisation,
        scenarios.map((scenario) => `${scenario.name} ${scenario.tests.length}`),
        leftover,
      ]),
      [
        ['Autumn', 'Example Ltd', ['Credentials 2', 'Network 1'], []],
        ['Spring', 'A', ['Credentials 1'], ['Organisations: B']],
      ],
    );
    assert.deepEqual(
      missions[0]?.scenarios[0]?.tests.map(({ sourceId }) => sourceId),
      ['Autumn / Credentials / Dump LSASS', 'Autumn / Credentials / Dump LSASS (2)'],
    );
    assert.deepEqual(
      missions[0]?.tools.map(({ name, kind }) => `${name} ${kind}`),
      ['Falcon other', 'Splunk siem'],
    );
  });

  it('provides times, hosts, texts and facts of its test cases', async () => {
    const test = await readTest({});
    assert.deepEqual(
      [
        test.objective,
        test.command,
        test.expected_detection,
        test.tags,
        test.catalog_tags,
        test.status,
        test.leftover,
      ],
      ['Hashes', 'procdump', '1) An alert', ['a', 'b'], ['T1003.001'], 'reviewed_by_blue', []],
    );
    const { run } = test;
    assert.deepEqual(
      [
        run.executed_at,
        run.started_at,
        run.ended_at,
        run.detected_at,
        run.source_host,
        run.target_host,
        run.blue_comment,
      ],
      [
        '2017-01-17T09:20:25.930Z',
        '2017-01-17T09:20:25.930Z',
        '2017-01-17T10:13:47.930Z',
        '2017-01-17T12:05:23.930Z',
        '10.0.0.1,10.0.0.2',
        'ws1',
        'Seen at once',
      ],
    );
    assert.deepEqual(brief(test), [
      'alerted yes 12:05:23 Falcon high',
      'alerted yes 12:05:23 Splunk high',
      'logged yes',
    ]);
  });

  const outcomes: [outcome: string, more: Cells, facts: string[], level?: string | null, status?: string][] =
    [
      ['Blocked', {}, ['prevented yes']],
      [
        'blocked',
        { DetectingTools: 'Falcon', 'Alert Triggered': 'No' },
        ['prevented yes Falcon', 'alerted no'],
      ],
      ['Alerted', {}, ['alerted yes']],
      ['Logged', { DetectingTools: 'Splunk' }, ['logged yes Splunk']],
      ['None', {}, ['prevented no', 'alerted no', 'logged no']],
      ['NotDetected', { 'Activity Logged': 'No' }, ['prevented no', 'alerted no', 'logged no']],
      [
        'Not Detected',
        { 'Activity Logged': 'Yes' },
        ['prevented no', 'alerted no', 'logged yes'],
        'not_detected',
      ],
      [
        'Detected',
        { 'Alert Triggered': 'Yes', 'Alert Severity': 'Med' },
        ['alerted yes medium', 'detected yes'],
      ],
      ['N/A', {}, ['prevented not_applicable', 'alerted not_applicable', 'logged not_applicable']],
      ['TBD', {}, [], null, 'executed'],
      ['', {}, [], null, 'executed'],
      ['Odd', {}, [], null, 'executed'],
    ];
  for (const [Outcome, more, facts, level, status] of outcomes) {
    it(`reads the outcome “${Outcome}”${Object.keys(more).length > 0 ? ` with ${Object.values(more).join(', ')}` : ''}`, async () => {
      const test = await readTest({ ...nothing, ...more, Outcome });
      assert.deepEqual(brief(test), facts);
      assert.equal(test.run.level, level ?? null);
      assert.equal(test.status, status ?? 'reviewed_by_blue');
      assert.deepEqual(test.leftover, Outcome === 'Odd' ? ['Outcome: Odd'] : []);
    });
  }

  it('prefers the outcome of a path and takes its severity', async () => {
    const test = await readTest({ ...nothing, Outcome: 'TBD', 'Outcome Path': 'Alerted.Alerted_High' });
    assert.deepEqual(brief(test), ['alerted yes high']);
    assert.deepEqual(test.leftover, ['Outcome path: Alerted.Alerted_High']);
  });

  const statuses: [text: string, status: string, leftover: string[]][] = [
    ['NotPerformed', 'pending', []],
    ['Not Performed', 'pending', []],
    ['', 'pending', []],
    ['INPROGRESS', 'pending', ['Status: INPROGRESS']],
    ['Paused', 'blocked', []],
    ['Abandon', 'skipped', []],
    ['completed', 'executed', []],
  ];
  for (const [Status, status, leftover] of statuses) {
    it(`reads the status “${Status}”`, async () => {
      const test = await readTest({ ...nothing, Status, Outcome: 'TBD' });
      assert.equal(test.status, status);
      assert.equal(test.run.executed_at === null, status !== 'executed');
      assert.deepEqual(test.leftover, leftover);
    });
  }

  const kept: [title: string, cells: Cells, leftover: string[]][] = [
    ['phases of other kill chains', { Phase: 'Delivery' }, ['Tactic: Delivery']],
    [
      'methods that are no technique',
      { MitreID: '', Method: 'NAC bypass', CapecId: '94' },
      ['Method: NAC bypass', 'CAPEC: 94'],
    ],
    ['what is no technique', { MitreID: 'n/a' }, ['MITRE ID: n/a', 'Method: LSASS Memory']],
    [
      'times that nobody can read',
      { 'Start Time': 'noon', 'Start Time Epoch': '1.48464E+12' },
      ['Start Time: noon'],
    ],
    [
      'unknown answers',
      { 'Alert Triggered': 'perhaps', 'Alert Severity': 'Huge' },
      ['Alert Triggered: perhaps', 'Alert severity: Huge'],
    ],
    [
      'tools and times of what is not known yet',
      { ...nothing, Outcome: 'TBD', DetectingTools: 'Falcon', 'Detection Time': '2017-01-17T12:05:23Z' },
      ['Detecting tools: Falcon', 'Detection time: 2017-01-17T12:05:23.000Z'],
    ],
    [
      'ratings and references',
      { References: 'https://example.com/a', Risk: 'High', Liklihood: 'Low', Stealth: 'Low' },
      ['References: https://example.com/a', 'Likelihood: Low', 'Risk: High', 'Stealth: Low'],
    ],
  ];
  for (const [title, cells, leftover] of kept) {
    it(`keeps ${title}`, async () => assert.deepEqual((await readTest(cells)).leftover, leftover));
  }

  const starts: [text: string, epoch: string, at: string | null][] = [
    ['', '1484644825', '2017-01-17T09:20:25.000Z'],
    ['2017-01-17T09:20:25.930Z', '1.48464E+12', '2017-01-17T09:20:25.930Z'],
    ['17/01/2017 09:20', '', '2017-01-17T09:20:00.000Z'],
    ['2017-01-17 09:20', '', '2017-01-17T09:20:00.000Z'],
    ['42752.5', '', '2017-01-17T12:00:00.000Z'],
    ['1/2/2017 9:20', '', null],
    ['', '', null],
  ];
  for (const [text, epoch, at] of starts) {
    it(`reads a start of “${text}” and “${epoch}”`, async () => {
      const test = await readTest({ 'Start Time': text, 'Start Time Epoch': epoch });
      assert.equal(test.run.started_at, at);
    });
  }

  it('reports times without a zone and reads a column’s dates alike', async () => {
    const rows = ['1/2/2017 9:20', '25/1/2017 9:20'].map((start, index) => ({
      ...testCase,
      Variant: `${index}`,
      'Start Time': start,
      'Start Time Epoch': '',
    }));
    const { missions, notes } = await readPlan(vectrReader, fileOf('env.csv', csvOf(rows)));
    assert.deepEqual(
      missions[0]?.scenarios[0]?.tests.map(({ run }) => run.started_at),
      ['2017-02-01T09:20:00.000Z', '2017-01-25T09:20:00.000Z'],
    );
    assert.deepEqual(notes, ['Times without a time zone were read as UTC.']);
  });

  const odd: Cells = { ...testCase, Command: '=cmd|"/c calc", <b>a</b>;\r\nb' };
  const encodings: [title: string, content: string | Buffer][] = [
    ['UTF-8 with a mark', csvOf([odd])],
    ['semicolons', csvOf([odd], { separator: ';' })],
    ['UTF-16', Buffer.from(csvOf([odd]), 'utf16le')],
    [
      'columns in another order and case',
      csvOf([odd], { names: columns.toReversed().map((name) => name) }).replace(
        'AssessmentGroup',
        'assessmentgroup ',
      ),
    ],
  ];
  for (const [title, content] of encodings) {
    it(`reads ${title}, and keeps formulas and HTML as the text that they are`, async () => {
      const source = fileOf('env.csv', content);
      const mission = await readMission(vectrReader, source);
      assert.equal(mission.scenarios[0]?.tests[0]?.command, odd.Command);
    });
  }

  it('keeps apostrophes that belong to the text', async () => {
    const rows = [
      { ...testCase, Command: "'-- or 1=1" },
      { ...testCase, Command: '-enc AAA' },
    ];
    const { scenarios } = await readMission(vectrReader, fileOf('env.csv', csvOf(rows)));
    assert.deepEqual(
      scenarios[0]?.tests.map(({ command }) => command),
      ["'-- or 1=1", '-enc AAA'],
    );
  });

  it('keeps unknown columns', async () => {
    const content = csvOf([testCase])
      .replace('AssessmentGroup,', 'Ticket,AssessmentGroup,')
      .replace('\r\nAutumn', '\r\nSEC-1,Autumn');
    const { scenarios } = await readMission(vectrReader, fileOf('env.csv', content));
    assert.deepEqual(scenarios[0]?.tests[0]?.leftover, ['Ticket: SEC-1']);
  });

  it('refuses rows without a name one by one, and no row for its length', async () => {
    const rows = [
      { ...testCase, Variant: '' },
      { ...testCase, Command: 'x'.repeat(10_000_000) },
      { ...testCase, Campaign: '' },
      testCase,
    ];
    const { missions, refused } = await readPlan(vectrReader, fileOf('env.csv', csvOf(rows)));
    assert.equal(missions[0]?.scenarios[0]?.tests.length, 2);
    assert.deepEqual(
      refused.map(({ row, why }) => `${row}: ${why}`),
      ['row 2: “Variant” is empty.', 'row 4: “Campaign” is empty.'],
    );
  });

  it('refuses a table without its columns, by their names', async () => {
    const content = csvOf([testCase], {
      names: columns.filter((name) => name !== 'Campaign' && name !== 'Variant'),
    });
    assert.equal(
      await refusalOf(vectrReader, fileOf('env.csv', content)),
      'The table has no column “Campaign”, “Variant”.',
    );
    const two = sourceOf('a.zip', { 'a.csv': content, 'b.csv': content });
    assert.match(await refusalOf(vectrReader, two), /is one file/);
  });
});

describe('an export as VECTR', () => {
  function plain(mission: PlannedMission) {
    return mission.scenarios.map(({ name, tests }) => ({
      name,
      tests: tests.map(({ row: _row, sourceId: _id, run: { evidence: _files, ...run }, ...test }) => ({
        ...test,
        run,
      })),
    }));
  }

  it('has the same tests, facts and times when read back', async () => {
    const mission = sampleMission();
    const { 'vectr.csv': csv = Buffer.from('') } = await writeFiles(vectrWriter, mission);
    const again = await readMission(vectrReader, fileOf('vectr.csv', csv));
    assert.deepEqual(plain(again), plain(mission));
    assert.deepEqual([again.name, again.organisation], [mission.name, mission.organisation]);
  });

  it('uses VECTR’s terms and nothing that a spreadsheet executes', async () => {
    const { 'vectr.csv': csv = Buffer.from('') } = await writeFiles(vectrWriter, sampleMission());
    assert.equal(csv.subarray(0, 3).toString('hex'), 'efbbbf');
    const rows = parse(csv, { bom: true, columns: true }) as Record<Column, string>[];
    assert.deepEqual(Object.keys(rows[0] ?? {}), [...columns]);
    for (const row of rows) {
      assert.ok(
        ['Completed', 'NotPerformed', 'InProgress', 'Paused', 'Abandon'].includes(row.Status),
        row.Status,
      );
      assert.ok(['Blocked', 'Alerted', 'Logged', 'None', 'N/A', 'TBD'].includes(row.Outcome), row.Outcome);
      assert.ok(['TBD', 'Info', 'Low', 'Med', 'High', 'Critical'].includes(row['Alert Severity']));
      for (const column of ['Alert Triggered', 'Activity Logged'] as const)
        assert.ok(['TBD', 'Yes', 'No'].includes(row[column]));
      for (const column of ['Start Time', 'Stop Time', 'Detection Time'] as const)
        assert.equal(row[`${column} Epoch`], row[column] === '' ? '' : String(Date.parse(row[column])));
      for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@]/);
    }
    assert.deepEqual(
      rows.map(({ Outcome, Status }) => `${Outcome} ${Status}`),
      ['Alerted Completed', 'TBD Completed', 'TBD Abandon', 'TBD NotPerformed'],
    );
  });
});
