import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainsawCsv, read, systemXml, toXml } from '../../../test/support/interchange/alert-files.ts';

describe('in events of Windows', () => {
  const defender = (id: number, fields: Record<string, string> = {}) =>
    toXml(systemXml('Microsoft-Windows-Windows Defender', id), {
      'Detection Time': '2026-09-01T08:00:01.000Z',
      'Threat ID': '2147',
      'Threat Name': 'Behavior:Win32/Whoami & more',
      'Severity Name': 'Severe',
      'Process Name': 'C:\\Windows\\System32\\whoami.exe',
      'Detection User': 'CORP\\anna',
      Path: 'CmdLine:_whoami /all',
      'Action Name': 'Not Applicable',
      ...fields,
    });

  it('detections of Defender are alerts', async () => {
    const { alerts } = await read(defender(1116));
    const { raw: _raw, url: _url, ...alert } = alerts[0] as Record<string, unknown>;
    assert.deepEqual(alert, {
      external_id: 'C/ws01/4711',
      recorded_at: '2026-09-01T08:00:02.345Z',
      hosts: ['ws01'],
      source: 'defender',
      occurred_at: '2026-09-01T08:00:01.000Z',
      title: 'Behavior:Win32/Whoami & more',
      rule_name: 'Behavior:Win32/Whoami & more',
      rule_id: '2147',
      severity: 'critical',
      users: 'CORP\\anna',
      process: { command_line: 'whoami /all' },
    });
  });

  it('so is its action, and the block of a guard', async () => {
    const done = await read(defender(1117, { 'Action Name': 'Quarantine' }));
    assert.equal(done.alerts[0]?.title, 'Behavior:Win32/Whoami & more (Quarantine)');
    const guard = await read(defender(1121, { ID: 'd4f9-rule' }));
    assert.deepEqual(
      [guard.alerts[0]?.title, guard.alerts[0]?.rule_id],
      ['Attack surface reduction: blocked', 'd4f9-rule'],
    );
  });

  it('also in the form of PowerShell', async () => {
    const values = [
      'Defender',
      '4.18',
      '{1}',
      '2026-09-01T08:00:01Z',
      '',
      '',
      '2147',
      'Behavior:Win32/X',
      '5',
      'Severe',
    ];
    const event = {
      ...{ Id: 1116, ProviderName: 'Microsoft-Windows-Windows Defender', LogName: 'D', MachineName: 'ws01' },
      TimeCreated: { value: '/Date(1788249602345)/', DateTime: 'Tuesday' },
      Properties: values.map((Value) => ({ Value })),
    };
    const [alert] = (await read([event])).alerts;
    assert.deepEqual(
      [alert?.title, alert?.severity, alert?.occurred_at, alert?.recorded_at],
      ['Behavior:Win32/X', 'critical', '2026-09-01T08:00:01.000Z', '2026-09-01T08:00:02.345Z'],
    );
  });

  it('telemetry is left out, for its true reason', async () => {
    const events = [
      defender(1000),
      defender(5007),
      toXml(systemXml('Microsoft-Windows-Security-Auditing', 4688), { NewProcessId: '0x1092' }),
      toXml(systemXml('Microsoft-Windows-Sysmon', 3), { RuleName: '-' }),
    ];
    const { alerts, reasons } = await read(events.join('\n'));
    assert.deepEqual(alerts, []);
    assert.deepEqual(reasons, [
      {
        why: 'It is an event of the product itself, not a detection',
        count: 2,
        rows: ['entry 1', 'entry 2'],
      },
      {
        why: 'It is telemetry: no rule and no product has raised it',
        count: 2,
        rows: ['entry 3', 'entry 4'],
      },
    ]);
  });

  it('an event of Chainsaw that several rules name has an alert of each', async () => {
    const { alerts } = await read(chainsawCsv.replace(',Whoami,', ',Whoami;Discovery,'));
    assert.deepEqual(
      alerts.map(({ external_id }) => external_id),
      ['Whoami/ws01/4711', 'Discovery/ws01/4711'],
    );
  });
});
