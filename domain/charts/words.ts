import type { LevelKey } from '../outcomes.ts';

/** The best first, as charts stack them. */
export const outcomeOrder = ['prevented', 'alerted', 'logged', 'not_detected', 'open'] as const satisfies (
  | LevelKey
  | 'open'
)[];
export type OutcomeKey = (typeof outcomeOrder)[number];
