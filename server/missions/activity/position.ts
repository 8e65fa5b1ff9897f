/**
 * Position in the changes of a mission: after every change before `time`, and after the tests up to `after` that changed at
 * `time`. One write can change several tests at the same time.
 */
export type Position = { time: string; after: string };

/** Marks a position after everything at a time, since identifiers sort before it. */
const everything = '~';

export const beginning: Position = { time: '0000-01-01T00:00:00.000Z', after: everything };

/** A position as text: only the time, or the time and the last reported test of that time. */
export function writePosition({ time, after }: Position): string {
  return after === everything ? time : `${time}~${after}`;
}

export function readPosition(text: string): Position {
  const [time = '', after = everything] = text.split('~', 2);
  return { time, after };
}

/** Position after everything at a time. */
export function atEndOf(time: string): Position {
  return { time, after: everything };
}

/** Whether everything at a time has been reported; also true for no time. */
export function isPast({ time, after }: Position, of: string | null): boolean {
  return of === null || time > of || (time === of && after === everything);
}

/** A time just after everything reported so far; just before `time` if only part of that has been reported. */
export function toTimeTold({ time, after }: Position): string {
  return after === everything ? time : time.slice(0, -1);
}
