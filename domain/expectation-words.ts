import { describeDuration } from './charts/figure-words.ts';
import type { Expectation } from './expectations.ts';
import type { Words } from './words/words.ts';

/** Takes an expectation of a kind, returns it in words, without the tools: `Yes, at least high, within 5 min`. */
export function describeExpected(
  { result, severity, within_seconds }: Pick<Expectation, 'result' | 'severity' | 'within_seconds'>,
  words: Words,
): string {
  const { t } = words;
  return [
    result === 'any' ? t('expectations.any_result') : t(`names.expected.${result}`),
    ...(severity === null ? [] : [t('expectations.at_least', { severity })]),
    ...(within_seconds === null
      ? []
      : [t('expectations.within', { time: describeDuration(within_seconds, words) })]),
  ].join(', ');
}
