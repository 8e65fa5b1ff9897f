import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, type Site, signedIn } from '../bench.ts';
import { type Figure, figureOf, type RowResult } from '../measure.ts';
import { threadTimeOf } from '../processes.ts';

const shownTests = 100;
/** Every so many tests have a finding, a remediation and a file. */
const written = 5;
const requests = 2000;
const rounds = 200;

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
 * Reads of blue in a blind mission in which as many tests are hidden as shown, compared with a mission without them. What is told
 * apart without anything hidden is noise: the second mission compared with itself, and with others like it. Times are the server's
 * processor time, which does not depend on what else the machine does.
 */
export async function blindRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('small', {}, 'admin');
  const template = await newTestTemplate(site);
  const without = await newMission(site, template, 1);
  const other = await newMission(site, template, 1);
  const hidden = await newMission(site, template, 2);
  const another = await newMission(site, template, 1);
  const missions = { without, itself: without, other, hidden, another };
  await site.send('PATCH', `/api/v1/users/${site.world.member.id}`, { role: 'soc' });
  const blue = await signedIn(site.server, site.world, site.world.member);
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const route of routes) {
    const read = (mission: Mission) => {
      const test = mission.scenarios[0]?.tests[0]?.id ?? '';
      return blue.send('GET', `/api/v1/missions/${mission.id}${route.replace('TEST', test)}`);
    };
    const times = await timeInTurns(site.server, read, missions);
    const pairs = (name: keyof typeof missions) =>
      times[name].map((ours, round) => ({ ours, baseline: times.without[round] as number }));
    const noise = (['itself', 'other', 'another'] as const).map((name) => intervalOf(pairs(name)));
    const from = Math.min(...noise.map(({ low }) => low));
    const to = Math.max(...noise.map(({ high }) => high));
    const figure = figureOf(`GET mission${route}, beside hidden tests`, 'ms', pairs('hidden'), { most: to });
    figures.push({ ...figure, met: figure.ratio.median >= from && figure.ratio.median <= to });
    const told = figure.ratio.median < from || figure.ratio.median > to ? 'TOLD APART' : 'within noise';
    notes.push(
      `mission${route}: ${figure.ratio.median.toFixed(3)} beside hidden tests, A/A ${from.toFixed(3)} to ${to.toFixed(3)}: ${told}`,
    );
  }
  await site.server.stop();
  return { row: 'blind', baseline: 'the same mission without hidden tests', figures, notes };
}

async function sendTo<T>(site: Site, method: string, target: string, body: object): Promise<T> {
  return JSON.parse(await site.send(method, `/api/v1/${target}`, body)) as T;
}

async function newTestTemplate(site: Site): Promise<string> {
  return (await sendTo<{ id: string }>(site, 'POST', 'test-templates', { name: 'Encoded command' })).id;
}

/** A mission of one scenario in which everything is executed and reviewed, and one test of every so many is shown. */
async function newMission(site: Site, template: string, every: number): Promise<Mission> {
  const send = <T>(method: string, target: string, body: object) => sendTo<T>(site, method, target, body);
  const { id: scenario } = await send<{ id: string }>('POST', 'scenario-templates', {
    name: 'Foothold',
    test_template_ids: Array.from({ length: shownTests * every }, () => template),
  });
  const mission = await send<Mission>('POST', 'missions', {
    name: 'Nobody knows',
    visibility: 'blind',
    scenario_template_ids: [scenario],
    members: [{ user_id: site.world.member.id, role_hint: 'blue' }],
  });
  const path = `missions/${mission.id}`;
  await send('PATCH', path, { settle_at_review: 'open' });
  const tests = mission.scenarios.flatMap((one) => one.tests.map(({ id }) => id));
  for (const [index, id] of tests.entries()) {
    await send('PUT', `${path}/tests/${id}`, { command: 'powershell -enc AAAA', output: 'x'.repeat(2000) });
    await send('POST', `${path}/tests/${id}/transition`, { status: 'executed' });
    await send('POST', `${path}/tests/${id}/facts`, { kind: 'alerted', result: 'yes' });
    await send('POST', `${path}/tests/${id}/transition`, { status: 'reviewed_by_blue' });
    if (Math.floor(index / every) % written !== 0) continue;
    await send('POST', `${path}/findings`, { title: 'No alert', tests: [{ test_id: id, run: 1 }] });
    await send('POST', `${path}/remediations`, { title: 'A rule', test_ids: [id] });
  }
  await send('POST', `${path}/reveal`, {
    test_ids: tests.filter((_, index) => index % every === 0),
    when: 'now',
  });
  for (;;) {
    const { scenarios } = JSON.parse(await site.send('GET', `/api/v1/${path}`)) as {
      scenarios: { tests: { hiding: { hidden: boolean } | null }[] }[];
    };
    if (scenarios[0]?.tests[0]?.hiding?.hidden === false) return mission;
    await wait(200);
  }
}

/** Times of the server for a read of each mission, by rounds; in turns, so that whatever else it does meets all of them. */
async function timeInTurns<Name extends string>(
  server: Pick<Site, 'server'>['server'],
  read: (mission: Mission) => Promise<unknown>,
  missions: Record<Name, Mission>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(missions) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    // Each of them comes first, and after each other one, as often.
    const order = names.map((_, place) => names[(place + round) % names.length] as Name);
    for (const name of round % 2 === 0 ? order : order.reverse()) {
      const before = threadTimeOf(server.pid);
      for (let request = 0; request < requests / rounds; request += 1) await read(missions[name]);
      times[name].push((threadTimeOf(server.pid) - before) / (requests / rounds));
    }
  }
  return times;
}

/** Where the median of the ratios of all rounds lies, with 99 %: by the ranks of a binomial distribution. */
function intervalOf(pairs: readonly { ours: number; baseline: number }[]): { low: number; high: number } {
  const ratios = pairs.map(({ ours, baseline }) => ours / baseline).sort((one, other) => one - other);
  const reach = 2.576 * Math.sqrt(ratios.length / 4);
  const at = (rank: number) => ratios[Math.min(ratios.length - 1, Math.max(0, Math.round(rank)))] as number;
  return { low: at(ratios.length / 2 - reach - 1), high: at(ratios.length / 2 + reach) };
}
