import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readPlan } from '../../../../test/support/interchange/interchange.ts';
import { guessFields, guessTarget } from './fields.ts';
import { csvReader } from './read.ts';

const read = (text: string, choices = {}) => readPlan(csvReader, fileOf('plan.csv', text), choices);

/** Spellings of column heads by people and tools, by field. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  techniques: [
    ...[
      'MITRE ATT&CK',
      'MITRE ATT&CK ID',
      'ATT&CK ID',
      'ATT&CK Technique',
      'ATT&CK Technique ID(s)',
      'Att&ck',
    ],
    ...['MITRE ATT&CK® Technique', 'Mitre Att&amp;ck ID', 'mitre_attack_technique_id', 'mitreAttackId'],
    ...[
      'Technique #',
      'Technique ID',
      'Technique(s)',
      'TTP',
      'TTP ID',
      'MITRE Technique',
      'Sub-Technique ID',
    ],
  ],
  tactics: ['Tactic', 'Tactic(s)', 'MITRE Tactic', 'ATT&CK Tactic', 'Tactic ID', 'kill_chain_phase'],
  started_at: [
    ...['Start Time (UTC)', 'start_time', 'startTime', 'START TIME [UTC]', 'Start (UTC+2)', 'Started - UTC'],
    ...['Start Time UTC', 'Start Time (Europe/Berlin)', 'Start Time (local)'],
  ],
  executed_at: ['Execution Time (UTC)', 'Executed at', 'executionTime', 'Execution_Date', 'Date/Time (GMT)'],
  ended_at: ['End Time (UTC)', 'endTime', 'Stop time, UTC', 'end_time_utc'],
  target_host: ['Target Host', 'hostname', 'Host Name', 'target_host', 'Target System (FQDN)', 'Computer'],
  run_command: ['Command line', 'commandLine', 'Command (as run)', 'COMMAND'],
  exit_code: ['Exit code', 'ExitCode', 'exit_code', 'Return Code (hex)'],
  blue_comment: ['Blue team notes', 'blue_notes', 'Blue Comment'],
  status: ['Status', 'Test Status', 'testStatus', 'STATE'],
};

describe('the head of a column', () => {
  for (const [field, heads] of Object.entries(spellings)) {
    for (const head of heads) {
      it(`“${head}” is for ${field}`, () =>
        assert.deepEqual(guessFields(['Name', head], 'tests'), ['name', field]));
    }
  }

  for (const head of [
    'Technique Name',
    'MITRE',
    'Duration (s)',
    'C&C channel',
    'Size [MB]',
    'x',
    '&',
    '()',
  ]) {
    it(`“${head}” never takes the place of the name`, () =>
      assert.equal(guessFields([head, 'Test Name'], 'templates')[1], 'name'));
  }

  const tables: [heads: string[], fields: (string | null)[]][] = [
    [
      ['Tactic', 'Technique #', 'Technique Name', 'Test #', 'Test Name', 'Test GUID', 'Executor Name'],
      ['tactics', 'techniques', null, null, 'name', 'id', null],
    ],
    [
      ['Test ID', 'Test', 'Technique'],
      ['id', 'name', 'techniques'],
    ],
    [
      ['Test Case ID', 'Test Case', 'MITRE ID'],
      ['id', 'name', 'techniques'],
    ],
    [
      ['No.', 'Title', 'Technique'],
      [null, 'name', 'techniques'],
    ],
    [
      ['Technique ID', 'Technique Name', 'Description'],
      ['techniques', 'name', 'description'],
    ],
  ];
  for (const [heads, fields] of tables) {
    it(`distinguishes the name from the columns before it: ${heads.join(', ')}`, () =>
      assert.deepEqual(guessFields(heads, 'templates'), fields));
  }

  it('of a campaign makes scenarios of one mission', async () => {
    for (const head of ['Campaign', 'Campaign Name', 'campaign_name']) {
      const plan = await read(`Test Case,MITRE ID,${head}\na,T1059.001,One\nb,T1078,Two\nc,T1027,One\n`);
      assert.deepEqual(
        plan.missions.map(({ name, scenarios }) => [
          name,
          scenarios.map((one) => [one.name, one.tests.length]),
        ]),
        [
          [
            'plan',
            [
              ['One', 2],
              ['Two', 1],
            ],
          ],
        ],
      );
    }
    const both = await read('Assessment,Campaign,Test\nQ1,One,a\nQ2,One,b\n');
    assert.deepEqual(
      both.missions.map(({ name, scenarios }) => [name, scenarios[0]?.name]),
      [
        ['Q1', 'One'],
        ['Q2', 'One'],
      ],
    );
  });

  it('names the zone of its times, and UTC takes precedence', async () => {
    const times: [head: string, at: string][] = [
      ['Start Time (UTC)', '2026-03-02T09:15:00.000Z'],
      ['Start Time (UTC+02:00)', '2026-03-02T07:15:00.000Z'],
      ['Start Time [CET]', '2026-03-02T08:15:00.000Z'],
      ['Start Time (America/New_York)', '2026-03-02T14:15:00.000Z'],
    ];
    for (const [head, at] of times) {
      const plan = await read(`Name,${head}\na,2026-03-02 09:15\n`);
      assert.equal(guessTarget(['Name', head]), 'tests');
      assert.deepEqual(
        [plan.missions[0]?.scenarios[0]?.tests[0]?.run.started_at, plan.notes],
        [at, []],
        head,
      );
    }
    const two = await read('Name,Start Time (Local),Start Time (UTC)\na,2026-03-02 10:15,2026-03-02 09:15\n');
    const [test] = two.missions[0]?.scenarios[0]?.tests ?? [];
    assert.equal(test?.run.started_at, '2026-03-02T09:15:00.000Z');
    assert.deepEqual(test?.leftover, ['Start Time (Local): 2026-03-02 10:15']);
  });

  it('may hold the day of a time while another column holds its clock', async () => {
    for (const heads of ['Date,Time', 'Execution Date,Execution Time (UTC)']) {
      const plan = await read(`Name,${heads}\na,2026-03-02,09:15:07\nb,2.3.2026,9:15 PM\n`);
      assert.deepEqual(
        plan.missions[0]?.scenarios[0]?.tests.map(({ run }) => run.executed_at),
        ['2026-03-02T09:15:07.000Z', '2026-03-02T21:15:00.000Z'],
        heads,
      );
    }
  });
});

describe('the row of the heads', () => {
  const body = 'Test Name;ATT&CK ID;Notes\na;T1059.001;x, y, z\nb;T1078;\n';
  const titles: [title: string, above: string, row: number][] = [
    ['nothing', '', 1],
    ['a title', 'Purple team exercise, spring 2026\n', 2],
    ['a title in cells', 'Purple team exercise;;\n', 2],
    ['a title and who wrote it', 'Purple team;;\nStatus: draft;Owner: Jo;\n\n', 3],
    ['a word that is a head', 'Exercise;Spring 2026;\n', 2],
  ];
  for (const [name, above, row] of titles) {
    it(`is found below ${name}`, async () => {
      const plan = await read(above + body);
      assert.equal(plan.asks?.head_row, row);
      assert.deepEqual(
        plan.missions[0]?.scenarios[0]?.tests.map((test) => [test.row, test.name, test.catalog_tags]),
        [
          [`row ${row + 1}`, 'a', ['T1059.001']],
          [`row ${row + 2}`, 'b', ['T1078']],
        ],
      );
      assert.equal(
        plan.notes.some((note) => note.startsWith('Above the heads')),
        row > 1,
      );
    });
  }

  it('is the one that the person chooses', async () => {
    const text = 'a;b;c\nWhat;Which;Other\nd;T1078;e\n';
    const plan = await read(text, { head_row: 2, columns: { What: 'name', Which: 'techniques' } });
    assert.deepEqual(
      plan.templates.map(({ row, name, catalog_tags }) => [row, name, catalog_tags]),
      [['row 3', 'd', ['T1078']]],
    );
    await assert.rejects(read(text, { head_row: 9 }), /Row 9 of the table is empty/);
  });
});

describe('the log of Invoke-AtomicRedTeam', () => {
  const head =
    '"Execution Time (UTC)","Execution Time (Local)","Technique","Test Number","Test Name","Hostname","IP Address","Username","GUID"';
  const guid = '33333333-3333-4333-8333-333333333333';

  it('contains executions, each of the test named by its GUID', async () => {
    const row = (at: string, host: string, pid: string, exit: string) =>
      `"${at}","2026-03-02T10:15:01Z","T1078","1","A, ""b""","${host}","System.Object[]","LAB\\op","${guid.toUpperCase()}","${pid}","${exit}"`;
    const plan = await read(
      [
        `${head},"ProcessId","ExitCode"`,
        row('2026-03-02T09:15:01Z', 'ws1', '1', '0'),
        row('2026-03-02T09:15:01Z', 'ws2', '1', '1'),
        row('2026-03-02T09:15:01Z', 'ws2', '2', '-1'),
        row('2026-03-02T09:20:01Z', 'ws2', '2', ''),
        '',
      ].join('\r\n'),
    );
    assert.deepEqual([plan.refused, plan.notes, plan.asks], [[], [], undefined]);
    assert.deepEqual(
      plan.executions.map((one) => [
        one.name,
        one.template,
        one.executed_at,
        one.target_host,
        one.attack_result,
      ]),
      [
        ['A, "b"', guid, '2026-03-02T09:15:01.000Z', 'ws1', 'succeeded'],
        ['A, "b"', guid, '2026-03-02T09:15:01.000Z', 'ws2', 'failed'],
        ['A, "b"', guid, '2026-03-02T09:15:01.000Z', 'ws2', null],
        ['A, "b"', guid, '2026-03-02T09:20:01.000Z', 'ws2', null],
      ],
    );
    assert.deepEqual(plan.executions[1]?.leftover, ['Exit code: 1', 'Test number: 1', 'Process id: 1']);
    assert.equal(new Set(plan.executions.map(({ sourceId }) => sourceId)).size, 4);
  });

  it('may be in the old form, without process and exit code', async () => {
    const plan = await read(
      `${head}\n"2026-03-02T09:15:01Z","2026-03-02T10:15:01Z","T1078","1","A","ws1","192.0.2.1","op","${guid}"\n`,
    );
    assert.deepEqual(plan.refused, []);
    assert.deepEqual(plan.executions[0]?.leftover, ['Test number: 1', 'IP address: 192.0.2.1']);
  });

  it('is a table like others once the person has chosen its columns', async () => {
    const plan = await read(`${head}\n"2026-03-02T09:15:01Z",,"T1078","1","A",,,,"${guid}"\n`, {
      into: 'tests',
    });
    assert.deepEqual([plan.executions, plan.missions[0]?.scenarios[0]?.tests[0]?.sourceId], [[], guid]);
  });
});
