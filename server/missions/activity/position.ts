/**
 * Where somebody is in the changes of a mission: past every change until `time`, and of those of that time past the tests up to
 * `after`. Several tests have the same time where one write made them.
 */
export type Position = { time: string; after: string };

/** Past everything of a time: identifiers come before it. */
const everything = '~';

export const beginning: Position = { time: '0000-01-01T00:00:00.000Z', after: everything };

/** As it is written down: the time alone, or with the last test of it that has been told. */
export function writePosition({ time, after }: Position): string {
  return after === everything ? time : `${time}~${after}`;
}

export function readPosition(text: string): Position {
  const [time = '', after = everything] = text.split('~', 2);
  return { time, after };
}

/** Past everything of a time. */
export function atEndOf(time: string): Position {
  return { time, after: everything };
}

/** Whether everything of a time has been told; what never was has been. */
export function isPast({ time, after }: Position, of: string | null): boolean {
  return of === null || time > of || (time === of && after === everything);
}

/** A time that is past everything that has been told, and past nothing else: within a time it is just before it. */
export function toTimeTold({ time, after }: Position): string {
  return after === everything ? time : time.slice(0, -1);
}
