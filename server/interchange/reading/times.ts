/** A moment in a file. Without a zone it is taken as UTC, which a note in the plan mentions. */
export type ReadTime = { at: string; hasZone: boolean };

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Takes a date and time as ISO 8601 or separated by a space, returns the moment; null for an invalid one. */
export function readTime(text: string): ReadTime | null {
  const parts = form.exec(text.trim());
  if (parts === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = parts;
  if (readDay(`${year}-${month}-${day}`) === null) return null;
  const time = `${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const at = toInstant(new Date(`${year}-${month}-${day}T${time}${toOffset(zone)}`));
  return at === null ? null : { at, hasZone: zone !== undefined };
}

function toOffset(zone: string | undefined): string {
  if (zone === undefined || /^[a-z]/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.replace(':', '').slice(3) || '00'}`;
}

/**
 * Takes a count since 1970, in seconds or, from the year 1973 on, in milliseconds; returns the moment, null for an invalid one.
 */
export function readEpoch(count: number): string | null {
  return toInstant(new Date(Math.abs(count) < 1e11 ? count * 1000 : count));
}

/** Days from the start of the spreadsheet calendar to 1970, in UTC; it has a 29th of February 1900. */
const daysTo1970 = 25_569;

/** Takes a spreadsheet's day number with the time as its fraction; returns the moment in UTC, null for an invalid one. */
export function readSerial(serial: number): string | null {
  if (!(serial >= 61 && serial < 2_958_466)) return null;
  return toInstant(new Date(Math.round((serial - daysTo1970) * 86_400_000)));
}

/** Takes a day as YYYY-MM-DD, returns it; null for an invalid one. */
export function readDay(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** Outside the years 0000 to 9999 the text would not sort by time. */
function toInstant(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return text.length === 24 ? text : null;
}
