import { addDays } from '../../../domain/days.ts';
import { getLocale } from '../../words.ts';

const iso = /^(\d{4})-(\d{2})-(\d{2})$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const later = /^\+(\d{1,4})$/;
const today = new Set(['today', 'heute', 'aujourd’hui', "aujourd'hui"]);

/**
 * Takes a typed day and today's date (YYYY-MM-DD), returns the day: in the person's own format, `today`, or days from now such as
 * `+7`. Null for anything else.
 */
export function readDay(
  text: string,
  now: string,
  isMonthFirst: boolean = getLocale() === 'en-US',
): string | null {
  const typed = text.trim().toLowerCase();
  if (today.has(typed)) return now;
  const [, days] = later.exec(typed) ?? [];
  if (days !== undefined) return addDays(now, Number(days));
  const [, year, month, day] = iso.exec(typed) ?? toParts(typed, isMonthFirst);
  return year === undefined || month === undefined || day === undefined ? null : toDay(year, month, day);
}

/** Whether a text is a day in stored form. */
export function isDay(text: string): boolean {
  return iso.test(text) && readDay(text, text) === text;
}

/** Parts of a written day, in ISO 8601 order. */
function toParts(typed: string, isMonthFirst: boolean): (string | undefined)[] {
  const [, day, month, year] = dotted.exec(typed) ?? [];
  if (day !== undefined) return ['', year, month, day];
  const [, one, other, ofYear] = slashed.exec(typed) ?? [];
  return isMonthFirst ? ['', ofYear, one, other] : ['', ofYear, other, one];
}

function toDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript parses 31 February as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
