import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, type Site, signedIn } from '../bench.ts';
import { type Figure, figureOf, type RowResult } from '../measure.ts';

const testsOfScenario = 100;
const requests = 2000;
const rounds = 5;

type Mission = { id: string; scenarios: { id: string; tests: { id: string }[] }[] };

/** Routes of a mission, and of one of its tests. */
const routes = [
  '',
  '/activity',
  '/figures',
  '/figures/tests?of=alerted',
  '/timeline',
  '/findings',
  '/remediations',
  '/alerts',
  '/history',
  '/tests/TEST',
];

/**
 * Reads of blue in a blind mission in which as many tests are hidden as shown, compared with the same mission without them, and
 * that with another one like it, which shows the noise.
 */
export async function blindRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('small', {}, 'admin');
  const [hidden, without, other] = [
    await newMission(site, true),
    await newMission(site, false),
    await newMission(site, false),
  ];
  await site.send('PATCH', `/api/v1/users/${site.world.member.id}`, { role: 'soc' });
  const blue = await signedIn(site.server, site.world, site.world.member);
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const route of routes) {
    const read = (mission: Mission) => {
      const test = mission.scenarios[0]?.tests[0]?.id ?? '';
      return blue.send('GET', `/api/v1/missions/${mission.id}${route.replace('TEST', test)}`);
    };
    const { ours, noise } = await compare(read, { hidden, other, without });
    figures.push(figureOf(`GET mission${route}, beside hidden tests`, 'ms', ours, { most: 1.05 }));
    const { ratio } = figureOf('', 'ms', noise, { most: 1.05 });
    notes.push(`mission${route}: two missions without hidden tests differ by ${ratio.median.toFixed(3)}`);
  }
  await site.server.stop();
  return { row: 'blind', baseline: 'the same mission without hidden tests', figures, notes };
}

/** A mission in which everything is executed; a second scenario of it stays hidden. */
async function newMission(site: Site, withHidden: boolean): Promise<Mission> {
  const send = async <T>(method: string, target: string, body: object) =>
    JSON.parse(await site.send(method, `/api/v1/${target}`, body)) as T;
  const { id: template } = await send<{ id: string }>('POST', 'test-templates', { name: 'Encoded command' });
  const { id: scenario } = await send<{ id: string }>('POST', 'scenario-templates', {
    name: 'Foothold',
    test_template_ids: Array.from({ length: testsOfScenario }, () => template),
  });
  const mission = await send<Mission>('POST', 'missions', {
    name: 'Nobody knows',
    visibility: 'blind',
    scenario_template_ids: withHidden ? [scenario, scenario] : [scenario],
    members: [{ user_id: site.world.member.id, role_hint: 'blue' }],
  });
  const path = `missions/${mission.id}`;
  for (const { id } of mission.scenarios.flatMap(({ tests }) => tests)) {
    await send('POST', `${path}/tests/${id}/transition`, { status: 'executed' });
    await send('POST', `${path}/tests/${id}/facts`, { kind: 'alerted', result: 'yes' });
  }
  await send('POST', `${path}/reveal`, { scenario_ids: [mission.scenarios[0]?.id], when: 'now' });
  for (;;) {
    const { scenarios } = JSON.parse(await site.send('GET', `/api/v1/${path}`)) as {
      scenarios: { hiding: { hidden: boolean } | null }[];
    };
    if (scenarios[0]?.hiding?.hidden === false) return mission;
    await wait(200);
  }
}

type Pair = { ours: number; baseline: number };

/** Median times of all three, in turns, so that whatever else the machine does meets each. */
async function compare(
  read: (mission: Mission) => Promise<unknown>,
  missions: Record<'hidden' | 'other' | 'without', Mission>,
): Promise<{ ours: Pair[]; noise: Pair[] }> {
  const measured: { ours: Pair[]; noise: Pair[] } = { ours: [], noise: [] };
  const names = ['hidden', 'other', 'without'] as const;
  for (let round = 0; round < rounds; round += 1) {
    const times: Record<(typeof names)[number], number[]> = { hidden: [], other: [], without: [] };
    for (let request = 0; request < requests / rounds; request += 1) {
      for (const name of names) {
        const began = performance.now();
        await read(missions[name]);
        times[name].push(performance.now() - began);
      }
    }
    const median = (name: (typeof names)[number]) =>
      times[name].sort((a, b) => a - b)[times[name].length >> 1] as number;
    const baseline = median('without');
    measured.ours.push({ ours: median('hidden'), baseline });
    measured.noise.push({ ours: median('other'), baseline });
  }
  return measured;
}
