const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** For how long something has waited or how long ago it was, in one unit: "just now", "12 min", "3 h", "4 d". */
export function tellAge(since: string, now: number): string {
  const past = now - Date.parse(since);
  if (past < minute) return 'just now';
  if (past < hour) return `${Math.floor(past / minute)} min`;
  if (past < day) return `${Math.floor(past / hour)} h`;
  return `${Math.floor(past / day)} d`;
}
