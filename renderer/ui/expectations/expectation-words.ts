import type { Expectation } from '../../../domain/expectations.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { expectedName } from '../../../domain/words.ts';

/** What is expected of a kind, in words: `Yes, at least high, within 5 min, by Falcon or Zeek`. */
export function describeExpectation(
  { result, severity, within_seconds }: Omit<Expectation, 'kind' | 'tool_ids'>,
  tools: readonly { name: string }[] = [],
): string {
  const by = tools.map(({ name }) => toVisibleText(name)).join(' or ');
  return [
    result === 'any' ? 'Any result that is known' : expectedName[result],
    ...(severity === null ? [] : [`at least ${severity}`]),
    ...(within_seconds === null ? [] : [`within ${describeSeconds(within_seconds)}`]),
    ...(by === '' ? [] : [`by ${by}`]),
  ].join(', ');
}

/** Takes a number of seconds, returns it in its two largest units: `1 h 30 min`. */
function describeSeconds(seconds: number): string {
  const units: [string, number][] = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3600) % 24],
    ['min', Math.floor(seconds / 60) % 60],
    ['s', seconds % 60],
  ];
  const first = units.findIndex(([, count]) => count > 0);
  return units
    .slice(first, first + 2)
    .flatMap(([unit, count]) => (count > 0 ? [`${count} ${unit}`] : []))
    .join(' ');
}

/** Takes minutes as they are typed, returns seconds; null for none. */
export function toSeconds(minutes: number | string): number | null {
  return typeof minutes === 'number' && minutes > 0 ? Math.max(1, Math.round(minutes * 60)) : null;
}

/** Takes seconds, returns the minutes of them as a field shows them. */
export function toMinutes(seconds: number | null): number | '' {
  return seconds === null ? '' : Math.round((seconds / 60) * 100) / 100;
}
