import type { ReportOptions } from '../../domain/reports.ts';
import type { AnyKey } from '../../domain/words/en/all.ts';
import type { Language } from '../../domain/words/languages.ts';
import type { Filled } from '../../domain/words/translate.ts';
import { openWords, type ServerWords } from '../words.ts';
import type { Words } from './content/words.ts';

/** The language of a report, with its formats of times, dates and sizes. */
export type Wording = Omit<ServerWords, 'tell'> & {
  tell: <Key extends AnyKey>(key: Key, ...values: Filled<Key, Words>) => Words;
  /** Date and time, to the second. */
  time(at: string): string;
  /** The same with the name of the zone, where no other text says it. */
  timeInZone(at: string): string;
  /** The day of a time. */
  dayOf(at: string): string;
  /** A day given as `YYYY-MM-DD`. */
  day(day: string): string;
  /** A size in bytes in its largest unit: 1.4 MB. */
  size(bytes: number): string;
};

/** Takes the language of a report and its options, returns its formats. An invalid time stays unchanged. */
export function createWording(
  language: Language,
  { locale, time_zone }: Pick<ReportOptions, 'locale' | 'time_zone'>,
): Wording {
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: time_zone,
  });
  const daysOfTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: time_zone });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shares = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const write = (format: Intl.DateTimeFormat, at: string): string => {
    const time = new Date(at);
    return Number.isNaN(time.getTime()) ? at : format.format(time);
  };
  const words = openWords(language, locale);
  return {
    ...words,
    tell: words.tell as Wording['tell'],
    time: (at) => write(times, at),
    timeInZone: (at) => words.t('reports.time_in_zone', { time: write(times, at), zone: time_zone }),
    dayOf: (at) => write(daysOfTimes, at),
    day: (day) => write(days, day),
    size: (bytes) => {
      const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
      return `${shares.format(bytes / 1000 ** power)} ${['B', 'kB', 'MB', 'GB'][power]}`;
    },
  };
}
