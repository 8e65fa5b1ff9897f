import { readEpoch, readTime } from '../reading/times.ts';

export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Takes a row and a dotted name, returns its value, whether the row has it as one key, as nested objects or as a mix of both. */
export function dig(row: unknown, name: string): unknown {
  if (!isRow(row)) return undefined;
  if (Object.hasOwn(row, name)) return row[name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const inner = dig(row[name.slice(0, dot)], name.slice(dot + 1));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The first of these that is there, out of a list of one. */
export function first(row: unknown, ...names: string[]): unknown {
  for (const name of names) {
    const value = dig(row, name);
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined && one !== null && one !== '') return one;
  }
  return undefined;
}

export function list(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** The text of a word, a number or a yes or no; empty for anything else, which may not have one. */
export function toWord(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** Whether the part that makes an id the only one of its kind is there: without it, alerts are told apart by their content. */
export const isSaid = (part: unknown): boolean => toWord(part).trim() !== '';

/** The number of a number or its text; NaN for anything else. */
export function toNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** Takes the JSON text of a cell, returns its value; the text itself if it is none. */
export function parseCell(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d\d):(\d\d)(?:\.(\d+))? ([AP])M$/i;
const kibana = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}) @ (\d\d:\d\d:\d\d(?:\.\d+)?)$/;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const nanoseconds = 1e17;

/** Takes a moment in one of the forms of alerts, returns it; times without a zone are taken as UTC. */
export function toTime(value: unknown): string | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,19}(?:\.\d+)?$/.test(value.trim()))) {
    const count = Number(value);
    return readEpoch(count > nanoseconds ? count / 1e6 : count) ?? undefined;
  }
  if (typeof value !== 'string') return undefined;
  return readTime(toIso(value.trim()))?.at;
}

/** Whether a time is written without a zone. */
export function lacksZone(value: unknown): boolean {
  return typeof value === 'string' && readTime(toIso(value.trim()))?.hasZone === false;
}

function toIso(text: string): string {
  const us = american.exec(text);
  if (us !== null) {
    const [, month = '', day = '', year, hour = '', minute, second, fraction = '0', half = ''] = us;
    const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}.${fraction}`;
  }
  const shown = kibana.exec(text);
  if (shown === null) return text;
  const [, month = '', day = '', year, time] = shown;
  const number = months.indexOf(month) / 3 + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}T${time}`;
}
