import type { ReportOptions } from '../../domain/reports.ts';

/** How a report writes times, days and numbers. */
export type Wording = {
  /** With the date, to the second. */
  time(at: string): string;
  /** The day of a time. */
  dayOf(at: string): string;
  /** A day that is `YYYY-MM-DD`. */
  day(day: string): string;
  number(value: number): string;
  /** In bytes, of a size in its largest unit: 1.4 MB. */
  size(bytes: number): string;
};

/** Takes the options of a report, returns how it writes times, days and numbers. What is no time stays as it is. */
export function createWording({ locale, time_zone }: Pick<ReportOptions, 'locale' | 'time_zone'>): Wording {
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: time_zone,
  });
  const daysOfTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: time_zone });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(locale);
  const shares = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const write = (format: Intl.DateTimeFormat, at: string): string => {
    const time = new Date(at);
    return Number.isNaN(time.getTime()) ? at : format.format(time);
  };
  return {
    time: (at) => write(times, at),
    dayOf: (at) => write(daysOfTimes, at),
    day: (day) => write(days, day),
    number: (value) => numbers.format(value),
    size: (bytes) => {
      const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
      return `${shares.format(bytes / 1000 ** power)} ${['B', 'kB', 'MB', 'GB'][power]}`;
    },
  };
}
