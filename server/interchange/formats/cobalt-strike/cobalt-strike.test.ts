import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readPlan, recognise, sourceOf } from '../../../../test/support/interchange/interchange.ts';
import { blankExecution } from '../../exercise/blank.ts';
import { cobaltStrikeReader } from './read.ts';

const metadata =
  '10.1.1.1 <- 10.0.0.5; computer: WS01; user: anna *; process: rundll32.exe; pid: 4832; os: Windows; version: 10.0; build: 19044; beacon arch: x64 (x64)';

const log = `09/01 10:00:00 UTC [metadata] ${metadata}
09/01 10:00:05 UTC [input] <neo> shell whoami /all
09/01 10:00:05 UTC [task] <T1059.003, T1033> Tasked beacon to run: whoami /all
09/01 10:00:30 UTC [checkin] host called home, sent: 37 bytes
09/01 10:00:31 UTC [output]
received output:
corp\\anna

  S-1-5-21

09/01 10:01:00 UTC [indicator] file: 6 bytes C:\\a.exe
09/01 10:02:00 UTC [input] <neo> help
09/01 10:03:00 UTC [input] <trinity> inline-execute x.o
09/01 10:03:00 UTC [task] <> Tasked beacon to inline-execute x.o
09/01 10:03:30 UTC [checkin] host called home, sent: 90 bytes
09/01 10:03:31 UTC [error] Could not start
09/01 10:04:00 UTC [input] <neo> exit
09/01 10:04:00 UTC [task] <> Tasked beacon to exit
`;

describe('logs of Cobalt Strike', () => {
  it('have an execution for each input with a task', async () => {
    const source = sourceOf('logs.zip', {
      'logs/260901/10.0.0.5/beacon_77.log': log,
      'logs/260901/events.log': '09/01 10:00:00 UTC *** neo has joined.\n',
      'logs/260901/10.0.0.5/screenshots/a.jpg': 'x',
    });
    assert.equal(await recognise(cobaltStrikeReader, source), 'yes');
    const { executions, refused, notes } = await readPlan(cobaltStrikeReader, source);
    const file = 'logs/260901/10.0.0.5/beacon_77.log';
    const host = ['Address: 10.0.0.5', 'Elevated: true', 'Process: rundll32.exe', 'Process id: 4832'];
    assert.deepEqual(executions, [
      {
        ...blankExecution(`${file}, entry 1`, 'beacon_77.log/09/01 10:00:05 UTC/1', 'shell whoami /all'),
        leftover: [
          'Indicator: file: 6 bytes C:\\a.exe',
          'Ordered: 2026-09-01 10:00:05 UTC',
          'Task: Tasked beacon to run: whoami /all',
          ...host,
        ],
        catalog_tags: ['T1059.003', 'T1033'],
        command: 'shell whoami /all',
        output: 'corp\\anna\n\n  S-1-5-21',
        operator: 'neo',
        started_at: '2026-09-01T10:00:30.000Z',
        executed_at: '2026-09-01T10:00:30.000Z',
        ended_at: '2026-09-01T10:00:31.000Z',
        target_host: 'WS01',
        target_user: 'anna',
      },
      {
        ...blankExecution(`${file}, entry 3`, 'beacon_77.log/09/01 10:03:00 UTC/1', 'inline-execute x.o'),
        leftover: ['Ordered: 2026-09-01 10:03:00 UTC', 'Task: Tasked beacon to inline-execute x.o', ...host],
        command: 'inline-execute x.o',
        output: '[error] Could not start',
        operator: 'trinity',
        started_at: '2026-09-01T10:03:30.000Z',
        executed_at: '2026-09-01T10:03:30.000Z',
        ended_at: '2026-09-01T10:03:31.000Z',
        target_host: 'WS01',
        target_user: 'anna',
      },
    ]);
    assert.deepEqual(refused, [
      { row: `${file}, entry 2`, name: 'help', why: 'Nothing ran: no task follows it' },
      { row: `${file}, entry 4`, name: 'exit', why: 'Nothing ran: the Beacon has not taken its task' },
    ]);
    assert.deepEqual(notes, ['Not read, since they are none of this format: logs/260901/events.log']);
  });

  it('go on over New Year and later days, and have the zone of their server', async () => {
    const day = (from: string, to: string) =>
      `${from} CET [input] <neo> ls\n${from} CET [task] <T1083> Tasked beacon to list files in .\n${to} CET [checkin] host called home, sent: 9 bytes\n`;
    const source = sourceOf('logs.zip', {
      'logs/261231/10.0.0.5/beacon_7.log': `12/31 20:00:00 CET [metadata] ${metadata}\n${day('12/31 23:59:50', '01/01 00:00:20')}`,
      'logs/270101/10.0.0.5/beacon_7.log': day('01/01 09:00:00', '01/01 09:00:10'),
    });
    const { executions, refused } = await readPlan(cobaltStrikeReader, source);
    assert.deepEqual(refused, []);
    assert.deepEqual(
      executions.map(({ executed_at, target_host }) => [executed_at, target_host]),
      [
        ['2026-12-31T23:00:20.000Z', 'WS01'],
        ['2027-01-01T08:00:10.000Z', 'WS01'],
      ],
    );
  });

  it('keep their times as text without a folder that says the year', async () => {
    const { executions, notes } = await readPlan(cobaltStrikeReader, fileOf('beacon_77.log', log));
    assert.equal(executions[0]?.executed_at, null);
    assert.ok(executions[0]?.leftover.includes('Time: 09/01 10:00:05 UTC'));
    assert.match(notes.join(), /no year/);
  });

  it('have times once their first day is chosen', async () => {
    const file = () => fileOf('beacon_77.log', log);
    const { asks } = await readPlan(cobaltStrikeReader, file());
    assert.deepEqual(asks, { columns: [], fields: [], day: null });
    const chosen = await readPlan(cobaltStrikeReader, file(), { day: '2025-09-01' });
    assert.equal(chosen.executions[0]?.executed_at, '2025-09-01T10:00:30.000Z');
    assert.deepEqual([chosen.asks?.day, chosen.notes], ['2025-09-01', []]);
  });

  it('may be cut anywhere', async () => {
    for (let length = 200; length < log.length; length += 7) {
      const source = fileOf('beacon_77.log', log.slice(0, length));
      if ((await recognise(cobaltStrikeReader, source)) === 'no') continue;
      const { executions } = await readPlan(cobaltStrikeReader, source);
      assert.ok(executions.length <= 2);
    }
  });

  it('are not other logs', async () => {
    for (const text of ['09/01 10:00:00 UTC *** neo has joined.\n', '2026-09-01 10:00:00 [input] x\n', ''])
      assert.equal(await recognise(cobaltStrikeReader, fileOf('a.log', text)), 'no');
  });
});

describe('the activity that Cobalt Strike exports', () => {
  const rows = [
    ['bid', 'type', 'when', 'data', 'tactic', 'operator'],
    ['77', 'input', '1788249605000', 'shell whoami /all', '', 'neo'],
    ['77', 'task', '1788249605000', 'Tasked beacon to run: whoami /all', 'T1059.003, T1033', ''],
    ['77', 'checkin', '1788249630000', 'host called home, sent: 37 bytes', '', ''],
    ['77', 'output', '1788249631000', 'received output:\ncorp\\anna', '', ''],
    ['77', 'input', '1788249700000', 'help', '', 'neo'],
  ];
  const sessions = [
    ['id', 'external', 'internal', 'user', 'computer', 'pid'],
    ['77', '10.1.1.1', '10.0.0.5', 'anna *', 'WS01', '4832'],
  ];
  const toTsv = (table: string[][]) =>
    table
      .map((cells) => cells.map((cell) => (cell.includes('\n') ? `"${cell}"` : cell)).join('\t'))
      .join('\n');
  const toXml = ([heads = [], ...table]: string[][], name: string) =>
    `<?xml version="1.0"?><${name}>${table
      .map(
        (cells) =>
          `<entry>${cells.map((cell, at) => `<${heads[at]}>${cell}</${heads[at]}>`).join('')}</entry>`,
      )
      .join('')}</${name}>`;

  for (const [name, content] of [
    ['activity.tsv', toTsv(rows)],
    ['activity.tsv', toTsv([rows[0] as string[], ...rows.slice(1).reverse()])],
    ['activity.xml', toXml(rows, 'activity')],
  ] as const) {
    it(`is executions: ${name}`, async () => {
      const source = fileOf(name, content);
      assert.equal(await recognise(cobaltStrikeReader, source), 'yes');
      const { executions, refused } = await readPlan(cobaltStrikeReader, source);
      assert.deepEqual(
        executions.map((one) => [one.command, one.operator, one.catalog_tags, one.output]),
        [['shell whoami /all', 'neo', ['T1059.003', 'T1033'], 'corp\\anna']],
      );
      assert.deepEqual(
        [executions[0]?.started_at, executions[0]?.ended_at],
        ['2026-09-01T08:00:30.000Z', '2026-09-01T08:00:31.000Z'],
      );
      assert.deepEqual(
        refused.map(({ name: of, why }) => [of, why]),
        [['help', 'Nothing ran: no task follows it']],
      );
    });
  }

  it('may have commands that begin with a quote', async () => {
    const quoted = rows.filter(([, type]) => type !== 'output').map((cells) => [...cells]);
    (quoted[1] as string[])[3] = '"C:\\a b.exe" -x';
    const { executions } = await readPlan(cobaltStrikeReader, fileOf('activity.tsv', toTsv(quoted)));
    assert.equal(executions[0]?.command, '"C:\\a b.exe" -x');
  });

  it('has the hosts of the sessions beside it', async () => {
    const source = sourceOf('export.zip', {
      'activity.tsv': toTsv(rows),
      'sessions.xml': toXml(sessions, 'sessions'),
    });
    const [execution] = (await readPlan(cobaltStrikeReader, source)).executions;
    assert.deepEqual([execution?.target_host, execution?.target_user], ['WS01', 'anna']);
  });

  it('is no other table', async () => {
    for (const [name, content] of [
      ['a.tsv', 'id\ttype\tdate\ttext\n1\tnote\t2026-09-01\thello'],
      ['sessions.tsv', toTsv(sessions)],
      ['a.xml', '<a><type>x</type></a>'],
    ] as const) {
      assert.equal(await recognise(cobaltStrikeReader, fileOf(name, content)), 'no');
    }
  });
});
