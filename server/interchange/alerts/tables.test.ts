import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hayabusaCsv, ownTable, read } from '../../../test/support/interchange/alert-files.ts';
import { workbook } from '../../../test/support/interchange/workbook.ts';
import { readAlertFile } from './read.ts';

describe('a table of one’s own', () => {
  it('asks for the fields of its columns, which are guessed from their names', async () => {
    const { asks } = await read(ownTable);
    assert.deepEqual(
      asks?.columns.map(({ field }) => field),
      [
        'occurred_at',
        'title',
        'severity',
        'hosts',
        'users',
        'process_id',
        'command_line',
        'techniques',
        'id',
        null,
      ],
    );
    assert.deepEqual([asks?.head_row, asks?.columns[1]?.examples], [2, ['Whoami']]);
  });

  it('is read by the chosen columns, and keeps its rows as they are', async () => {
    const columns = { Alert: null, Analyst: 'title', 'Risk level': null };
    const { alerts, rows } = await read(ownTable, { columns });
    assert.deepEqual([alerts[0]?.title, alerts[0]?.severity, rows], ['bea', undefined, ['row 3']]);
    assert.match(JSON.stringify(alerts[0]?.raw), /"Risk level":"Medium"/);
  });

  it('takes no row for one of names but the chosen one', async () => {
    const { asks } = await read(ownTable, { head_row: 1 });
    assert.equal(asks?.head_row, 1);
    assert.equal(asks?.columns.length, 10);
  });

  it('may be a known one that is read by its columns instead', async () => {
    const { format, alerts } = await read(hayabusaCsv, { columns: { RuleTitle: 'title' } });
    assert.deepEqual([format, alerts.length], ['table', 2]);
  });

  const values: [head: string, value: string, field: string, read: unknown][] = [
    ['Time', '01.09.2026 10:00', 'occurred_at', '2026-09-01T10:00:00.000Z'],
    ['Time (UTC+2)', '2026-09-01 10:00:00', 'occurred_at', '2026-09-01T08:00:00.000Z'],
    ['Detected at', '1788249602', 'recorded_at', '2026-09-01T08:00:02.000Z'],
    ['Priority', 'P2 - High', 'severity', 'high'],
    ['Schweregrad', 'Kritisch', 'severity', 'critical'],
    ['Gravité', 'Élevée', 'severity', 'high'],
    ['Host', 'ws01; ws02', 'hosts', ['ws01', 'ws02']],
    ['IP address', '10.0.0.5', 'hosts', ['10.0.0.5']],
    ['Product', 'Sensor X', 'source', 'Sensor X'],
    ['Technique', 'attack.t1059.001 (PowerShell)', 'techniques', ['T1059.001']],
    ['User', 'n/a', 'users', []],
  ];
  for (const [head, value, field, expected] of values) {
    it(`${head}: ${value}`, async () => {
      const { alerts, wrong } = await read(`Alert,${head}\nWhoami,${value}`);
      assert.deepEqual([alerts[0]?.[field], wrong.count], [expected, 0]);
    });
  }

  const wrongs: [head: string, value: string, why: string][] = [
    ['Time', 'yesterday', 'It is no time, or its day could be its month'],
    ['Time', '01/02/2026 10:00', 'It is no time, or its day could be its month'],
    ['Severity', '3', 'It is no severity'],
    ['PID', '-7', 'It is no process ID'],
    ['Technique', 'Discovery', 'It names no technique'],
  ];
  for (const [head, value, why] of wrongs) {
    it(`names a wrong value by row and column: ${head} ${value}`, async () => {
      const { alerts, wrong } = await read(`Alert,${head}\nWhoami,\nWhoami,${value}`);
      assert.equal(alerts.length, 2);
      assert.deepEqual(wrong, { count: 1, items: [{ row: 'row 3', column: head, value, why }] });
    });
  }

  const leaves: [what: string, table: string, why: string][] = [
    ['rows without a name', 'Alert,Host\n,ws01', 'It has no title, rule or message'],
    [
      'all rows until a column names them',
      'Host,PID\nws01,4',
      'No column is for the title, the rule or the message: choose one',
    ],
  ];
  for (const [what, table, why] of leaves) {
    it(`leaves out ${what}`, async () => {
      const { alerts, reasons } = await read(table);
      assert.deepEqual([alerts, reasons], [[], [{ why, count: 1, rows: ['row 2'] }]]);
    });
  }

  it('may be a workbook', async () => {
    const rows = [
      ['When', 'Alert', 'Host'],
      ['2026-09-01 10:00:02', 'Whoami', 'ws01'],
    ];
    const { format, alerts } = await readAlertFile(workbook({ Alerts: rows }));
    const [{ alert } = { alert: null }] = alerts;
    assert.deepEqual(
      [format, alert?.title, alert?.occurred_at],
      ['table', 'Whoami', '2026-09-01T10:00:02.000Z'],
    );
  });
});
