import { toVisibleText } from '../../../domain/visible-text.ts';

/** Maximum number of characters in a spreadsheet cell. */
export const longestCell = 32_767;
const rest = ' … (cut off here: a cell takes no more)';

/** Takes a text, returns it for a cell: with invisible characters written out, and cut off at the limit with a note. */
export function toCellText(text: string): string {
  const visible = toVisibleText(text.toWellFormed());
  if (visible.length <= longestCell) return visible;
  return visible.slice(0, longestCell - rest.length).toWellFormed() + rest;
}

/** A moment as wall-clock time in a time zone, stored as if in UTC; null for an invalid time. */
export function toWallClock(at: string, zone: Intl.DateTimeFormat): Date | null {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return null;
  const parts = Object.fromEntries(zone.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** The wall clock of a time zone, for `toWallClock`. */
export function openZone(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}
