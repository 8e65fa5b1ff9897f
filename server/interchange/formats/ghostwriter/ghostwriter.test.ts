import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import {
  fileOf,
  readPlan,
  recognise,
  refusalOf,
  sourceOf,
  writeFiles,
} from '../../../../test/support/interchange/interchange.ts';
import { sampleMission } from '../../../../test/support/missions/exercise-samples.ts';
import { blankExecution } from '../../exercise/blank.ts';
import type { PlannedExecution } from '../../plan.ts';
import { columns, type others } from './columns.ts';
import { ghostwriterReader } from './read.ts';
import { ghostwriterWriter } from './write.ts';

type Cells = Partial<Record<(typeof columns)[number] | (typeof others)[number], string>>;

/** An entry as in an exported log. */
const entry: Cells = {
  entry_identifier: 'e-1',
  start_date: '2026-11-03 09:15:30.250000+00:00',
  end_date: '2026-11-03 11:16:00+02:00',
  source_ip: 'kali (10.0.0.1)',
  dest_ip: 'ws1',
  tool: 'Rubeus',
  user_context: 'CORP\\alice',
  command: 'rubeus.exe dump',
  description: '<p>Dump <b>tickets</b></p>\n<p>of everybody</p>',
  output: 'done',
  comments: 'easy',
  operator_name: 'rhea',
  tags: 'T1003.001, att&ck:t1059.001, loud, "two, words"',
  extra_fields: '{}',
  oplog_id: '4',
  updated_at: '2026-11-03 12:00:00+00:00',
};

/** In the order of an export. */
const order = [
  ...[
    'entry_identifier',
    'start_date',
    'end_date',
    'source_ip',
    'dest_ip',
    'tool',
    'user_context',
    'command',
  ],
  ...['description', 'output', 'comments', 'operator_name', 'extra_fields', 'updated_at', 'oplog_id', 'tags'],
];

function csvOf(rows: readonly Cells[], { names = order, separator = ',' } = {}): string {
  const quote = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name as keyof Cells] ?? ''))];
  return `${lines.map((cells) => cells.map(quote).join(separator)).join('\r\n')}\r\n`;
}

async function readOne(more: Cells): Promise<PlannedExecution> {
  const { executions, refused } = await readPlan(
    ghostwriterReader,
    fileOf('log.csv', csvOf([{ ...entry, ...more }])),
  );
  assert.deepEqual(refused, []);
  return executions[0] as PlannedExecution;
}

describe('an operation log of Ghostwriter', () => {
  it('has an execution for each entry', async () => {
    const source = fileOf('log.csv', csvOf([entry]));
    assert.equal(await recognise(ghostwriterReader, source), 'yes');
    const { executions, notes } = await readPlan(ghostwriterReader, source);
    assert.deepEqual(notes, []);
    assert.deepEqual(executions, [
      {
        ...blankExecution('row 2', '4/e-1', 'Dump tickets'),
        leftover: ['Tool: Rubeus', `Description: ${entry.description}`, 'Tags: loud, two, words'],
        catalog_tags: ['T1003.001', 'T1059.001'],
        command: 'rubeus.exe dump',
        output: 'done',
        red_comment: 'easy',
        executed_at: '2026-11-03T09:15:30.250Z',
        started_at: '2026-11-03T09:15:30.250Z',
        ended_at: '2026-11-03T09:16:00.000Z',
        source_host: 'kali (10.0.0.1)',
        target_host: 'ws1',
        target_user: 'CORP\\alice',
        operator: 'rhea',
      },
    ]);
  });

  const odd: [title: string, more: Cells, expected: Partial<PlannedExecution>, leftover: string[]][] = [
    [
      'a time without a zone',
      { start_date: '2026-11-03 09:15:30' },
      { started_at: '2026-11-03T09:15:30.000Z' },
      [],
    ],
    [
      'a date of a spreadsheet',
      { start_date: '45306.375', end_date: '15.01.2024 10:00' },
      { started_at: '2024-01-15T09:00:00.000Z', ended_at: '2024-01-15T10:00:00.000Z' },
      [],
    ],
    [
      'an epoch',
      { start_date: '1484644825', end_date: '1484648027930' },
      { started_at: '2017-01-17T09:20:25.000Z', ended_at: '2017-01-17T10:13:47.930Z' },
      [],
    ],
    [
      'no times',
      { start_date: '', end_date: 'None' },
      { started_at: null, ended_at: null, executed_at: null },
      [],
    ],
    [
      'what is no time',
      { start_date: 'then' },
      { started_at: null, executed_at: '2026-11-03T09:16:00.000Z' },
      ['Start: then'],
    ],
    ['no description', { description: '' }, { name: 'rubeus.exe dump' }, []],
    [
      'nothing to name it by',
      { description: '<br>', command: '', tool: '' },
      { name: 'Entry of row 2' },
      ['Description: <br>'],
    ],
    ['a plain description', { description: 'Dump' }, { name: 'Dump' }, []],
    ['a formula', { command: '=cmd|"/c calc"!A1' }, { command: '=cmd|"/c calc"!A1' }, []],
    ['fields of one’s own', { extra_fields: '{"ticket": 7}' }, {}, ['Extra fields: {"ticket": 7}']],
  ];
  for (const [title, more, expected, leftover] of odd) {
    it(`reads ${title}`, async () => {
      const execution = await readOne(more);
      assert.deepEqual({ ...execution, ...expected }, execution);
      const usual = /^(?:Tool|Tags): |^Description: <p>/;
      assert.deepEqual(
        execution.leftover.filter((line) => !usual.test(line)),
        leftover,
      );
    });
  }

  it('reports that times without a zone are read as UTC', async () => {
    const { notes } = await readPlan(
      ghostwriterReader,
      fileOf('a.csv', csvOf([{ ...entry, end_date: '2026-11-03 10:00' }])),
    );
    assert.deepEqual(notes, ['Times without a time zone were read as UTC.']);
  });

  const files: [title: string, content: string | Buffer][] = [
    ['semicolons', csvOf([entry], { separator: ';' })],
    ['UTF-16', Buffer.from(`\ufeff${csvOf([entry])}`, 'utf16le')],
    ['a byte order mark', `\ufeff${csvOf([entry])}`],
    ['lines that end as on Unix', csvOf([entry]).replaceAll('\r\n', '\n')],
    [
      'columns of older versions',
      csvOf([entry], {
        names: order.filter(
          (name) => !['entry_identifier', 'tags', 'extra_fields', 'updated_at'].includes(name),
        ),
      }),
    ],
  ];
  for (const [title, content] of files) {
    it(`reads ${title}`, async () => {
      const source = fileOf('log.csv', content);
      assert.equal(await recognise(ghostwriterReader, source), 'yes');
      const { executions } = await readPlan(ghostwriterReader, source);
      assert.equal(executions[0]?.command, 'rubeus.exe dump');
    });
  }

  it('is read with its attachments from a zip', async () => {
    const names = [...order, 'recordings', 'evidence'];
    const row = {
      ...entry,
      recordings: 'recordings/1_a.cast.gz',
      evidence: 'evidence/1_a.png, evidence/1_b.png',
    };
    const lost = { ...entry, entry_identifier: 'other', evidence: '../../etc/passwd' };
    const table = csvOf([row, lost], { names });
    const source = sourceOf('log_attachments.zip', {
      'log.csv': table,
      'manifest.json': '{}',
      'evidence/1_a.png': 'x',
      'evidence/1_b.png': 'x',
      'recordings/1_a.cast.gz': 'x',
    });
    assert.equal(await recognise(ghostwriterReader, source), 'yes');
    const { executions } = await readPlan(ghostwriterReader, source);
    assert.deepEqual(
      executions[0]?.evidence?.map(({ member, file_name }) => [member, file_name]),
      [
        ['recordings/1_a.cast.gz', '1_a.cast.gz'],
        ['evidence/1_a.png', '1_a.png'],
        ['evidence/1_b.png', '1_b.png'],
      ],
    );
    assert.equal(executions[1]?.evidence, undefined);
    assert.equal(executions[1]?.leftover.at(-1), 'Evidence: ../../etc/passwd');
  });

  it('refuses rows one by one', async () => {
    const rows = [
      entry,
      { ...entry, command: 'again' },
      { oplog_id: '4' },
      { ...entry, entry_identifier: 'e-2', output: 'x'.repeat(10_000_000) },
      { ...entry, entry_identifier: '' },
      { ...entry, entry_identifier: '' },
    ];
    const { executions, refused } = await readPlan(ghostwriterReader, fileOf('a.csv', csvOf(rows)));
    assert.equal(new Set(executions.map(({ sourceId }) => sourceId)).size, 4);
    assert.deepEqual(
      refused.map(({ row, why }) => `${row}: ${why}`),
      ['row 3: It has the same id as row 2.', 'row 4: It is empty.'],
    );
  });

  it('refuses a table without its columns, by their names', async () => {
    const content = csvOf([entry], {
      names: order.filter((name) => name !== 'dest_ip' && name !== 'operator_name'),
    });
    assert.equal(
      await refusalOf(ghostwriterReader, fileOf('a.csv', content)),
      'The table has no column “dest_ip”, “operator_name”.',
    );
    assert.match(await refusalOf(ghostwriterReader, sourceOf('a.zip', { 'b.txt': 'x' })), /is one CSV/);
  });
});

describe('an export as Ghostwriter', () => {
  it('is accepted by Ghostwriter’s importer', async () => {
    const { 'ghostwriter.csv': csv = Buffer.from('') } = await writeFiles(ghostwriterWriter, sampleMission());
    assert.equal(String(csv.subarray(0, 17)), 'entry_identifier,');
    const rows = parse(csv, { columns: true }) as Record<string, string>[];
    assert.deepEqual(Object.keys(rows[0] ?? {}), [...columns]);
    assert.equal(rows.length, 2);
    for (const row of rows) {
      for (const column of ['start_date', 'end_date'])
        assert.match(row[column] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?\+00:00$/);
      for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@]/);
    }
  });

  it('truncates cells that are too long for it, and says so', async () => {
    const mission = sampleMission();
    const run = mission.scenarios[0]?.tests[0]?.run;
    if (run !== undefined) run.output = `-${'x'.repeat(200_000)}`;
    const { 'ghostwriter.csv': csv = Buffer.from('') } = await writeFiles(ghostwriterWriter, mission);
    const [row] = parse(csv, { columns: true }) as Record<string, string>[];
    assert.equal(row?.output?.length, 131_072);
    assert.match(row?.output ?? '', /cut off here: a cell of Ghostwriter takes no more\)$/);
  });

  it('has the same runs when read back', async () => {
    const mission = sampleMission();
    const { 'ghostwriter.csv': csv = Buffer.from('') } = await writeFiles(ghostwriterWriter, mission);
    const { executions, refused } = await readPlan(ghostwriterReader, fileOf('g.csv', csv));
    assert.deepEqual(refused, []);
    const tests = mission.scenarios
      .flatMap((scenario) => scenario.tests)
      .filter(({ run }) => run.executed_at !== null);
    for (const [index, { run, name, catalog_tags }] of tests.entries()) {
      const execution = executions[index];
      assert.deepEqual([execution?.name, execution?.catalog_tags], [name, catalog_tags]);
      for (const field of [
        'command',
        'output',
        'red_comment',
        'source_host',
        'target_host',
        'target_user',
        'operator',
      ] as const)
        assert.equal(execution?.[field], run[field], field);
      assert.equal(execution?.started_at, run.started_at ?? run.executed_at);
      assert.equal(execution?.ended_at, run.ended_at ?? run.executed_at);
    }
  });
});
