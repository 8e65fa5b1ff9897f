import { describeDuration } from '../../../domain/charts/figure-words.ts';
import type { TimeZone } from '../../../domain/preferences.ts';
import { t, words } from '../../words.ts';
import { fromLocalInput, toLocalInput } from '../record/local-time.ts';
import { readDay } from './typed-day.ts';

const time = String.raw`(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?(?: ?([ap])\.?m\.?)?`;
const clock = new RegExp(`^${time}$`);
const calendar = new RegExp(`^(\\S+?)[ t]+${time}$`);
const present = new Set(['now', 'jetzt', 'maintenant']);
const withOffset = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(:\d{2}(\.\d+)?)?(z|[+-]\d{2}:\d{2})$/;

/**
 * Takes a typed moment and the time of execution (ISO 8601, or null), returns the moment: `now`; a time after the execution such
 * as `+2` for minutes, `+2m30`, `+90s` or `+1h`; a time before now such as `-5`; a time on the day of the execution with 24 or 12
 * hours (`21:15`, `9:15 pm`); a day and a time in the display zone; or a moment with its own zone, as in logs. Null for anything
 * else.
 */
export function readMoment(
  text: string,
  executedAt: string | null,
  now: Date,
  zone: TimeZone,
): string | null {
  const typed = text.trim().toLowerCase();
  if (present.has(typed)) return now.toISOString();
  const [, sign, length = ''] = /^([+-])(.*)$/.exec(typed) ?? [];
  const seconds = readSpan(length);
  if (seconds !== null) {
    if (sign === '-') return moveSeconds(now.toISOString(), -seconds);
    return executedAt === null ? null : moveSeconds(executedAt, seconds);
  }
  if (withOffset.test(typed)) return toInstant(typed);
  const [, date, ...parts] = calendar.exec(typed) ?? [];
  if (date !== undefined) {
    const day = readDay(date, dayOf(now.toISOString(), zone));
    return day === null ? null : toMoment(day, parts, zone);
  }
  const ofDay = clock.exec(typed)?.slice(1);
  return ofDay === undefined ? null : toMoment(dayOf(executedAt ?? now.toISOString(), zone), ofDay, zone);
}

const span = /^(?:(\d{1,4})h)?(?:(\d{1,5})(?:m|$))?(?:(\d{1,5})s?)?$/;

/** Takes a typed duration, returns it in seconds; null for anything else. */
function readSpan(typed: string): number | null {
  const [, hours, minutes, seconds] = span.exec(typed) ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return null;
  return 3600 * Number(hours ?? 0) + 60 * Number(minutes ?? 0) + Number(seconds ?? 0);
}

function moveSeconds(moment: string, seconds: number): string {
  return new Date(Date.parse(moment) + seconds * 1000).toISOString();
}

function toInstant(text: string): string | null {
  const at = new Date(text.toUpperCase());
  return readDay(text.slice(0, 10), '') === null || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

function toMoment(
  day: string,
  [hour = '', minute, second = '00', half]: readonly (string | undefined)[],
  zone: TimeZone,
): string | null {
  const hours = half === undefined ? Number(hour) : toHours(Number(hour), half);
  if (hours === null || (minute === undefined && half === undefined)) return null;
  const time = [String(hours).padStart(2, '0'), minute ?? '00', second].join(':');
  const moment = fromLocalInput(`${day}T${time}`, zone);
  // JavaScript parses 31 February as a day in March.
  return moment !== null && toLocalInput(moment, zone) === `${day}T${time}` ? moment : null;
}

/** Hour of the day on a 12-hour clock: `a` before noon, `p` after it. */
function toHours(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** Takes a moment, returns its displayed and typed form, without the day if it is the day of the execution. */
export function writeMoment(moment: string, executedAt: string | null, zone: TimeZone): string {
  const [day, time] = toLocalInput(moment, zone).split('T') as [string, string];
  return executedAt !== null && dayOf(executedAt, zone) === day ? time : `${day} ${time}`;
}

/** Takes a moment, returns it this many minutes later, or earlier if negative. */
export function moveMinutes(moment: string, minutes: number): string {
  return moveSeconds(moment, 60 * minutes);
}

/** Takes two moments, returns the time between them in words; null if the second is earlier. */
export function describeSpan(from: string, to: string): string | null {
  if (to < from) return null;
  return describeDuration((Date.parse(to) - Date.parse(from)) / 1000, words);
}

/** Takes a moment and the time of execution, returns the delay in words; null if the moment is earlier. */
export function describeDelay(moment: string, executedAt: string | null): string | null {
  const span = executedAt === null ? null : describeSpan(executedAt, moment);
  return span === null ? null : t('facts.delay', { span });
}

function dayOf(moment: string, zone: TimeZone): string {
  return toLocalInput(moment, zone).slice(0, 10);
}
