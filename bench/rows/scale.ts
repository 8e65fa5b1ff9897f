import {
  type Bench,
  type Plan,
  planActivity,
  planMissions,
  planTestRead,
  planWrite,
  type Site,
  spreadOver,
} from '../bench.ts';
import { type Figure, figureOf, type RowResult } from '../measure.ts';

const load = { connections: 1, milliseconds: 800 };
const rounds = 7;
const sample = 20;

/** The three reads and a write at 100, 1,000 and 10,000 missions of 50 tests, one request at a time. */
export async function scaleRow(bench: Bench): Promise<RowResult> {
  const small = await bench.site('small');
  const medium = await bench.site('medium');
  const large = await bench.site('large');
  const figures: Figure[] = [];
  const overSample = async (site: Site, plan: (site: Site, index: number) => Promise<Plan>) => {
    const plans: Plan[] = [];
    for (let index = 0; index < sample; index += 1) plans.push(await plan(site, index));
    return plans.map((item) => item.request);
  };
  const operations: [string, (site: Site, index: number) => Promise<Plan>][] = [
    ['GET a test', (site, index) => planTestRead(site, spreadOver(site.world, sample)[index]!)],
    ['GET activity', (site, index) => planActivity(site, spreadOver(site.world, sample)[index]!)],
    ['GET missions', (site) => planMissions(site)],
    [
      'PUT one field',
      (site, index) => {
        const mission = spreadOver(site.world, sample)[index]!;
        return planWrite(site, mission, mission.testIds[7]!);
      },
    ],
  ];
  for (const [name, plan] of operations) {
    const requests = new Map<Site, Awaited<ReturnType<typeof overSample>>>();
    for (const site of [small, medium, large]) requests.set(site, await overSample(site, plan));
    const mean = async (site: Site) =>
      (await bench.load.run(site.server.url, requests.get(site)!, load)).mean;
    const measured: { small: number; medium: number; large: number }[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const result = { small: await mean(small), medium: await mean(medium), large: await mean(large) };
      if (round >= 0) measured.push(result);
    }
    for (const size of ['medium', 'large'] as const) {
      const missions = size === 'medium' ? '1,000' : '10,000';
      figures.push(
        figureOf(
          `${name} at ${missions} missions`,
          'ms',
          measured.map((round) => ({ ours: round[size], baseline: round.small })),
          { most: 1.3 },
        ),
      );
    }
  }
  return {
    row: 'scale',
    baseline: 'the same at 100 missions',
    figures,
    notes: [`mean latency of one connection over ${sample} missions spread over the whole`],
  };
}
