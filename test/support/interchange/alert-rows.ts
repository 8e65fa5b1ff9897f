import type { AlertFormat } from '../../../domain/alerts.ts';

type Row = Record<string, unknown>;

/** An alert of each format as its tool exports it, with an id of its own. */
export const alertRows: Readonly<Record<AlertFormat, (id: string) => Row>> = {
  hayabusa: (id) => ({
    Timestamp: '2026-09-01 10:00:02.123 +02:00',
    RuleTitle: 'Whoami',
    Level: 'med ',
    Computer: 'ws01',
    Channel: 'Sysmon',
    EventID: 1,
    MitreTags: ['T1033'],
    RecordID: id,
    Details: { Cmdline: 'whoami /all', PID: 4242, User: 'CORP\\anna' },
    RuleID: '5f1e',
  }),
  elastic: (id) => ({
    _id: id,
    _source: {
      '@timestamp': '2026-09-01T08:04:10.000Z',
      'kibana.alert.original_time': '2026-09-01T08:00:02.123Z',
      'kibana.alert.uuid': id,
      'kibana.alert.severity': 'medium',
      'kibana.alert.rule.name': 'Whoami',
      'kibana.alert.rule.rule_id': 'ef86',
      'kibana.alert.rule.threat': [{ technique: [{ id: 'T1033', subtechnique: [] }] }],
      host: { name: 'ws01', ip: ['10.0.0.5'] },
      user: { name: 'anna' },
      process: { pid: 4242, command_line: 'whoami /all', parent: { pid: 4100 } },
    },
  }),
  splunk: (id) => ({
    preview: false,
    result: {
      _time: '2026-09-01T10:05:00.000+00:00',
      event_id: `${id}@@notable@@1a2b`,
      search_name: 'ESCU - Whoami - Rule',
      rule_title: 'Whoami',
      urgency: 'medium',
      orig_time: '1788249602.123',
      dest: 'ws01',
      user: 'anna',
      process_id: '4242',
      process: 'whoami /all',
      'annotations.mitre_attack': ['T1033'],
    },
  }),
  defender: (id) => ({
    id,
    severity: 'medium',
    title: 'Whoami',
    detectorId: 'e0da',
    mitreTechniques: ['T1033'],
    createdDateTime: '2026-09-01T08:09:27.7211305Z',
    firstActivityDateTime: '2026-09-01T08:00:02.123Z',
    evidence: [
      {
        '@odata.type': '#microsoft.graph.security.deviceEvidence',
        deviceDnsName: 'ws01',
        ipInterfaces: ['10.0.0.5'],
      },
      {
        '@odata.type': '#microsoft.graph.security.processEvidence',
        processId: 4242,
        processCommandLine: 'whoami /all',
        userAccount: { accountName: 'anna' },
      },
    ],
  }),
  sentinel: (id) => ({
    TimeGenerated: '2026-09-01T08:10:02.000Z',
    DisplayName: 'Whoami',
    AlertName: 'Whoami',
    AlertSeverity: 'Medium',
    SystemAlertId: id,
    AlertType: '52b1_a35a',
    StartTime: '2026-09-01T08:00:02.123Z',
    Entities: JSON.stringify([
      { $id: '2', HostName: 'ws01', Type: 'host' },
      { $id: '3', ProcessId: '4242', CommandLine: 'whoami /all', Type: 'process' },
      { $id: '4', Name: 'anna', Type: 'account' },
    ]),
    Techniques: 'T1033',
  }),
  wazuh: (id) => ({
    timestamp: '2026-09-01T10:00:03.118+0200',
    rule: { level: 8, description: 'Whoami', id: '92031', mitre: { id: ['T1033'] } },
    agent: { id: '004', name: 'ws01', ip: '10.0.0.5' },
    id,
    data: {
      win: {
        system: { systemTime: '2026-09-01T08:00:02.1234567Z', computer: 'ws01' },
        eventdata: { processId: '4242', commandLine: 'whoami /all', user: 'CORP\\anna' },
      },
    },
  }),
  suricata: (id) => ({
    timestamp: '2026-09-01T10:00:02.123547+0200',
    flow_id: id,
    tx_id: 1,
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
  }),
  chainsaw: (id) => ({
    group: 'Sigma',
    kind: 'individual',
    name: 'Whoami',
    timestamp: '2026-09-01T08:00:02.123456+00:00',
    level: 'medium',
    source: 'sigma',
    id: '8de1',
    tags: ['attack.discovery', 'attack.t1033'],
    document: {
      kind: 'evtx',
      path: 'Sysmon.evtx',
      data: {
        Event: {
          System: { Computer: 'ws01', EventID: 1, EventRecordID: id },
          EventData: { ProcessId: 4242, CommandLine: 'whoami /all', User: 'CORP\\anna' },
        },
      },
    },
  }),
  zircolite: (id) => ({
    title: 'Whoami',
    id: '8de1',
    rule_level: 'medium',
    tags: ['attack.discovery', 'attack.t1033'],
    count: 1,
    matches: [
      {
        Computer: 'ws01',
        SystemTime: '2026-09-01T08:00:02.123456Z',
        ProcessId: 4242,
        CommandLine: 'whoami /all',
        User: 'CORP\\anna',
        EventRecordID: id,
      },
    ],
  }),
  crowdstrike: (id) => ({
    composite_id: id,
    context_timestamp: '1788249602.123',
    created_timestamp: '2026-09-01T08:09:27.721130512Z',
    display_name: 'Whoami',
    pattern_id: 10_197,
    severity: 50,
    technique_id: 'T1033',
    device: { hostname: 'ws01', local_ip: '10.0.0.5' },
    user_name: 'anna',
    local_process_id: '4242',
    process_id: '98765432101',
    cmdline: 'whoami /all',
  }),
  secops: (id) => ({
    id,
    type: 'RULE_DETECTION',
    createdTime: '2026-09-01T08:09:27.721Z',
    detectionTime: '2026-09-01T09:00:00Z',
    detection: [
      {
        ruleId: 'ru_1',
        ruleName: 'Whoami',
        alertState: 'ALERTING',
        severity: 'MEDIUM',
        ruleLabels: [{ key: 'mitre_attack_technique_id', value: 'T1033' }],
      },
    ],
    collectionElements: [
      {
        references: [
          {
            event: {
              metadata: { eventTimestamp: '2026-09-01T08:00:02.123456Z' },
              principal: {
                hostname: 'ws01',
                ip: ['10.0.0.5'],
                user: { userid: 'anna' },
                process: { pid: '4242', commandLine: 'whoami /all' },
              },
            },
          },
        ],
      },
    ],
  }),
  windows: (id) => ({
    Event: {
      System: {
        Provider: { '#attributes': { Name: 'Microsoft-Windows-Sysmon' } },
        EventID: 1,
        TimeCreated: { '#attributes': { SystemTime: '2026-09-01T08:00:02.345678Z' } },
        EventRecordID: id,
        Channel: 'Microsoft-Windows-Sysmon/Operational',
        Computer: 'ws01',
      },
      EventData: {
        RuleName: 'technique_id=T1033,technique_name=Whoami',
        UtcTime: '2026-09-01 08:00:02.123',
        ProcessId: 4242,
        CommandLine: 'whoami /all',
        User: 'CORP\\anna',
        ParentProcessId: 4100,
      },
    },
  }),
  table: (id) => ({
    id,
    event_time: '2026-09-01 10:00:02.123 +02:00',
    name: 'Whoami',
    level: 'medium',
    computer: { name: 'ws01', ip: '10.0.0.5' },
    user: 'CORP\\anna',
    pid: '4242',
    cmdline: 'whoami /all',
    tags: ['attack.discovery', 'attack.t1033'],
  }),
  ocsf: (id) => ({
    class_uid: 2004,
    time: 1788249670000,
    start_time: 1788249602123,
    severity_id: 3,
    metadata: { product: { name: 'X' } },
    finding_info: {
      uid: id,
      title: 'Whoami',
      analytic: { uid: 'r-1', name: 'Whoami' },
      attacks: [{ technique: { uid: 'T1033' } }],
    },
    evidences: [
      {
        device: { hostname: 'ws01', ip: '10.0.0.5' },
        actor: { user: { name: 'anna' } },
        process: { pid: 4242, cmd_line: 'whoami /all', parent_process: { pid: 4100 } },
      },
    ],
  }),
};

/** Fields by which a format or an alert is known; without them there is none. */
export const alertMarks: Readonly<Record<AlertFormat, readonly string[]>> = {
  hayabusa: ['Computer', 'RuleTitle', 'Level', 'RecordID'],
  elastic: ['_id', '_source', 'kibana.alert.rule.name', 'kibana.alert.uuid'],
  splunk: ['preview', 'result', 'search_name', 'event_id'],
  defender: ['id', 'evidence', 'detectorId'],
  sentinel: ['SystemAlertId', 'AlertName', 'AlertSeverity'],
  wazuh: ['id', 'rule', 'level', 'agent', 'name'],
  suricata: ['event_type', 'src_ip', 'flow_id'],
  ocsf: ['class_uid', 'finding_info', 'uid'],
  chainsaw: ['kind', 'name', 'document', 'data', 'Event', 'System', 'EventRecordID'],
  zircolite: ['matches', '0', 'title', 'rule_level', 'EventRecordID'],
  crowdstrike: ['composite_id'],
  secops: ['id', 'detection', 'detectionTime', 'collectionElements'],
  windows: [
    ...['Event', 'System', 'EventID', 'EventRecordID', 'Provider', '#attributes', 'Name'],
    ...['EventData', 'RuleName'],
  ],
  table: ['id', 'name'],
};

/** The fields of the columns of a table. */
export const tableColumns = { 'computer.name': 'hosts', 'computer.ip': 'addresses', tags: 'techniques' };
