import { t } from '../../words.ts';

/** Clocks of two computers may differ by this much. */
const toleratedMs = 60_000;

/**
 * Takes a moment of a record and a function to look up the others, returns a warning if it is in the future or before the moment
 * it depends on, else null. Never refuses it.
 */
export function judgeTime(
  field: string,
  lookUp: (field: string) => string | null | undefined,
  now: number,
): string | null {
  const at = lookUp(field);
  if (!at) return null;
  if (Date.parse(at) > now + toleratedMs) return t('tests.in_the_future');
  const begun = [lookUp('started_at'), lookUp('executed_at')].filter(Boolean).sort()[0];
  if (field === 'detected_at' && begun && at < begun) return t('tests.before_the_execution');
  const started = lookUp('started_at');
  if (field === 'ended_at' && started && at < started) return t('tests.before_the_start');
  return null;
}

/** Takes a moment of a record and a function to look up the others, returns the one it depends on, or null. */
export function findBasis(
  field: string,
  lookUp: (field: string) => string | null | undefined,
): string | null {
  const before = field === 'ended_at' ? ['started_at', 'executed_at'] : ['executed_at', 'started_at'];
  const known = before.filter((name) => name !== field).map(lookUp);
  return known.find(Boolean) ?? null;
}
