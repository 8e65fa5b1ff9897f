import type { AlertReader, LeftOut } from './reader.ts';
import { dig, first, isRow, isSaid, list, parseCell, type Row, toTime, toWord } from './values.ts';

/** Tools that compare event logs of Windows with Sigma rules, without a network. */

/** Informational rules fire all day. */
export const quiet: LeftOut = { why: 'It is informational' };
const isQuiet = (level: unknown): boolean => /^info/i.test(toWord(level));

/** The fields of an event, as one object, whatever it nests them in. */
function readEvent(document: unknown): { system: Row; data: Row } {
  const event = dig(document, 'data.Event') ?? dig(document, 'Event') ?? document;
  const system = dig(event, 'System');
  const data = dig(event, 'EventData');
  return { system: isRow(system) ? system : {}, data: isRow(data) ? data : {} };
}

export const describeProcess = (data: Row) => ({
  id: data.NewProcessId ?? data.ProcessId,
  command_line: data.CommandLine,
  // Of a logged start of a process, the other id is that of its parent.
  parent: { id: data.NewProcessId === undefined ? data.ParentProcessId : data.ProcessId },
});

export const chainsaw: AlertReader = {
  format: 'chainsaw',
  knows: (row) => 'kind' in row && 'name' in row && ('document' in row || 'documents' in row),
  read(row) {
    if (isQuiet(row.level)) return quiet;
    const events = [...list(row.document), ...list(row.documents)].map(readEvent);
    const records = events.map(({ system }) => [system.Computer, system.EventRecordID].map(toWord).join('/'));
    const hasRecord = events.length > 0 && events.every(({ system }) => toWord(system.EventRecordID) !== '');
    return {
      source: 'chainsaw',
      external_id: hasRecord
        ? [toWord(row.id ?? row.name), records[0], records.length > 1 ? records.at(-1) : '']
            .filter(Boolean)
            .join('/')
        : undefined,
      occurred_at: toTime(row.timestamp),
      title: row.name,
      rule_name: row.name,
      rule_id: row.id,
      severity: row.level,
      hosts: events.map(({ system }) => system.Computer),
      users: events.map(({ data }) => data.User ?? data.TargetUserName),
      process: events.map(({ data }) => describeProcess(data)),
      techniques: list(row.tags).map(toTechnique),
    };
  },
};

/** The CSV of Chainsaw, a file for each group of rules: the rules of an event stand in one cell, without their ids and levels. */
export const chainsawTable: AlertReader = {
  format: 'chainsaw',
  knows: (row) => 'timestamp' in row && 'detections' in row,
  spread: ({ detections, ...row }) =>
    toWord(detections)
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({ ...row, detections: name })),
  read(row) {
    const { system, data } =
      typeof row.data === 'string'
        ? readEvent(parseCell(row.data))
        : { system: {}, data: readYamlLines(row['Event Data']) };
    const computer = row.Computer ?? system.Computer;
    const record = row['Record ID'] ?? system.EventRecordID;
    const threat = first(row, 'Threat Name');
    return {
      source: 'chainsaw',
      external_id: isSaid(record) ? [row.detections, computer, record].map(toWord).join('/') : undefined,
      occurred_at: toTime(row.timestamp),
      title: threat === undefined ? row.detections : `${toWord(row.detections)}: ${toWord(threat)}`,
      rule_name: row.detections,
      hosts: [computer, row['IP Address']],
      users: [row.User ?? row['User Name'] ?? data.User ?? data.TargetUserName],
      process: describeProcess(data),
    };
  },
};

/** Chainsaw writes the fields of an event as YAML, a line for each. */
function readYamlLines(value: unknown): Row {
  return Object.fromEntries(
    toWord(value)
      .split('\n')
      .flatMap((line) => {
        const [, name, written = ''] = /^([A-Za-z]\w{0,60}): (.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, unquote(written.trim())]];
      }),
  );
}

function unquote(text: string): string {
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  const value = /^".*"$/.test(text) ? parseJsonText(text) : text;
  return typeof value === 'string' ? value : text;
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `attack.t1033` is T1033. */
const toTechnique = (tag: unknown): string =>
  toWord(tag)
    .replace(/^attack\./i, '')
    .toUpperCase();

export const zircolite: AlertReader = {
  format: 'zircolite',
  knows: (row) => Array.isArray(row.matches) && 'title' in row && 'rule_level' in row,
  /** A rule has all of its matches in one row. */
  spread: ({ matches, ...rule }) => list(matches).map((match) => ({ ...rule, matches: [match] })),
  read(row) {
    const [match] = list(row.matches);
    if (isQuiet(row.rule_level)) return quiet;
    if (!isRow(match)) return { why: 'It has no event' };
    const record = first(match, 'EventRecordID', 'row_id');
    return {
      source: 'zircolite',
      external_id:
        record === undefined
          ? undefined
          : [row.id ?? row.title, match.Computer, match.OriginalLogfile, record].map(toWord).join('/'),
      occurred_at: toTime(first(match, 'SystemTime', 'UtcTime')),
      title: row.title,
      rule_name: row.title,
      rule_id: row.id,
      severity: row.rule_level,
      hosts: match.Computer,
      users: first(match, 'User', 'TargetUserName'),
      process: describeProcess(match),
      techniques: list(row.tags).map(toTechnique),
    };
  },
};
