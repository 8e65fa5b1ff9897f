import type { ExpectationCounts, Headline, Rate, TimeFigure, ToolFigure } from '../figures.ts';
import type { TestGap } from '../test-gaps.ts';
import { toVisibleText } from '../visible-text.ts';
import type { Words } from '../words/words.ts';

/** Below this number a percentage suggests more than is known. */
const fewest = 10;

/** Takes a rate, returns it in words: 13 of 20 (65 %). */
export function describeRate({ n, N }: Pick<Rate, 'n' | 'N'>, { t }: Words): string {
  if (N === 0) return t('charts.rate.unknown');
  const percent = shareOf({ n, N });
  if (percent === null) return t('charts.rate.few', { n, of: N });
  return t('charts.rate.share', { n, of: N, percent });
}

/** Takes a rate, returns it in percent; null when there are too few tests. */
export function shareOf({ n, N }: Pick<Rate, 'n' | 'N'>): number | null {
  return N < fewest ? null : Math.round((100 * n) / N);
}

/**
 * Takes the figures of a tool, returns in words the number of tests in which it saw something; a rate only if it was expected.
 */
export function describeTool({ n, N, saw }: ToolFigure, words: Words): string {
  if (N === 0) return words.t('charts.tools.saw_only', { count: saw });
  return describeRate({ n, N }, words);
}

/** The headline figures, in their fixed order. */
export const headlineKeys = ['stopped_or_detected', 'prevented', 'missed', 'within_1h'] as const;
export type HeadlineKey = (typeof headlineKeys)[number];

/** A headline figure: `first` is the value of the first runs, if different. */
export type HeadlineRate = {
  key: HeadlineKey;
  name: string;
  rate: Rate;
  unknown: number;
  first: Rate | null;
};

/** Takes figures, and those of the first runs or null, returns the four headline figures. */
export function listHeadline(now: Headline, first: Headline | null, { t }: Words): HeadlineRate[] {
  const pick = (of: Headline, key: HeadlineKey): Rate => (key === 'within_1h' ? of.within['1h'] : of[key]);
  return headlineKeys.map((key) => {
    const { n, N } = pick(now, key);
    const before = first === null ? null : pick(first, key);
    const isOther = before !== null && (before.n !== n || before.N !== N);
    return {
      key,
      name: t(`names.headline.${key}`),
      rate: { n, N },
      unknown: key === 'within_1h' ? now.within['1h'].unknown : 0,
      first: isOther ? { n: before.n, N: before.N } : null,
    };
  });
}

/** Takes figures, returns in words how many of the executed tests are judged. */
export function describeJudged(
  { attempted, judged }: Pick<Headline, 'attempted' | 'judged'>,
  { t }: Words,
): string {
  return t('charts.judged', { judged, attempted });
}

/** Takes figures, returns the sentence below them: how many tests are judged, and how reliable the figures are. */
export function explainFigures(
  { attempted, judged }: Pick<Headline, 'attempted' | 'judged'>,
  { t }: Words,
): string {
  return [t('charts.judged_of', { judged, attempted }), t('charts.chosen')].join(' ');
}

/**
 * Takes a duration in seconds, returns it in units, rounded down to a second, so that a value past a limit doesn't read as the
 * limit.
 */
export function describeDuration(seconds: number, { t }: Words): string {
  const whole = Math.floor(seconds);
  const units = [
    ['days', Math.floor(whole / 86_400)],
    ['hours', Math.floor(whole / 3600) % 24],
    ['minutes', Math.floor(whole / 60) % 60],
    ['seconds', whole % 60],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  if (first === -1) return t('charts.unit.seconds', { count: 0 });
  const last = units.findLastIndex(([, count]) => count > 0);
  return units
    .slice(first, last + 1)
    .map(([unit, count]) => t(`charts.unit.${unit}`, { count }))
    .join(' ');
}

/** Takes times, returns them in words; null when there are none. */
export function describeTimes({ median_s, p90_s, n, without }: TimeFigure, words: Words): string | null {
  const { t } = words;
  const rest = without > 0 ? [t('charts.times.without', { count: without })] : [];
  if (median_s === null || p90_s === null) return rest[0] ?? null;
  const median = describeDuration(median_s, words);
  if (n === 1) return [t('charts.times.once', { time: median }), ...rest].join(', ');
  const spread = t('charts.times.spread', { median, most: describeDuration(p90_s, words), n });
  return [spread, ...rest].join(', ');
}

/** Takes a headline figure, returns its notes: its share, unjudged tests, unknown times, and the first runs. */
export function listBeside(
  { rate, first, unknown }: HeadlineRate,
  { attempted, judged }: Pick<Headline, 'attempted' | 'judged'>,
  { t }: Words,
): string[] {
  const percent = rate.N === 0 ? null : shareOf(rate);
  return [
    ...(percent === null ? [] : [t('charts.percent', { percent })]),
    ...(judged < attempted ? [t('charts.so_far')] : []),
    ...(unknown === 0 ? [] : [t('charts.unknown_time', { count: unknown })]),
    ...(first === null ? [] : [t('charts.first_run', { n: first.n, of: first.N })]),
  ];
}

/** Takes counts of expectations, returns in words how many are met; null when nothing is expected. */
export function describeExpectations({ met, not_met, open }: ExpectationCounts, { t }: Words): string | null {
  const decided = met + not_met;
  if (decided + open === 0) return null;
  return open === 0
    ? t('charts.as_expected', { met, decided })
    : t('charts.as_expected_open', { met, decided, open });
}

type Reasons = Pick<TestGap, 'reasons'> & { worse_than?: TestGap['worse_than'] | undefined };

/** Takes a gap, returns a sentence for each of its reasons; a miss is only mentioned once. */
export function describeReasons({ reasons, worse_than }: Reasons, { t }: Words): string {
  const isSaid = reasons.includes('succeeded_unseen');
  return reasons
    .filter((reason) => reason !== 'missed' || !isSaid)
    .map((reason) =>
      reason === 'worse' && worse_than
        ? t('charts.gap.worse_than', { mission: toVisibleText(worse_than.name) })
        : t(`names.test_gap.${reason}`),
    )
    .join(' ');
}
