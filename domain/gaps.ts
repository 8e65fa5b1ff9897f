import type { LevelKey } from './outcomes.ts';

/** Reasons to test a technique, worst first. */
export const gapReasons = ['never', 'missed', 'not_judged', 'logged_only', 'old'] as const;
export type GapReason = (typeof gapReasons)[number];

/** Weight of each reason for a gap. An executed test without a verdict may have been missed. */
export const gapWeights: Readonly<Record<GapReason, number>> = {
  never: 1,
  missed: 0.9,
  not_judged: 0.9,
  logged_only: 0.5,
  old: 0.3,
};

/** After this many days a result is old. */
export const oldAfterDays = 365;

/** A test of a technique: its level, and the time of execution or, if that is unknown, the day of its mission. */
export type TestedOnce = { level: LevelKey | null; at: string };

/**
 * Takes the last tests of a technique and the present time in milliseconds; returns why it is worth testing again, by the worst
 * of them, or null.
 */
export function judgeGap(last: readonly TestedOnce[], now: number): GapReason | null {
  if (last.length === 0) return 'never';
  const levels = last.map(({ level }) => level);
  if (levels.includes('not_detected')) return 'missed';
  if (levels.includes(null)) return 'not_judged';
  if (levels.includes('logged')) return 'logged_only';
  const newest = Math.max(...last.map(({ at }) => Date.parse(at)));
  return now - newest > oldAfterDays * 86_400_000 ? 'old' : null;
}
