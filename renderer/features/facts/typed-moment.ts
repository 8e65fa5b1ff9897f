import type { TimeZone } from '../../../domain/preferences.ts';
import { fromLocalInput, toLocalInput } from '../../ui/record/local-time.ts';
import { t } from '../../words.ts';

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const calendar = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/**
 * Takes what somebody typed for a moment and when the test was executed (ISO 8601, or null), returns the moment: `now`, minutes after
 * the execution as `+2`, a time of the day of the execution, or a day and a time in the zone that times are shown in. Null for what is none of these.
 */
export function readMoment(
  text: string,
  executedAt: string | null,
  now: Date,
  zone: TimeZone,
): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === 'now') return now.toISOString();
  const minutes = /^\+(\d{1,5})$/.exec(typed)?.[1];
  if (minutes !== undefined) return executedAt === null ? null : moveMinutes(executedAt, Number(minutes));
  const [, day, ...time] = calendar.exec(typed) ?? [];
  if (day !== undefined) return toMoment(day, time, zone);
  const parts = clock.exec(typed)?.slice(1);
  return parts === undefined ? null : toMoment(dayOf(executedAt ?? now.toISOString(), zone), parts, zone);
}

function toMoment(
  day: string,
  [hour = '', minute, second = '00']: readonly (string | undefined)[],
  zone: TimeZone,
): string | null {
  const time = [hour.padStart(2, '0'), minute, second].join(':');
  const moment = fromLocalInput(`${day}T${time}`, zone);
  // The 31st of February is taken for a day in March.
  return moment !== null && toLocalInput(moment, zone) === `${day}T${time}` ? moment : null;
}

/** Takes a moment, returns how it is shown and typed: without its day where that is the day of the execution. */
export function writeMoment(moment: string, executedAt: string | null, zone: TimeZone): string {
  const [day, time] = toLocalInput(moment, zone).split('T') as [string, string];
  return executedAt !== null && dayOf(executedAt, zone) === day ? time : `${day} ${time}`;
}

/** Takes a moment, returns one so many minutes later, earlier for less than none. */
export function moveMinutes(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) + minutes * 60_000).toISOString();
}

/** Takes two moments, returns how long it is from one to the other, in words; null where the second comes first. */
export function describeSpan(from: string, to: string): string | null {
  if (to < from) return null;
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  if (seconds < 60) return t('facts.span.seconds', { seconds });
  if (seconds < 3600) return t('facts.span.minutes', { minutes: Math.floor(seconds / 60) });
  if (seconds < 86_400)
    return t('facts.span.hours', {
      hours: Math.floor(seconds / 3600),
      minutes: Math.floor((seconds % 3600) / 60),
    });
  return t('facts.span.days', { days: Math.floor(seconds / 86_400) });
}

/** Takes a moment and when the test was executed, returns how long after that it was, in words; null before it. */
export function describeDelay(moment: string, executedAt: string | null): string | null {
  const span = executedAt === null ? null : describeSpan(executedAt, moment);
  return span === null ? null : t('facts.delay', { span });
}

function dayOf(moment: string, zone: TimeZone): string {
  return toLocalInput(moment, zone).slice(0, 10);
}
