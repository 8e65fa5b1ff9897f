import { toVisibleText } from '../../../domain/visible-text.ts';

/** As many characters as a spreadsheet takes in a cell. */
export const longestCell = 32_767;
const rest = ' … (cut off here: a cell takes no more)';

/** A text as a cell shows it: what can't be seen is written out, and what a cell doesn't take is cut off with a word of it. */
export function toCellText(text: string): string {
  const visible = toVisibleText(text.toWellFormed());
  if (visible.length <= longestCell) return visible;
  return visible.slice(0, longestCell - rest.length).toWellFormed() + rest;
}

/** A moment as the clock on the wall shows it in a time zone, in the terms of UTC; what is no time is null. */
export function toWallClock(at: string, zone: Intl.DateTimeFormat): Date | null {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return null;
  const parts = Object.fromEntries(zone.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** A clock on the wall of a time zone, for `toWallClock`. */
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
