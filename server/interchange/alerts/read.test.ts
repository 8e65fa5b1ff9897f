import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AlertFormat, alertFormats } from '../../../domain/alerts.ts';
import {
  chainsawCsv,
  hayabusaCsv,
  ownTable,
  powershell,
  read,
  sysmonXml,
  unknownLine,
  winlogbeat,
  withoutRule,
} from '../../../test/support/interchange/alert-files.ts';
import { alertRows } from '../../../test/support/interchange/alert-rows.ts';
import { ImportRefusal } from '../format.ts';

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
