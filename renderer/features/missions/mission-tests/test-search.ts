import { type Side, sides } from '../../../../domain/sides.ts';

/** Filters of the mission's table, kept between tests; a dialog's parameters are dropped. */
export function toTestSearch(parameters: URLSearchParams): string {
  return toSearch(parameters, ['dialog']);
}

/** The search of the mission to return to. The queue of a side is no filter of its table. */
export function toMissionSearch(parameters: URLSearchParams): string {
  return toSearch(parameters, ['dialog', 'queue']);
}

/** The side whose queue this person works through; null if the tests come from the table. */
export function readQueue(parameters: URLSearchParams): Side | null {
  return sides.find((side) => side === parameters.get('queue')) ?? null;
}

function toSearch(parameters: URLSearchParams, dropped: readonly string[]): string {
  const kept = new URLSearchParams(parameters);
  for (const name of dropped) kept.delete(name);
  return kept.size > 0 ? `?${kept}` : '';
}
