import { fileURLToPath } from 'node:url';
import { type Bench, planWrite, type Site } from '../bench.ts';
import { counterPlaceholder, type PlannedRequest, planRequest } from '../load.ts';
import { figureOf, inTurns, type RowResult } from '../measure.ts';
import { startSources } from '../processes.ts';

const load = { connections: 8, milliseconds: 2000 };

/** PUT of one field against a bare handler that writes the same two rows. */
export async function putRow(bench: Bench): Promise<RowResult> {
  const site = await bench.site('long');
  const requests = await planWrites(site);
  const copy = await bench.newWorld('long');
  const bare = await bench.baseline('writes.js', copy.database);
  const other = copy.visible[0]!;
  const bareRequests = other.testIds.slice(0, load.connections).map((testId) =>
    planRequest('PUT', `${bare.url}/missions/${other.id}/tests/${testId}`, {
      body: { red_comment: `seen on the console at ${counterPlaceholder}` },
    }),
  );
  const ours = async () => (await bench.load.run(site.server.url, requests, load)).perSecond;
  const baseline = async () => (await bench.load.run(bare.url, bareRequests, load)).perSecond;
  await inTurns(1, ours, baseline);
  const measured = await inTurns(5, ours, baseline);
  await bare.stop();
  return {
    row: 'put',
    baseline: 'bare Express 5 handler, JSON body, the same two rows in plain better-sqlite3, same pragmas',
    figures: [figureOf('PUT one field of a test', 'writes/s', measured, { least: 0.45 })],
    notes: [`${load.connections} connections, each write synced before it is answered`],
  };
}

/** PUT of one field of a test compared with the same server without history entries. */
export async function historyRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('long', {}, 'member', startSources);
  const hook = fileURLToPath(new URL('../baselines/without-history.js', import.meta.url));
  const without = await bench.newSite('long', { NODE_OPTIONS: `--import=${hook}` }, 'member', startSources);
  const [requests, otherRequests] = [await planWrites(site), await planWrites(without)];
  const ours = async () => (await bench.load.run(site.server.url, requests, load)).perSecond;
  const baseline = async () => (await bench.load.run(without.server.url, otherRequests, load)).perSecond;
  await inTurns(1, ours, baseline);
  const measured = await inTurns(7, ours, baseline);
  await Promise.all([site.server.stop(), without.server.stop()]);
  return {
    row: 'history',
    baseline: 'the same server, whose writes leave no entry in the history',
    figures: [figureOf('PUT one field of a test, with its entry', 'writes/s', measured, { least: 0.75 })],
    notes: [`${load.connections} connections, each write synced before it is answered`],
  };
}

async function planWrites(site: Site): Promise<PlannedRequest[]> {
  const mission = site.world.visible[0]!;
  const plans = await Promise.all(
    mission.testIds.slice(0, load.connections).map((testId) => planWrite(site, mission, testId)),
  );
  return plans.map((plan) => plan.request);
}
