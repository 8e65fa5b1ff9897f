import type { LevelKey } from '../outcomes.ts';

/** Best first, as in stacked charts. */
export const outcomeOrder = ['prevented', 'alerted', 'logged', 'not_detected', 'open'] as const satisfies (
  | LevelKey
  | 'open'
)[];
export type OutcomeKey = (typeof outcomeOrder)[number];
