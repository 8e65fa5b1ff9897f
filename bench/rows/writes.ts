import { type Bench, planWrite } from '../bench.ts';
import { figureOf, inTurns, type RowResult } from '../measure.ts';
import { environmentFor, runToEnd } from '../processes.ts';

const load = { connections: 8, milliseconds: 2000 };

/** PUT of one field against the same update of one row, called directly. */
export async function putRow(bench: Bench): Promise<RowResult> {
  const site = await bench.site('long');
  const mission = site.world.visible[0]!;
  const plans = await Promise.all(
    mission.testIds.slice(0, load.connections).map((testId) => planWrite(site, mission, testId)),
  );
  const requests = plans.map((plan) => plan.request);
  const copy = await bench.newWorld('long');
  const direct = ['bench/baselines/writes.js', copy.database, String(load.milliseconds)];
  const ours = async () => (await bench.load.run(site.server.url, requests, load)).perSecond;
  const baseline = async () =>
    (await runToEnd<{ perSecond: number }>(direct, environmentFor(copy.dataDir))).perSecond;
  await ours();
  const measured = await inTurns(5, ours, baseline);
  return {
    row: 'put',
    baseline: 'the update of one row in plain better-sqlite3, same pragmas, called directly',
    figures: [figureOf('PUT one field of a test', 'writes/s', measured, { least: 0.25 })],
    notes: [`${load.connections} connections, each write synced before it is answered`],
  };
}
