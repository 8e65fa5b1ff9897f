import type { HistoryFilter } from '../../api/history.ts';
import { useFilters } from '../../ui/filters/use-filters.ts';

const own = ['actor_id', 'since', 'until'] as const;

/** The filters of a history in the address: person, first and last day, and `more`, with the server's names. */
export function useHistoryFilters<More extends string = never>(more: readonly More[] = []) {
  const filters = useFilters<(typeof own)[number] | More>([...own, ...more]);
  const { values } = filters;
  const filter: Record<string, string | undefined> = {
    actor_id: values.actor_id || undefined,
    since: toMoment(values.since, 0),
    before: toMoment(values.until, 1),
  };
  for (const name of more) filter[name] = values[name] || undefined;
  return { ...filters, filter: filter as HistoryFilter };
}

/** Start of a day in the viewer's time, this many days later; undefined for an invalid day. */
function toMoment(day: string, later: number): string | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (match === null) return undefined;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The query of an address without these filters. */
export function withoutHistoryFilters(parameters: URLSearchParams): string {
  const rest = new URLSearchParams(parameters);
  for (const name of own) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}
