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
