import type { Rate, TimeFigure } from '../figures.ts';
import type { Words } from '../words/words.ts';

/** Below that a percentage says more than is known. */
const fewest = 5;

/** Takes a rate, returns it in words: 13 of 20 (65 %). */
export function describeRate({ n, N }: Pick<Rate, 'n' | 'N'>, { t }: Words): string {
  if (N === 0) return t('charts.rate.unknown');
  const percent = shareOf({ n, N });
  if (percent === null) return t('charts.rate.few', { n, of: N });
  return t('charts.rate.share', { n, of: N, percent });
}

/** Takes a rate, returns it in percent; null where there are too few to say. */
export function shareOf({ n, N }: Pick<Rate, 'n' | 'N'>): number | null {
  return N < fewest ? null : Math.round((100 * n) / N);
}

/** Takes a duration in seconds, returns it in its two largest units. */
export function describeDuration(seconds: number, { t }: Words): string {
  const whole = Math.round(seconds);
  const units = [
    ['days', Math.floor(whole / 86_400)],
    ['hours', Math.floor(whole / 3600) % 24],
    ['minutes', Math.floor(whole / 60) % 60],
    ['seconds', whole % 60],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  if (first === -1) return t('charts.unit.seconds', { count: 0 });
  return units
    .slice(first, first + 2)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => t(`charts.unit.${unit}`, { count }))
    .join(' ');
}

/** Takes times, returns them in words; null where there are none. */
export function describeTimes({ median_s, p90_s, n, without }: TimeFigure, words: Words): string | null {
  const { t } = words;
  const rest = without > 0 ? [t('charts.times.without', { count: without })] : [];
  if (median_s === null || p90_s === null) return rest[0] ?? null;
  const median = describeDuration(median_s, words);
  if (n === 1) return [t('charts.times.once', { time: median }), ...rest].join(', ');
  const spread = t('charts.times.spread', { median, most: describeDuration(p90_s, words), n });
  return [spread, ...rest].join(', ');
}
