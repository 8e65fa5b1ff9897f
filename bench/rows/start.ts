import type { Bench } from '../bench.ts';
import { figureOf, inTurns, type RowResult } from '../measure.ts';
import { environmentFor, shipped, timeToFirstAnswer } from '../processes.ts';

/** Process start to the first healthy answer, on an existing database. */
export async function startRow(bench: Bench): Promise<RowResult> {
  const world = await bench.newWorld('small');
  const environment = environmentFor(world.dataDir);
  const ours = () => timeToFirstAnswer([shipped, 'serve'], environment, '/api/v1/health');
  const baseline = () => timeToFirstAnswer(['bench/baselines/start.js'], environment, '/health');
  await inTurns(2, ours, baseline);
  const measured = await inTurns(15, ours, baseline);
  return {
    row: 'start',
    baseline:
      'a process that imports Express, zod, Kysely and better-sqlite3, opens the database and listens',
    figures: [figureOf('Process start to the first healthy answer', 'ms', measured, { most: 1.6 })],
    notes: ['100 missions of 50 tests in the database'],
  };
}
