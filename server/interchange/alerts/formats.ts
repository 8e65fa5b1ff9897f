import { crowdstrike, secops } from './platforms.ts';
import type { AlertReader } from './reader.ts';
import { chainsaw, chainsawTable, quiet, zircolite } from './scanners.ts';
import { dig, first, isRow, isSaid, list, parseCell, type Row, toNumber, toTime, toWord } from './values.ts';
import { windows } from './windows.ts';

const hayabusaLevels: Readonly<Record<string, string>> = {
  crit: 'critical',
  med: 'medium',
  info: 'informational',
};

const hayabusa: AlertReader = {
  format: 'hayabusa',
  knows: (row) => 'Computer' in row && ('RuleTitle' in row || 'message' in row) && 'Level' in row,
  read(row) {
    const word = toWord(row.Level ?? '')
      .trim()
      .toLowerCase();
    const severity = hayabusaLevels[word] ?? word;
    if (severity === 'informational') return quiet;
    const details = readDetails(row.Details ?? row.AllFieldInfo);
    const title = row.RuleTitle ?? row.message;
    return {
      source: 'hayabusa',
      external_id: isSaid(row.RecordID)
        ? [row.EvtxFile ?? row.Channel, row.Computer, row.RecordID, row.RuleID ?? title].map(toWord).join('/')
        : undefined,
      occurred_at: toTime(row.Timestamp ?? row.datetime),
      title,
      rule_name: title,
      rule_id: row.RuleID,
      severity,
      hosts: row.Computer,
      users: [details.User, details.TgtUser, details.SrcUser].filter((user) => user !== undefined),
      process: {
        id: details.PID,
        command_line: details.Cmdline ?? details.CmdLine ?? details.ParentCmdline,
        parent: { id: details.ParentPID },
      },
      techniques: list(row.MitreTags).map(toWord),
    };
  },
};

/** Details are an object, or a text with a broken bar between its parts. */
function readDetails(value: unknown): Row {
  if (isRow(value)) return value;
  const parts = toWord(value ?? '').split(/ ¦ |[\n\t]/);
  return Object.fromEntries(
    parts.flatMap((part) => {
      const colon = part.indexOf(': ');
      return colon === -1 ? [] : [[part.slice(0, colon).trim(), part.slice(colon + 2)]];
    }),
  );
}

const elastic: AlertReader = {
  format: 'elastic',
  knows: (row) =>
    dig(toSource(row), 'kibana.alert.rule.name') !== undefined ||
    dig(toSource(row), 'signal.rule.name') !== undefined,
  read(hit) {
    const row = toSource(hit);
    if (first(row, 'kibana.alert.building_block_type') !== undefined)
      return { why: 'It is a building block of other alerts' };
    const threats = list(dig(row, 'kibana.alert.rule.threat') ?? dig(row, 'signal.rule.threat'));
    return {
      source: 'elastic',
      external_id: first(row, 'kibana.alert.uuid') ?? hit._id,
      occurred_at: toTime(first(row, 'kibana.alert.original_time', 'signal.original_time')),
      recorded_at: toTime(first(row, 'kibana.alert.start', 'kibana.alert.intended_timestamp', '@timestamp')),
      title: first(row, 'kibana.alert.rule.name', 'signal.rule.name'),
      rule_name: first(row, 'kibana.alert.rule.name', 'signal.rule.name'),
      rule_id: first(row, 'kibana.alert.rule.rule_id', 'signal.rule.rule_id'),
      severity: first(row, 'kibana.alert.severity', 'signal.rule.severity'),
      hosts: [first(row, 'host.hostname', 'host.name'), ...list(dig(row, 'host.ip'))],
      users: first(row, 'user.name'),
      process: {
        id: first(row, 'process.pid'),
        command_line: first(row, 'process.command_line'),
        parent: { id: first(row, 'process.parent.pid') },
      },
      techniques: [
        ...threats.flatMap(readThreat),
        ...list(dig(row, 'kibana.alert.rule.threat.technique.subtechnique.id')),
        ...list(dig(row, 'kibana.alert.rule.threat.technique.id')),
      ].map(toWord),
    };
  },
};

function toSource(hit: Row): Row {
  if (isRow(hit._source)) return hit._source;
  return isRow(hit.fields) ? hit.fields : hit;
}

/** Sub-techniques, else techniques; `technique` may be an object. */
function readThreat(threat: unknown): unknown[] {
  return list(dig(threat, 'technique')).flatMap((technique) => {
    const subs = list(dig(technique, 'subtechnique')).map((sub) => dig(sub, 'id'));
    return subs.length > 0 ? subs : [dig(technique, 'id')];
  });
}

const splunk: AlertReader = {
  format: 'splunk',
  knows: (row) => 'search_name' in toResult(row) || toWord(toResult(row).event_id).includes('@@notable@@'),
  read(line) {
    if (line.preview === true) return { why: 'It is a preview of a search that had not ended' };
    const row = toResult(line);
    const annotated = ['annotations.mitre_attack', 'annotations.mitre_attack.mitre_technique_id'];
    return {
      source: 'splunk',
      external_id: first(row, 'event_id'),
      occurred_at: toTime(first(row, 'orig_time')),
      recorded_at: toTime(first(row, '_time')),
      title: first(row, 'rule_title', 'rule_name', 'search_name'),
      rule_name: first(row, 'rule_name', 'search_name', 'source'),
      severity: first(row, 'urgency', 'severity'),
      hosts: [first(row, 'dest'), first(row, 'orig_host', 'dvc')],
      users: [first(row, 'user', 'dest_user')],
      process: { id: first(row, 'process_id'), command_line: first(row, 'process') },
      techniques: annotated.flatMap((name) => list(row[name])).map(toWord),
    };
  },
};

const toResult = (line: Row): Row => (isRow(line.result) ? line.result : line);

const defender: AlertReader = {
  format: 'defender',
  knows: (row) => Array.isArray(row.evidence) && ('detectorId' in row || 'mitreTechniques' in row),
  read(row) {
    const evidence = list(row.evidence).filter(isRow);
    const ofKind = (kind: string) =>
      evidence.filter((one) => toWord(one['@odata.type']).endsWith(`.${kind}Evidence`));
    const devices = ofKind('device');
    const processes = ofKind('process');
    return {
      source: 'defender',
      external_id: row.id,
      occurred_at: toTime(row.firstActivityDateTime),
      recorded_at: toTime(row.createdDateTime),
      title: row.title,
      rule_name: row.title,
      rule_id: row.detectorId,
      severity: row.severity,
      hosts: devices.flatMap((one) => [one.deviceDnsName ?? one.hostName, ...list(one.ipInterfaces)]),
      users: [...processes, ...ofKind('user')].map((one) => dig(one, 'userAccount.accountName')),
      process: processes.map((one) => ({
        id: one.processId,
        command_line: one.processCommandLine,
        parent: { id: one.parentProcessId },
      })),
      techniques: list(row.mitreTechniques).map(toWord),
      url: row.alertWebUrl,
    };
  },
};

const sentinel: AlertReader = {
  format: 'sentinel',
  knows: (row) => 'SystemAlertId' in row || ('AlertSeverity' in row && 'AlertName' in row),
  read(row) {
    const entities = list(parseCell(row.Entities)).filter(isRow);
    const ofKind = (kind: string) =>
      entities.filter((one) => toWord(one.Type ?? one.$type).toLowerCase() === kind);
    const rule = toWord(row.AlertType ?? '');
    return {
      source: 'sentinel',
      external_id: row.SystemAlertId ?? row.VendorOriginalId,
      occurred_at: toTime(ofColumn(row, 'StartTime')),
      recorded_at: toTime(ofColumn(row, 'TimeGenerated')),
      title: row.DisplayName ?? row.AlertName,
      rule_name: row.AlertName,
      rule_id: rule.slice(rule.lastIndexOf('_') + 1),
      severity: row.AlertSeverity,
      hosts: [
        ...ofKind('host').map((one) => [one.HostName, one.DnsDomain].map(toWord).filter(Boolean).join('.')),
        ...ofKind('ip').map((one) => one.Address),
        row.CompromisedEntity,
      ],
      users: ofKind('account').map((one) => one.Name),
      process: ofKind('process').map((one) => ({
        id: one.ProcessId,
        command_line: one.CommandLine,
        parent: { id: dig(one, 'ParentProcess.ProcessId') },
      })),
      techniques: [row.Techniques, row.SubTechniques].flatMap((cell) => list(parseCell(cell))).map(toWord),
      url: row.AlertLink,
    };
  },
};

/** The heading of a time may be followed by its zone in brackets. */
export function ofColumn(row: Row, name: string): unknown {
  if (row[name] !== undefined) return row[name];
  const heading = Object.keys(row).find((one) => one.startsWith(`${name} [`));
  return heading === undefined ? undefined : row[heading];
}

const wazuhLevels = [
  [15, 'critical'],
  [12, 'high'],
  [7, 'medium'],
  [4, 'low'],
] as const;

const wazuh: AlertReader = {
  format: 'wazuh',
  knows: (row) =>
    dig(toSource(row), 'rule.level') !== undefined && dig(toSource(row), 'agent.name') !== undefined,
  read(hit) {
    const row = toSource(hit);
    const level = toNumber(dig(row, 'rule.level'));
    const event = dig(row, 'data.win.eventdata');
    return {
      source: 'wazuh',
      external_id: first(row, 'id') ?? hit._id,
      occurred_at: toTime(first(row, 'data.win.system.systemTime') ?? first(row, 'timestamp')),
      recorded_at: toTime(first(row, 'timestamp')),
      title: first(row, 'rule.description'),
      rule_name: first(row, 'rule.description'),
      rule_id: first(row, 'rule.id'),
      severity: wazuhLevels.find(([from]) => level >= from)?.[1] ?? 'informational',
      hosts: [first(row, 'data.win.system.computer'), first(row, 'agent.name'), first(row, 'agent.ip')],
      users: [first(event, 'user', 'targetUserName')],
      process: {
        id: first(event, 'newProcessId', 'processId'),
        command_line: first(event, 'commandLine'),
        parent: { id: first(event, 'parentProcessId') },
      },
      techniques: list(dig(row, 'rule.mitre.id')).map(toWord),
    };
  },
};

const suricataLevels = ['high', 'medium', 'low'];

const suricata: AlertReader = {
  format: 'suricata',
  knows: (row) => 'event_type' in row && 'src_ip' in row,
  read(row) {
    if (row.event_type !== 'alert') return { why: 'It is an event that no rule has raised' };
    const at = toTime(row.timestamp);
    const id = ['gid', 'signature_id', 'rev'].map((part) => toWord(dig(row, `alert.${part}`))).join(':');
    return {
      source: 'suricata',
      external_id: isSaid(row.flow_id) ? [row.flow_id, row.tx_id, id, at].map(toWord).join('/') : undefined,
      occurred_at: at,
      title: dig(row, 'alert.signature'),
      rule_name: dig(row, 'alert.signature'),
      rule_id: id,
      severity: suricataLevels[toNumber(dig(row, 'alert.severity')) - 1],
      hosts: [row.src_ip, row.dest_ip],
      techniques: list(dig(row, 'alert.metadata.mitre_technique_id')).map(toWord),
    };
  },
};

const ocsfLevels = ['', 'informational', 'low', 'medium', 'high', 'critical', 'critical'];

const ocsf: AlertReader = {
  format: 'ocsf',
  knows: (row) => toNumber(row.class_uid) === 2004,
  read(row) {
    const evidences = list(row.evidences).filter(isRow);
    const devices = [row.device, ...list(row.resources), ...evidences.map((one) => one.device)].filter(isRow);
    const attacks = list(dig(row, 'finding_info.attacks'));
    return {
      source: toWord(first(row, 'metadata.product.name') ?? 'ocsf'),
      external_id: dig(row, 'finding_info.uid'),
      occurred_at: toTime(first(row, 'start_time', 'finding_info.first_seen_time')),
      recorded_at: toTime(first(row, 'finding_info.created_time', 'time')),
      title: dig(row, 'finding_info.title'),
      rule_name: first(row, 'finding_info.analytic.name', 'finding_info.title'),
      rule_id: dig(row, 'finding_info.analytic.uid'),
      severity: ocsfLevels[toNumber(row.severity_id)],
      hosts: devices.flatMap((one) => [one.hostname ?? one.name, one.ip]),
      users: evidences.map((one) => dig(one, 'actor.user.name')),
      process: evidences.map((one) => ({
        id: dig(one, 'process.pid'),
        command_line: dig(one, 'process.cmd_line'),
        parent: { id: dig(one, 'process.parent_process.pid') },
      })),
      techniques: attacks
        .map((one) => dig(one, 'sub_technique.uid') ?? dig(one, 'technique.uid'))
        .filter((id) => id !== undefined)
        .map(toWord),
    };
  },
};

/** In the order in which a file is compared with them: the marks of the first are the surest. */
export const alertReaders: readonly AlertReader[] = [
  ocsf,
  elastic,
  defender,
  sentinel,
  hayabusa,
  wazuh,
  suricata,
  chainsaw,
  chainsawTable,
  zircolite,
  crowdstrike,
  secops,
  splunk,
  windows,
];
