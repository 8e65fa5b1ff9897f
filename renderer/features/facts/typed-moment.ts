import { fromLocalInput, toLocalInput } from '../../ui/record/local-time.ts';

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const calendar = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/**
 * Takes what somebody typed for a moment and when the test was executed (ISO 8601, or null), returns the moment: `now`, minutes after
 * the execution as `+2`, a time of the day of the execution, or a day and a time in the viewer's zone. Null for what is none of these.
 */
export function readMoment(text: string, executedAt: string | null, now: Date): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === 'now') return now.toISOString();
  const minutes = /^\+(\d{1,5})$/.exec(typed)?.[1];
  if (minutes !== undefined) return executedAt === null ? null : moveMinutes(executedAt, Number(minutes));
  const [, day, ...time] = calendar.exec(typed) ?? [];
  if (day !== undefined) return toMoment(day, time);
  const parts = clock.exec(typed)?.slice(1);
  return parts === undefined ? null : toMoment(dayOf(executedAt ?? now.toISOString()), parts);
}

function toMoment(
  day: string,
  [hour = '', minute, second = '00']: readonly (string | undefined)[],
): string | null {
  const time = [hour.padStart(2, '0'), minute, second].join(':');
  const moment = fromLocalInput(`${day}T${time}`);
  // The 31st of February is taken for a day in March.
  return moment !== null && toLocalInput(moment) === `${day}T${time}` ? moment : null;
}

/** Takes a moment, returns how it is shown and typed: without its day where that is the day of the execution. */
export function writeMoment(moment: string, executedAt: string | null): string {
  const [day, time] = toLocalInput(moment).split('T') as [string, string];
  return executedAt !== null && dayOf(executedAt) === day ? time : `${day} ${time}`;
}

/** Takes a moment, returns one so many minutes later, earlier for less than none. */
export function moveMinutes(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) + minutes * 60_000).toISOString();
}

/** Takes a moment and when the test was executed, returns how long after that it was, in words; null before it. */
export function describeDelay(moment: string, executedAt: string | null): string | null {
  if (executedAt === null || moment < executedAt) return null;
  const seconds = Math.round((Date.parse(moment) - Date.parse(executedAt)) / 1000);
  if (seconds < 60) return `${seconds} s after`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min after`;
  if (seconds < 86_400)
    return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min after`;
  return `${Math.floor(seconds / 86_400)} d after`;
}

function dayOf(moment: string): string {
  return toLocalInput(moment).slice(0, 10);
}
