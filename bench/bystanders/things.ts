import type { RowResult } from '../measure.ts';
import { figuresOf, noteOf, type Round, type WatchedSite, watchDuring } from './onlookers.ts';

/** Long operations run this many times. */
const rounds = Number(process.env.DAMSON_BENCH_ROUNDS ?? 3);

export type Thing = { what: string; rounds: Round[] };

export function rowOf(row: string, things: readonly Thing[]): RowResult {
  return {
    row,
    baseline: 'an idle server; limits: 50 ms for reads, /health and the event loop, 150 ms for writes',
    figures: things.flatMap(({ what, rounds }) => figuresOf(what, rounds)),
    notes: things.map(({ what, rounds }) => noteOf(what, rounds)),
  };
}

/** Runs the same operation several times, each watched. */
export async function watchRounds(
  what: string,
  site: WatchedSite,
  work: (round: number) => Promise<unknown>,
  { leastMilliseconds = 0, times = rounds } = {},
): Promise<Thing> {
  const seen: Round[] = [];
  for (let round = 0; round < times; round += 1) {
    seen.push(await watchDuring(site, () => work(round), leastMilliseconds));
  }
  return { what, rounds: seen };
}
