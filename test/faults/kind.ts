import type { Random } from './random.ts';

/** Counts of one round, and the faults found. */
export type Round = { counts: Record<string, number>; wrong: string[] };

/** A running trial: `round` may be called with any numbers, in rising order. */
export type Trial = {
  round(index: number): Promise<Round>;
  /** Checks everything again. */
  finish(): Promise<Round>;
  close(): Promise<void>;
};

/** A short run is one of many tests on a busy machine: it judges nothing by time. */
export type Pace = 'short' | 'long';

export type Kind = {
  name: string;
  /** Description for the table, in one line. */
  what: string;
  /** Why it can't run on this machine; null when it can. */
  missing: () => string | null;
  /** Number of rounds in every run of the tests; 0 for kinds that only `npm run faults` runs. */
  shortRounds: number;
  /** Trial that runs as one for its whole time; others restart before their token ends. */
  isOneTrial?: boolean;
  /** Concurrent rounds of a long run; one by default. */
  atOnce?: number;
  open: (folder: string, random: Random, pace: Pace) => Promise<Trial>;
  /** Does real harm; the same check must then find something. */
  control: (folder: string, random: Random) => Promise<string[]>;
};

export function add(total: Record<string, number>, more: Record<string, number>): void {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
}
