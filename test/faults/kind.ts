import type { Random } from './random.ts';

/** Counts of one round, and the faults that it found. */
export type Round = { counts: Record<string, number>; wrong: string[] };

/** A running trial; `round` may be called with any numbers, in ascending order. */
export type Trial = {
  round(index: number): Promise<Round>;
  /** Checks everything again. */
  finish(): Promise<Round>;
  close(): Promise<void>;
};

/** A short run is one of many tests on a busy machine, so it judges nothing by time. */
export type Pace = 'short' | 'long';

export type Kind = {
  name: string;
  /** One-line description for the table. */
  what: string;
  /** Reason why it can't run on this machine; null when it can. */
  missing: () => string | null;
  /** Number of rounds in `short-rounds.ts`; 0 for kinds with a phase of their own in `tools/test/phases.ts`. */
  shortRounds: number;
  /** Whether one trial runs the whole time; others restart before their token expires. */
  isOneTrial?: boolean;
  /** Concurrent rounds of a long run; one by default. */
  atOnce?: number;
  open: (folder: string, random: Random, pace: Pace) => Promise<Trial>;
  /** Does real harm, so that the same check must find something. */
  control: (folder: string, random: Random) => Promise<string[]>;
};

export function add(total: Record<string, number>, more: Record<string, number>): void {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
}
