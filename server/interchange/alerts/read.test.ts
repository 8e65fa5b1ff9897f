import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AlertFormat, alertFormats } from '../../../domain/alerts.ts';
import { alertRows } from '../../../test/support/interchange/alert-rows.ts';
import { workbook } from '../../../test/support/interchange/workbook.ts';
import { ImportRefusal } from '../format.ts';
import type { AlertChoices } from './contract.ts';
import { readAlertFile } from './read.ts';

const bytes = (content: unknown): Buffer =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
const read = async (content: unknown, choices?: AlertChoices) => {
  const { alerts, ...about } = await readAlertFile(bytes(content), choices);
  return { ...about, alerts: alerts.map(({ alert }) => alert), rows: alerts.map(({ row }) => row) };
};

const hayabusaCsv = [
  '"Timestamp","RuleTitle","Level","Computer","Channel","EventID","MitreTags","RecordID","Details","RuleID","EvtxFile"',
  '"2026-09-01 10:00:02.123 +02:00","Whoami","med ","ws01","Sysmon",1,"T1033 ¦ G0007",4711,"Cmdline: whoami /all ¦ User: CORP\\anna ¦ PID: 4242","5f1e","Sysmon.evtx"',
  '"2026-09-01 10:00:03.000 +02:00","Logon","info","ws01","Sec",4624,"",4712,"","5f1f","Sec.evtx"',
].join('\n');
const hayabusaJson = {
  Timestamp: '2026-09-01 10:00:02.123 +02:00',
  RuleTitle: 'Whoami',
  Level: 'med',
  Computer: 'ws01',
  MitreTags: ['T1033', 'G0007'],
  RecordID: 4711,
  Details: { Cmdline: 'whoami /all', PID: 4242, User: 'CORP\\anna' },
  RuleID: '5f1e',
};
const elasticHit = {
  _id: 'a1b2',
  _source: {
    '@timestamp': '2026-09-01T08:04:10.000Z',
    'kibana.alert.original_time': '2026-09-01T08:00:02.123Z',
    'kibana.alert.uuid': 'a1b2',
    'kibana.alert.severity': 'medium',
    'kibana.alert.rule.name': 'Whoami',
    'kibana.alert.rule.rule_id': 'ef86',
    'kibana.alert.rule.threat': [{ technique: [{ id: 'T1033', subtechnique: [] }] }],
    host: { name: 'ws01' },
    user: { name: 'anna' },
    process: { pid: 4242, command_line: 'whoami /all', parent: { pid: 4100 } },
  },
};
const elasticFields = {
  _id: 'a1b2',
  fields: {
    'kibana.alert.original_time': ['2026-09-01T08:00:02.123Z'],
    'kibana.alert.rule.name': ['Whoami'],
    'kibana.alert.severity': ['medium'],
    'kibana.alert.rule.threat.technique.id': ['T1033'],
    'host.name': ['ws01'],
    'user.name': ['anna'],
    'process.pid': [4242],
    'process.command_line': ['whoami /all'],
  },
};
const splunkResult = {
  _time: '2026-09-01T10:05:00.000+00:00',
  event_id: 'C8D6@@notable@@1a2b',
  search_name: 'ESCU - Whoami - Rule',
  rule_name: 'Whoami',
  rule_title: 'Whoami',
  urgency: 'medium',
  orig_time: '1788249602.123',
  dest: 'ws01',
  user: 'anna',
  process_id: '4242',
  process: 'whoami /all',
  'annotations.mitre_attack': ['T1033'],
};
const splunkLine = { preview: false, result: splunkResult };
const defender = {
  id: 'da63',
  severity: 'medium',
  title: 'Whoami',
  detectorId: 'e0da',
  mitreTechniques: ['T1033'],
  createdDateTime: '2026-09-01T08:09:27.7211305Z',
  firstActivityDateTime: '2026-09-01T08:00:02.123Z',
  evidence: [
    { '@odata.type': '#microsoft.graph.security.deviceEvidence', deviceDnsName: 'ws01' },
    {
      '@odata.type': '#microsoft.graph.security.processEvidence',
      processId: 4242,
      processCommandLine: 'whoami /all',
      userAccount: { accountName: 'anna' },
    },
  ],
};
const entities = JSON.stringify([
  { $id: '2', HostName: 'ws01', Type: 'host' },
  { $id: '3', ProcessId: '4242', CommandLine: 'whoami /all', Type: 'process' },
  { $id: '4', Name: 'anna', Type: 'account' },
]).replaceAll('"', '""');
const sentinelCsv = [
  'TenantId,"TimeGenerated [UTC]",DisplayName,AlertName,AlertSeverity,SystemAlertId,AlertType,"StartTime [UTC]",Entities,Techniques',
  `52b1,"9/1/2026, 8:10:02.000 AM",Whoami,Whoami,Medium,8a22,52b1_a35a,"9/1/2026, 8:00:02.123 AM","${entities}",T1033`,
].join('\n');
const wazuh = {
  timestamp: '2026-09-01T10:00:03.118+0200',
  rule: { level: 8, description: 'Whoami', id: '92031', mitre: { id: ['T1033'] } },
  agent: { id: '004', name: 'ws01' },
  id: '1788249603.52931',
  data: {
    win: {
      system: { systemTime: '2026-09-01T08:00:02.1234567Z' },
      eventdata: { processId: '4242', commandLine: 'whoami /all', user: 'CORP\\anna' },
    },
  },
};
const suricata = {
  timestamp: '2026-09-01T10:00:02.123547+0200',
  flow_id: 1,
  event_type: 'alert',
  src_ip: '10.0.0.5',
  dest_ip: '10.0.0.9',
  alert: {
    gid: 1,
    signature_id: 2,
    rev: 3,
    signature: 'Whoami',
    severity: 2,
    metadata: { mitre_technique_id: ['T1033'] },
  },
};
const ocsf = {
  class_uid: 2004,
  time: 1788249670000,
  start_time: 1788249602123,
  severity_id: 3,
  metadata: { product: { name: 'X' } },
  finding_info: { uid: 'f-1', title: 'Whoami', attacks: [{ technique: { uid: 'T1033' } }] },
  evidences: [
    {
      device: { hostname: 'ws01' },
      actor: { user: { name: 'anna' } },
      process: { pid: 4242, cmd_line: 'whoami /all' },
    },
  ],
};

const sysmon = alertRows.windows('4711') as { Event: { System: object; EventData: Record<string, unknown> } };
const withoutRule = { Event: { ...sysmon.Event, EventData: { ...sysmon.Event.EventData, RuleName: '-' } } };
const toXml = (system: string, data: Record<string, unknown>) =>
  `<Event xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><System>${system}</System><EventData>${Object.entries(
    data,
  )
    .map(([name, value]) => `<Data Name="${name}">${String(value).replaceAll('&', '&amp;')}</Data>`)
    .join('')}</EventData></Event>`;
const systemXml = (provider: string, id: number, record = 4711) =>
  `<Provider Name="${provider}" Guid="{5770385f-c22a-43e0-bf4c-06f5698ffbd9}"/><EventID>${id}</EventID><Version>5</Version><TimeCreated SystemTime='2026-09-01T08:00:02.3456789Z'/><EventRecordID>${record}</EventRecordID><Channel>C</Channel><Computer>ws01</Computer><Security UserID="S-1-5-18"/>`;
const sysmonXml = toXml(systemXml('Microsoft-Windows-Sysmon', 1), sysmon.Event.EventData);
const winlogbeat = {
  '@timestamp': '2026-09-01T08:00:02.345Z',
  event: { code: '1', kind: 'event' },
  winlog: {
    event_id: '1',
    provider_name: 'Microsoft-Windows-Sysmon',
    channel: 'Microsoft-Windows-Sysmon/Operational',
    computer_name: 'ws01',
    record_id: 4711,
    event_data: sysmon.Event.EventData,
  },
};
const powershell = {
  Id: 1,
  ProviderName: 'Microsoft-Windows-Sysmon',
  LogName: 'Microsoft-Windows-Sysmon/Operational',
  MachineName: 'ws01',
  RecordId: 4711,
  TimeCreated: '/Date(1788249602345)/',
  Message: Object.entries(sysmon.Event.EventData)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n'),
};
const chainsawCsv = [
  'timestamp,detections,path,Event.System.Provider,Event ID,Record ID,Computer,Event Data',
  '2026-09-01T08:00:02.123456+00:00,Whoami,Sysmon.evtx,Microsoft-Windows-Sysmon,1,4711,ws01,"CommandLine: whoami /all\nProcessId: 4242\nUser: CORP\\anna\n"',
].join('\n');
const unknownLine = {
  '@timestamp': '2026-09-01T08:00:02.123Z',
  alert: { name: 'Whoami', severity: 'medium', id: 'A-1' },
  host: { name: 'ws01' },
  user: { name: 'anna' },
  process: { pid: 4242, command_line: 'whoami /all' },
  mitre_technique: ['T1033'],
};
const ownTable = [
  'Exported by somebody on Tuesday',
  'When;Alert;Risk level;Computer;Account;PID;Command line;MITRE;Alert ID;Analyst',
  '2026-09-01 10:00:02.123 +02:00;Whoami;Medium;ws01;CORP\\anna;4242;whoami /all;T1033, T1087;A-1;bea',
].join('\n');

const files: [what: string, format: AlertFormat, content: unknown][] = [
  ['a table of Hayabusa', 'hayabusa', hayabusaCsv],
  ['the table with a byte order mark', 'hayabusa', `\ufeff${hayabusaCsv}`],
  [
    'objects of Hayabusa, one after another',
    'hayabusa',
    `${JSON.stringify(hayabusaJson, null, 2)}\n${JSON.stringify({ ...hayabusaJson, Level: 'info' })}`,
  ],
  ['an answer of Elastic', 'elastic', { hits: { hits: [elasticHit] } }],
  ['lines of Elastic', 'elastic', JSON.stringify(elasticHit._source)],
  ['fields of Elastic', 'elastic', [elasticFields]],
  [
    'lines of Splunk',
    'splunk',
    `${JSON.stringify({ ...splunkLine, preview: true })}\n${JSON.stringify(splunkLine)}`,
  ],
  ['results of Splunk', 'splunk', { results: [splunkResult] }],
  ['an answer of Defender', 'defender', { value: [defender] }],
  ['a table of Sentinel', 'sentinel', sentinelCsv],
  ['lines of Wazuh', 'wazuh', JSON.stringify(wazuh)],
  [
    'lines of Suricata',
    'suricata',
    `${JSON.stringify(suricata)}\n${JSON.stringify({ ...suricata, event_type: 'dns' })}`,
  ],
  ['a finding of OCSF', 'ocsf', ocsf],
  [
    'a list of Chainsaw',
    'chainsaw',
    [alertRows.chainsaw('4711'), { ...alertRows.chainsaw('4712'), level: 'info' }],
  ],
  ['rules of Zircolite', 'zircolite', [alertRows.zircolite('4711')]],
  ['an answer of CrowdStrike', 'crowdstrike', { meta: {}, resources: [alertRows.crowdstrike('a:b')] }],
  [
    'an answer of Google SecOps',
    'secops',
    {
      detections: [
        alertRows.secops('de_1'),
        { ...alertRows.secops('de_2'), detection: { alertState: 'NOT_ALERTING' } },
      ],
    },
  ],
  ['events of Windows', 'windows', [alertRows.windows('4711'), withoutRule]],
  ['XML of Windows events', 'windows', `<?xml version="1.0"?><Events>${sysmonXml}</Events>`],
  ['lines of Winlogbeat', 'windows', JSON.stringify(winlogbeat)],
  ['events of Get-WinEvent', 'windows', [powershell]],
  ['a table of Chainsaw', 'chainsaw', chainsawCsv],
  ['a table of one’s own', 'table', ownTable],
  ['lines of an unknown tool', 'table', JSON.stringify(unknownLine)],
];

describe('a file of alerts is read:', () => {
  for (const [what, format, content] of files) {
    it(what, async () => {
      const found = await read(content);
      assert.equal(found.format, format);
      assert.equal(found.alerts.length, 1);
      assert.ok(found.alerts[0]?.raw);
      const alert = found.alerts[0] as Record<string, unknown>;
      const techniques = ((alert.techniques ?? []) as string[]).filter((id) => id.startsWith('T'));
      const isBare = content === chainsawCsv;
      assert.deepEqual(
        [alert.occurred_at, alert.title, techniques.join().slice(0, 5)],
        ['2026-09-01T08:00:02.123Z', 'Whoami', isBare ? '' : 'T1033'],
      );
      // Events of Sysmon and tables of Chainsaw say nothing of it.
      if (format !== 'windows' && !isBare) assert.equal(String(alert.severity).toLowerCase(), 'medium');
      assert.ok(alert.external_id);
      if (format === 'suricata') return assert.deepEqual(alert.hosts, ['10.0.0.5', '10.0.0.9']);
      assert.ok((alert.hosts as unknown[]).includes('ws01'));
      assert.match(JSON.stringify(alert.users), /anna/);
      const [process] = [alert.process].flat() as [{ id: unknown; command_line: string }];
      assert.deepEqual([Number(process.id), process.command_line], [4242, 'whoami /all']);
    });
  }

  it('in every format', () => {
    assert.deepEqual(new Set(files.map(([, format]) => format)), new Set(alertFormats));
  });

  it('with an alert for each match of a rule of Zircolite', async () => {
    const rule = alertRows.zircolite('1');
    const [match] = rule.matches as object[];
    const second = { ...match, EventRecordID: '2', CommandLine: 'whoami' };
    const { alerts, left_out } = await read([{ ...rule, matches: [match, second, 'x'] }]);
    assert.deepEqual(
      [alerts.map(({ process }) => (process as { command_line: string }).command_line), left_out],
      [['whoami /all', 'whoami'], 1],
    );
  });

  it('with the older events of CrowdStrike', async () => {
    const event = { DetectId: 'ldt:1', DetectName: 'Whoami', ComputerName: 'ws01', SeverityName: 'High' };
    const metadata = { eventType: 'DetectionSummaryEvent', eventCreationTime: 1788249670000 };
    const [alert] = (await read({ metadata, event })).alerts;
    assert.deepEqual(
      [alert?.external_id, alert?.title, alert?.severity, alert?.recorded_at],
      ['ldt:1', 'Whoami', 'High', '2026-09-01T08:01:10.000Z'],
    );
  });

  it('with an alert that changed only once', async () => {
    const { alerts, reasons } = await read([elasticHit, elasticHit]);
    assert.equal(alerts.length, 1);
    const why = 'The alert stands in the file again, changed later';
    assert.deepEqual(reasons, [{ why, count: 1, rows: ['entry 1'] }]);
  });

  it('with alerts that have no id, each', async () => {
    const { RecordID: _record, ...row } = hayabusaJson;
    const { flow_id: _flow, ...event } = suricata;
    for (const [one, other] of [
      [row, { ...row, Timestamp: '2026-09-01 10:00:09.000 +02:00' }],
      [event, { ...event, src_ip: '10.0.0.6' }],
    ]) {
      assert.equal((await read([one, other])).alerts.length, 2);
    }
  });

  it('with a word about times without a zone, in the chosen one', async () => {
    const table = hayabusaCsv.replaceAll(' +02:00', '');
    const utc = await read(table);
    assert.deepEqual([utc.alerts[0]?.occurred_at, utc.without_zone], ['2026-09-01T10:00:02.123Z', 1]);
    const { alerts } = await read(table, { zone: 'Europe/Berlin' });
    assert.equal(alerts[0]?.occurred_at, '2026-09-01T08:00:02.123Z');
    assert.deepEqual(alerts[0]?.raw, utc.alerts[0]?.raw);
  });

  it('with the zone in the heading of a time', async () => {
    const table = sentinelCsv.replaceAll('[UTC]', '[UTC+2]');
    const { alerts, without_zone } = await read(table);
    assert.deepEqual([alerts[0]?.occurred_at, without_zone], ['2026-09-01T06:00:02.123Z', 0]);
  });

  it('with the reasons of what is left out', async () => {
    const { left_out, reasons } = await read(hayabusaCsv);
    assert.deepEqual([left_out, reasons], [1, [{ why: 'It is informational', count: 1, rows: ['row 3'] }]]);
  });
});

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

describe('a file is refused that', () => {
  const refused: [what: string, content: unknown][] = [
    ['is empty', ''],
    ['is no table and no JSON', 'hello'],
    ['has documents without fields', [{}]],
    ['ends too early', '[{"class_uid":2004,'],
    ['has a broken end', '{"class_uid":2004}]'],
    ['nests too deeply', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['is full of NUL characters', '\0'.repeat(5000)],
    ['is a log in EVTX', 'ElfFile\0\0\0'],
    ['is XML without events', '<html><body>hello</body></html>'],
    ['defines entities', `<!DOCTYPE x [<!ENTITY a "b">]>${sysmonXml}`],
    ['has tags that are not closed', sysmonXml.replace('</EventData>', '')],
    ['ends within XML', sysmonXml.slice(0, -3)],
    ['nests XML too deeply', `<Event>${'<a>'.repeat(30)}${'</a>'.repeat(30)}</Event>`],
    ['has XML with a huge text', `<Event><System>${'x'.repeat(1_100_000)}</System></Event>`],
    ['has XML with a huge event', `<Event>${'<a/>'.repeat(6000)}</Event>`],
    ['has XML with a tag of many attributes', `<Event ${'a="b" '.repeat(60)}></Event>`],
  ];
  for (const [what, content] of refused) {
    it(what, async () => {
      await assert.rejects(read(content), ImportRefusal);
    });
  }

  const odd: [what: string, content: unknown][] = [
    ['null', { ...ocsf, finding_info: null, evidences: [null], device: null }],
    ['lists', { ...ocsf, finding_info: [[]], evidences: [[[]]] }],
    ['numbers', { ...defender, evidence: [1], severity: 5, mitreTechniques: 7 }],
    ['texts', { ...wazuh, data: 'win', rule: { level: 'x' } }],
  ];
  for (const [what, content] of odd) {
    it(`but not for odd fields: ${what}`, async () => assert.equal((await read(content)).alerts.length, 1));
  }
});
