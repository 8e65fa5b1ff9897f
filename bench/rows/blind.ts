import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, type Site, signedIn } from '../bench.ts';
import { type Figure, figureOf, type RowResult } from '../measure.ts';
import { threadTimeOf } from '../processes.ts';

const shownTests = 100;
/** Every so many tests have a finding and a remediation. */
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
  '/pictures',
  '/history',
  '/tests/TEST',
];

/** Missions without hidden tests: the baseline itself, one like it, and one written in turns with a mission elsewhere. */
const alike = ['itself', 'other', 'another'] as const;

/**
 * Reads of blue in a blind mission in which as many tests are hidden as shown, compared with a mission without them. What is told
 * apart without anything hidden is noise: the second mission compared with itself, and with others like it, one of which was written
 * in turns with a mission that blue does not see, so that as many rows of others lie between its rows. Times are the server's
 * processor time, which does not depend on what else the machine does.
 */
export async function blindRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('small', {}, 'admin');
  const template = await newTestTemplate(site);
  const without = await newMission(site, template);
  const other = await newMission(site, template);
  const hidden = await newMission(site, template, { beside: 'hidden' });
  const another = await newMission(site, template, { beside: 'elsewhere' });
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
    const noise = alike.map((name) => intervalOf(pairs(name)));
    const from = Math.min(...noise.map(({ low }) => low));
    const to = Math.max(...noise.map(({ high }) => high));
    const figure = figureOf(`GET mission${route}, beside hidden tests`, 'ms', pairs('hidden'), {
      most: Math.ceil(to * 1000) / 1000,
    });
    const met = figure.ratio.median >= from && figure.ratio.median <= to;
    figures.push({ ...figure, met });
    const medians = alike.map((name) =>
      figureOf('', 'ms', pairs(name), { most: to }).ratio.median.toFixed(3),
    );
    notes.push(
      `mission${route}: ${figure.ratio.median.toFixed(3)} beside hidden tests, without ${medians.join(', ')}, A/A ${from.toFixed(3)} to ${to.toFixed(3)}: ${met ? 'within noise' : 'TOLD APART'}`,
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

type Beside = 'nothing' | 'hidden' | 'elsewhere';

/** A mission of one scenario in which everything is executed and reviewed; each test is written before a hidden one, or one elsewhere. */
async function newMission(
  site: Site,
  template: string,
  { beside = 'nothing' }: { beside?: Beside } = {},
): Promise<Mission> {
  const every = beside === 'hidden' ? 2 : 1;
  const { mission, ids } = await planMission(site, template, every, true);
  const others = beside === 'elsewhere' ? await planMission(site, template, 1, false) : null;
  for (const [index, id] of ids.entries()) {
    const isWritten = Math.floor(index / every) % written === 0;
    await writeTest(site, mission.id, id, isWritten);
    const other = others?.ids[index];
    if (others !== null && other !== undefined) await writeTest(site, others.mission.id, other, isWritten);
  }
  const path = `missions/${mission.id}`;
  const shown = ids.filter((_, index) => index % every === 0);
  await sendTo(site, 'POST', `${path}/reveal`, { test_ids: shown, when: 'now' });
  for (;;) {
    const { scenarios } = JSON.parse(await site.send('GET', `/api/v1/${path}`)) as {
      scenarios: { tests: { hiding: { hidden: boolean } | null }[] }[];
    };
    if (scenarios[0]?.tests[0]?.hiding?.hidden === false) return mission;
    await wait(200);
  }
}

async function planMission(site: Site, template: string, every: number, isSeen: boolean) {
  const { id: scenario } = await sendTo<{ id: string }>(site, 'POST', 'scenario-templates', {
    name: 'Foothold',
    test_template_ids: Array.from({ length: shownTests * every }, () => template),
  });
  const mission = await sendTo<Mission>(site, 'POST', 'missions', {
    name: 'Nobody knows',
    visibility: 'blind',
    scenario_template_ids: [scenario],
    members: isSeen ? [{ user_id: site.world.member.id, role_hint: 'blue' }] : [],
    settle_at_review: 'open',
  });
  return { mission, ids: mission.scenarios.flatMap(({ tests }) => tests.map(({ id }) => id)) };
}

/** Executes and reviews a test, and writes a finding and a remediation about some of them. */
async function writeTest(site: Site, mission: string, id: string, isWritten: boolean): Promise<void> {
  const path = `missions/${mission}`;
  const record = { command: 'powershell -enc AAAA', output: 'x'.repeat(2000) };
  await sendTo(site, 'PUT', `${path}/tests/${id}`, record);
  await sendTo(site, 'POST', `${path}/tests/${id}/transition`, { status: 'executed' });
  await sendTo(site, 'POST', `${path}/tests/${id}/facts`, { kind: 'alerted', result: 'yes' });
  await sendTo(site, 'POST', `${path}/tests/${id}/transition`, { status: 'reviewed_by_blue' });
  if (!isWritten) return;
  await sendTo(site, 'POST', `${path}/findings`, { title: 'No alert', tests: [{ test_id: id, run: 1 }] });
  await sendTo(site, 'POST', `${path}/remediations`, { title: 'A rule', test_ids: [id] });
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
