import { parseISO } from 'date-fns/parseISO';

/** With all separators, or without any. */
const day = String.raw`\d{4}-\d\d-\d\d|\d{4}-\d{3}|\d{4}-W\d\d-\d|\d{8}|\d{7}|\d{4}W\d{3}`;
const longer = String.raw`\d{4}|\d{4}-\d\d|\d{4}-?W\d\d`;
const fraction = String.raw`[.,]\d+`;
const time = String.raw`\d\d(?:${fraction}|(?<colon>:?)\d\d(?:${fraction}|\k<colon>\d\d(?:${fraction})?)?)?`;
const offset = String.raw`Z|[+\u2212-](?:[01]\d|2[0-3])(?::?\d\d)?`;
const form = new RegExp(`^(?:${longer}|(?<day>${day})(?:T(?<time>${time})(?<offset>${offset})?)?)$`);

const secondsFraction = /(?<=\d\d:?\d\d:?\d\d)[.,](\d+)/;
const leapSecond = /(?<=\d\d:?\d\d:?)60/;

/**
 * Takes an ISO 8601 date, with or without a time: a calendar, week or ordinal date, a month or a year. Returns the moment; the
 * default offset is UTC, the default time midnight. Null for any other text.
 */
export function readTimestamp(text: string): Date | null {
  const parts = form.exec(text)?.groups;
  if (parts === undefined || !isWeekOfItsYear(text)) return null;
  const { day = text, time = '00', offset = 'Z' } = parts;
  // 24:00 is only valid without a fraction.
  if (/^24.*[1-9]/.test(time)) return null;
  // The library parses seconds as a float, which may round up to the next second.
  const milliseconds = secondsFraction.exec(time)?.[1]?.padEnd(3, '0').slice(0, 3) ?? '0';
  const isLeap = leapSecond.test(time);
  const whole = time.replace(secondsFraction, '').replace(leapSecond, '59');
  const read = parseISO(`${day}T${whole}${offset.replace('\u2212', '-')}`);
  read.setTime(read.getTime() + (isLeap ? 1000 : 0) + Number(milliseconds));
  return Number.isNaN(read.getTime()) || (isLeap && !isStartOfDay(read)) ? null : read;
}

/** The library accepts a 53rd week in any year. */
function isWeekOfItsYear(text: string): boolean {
  const year = /^(\d{4})-?W53/.exec(text)?.[1];
  return year === undefined || parseISO(`${year}-W53-4T00Z`).getUTCFullYear() === Number(year);
}

/** Leap seconds are only valid at the end of a day in UTC. */
function isStartOfDay(time: Date): boolean {
  return time.toISOString().slice(11, 19) === '00:00:00';
}
