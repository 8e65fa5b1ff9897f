import type { Random } from './random.ts';

/** Counts of one round, and the faults found. */
export type Round = { counts: Record<string, number>; wrong: string[] };

/** A trial under way: `round` may be called for any numbers, in rising order. */
export type Trial = {
  round(index: number): Promise<Round>;
  /** Looks at everything once more. */
  finish(): Promise<Round>;
  close(): Promise<void>;
};

/** A short run is one of many tests on a busy machine: it judges nothing by time. */
export type Pace = 'short' | 'long';

export type Kind = {
  name: string;
  /** Description for the table, in one line. */
  what: string;
  /** Why it can't be tried on this machine; null where it can. */
  missing: () => string | null;
  /** How many rounds are enough for every run of the tests; 0 for what only `npm run faults` does. */
  shortRounds: number;
  /** Trial that runs as one for its whole time; others begin anew before their token ends. */
  isOneTrial?: boolean;
  /** How many rounds of a long run may be under way at once; one unless told. */
  atOnce?: number;
  open: (folder: string, random: Random, pace: Pace) => Promise<Trial>;
  /** Does real harm; what the same check then finds must not be empty. */
  control: (folder: string, random: Random) => Promise<string[]>;
};

export function add(total: Record<string, number>, more: Record<string, number>): void {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
}
