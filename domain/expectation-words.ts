import { describeDuration } from './charts/figure-words.ts';
import type { Expectation } from './expectations.ts';
import { expectedName } from './words.ts';

/** Takes what is expected of a kind, returns it in words, but for the tools: `Yes, at least high, within 5 min`. */
export function describeExpected({
  result,
  severity,
  within_seconds,
}: Pick<Expectation, 'result' | 'severity' | 'within_seconds'>): string {
  return [
    result === 'any' ? 'Any result that is known' : expectedName[result],
    ...(severity === null ? [] : [`at least ${severity}`]),
    ...(within_seconds === null ? [] : [`within ${describeDuration(within_seconds)}`]),
  ].join(', ');
}
