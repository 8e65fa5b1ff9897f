import { useEffect, useState } from 'react';
import type { TimeZone } from '../../../domain/preferences.ts';
import { usePreferences } from '../../api/accounts/preferences.ts';
import { countSecondsLeft } from './seconds-left.ts';

const makeFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...options,
  });
type Formats = Record<TimeZone, { sameYear: Intl.DateTimeFormat; otherYear: Intl.DateTimeFormat }>;
const makeFormats = (options: Intl.DateTimeFormatOptions): Formats => ({
  local: { sameYear: makeFormat(options), otherYear: makeFormat({ ...options, year: 'numeric' }) },
  utc: {
    sameYear: makeFormat({ ...options, timeZone: 'UTC' }),
    otherYear: makeFormat({ ...options, timeZone: 'UTC', year: 'numeric' }),
  },
});
const withZone = makeFormats({});
const withoutZone = makeFormats({ timeZoneName: undefined });
const day = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const makeClock = (zone: { timeZone?: string }) => {
  const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', ...zone });
  const times = new Intl.DateTimeFormat(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...zone,
  });
  return {
    day: (at: string) => days.format(new Date(at)),
    time: (at: string) => times.format(new Date(at)),
  };
};
const clocks = { local: makeClock({}), utc: makeClock({ timeZone: 'UTC' }) };

/**
 * A moment in the viewer's zone or in UTC, as they chose; the exact UTC stands in the title. `bare`: without the name of the
 * zone, where there is little room.
 */
export function Moment({ at, bare = false }: { at: string; bare?: boolean }) {
  const { sameYear, otherYear } = (bare ? withoutZone : withZone)[usePreferences().time_zone];
  const date = new Date(at);
  const format = date.getFullYear() === new Date().getFullYear() ? sameYear : otherYear;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace('Z', '')} UTC`}>
      {format.format(date)}
    </time>
  );
}

/** Days and times of day in the zone that the person chose, for lists that go day by day. */
export function useClock(): { day: (at: string) => string; time: (at: string) => string } {
  return clocks[usePreferences().time_zone];
}

/** A moment to come; under a minute, how many seconds are left. */
export function Upcoming({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = countSecondsLeft(at, now);
  if (left === null) return <Moment at={at} />;
  // Not read aloud every second where it stands in a status.
  return (
    <span role="timer" aria-live="off">
      {left === 0 ? 'in a moment' : `in ${left} s`}
    </span>
  );
}

/** A calendar day, which has no zone. */
export function Day({ on }: { on: string }) {
  return <time dateTime={on}>{day.format(new Date(on))}</time>;
}

/** Calendar days, which have no zone. */
export function DateRange({ from, to }: { from: string | null; to: string | null }) {
  if (from === null && to === null) return null;
  if (from !== null && to !== null) {
    return <span>{day.formatRange(new Date(from), new Date(to))}</span>;
  }
  return (
    <span>
      {from !== null ? 'from ' : 'until '}
      {day.format(new Date((from ?? to) as string))}
    </span>
  );
}
