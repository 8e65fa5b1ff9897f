import { createContext, useContext, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import type { TimeZone } from '../../../domain/preferences.ts';
import { usePreferences } from '../../api/accounts/preferences.ts';
import { dateFormat, t } from '../../words.ts';
import { countSecondsLeft } from './seconds-left.ts';

const moment: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};
const day: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
};
const inZone = (zone: TimeZone): Intl.DateTimeFormatOptions => (zone === 'utc' ? { timeZone: 'UTC' } : {});

const RecordTimes = createContext(false);

/** Set within an exercise's pages: times use 24 hours unless the person chose 12. */
export function ExercisePages() {
  return (
    <RecordTimes value={true}>
      <Outlet />
    </RecordTimes>
  );
}

const allDay: Intl.DateTimeFormatOptions = { hourCycle: 'h23' };
const asTheLanguage: Intl.DateTimeFormatOptions = {};
const useHours = () => (useContext(RecordTimes) ? allDay : asTheLanguage);

/**
 * A moment in the viewer's zone or in UTC, as chosen; the title has the exact UTC. `bare` omits the zone's name, for narrow
 * places.
 */
export function Moment({ at, bare = false }: { at: string; bare?: boolean }) {
  const { time_zone } = usePreferences();
  const hours = useHours();
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const format = dateFormat({
    ...moment,
    ...hours,
    ...inZone(time_zone),
    ...(bare ? {} : { timeZoneName: 'short' }),
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  return (
    <time dateTime={at} title={t('shared.replace_utc', { replace: at.replace('T', ' ').replace('Z', '') })}>
      {format.format(date)}
    </time>
  );
}

/** Name of the zone in which this person reads times. */
export function useZone(): string {
  const { time_zone } = usePreferences();
  return time_zone === 'utc' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Days, times of day, and both in one, in the person's zone. */
export function useClock(): Record<'day' | 'time' | 'moment', (at: string) => string> {
  const zone = inZone(usePreferences().time_zone);
  const hours = useHours();
  return {
    day: (at) => dateFormat({ dateStyle: 'full', ...zone }).format(new Date(at)),
    time: (at) =>
      dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', ...hours, ...zone }).format(
        new Date(at),
      ),
    moment: (at) =>
      dateFormat({ dateStyle: 'medium', timeStyle: 'medium', ...hours, ...zone }).format(new Date(at)),
  };
}

/** A future moment; under a minute, the seconds left. */
export function Upcoming({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = countSecondsLeft(at, now);
  if (left === null) return <Moment at={at} />;
  // Inside a status region, not announced every second.
  return (
    <span role="timer" aria-live="off">
      {left === 0 ? t('shared.in_a_moment') : t('shared.in_left_s', { left })}
    </span>
  );
}

/** A calendar day, which has no zone. */
export function Day({ on }: { on: string }) {
  return <time dateTime={on}>{dateFormat(day).format(new Date(on))}</time>;
}

/** Calendar days, which have no zone. */
export function DateRange({ from, to }: { from: string | null; to: string | null }) {
  if (from === null && to === null) return null;
  if (from !== null && to !== null) {
    return <span>{dateFormat(day).formatRange(new Date(from), new Date(to))}</span>;
  }
  const write = (on: string) => dateFormat(day).format(new Date(on));
  return (
    <span>
      {from !== null
        ? t('shared.from_day', { day: write(from) })
        : t('shared.until_day', { day: write(to as string) })}
    </span>
  );
}
