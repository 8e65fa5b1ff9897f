import {
  type Bench,
  type Plan,
  planActivity,
  planMissions,
  planRetestedRead,
  planTestRead,
  type Site,
  type Size,
} from '../bench.ts';
import { expecting, planRequest } from '../load.ts';
import { figureOf, inTurns, type RowResult, type Target } from '../measure.ts';

const load = { connections: 32, milliseconds: 1500 };
const rounds = 7;

/** One GET against a bare Express handler that sends the same bytes. */
export async function against(
  bench: Bench,
  row: string,
  what: string,
  target: Target,
  size: Size,
  plan: (site: Site) => Promise<Plan>,
): Promise<RowResult> {
  const site = await bench.site(size);
  const { request, text } = await plan(site);
  const bare = await bench.bareJson(text);
  const bareRequest = expecting(planRequest('GET', `${bare.url}/0`), text);
  const ours = async () => (await bench.load.run(site.server.url, [request], load)).perSecond;
  const baseline = async () => (await bench.load.run(bare.url, [bareRequest], load)).perSecond;
  await inTurns(2, ours, baseline);
  const measured = await inTurns(rounds, ours, baseline);
  await bare.stop();
  return {
    row,
    baseline: 'bare Express 5 handler, same bytes with res.json',
    figures: [figureOf(what, 'requests/s', measured, target)],
    notes: [`${Buffer.byteLength(text)} bytes an answer, ${load.connections} connections`],
  };
}

export function testRow(bench: Bench): Promise<RowResult> {
  return against(bench, 'test', 'GET a test with five evidence records', { least: 0.55 }, 'long', (site) =>
    planTestRead(site, site.world.visible[0]!),
  );
}

export function activityRow(bench: Bench): Promise<RowResult> {
  return against(
    bench,
    'activity',
    'GET activity with nothing new, 2,000 tests',
    { least: 0.5 },
    'long',
    (site) => planActivity(site, site.world.visible[0]!),
  );
}

export function missionsRow(bench: Bench): Promise<RowResult> {
  return against(
    bench,
    'missions',
    'GET missions, first page of 5,000 among 10,000',
    { least: 0.35 },
    'large',
    planMissions,
  );
}

/** A test with a history of runs and facts, compared with one that has a single empty run. */
export async function outcomesRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('team', {}, 'admin');
  const mission = site.world.visible[0]!;
  const retested = await planRetestedRead(site, mission);
  const plain = await planTestRead(site, mission);
  // One connection: the waiting time of one person.
  const alone = { ...load, connections: 1 };
  const read = async ({ request }: Plan) => (await bench.load.run(site.server.url, [request], alone)).p50;
  const ours = () => read(retested);
  const baseline = () => read(plain);
  await inTurns(2, ours, baseline);
  const measured = await inTurns(rounds, ours, baseline);
  await site.server.stop();
  const sizes = [retested, plain].map(({ text }) => Buffer.byteLength(text));
  return {
    row: 'outcomes',
    baseline: 'a test of the same mission with one run and no facts; both with five evidence records',
    figures: [figureOf('GET a test with 20 facts and 5 closed runs', 'ms', measured, { most: 1.5 })],
    notes: [`${sizes.join(' and ')} bytes an answer, one connection, p50`],
  };
}
