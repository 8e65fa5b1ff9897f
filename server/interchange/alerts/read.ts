import type { AlertFormat } from '../../../domain/alerts.ts';
import { mostAlertsOfMission } from '../../../domain/alerts.ts';
import type { SentAlert } from '../../missions/alerts/contract.ts';
import { ImportRefusal } from '../format.ts';
import { parseCsv } from '../reading/csv.ts';
import { parseJson } from '../reading/json.ts';
import { decodeText } from '../reading/text.ts';
import { alertReaders } from './formats.ts';
import { isRow, lacksZone, list, type Row } from './values.ts';

export type AlertFile = {
  format: AlertFormat;
  alerts: SentAlert[];
  /** Rows that are no alerts. */
  left_out: number;
  /** Alerts whose time has no zone: it is taken as UTC. */
  without_zone: number;
};

/** Rows that are compared with the formats. */
const looked = 50;

/**
 * Takes the bytes of an exported file, returns its alerts in the form in which programs send them. Refuses (`ImportRefusal`) what is
 * neither JSON nor CSV, an unknown format, and too many alerts.
 */
export function readAlertFile(bytes: Uint8Array): AlertFile {
  const text = decodeText(bytes).trim();
  const isJson = /^[[{]/.test(text);
  const found = isJson ? readDocuments(text) : readTable(text);
  const reader = alertReaders.find(({ knows }) => found.slice(0, looked).some(knows));
  if (reader === undefined) throw new ImportRefusal('The file has no alerts of a known tool');
  const { spread } = reader;
  const rows =
    spread === undefined ? found : found.flatMap((row) => (reader.knows(row) ? spread(row) : [row]));
  const alerts = rows.map(reader.read).filter((alert) => alert !== null);
  if (alerts.length > mostAlertsOfMission) {
    throw new ImportRefusal(`The file has more than ${mostAlertsOfMission} alerts`);
  }
  // The same alert may stand in a file several times, once for each change.
  const once = new Map(alerts.map((alert) => [alert.external_id ?? alert, alert]));
  return {
    format: reader.format,
    alerts: [...once.values()],
    left_out: rows.length - alerts.length,
    without_zone: isJson ? 0 : rows.filter((row) => hasTimeWithoutZone(row)).length,
  };
}

function hasTimeWithoutZone(row: Row): boolean {
  return Object.entries(row).some(
    ([name, value]) => /^(?:timestamp|starttime|_time|datetime)$/i.test(name) && lacksZone(value),
  );
}

function readTable(text: string): Row[] {
  const [head = [], ...rows] = parseCsv(text);
  const names = head.map((name) => name.trim());
  return rows.map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, index) => {
        const name = names[index];
        return name === undefined ? [] : [[name, name.startsWith('annotations.') ? cell.split('\n') : cell]];
      }),
    ),
  );
}

/** Documents of one array, of an answer that wraps one, or one after another. */
function readDocuments(text: string): Row[] {
  const found = splitDocuments(text).flatMap((document) => list(parseJson(document)));
  return found.filter(isRow).flatMap((row) => {
    const hits = isRow(row.hits) ? row.hits.hits : undefined;
    const wrapped = hits ?? row.value ?? row.results ?? row.resources ?? row.detections;
    return Array.isArray(wrapped) ? wrapped.filter(isRow) : [row];
  });
}

/** The texts of JSON values that follow one another. */
function splitDocuments(text: string): string[] {
  const documents: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '{' || sign === '[') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) documents.push(text.slice(start, at + 1));
      if (depth < 0) break;
    }
  }
  if (depth !== 0) throw new ImportRefusal('The file is not valid JSON, or it ends too early');
  return documents;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
