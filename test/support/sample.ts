/** Set by runs of `npm test` and `test:all`, to the number of the day. */
const seedOfRun = process.env.DAMSON_TEST_SAMPLE ?? null;

/**
 * Takes rows that lead through the same code. Returns one in `among` of them in CI, others each day; returns all of them nightly, and
 * when a file is run by itself.
 */
export function sample<Row>(rows: readonly Row[], among: number, seed = seedOfRun): readonly Row[] {
  if (seed === null) return rows;
  const taken = Number(seed) % Math.min(among, rows.length);
  return rows.filter((_, at) => at % among === taken);
}
