import type { TimedKind } from '../figured-tests.ts';
import type { DetectionLimit } from '../figures.ts';
import type { LevelKey } from '../outcomes.ts';

/** The best first, as charts stack them. */
export const outcomeOrder = ['prevented', 'alerted', 'logged', 'not_detected', 'open'] as const;
export type OutcomeKey = (typeof outcomeOrder)[number];

export const outcomeName: Readonly<Record<LevelKey | 'open', string>> = {
  prevented: 'Prevented',
  alerted: 'Alerted',
  logged: 'Logged',
  not_detected: 'Not detected',
  open: 'Not judged',
};

export const timeName: Readonly<Record<TimedKind, string>> = {
  prevention: 'Prevention',
  log: 'Log',
  alert: 'Alert',
  detection: 'Detection',
  response: 'Response',
};

export const limitName: Readonly<Record<DetectionLimit, string>> = {
  '15m': '15 min',
  '1h': '1 h',
  '24h': '24 h',
};

/** Takes a count and what is counted, returns both in words. */
export function describeCount(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? what : `${what}s`}`;
}
