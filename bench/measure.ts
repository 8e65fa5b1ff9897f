export type Spread = { min: number; median: number; max: number };

export type Figure = {
  what: string;
  unit: string;
  ours: Spread;
  baseline: Spread;
  /** Our value divided by the baseline's, round by round. */
  ratio: Spread;
  target: Target;
  met: boolean;
};

/** `least`: the ratio must be at least this; `most`: at most this. */
export type Target = { least: number } | { most: number };

export type RowResult = { row: string; baseline: string; figures: Figure[]; notes: string[] };

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] as number) : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { min: sorted[0] as number, median, max: sorted.at(-1) as number };
}

/** A figure from rounds measured in turn: A B A B …; the median of the rounds' ratios decides. */
export function figureOf(
  what: string,
  unit: string,
  rounds: readonly { ours: number; baseline: number }[],
  target: Target,
): Figure {
  const ratio = spreadOf(rounds.map((round) => round.ours / round.baseline));
  return {
    what,
    unit,
    ours: spreadOf(rounds.map((round) => round.ours)),
    baseline: spreadOf(rounds.map((round) => round.baseline)),
    ratio,
    target,
    met: 'least' in target ? ratio.median >= target.least : ratio.median <= target.most,
  };
}

/** Measures both sides in turn, alternating which goes first. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number; baseline: number }[]> {
  const results: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours();
      results.push({ ours: first, baseline: await baseline() });
    } else {
      const first = await baseline();
      results.push({ ours: await ours(), baseline: first });
    }
  }
  return results;
}
