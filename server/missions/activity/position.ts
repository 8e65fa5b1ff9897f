/**
 * Position in the changes of a mission: after every change before `time`, and of those at that time after the tests up to
 * `after`. Several tests have the same time when one write changed them.
 */
export type Position = { time: string; after: string };

/** After everything at a time: identifiers sort before it. */
const everything = '~';

export const beginning: Position = { time: '0000-01-01T00:00:00.000Z', after: everything };

/** Its text: only the time, or with the last reported test of that time. */
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

/** A time just after everything reported so far: within a time it is just before it. */
export function toTimeTold({ time, after }: Position): string {
  return after === everything ? time : time.slice(0, -1);
}
