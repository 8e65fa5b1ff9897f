import { findTags } from '../reading/values.ts';
import type { AlertReader } from './reader.ts';
import { describeProcess } from './scanners.ts';
import { dig, first, isRow, list, type Row, toTime, toWord } from './values.ts';

/**
 * Events of Windows, as `evtx_dump`, Velociraptor, Winlogbeat and `Get-WinEvent | ConvertTo-Json` write them. Most are telemetry:
 * an alert is what a product has detected, and what a rule names.
 */
export const windows: AlertReader = {
  format: 'windows',
  knows: (row) => readEvent(row) !== null,
  read(row) {
    const event = readEvent(row);
    if (event === null) return { why: 'It has no event' };
    const place = [event.channel || event.provider, event.computer, event.record];
    const about = {
      external_id: event.record === '' ? undefined : place.join('/'),
      recorded_at: event.at,
      hosts: [event.computer],
    };
    if (/windows defender|microsoft antimalware/i.test(event.provider)) {
      const detection = readDefender(event);
      return detection === null
        ? { why: 'It is an event of the product itself, not a detection' }
        : { ...about, source: 'defender', ...detection };
    }
    const rule = readRule(event, row);
    if (rule === null) return { why: 'It is telemetry: no rule and no product has raised it' };
    const { data } = event;
    return {
      ...about,
      source: /sysmon/i.test(event.provider) ? 'sysmon' : 'windows',
      occurred_at: toTime(data.UtcTime) ?? event.at,
      ...rule,
      users: data.User ?? data.TargetUserName ?? data.SubjectUserName,
      process: describeProcess(data),
    };
  },
};

type Event = {
  provider: string;
  channel: string;
  computer: string;
  record: string;
  id: number;
  at: string | undefined;
  data: Row;
};

/** An event in any of its forms; null for anything else. */
function readEvent(row: Row): Event | null {
  if (isRow(row.winlog)) return readWinlog(row, row.winlog);
  if ('ProviderName' in row && 'Id' in row && ('LogName' in row || 'MachineName' in row))
    return readPowerShell(row);
  const event = isRow(row.Event) ? row.Event : row;
  const { System: system, ...parts } = event;
  if (!isRow(system) || system.EventID === undefined) return null;
  return {
    provider: toText(system.Provider ?? system.Provider_attributes, 'Name'),
    channel: toText(system.Channel),
    computer: toText(system.Computer),
    record: toText(system.EventRecordID),
    id: Number(toText(system.EventID)),
    at: readMoment(system.TimeCreated ?? system.TimeCreated_attributes),
    data: readData(parts.EventData ?? parts.UserData),
  };
}

/** A value that may stand in an object with its attributes. */
function toText(value: unknown, attribute?: string): string {
  if (!isRow(value)) return toWord(value);
  const named =
    attribute === undefined ? undefined : (dig(value, `#attributes.${attribute}`) ?? value[attribute]);
  return toWord(named ?? value['#text'] ?? value.Value);
}

/** Also of PowerShell 5, which writes `/Date(1788249602123)/`. */
function readMoment(value: unknown): string | undefined {
  const text = toText(value, 'SystemTime') || toText(isRow(value) ? value.value : value);
  const [, epoch] = /^\/Date\((-?\d+)\)\/$/.exec(text) ?? [];
  return toTime(epoch === undefined ? text : Number(epoch));
}

function readData(value: unknown): Row {
  if (!isRow(value)) return {};
  // Events of some products have one object with the fields.
  const [inner] = Object.values(value).filter(isRow);
  const fields = Object.keys(value).filter((name) => name !== '#attributes');
  const flat = fields.length === 1 && inner !== undefined && !('Data' in value) ? inner : value;
  const listed = list(flat.Data).filter(isRow);
  const named = listed.flatMap((one): [string, unknown][] => {
    const name = toWord(dig(one, '#attributes.Name') ?? one['@Name'] ?? one.Name);
    return name === '' ? [] : [[name, one['#text'] ?? one.Value]];
  });
  return { ...flat, ...Object.fromEntries(named) };
}

function readWinlog(row: Row, winlog: Row): Event {
  return {
    provider: toWord(winlog.provider_name),
    channel: toWord(winlog.channel),
    computer: toWord(winlog.computer_name ?? first(row, 'host.name')),
    record: toWord(winlog.record_id),
    id: Number(toWord(winlog.event_id ?? first(row, 'event.code'))),
    at: toTime(first(row, '@timestamp', 'event.created')),
    data: { ...readData(winlog.event_data), ...readData(winlog.user_data) },
  };
}

function readPowerShell(row: Row): Event {
  const provider = toWord(row.ProviderName);
  return {
    provider,
    channel: toWord(row.LogName),
    computer: toWord(row.MachineName),
    record: toWord(row.RecordId),
    id: Number(toWord(row.Id)),
    at: readMoment(row.TimeCreated),
    data: /defender|antimalware/i.test(provider) ? readProperties(row.Properties) : readMessage(row.Message),
  };
}

/** The values of a detection of Defender in the order of its manifest: their names are not in this form. */
const ofDefender = [
  ...[
    'Product Name',
    'Product Version',
    'Detection ID',
    'Detection Time',
    '',
    '',
    'Threat ID',
    'Threat Name',
  ],
  ...['Severity ID', 'Severity Name', 'Category ID', 'Category Name', 'FWLink', '', '', '', '', ''],
  ...['Process Name', 'Detection User', '', 'Path', '', '', '', '', '', '', '', 'Action ID', 'Action Name'],
];

function readProperties(properties: unknown): Row {
  const values = list(properties).map((one) => (isRow(one) ? one.Value : one));
  return Object.fromEntries(ofDefender.flatMap((name, at) => (name === '' ? [] : [[name, values[at]]])));
}

/** Sysmon writes its messages in English: a line for each field. */
function readMessage(message: unknown): Row {
  const lines = toWord(message).split(/\r?\n/);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Za-z]+): (.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

const defenderLevels: Readonly<Record<string, string>> = {
  low: 'low',
  moderate: 'medium',
  high: 'high',
  severe: 'critical',
};
/** Threats and behaviour that were found or dealt with. */
const threats = [1006, 1007, 1008, 1015, 1116, 1117, 1118, 1119];
/** Rules that keep programs from doing something, or would. */
const guards: Readonly<Record<number, string>> = {
  1121: 'Attack surface reduction: blocked',
  1122: 'Attack surface reduction: audited',
  1123: 'Controlled folder access: blocked',
  1124: 'Controlled folder access: audited',
  1125: 'Network protection: audited',
  1126: 'Network protection: blocked',
  1127: 'Controlled folder access: blocked a change of the disk',
  1128: 'Controlled folder access: audited a change of the disk',
};

function readDefender({ id, at, data }: Event) {
  const guard = guards[id];
  if (guard === undefined && !threats.includes(id)) return null;
  const read = (...names: string[]) =>
    names.map((name) => toWord(data[name]).trim()).find((text) => text !== '');
  const threat = read('Threat Name');
  const action = read('Action Name');
  const isDone = action !== undefined && !/^not applicable$/i.test(action);
  const ran = /(?:^|;\s*)CmdLine:_(.*)$/s.exec(read('Path') ?? '')?.[1];
  const program = read('Process Name');
  return {
    occurred_at: toTime(data['Detection Time']) ?? at,
    title: guard ?? (isDone ? `${threat ?? `Event ${id}`} (${action})` : (threat ?? `Event ${id}`)),
    rule_name: guard ?? threat,
    rule_id: guard === undefined ? read('Threat ID') : read('ID', 'Rule ID'),
    severity: defenderLevels[(read('Severity Name') ?? '').toLowerCase()],
    users: read('Detection User', 'User', 'Domain User'),
    process: {
      command_line: read('Target Commandline') ?? ran ?? (program === 'Unknown' ? undefined : program),
    },
    url: read('FWLink'),
  };
}

/** The rule that an event names: that of Sysmon's configuration, or of a product that ECS knows; null for none. */
function readRule({ data }: Event, row: Row) {
  const named = toWord(first(row, 'rule.name'));
  if (named !== '') {
    const techniques = ['threat.technique.subtechnique.id', 'threat.technique.id'].flatMap((name) =>
      list(dig(row, name)).map(toWord),
    );
    return { title: named, rule_name: named, rule_id: first(row, 'rule.id', 'rule.uuid'), techniques };
  }
  const written = toWord(data.RuleName).trim();
  if (written === '' || written === '-') return null;
  // `technique_id=T1033,technique_name=System Owner/User Discovery`
  const [, technique] = /(?:^|,)\s*technique_name=([^,]+)/i.exec(written) ?? [];
  return {
    title: technique?.trim() ?? written,
    rule_name: written,
    techniques: findTags(written.replaceAll('=', ' ')),
  };
}
