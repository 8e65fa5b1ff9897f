import { readEpoch, readSerial, readTime } from './times.ts';
import { readZone, shiftTo } from './zones.ts';

/** First part of `1/2/2024`; null when unknown. */
export type DateOrder = 'day' | 'month' | null;

const none = /^(?:none|null|nan|n\/?a|-|0)?$/i;
const local =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,?\s+(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*(AM|PM)?\s*(Z|UTC|GMT)?)?$/i;

/** Takes the times of a file, returns whether day or month comes first in those with slashes. */
export function findDateOrder(texts: Iterable<string>): DateOrder {
  for (const text of texts) {
    const match = local.exec(text.trim());
    if (match === null || match[2] === '.') continue;
    if (Number(match[1]) > 12) return 'day';
    if (Number(match[3]) > 12) return 'month';
  }
  return null;
}

/**
 * Reads the times of a file as written by tools and spreadsheets: ISO 8601, epochs in seconds, milliseconds or microseconds,
 * spreadsheet days, dates with dots or slashes. Times without a zone are UTC. Collects notes about them.
 */
export class LooseTimes {
  readonly #order: DateOrder;
  #hasUnzoned = false;
  #hasUnknown = false;

  constructor(order: DateOrder = null) {
    this.#order = order;
  }

  /**
   * Takes a text that should be a time, returns the moment, or null. Invalid and ambiguous times (a date with slashes whose day
   * could be its month, an epoch rounded by a spreadsheet) go to `leftover`. `zone` is that of the column, for times without
   * their own.
   */
  read(text: string | null, label: string, leftover: string[], zone: string | null = null): string | null {
    if (text === null || none.test(text.trim())) return null;
    const time = readLooseTime(text, this.#order);
    if (time === null) {
      this.#hasUnknown = true;
      leftover.push(`${label}: ${text}`);
      return null;
    }
    if (!time.hasZone && zone !== null && zone !== 'local') return shiftTo(time.at, zone);
    if (!time.hasZone) this.#hasUnzoned = true;
    return time.at;
  }

  /** Notes on the times that were read. */
  get notes(): string[] {
    return [
      ...(this.#hasUnzoned ? ['Times without a time zone were read as UTC.'] : []),
      ...(this.#hasUnknown
        ? ['Some times could not be read: they are kept as text with the test that they belong to.']
        : []),
    ];
  }
}

type ReadTime = { at: string; hasZone: boolean };

/** Takes a text that should be a time, returns the moment; null for an invalid or ambiguous one. */
export function readLooseTime(text: string, order: DateOrder = null): ReadTime | null {
  const trimmed = text.trim();
  const time = /^\d+(?:\.\d+)?$/.test(trimmed)
    ? readNumber(Number(trimmed))
    : (readClock(trimmed, order) ?? readZoned(trimmed, order));
  if (time === null) return null;
  const year = Number(time.at.slice(0, 4));
  return year >= 1970 && year < 2200 ? time : null;
}

function readClock(text: string, order: DateOrder): ReadTime | null {
  return readTime(text) ?? readLocal(text, order) ?? readTime(spellIso(text) ?? '');
}

/** `09:15 CET`, `09:15 (UTC+1)`, `09:15[Europe/Berlin]`. */
const zoned =
  /^(.*\d(?:\s*[AP]M)?)\s*[[(]?([A-Za-z][A-Za-z_/]+|(?:UTC|GMT)\s*[+-]\d{1,2}(?::?\d\d)?)[\])]?$/i;

function readZoned(text: string, order: DateOrder): ReadTime | null {
  const [, clock, name = ''] = zoned.exec(text) ?? [];
  const zone = readZone(name);
  const time = clock === undefined || zone === null ? null : readClock(clock.trim(), order);
  if (time === null || zone === null || time.hasZone) return null;
  return zone === 'local' ? time : { at: shiftTo(time.at, zone), hasZone: true };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clockPart =
  '(?:[T,\\s]+(\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?)\\s*([AP]M)?\\s*(Z|UTC|GMT|[+-]\\d\\d:?\\d\\d)?)?$';
const yearFirst = new RegExp(`^(\\d{4})([/.-])(\\d{1,2})\\2(\\d{1,2})${clockPart}`, 'i');
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;
const dayNamed = new RegExp(`^(\\d{1,2})[\\s./-]+([a-z]{3,9})\\.?[\\s,./-]+(\\d{4})${clockPart}`, 'i');
const monthNamed = new RegExp(
  `^([a-z]{3,9})\\.?[\\s.-]+(\\d{1,2})(?:st|nd|rd|th)?[\\s,.-]+(\\d{4})${clockPart}`,
  'i',
);

/** Takes a time that starts with its year, or has the name of its month, returns it as ISO 8601; null for anything else. */
function spellIso(text: string): string | null {
  const bare = text.replace(weekday, '');
  const [first, named, ofMonth] = [yearFirst.exec(bare), dayNamed.exec(bare), monthNamed.exec(bare)];
  if (first !== null) return joinIso([first[1], first[3], first[4]], first.slice(5));
  if (named !== null) return joinIso([named[3], findMonth(named[2]), named[1]], named.slice(4));
  if (ofMonth !== null) return joinIso([ofMonth[3], findMonth(ofMonth[1]), ofMonth[2]], ofMonth.slice(4));
  return null;
}

function joinIso(
  [year, month, day]: readonly (string | undefined)[],
  [clock, half, zone]: readonly (string | undefined)[],
): string | null {
  const time = toClock(clock, half);
  if (time === null || !year || !month || !day) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${time}${zone ?? ''}`.trim();
}

function findMonth(name = ''): string | undefined {
  const index = months.indexOf(name.slice(0, 3).toLowerCase());
  return index === -1 ? undefined : String(index + 1);
}

function readNumber(value: number): ReadTime | null {
  // As a number of days, it is in the years 1970 to 2118.
  const isDay = value >= 25_569 && value < 80_000;
  const isEpoch = value >= 1e8 && value < 1e17;
  if (!isDay && !isEpoch) return null;
  const at = isDay
    ? readSerial(Math.round(value * 86_400) / 86_400)
    : readEpoch(value >= 1e15 ? value / 1000 : value);
  return at === null ? null : { at, hasZone: isEpoch };
}

function readLocal(text: string, order: DateOrder): ReadTime | null {
  const match = local.exec(text);
  if (match === null) return null;
  const [, first = '', sign, second = '', year = '', clock, half, zone] = match;
  const comesFirst = findFirst(Number(first), Number(second), sign === '.' ? 'day' : order);
  if (comesFirst === null) return null;
  const [day, month] = comesFirst === 'day' ? [first, second] : [second, first];
  const time = toClock(clock, half);
  if (time === null) return null;
  const full = year.length === 2 ? `20${year}` : year;
  return readTime(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${time}${zone ?? ''}`.trim());
}

function findFirst(first: number, second: number, order: DateOrder): DateOrder {
  if (first > 12 || first === second) return 'day';
  return second > 12 ? 'month' : order;
}

/** The time of day on a 24-hour clock; empty for none, null for an invalid one. */
function toClock(clock: string | undefined, half: string | undefined): string | null {
  if (clock === undefined) return '';
  const [hour = '', ...rest] = clock.split(':');
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0);
  return [String(hours).padStart(2, '0'), ...rest].join(':');
}
