import { describeDuration } from '../../../../domain/charts/figure-words.ts';
import type { LevelKey } from '../../../../domain/outcomes.ts';
import { t, words } from '../../../words.ts';

type Run = { class: LevelKey | null; seconds: number | null };

/** Takes a run, returns its class in words, with the time from execution to prevention or detection. */
export function describeRun({ class: found, seconds }: Run): string {
  const name = t(`names.outcome.${found ?? 'open'}`);
  return seconds === null
    ? name
    : t('results.changes.class', { class: name, time: describeDuration(seconds, words) });
}

/** Takes two runs of a test, returns their comparison in words. */
export function describeChange(first: Run, latest: Run): string {
  return t('results.changes.from_to', { first: describeRun(first), latest: describeRun(latest) });
}
