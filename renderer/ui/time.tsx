import { useEffect, useState } from 'react';
import { countSecondsLeft } from './seconds-left.ts';

const sameYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const otherYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A moment in the viewer's zone; the exact UTC stands in the title. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  const format = date.getFullYear() === new Date().getFullYear() ? sameYear : otherYear;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace('Z', '')} UTC`}>
      {format.format(date)}
    </time>
  );
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
