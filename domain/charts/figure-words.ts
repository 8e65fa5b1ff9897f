import type { Rate, TimeFigure } from '../figures.ts';

/** Below that a percentage says more than is known. */
const fewest = 5;

/** Takes a rate, returns it in words: 13 of 20 (65 %). */
export function describeRate({ n, N }: Pick<Rate, 'n' | 'N'>): string {
  if (N === 0) return 'not known';
  const share = N >= fewest ? ` (${Math.round((100 * n) / N)} %)` : '';
  return `${n.toLocaleString('en')} of ${N.toLocaleString('en')}${share}`;
}

/** Takes a duration in seconds, returns it in its two largest units. */
export function describeDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const units = [
    ['d', Math.floor(whole / 86_400)],
    ['h', Math.floor(whole / 3600) % 24],
    ['min', Math.floor(whole / 60) % 60],
    ['s', whole % 60],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  if (first === -1) return '0 s';
  return units
    .slice(first, first + 2)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(' ');
}

/** Takes times, returns them in words; null where there are none. */
export function describeTimes({ median_s, p90_s, n, without }: TimeFigure): string | null {
  if (median_s === null || p90_s === null) return without > 0 ? `${without} without a time` : null;
  const rest = without > 0 ? `, ${without} without a time` : '';
  if (n === 1) return `${describeDuration(median_s)}, once${rest}`;
  return `median ${describeDuration(median_s)}, 90 % within ${describeDuration(p90_s)}, of ${n}${rest}`;
}
