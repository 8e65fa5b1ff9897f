import type { Browser } from '@playwright/test';
import type { Bench, Site } from '../bench.ts';
import { focusOn, newPage, openChromium, signInTo, slowDown, type Tasks, tasksDuring } from '../browser.ts';
import { figureOf, type RowResult, spreadOf } from '../measure.ts';

/** In milliseconds, used in place of a baseline. */
const limit = 500;
const rounds = 5;
const tests = 500;
const links = 600;
/** Long enough for everything an action triggers. */
const settling = 2000;
const slower = 4;

/** From the press on the tab until an attack path of 500 tests is painted, and the longest task on a slow processor. */
export async function interfacePathRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('team', {}, 'admin');
  const missions = {
    'one part': await newPath(site, tests),
    'parts of 25 tests': await newPath(site, 25),
  };
  const browser = await openChromium();
  const figures = [];
  const notes = [`${tests} tests with ${links} links`, 'tasks of the main thread, from start to end'];
  try {
    for (const [shape, mission] of Object.entries(missions)) {
      const times: number[] = [];
      const [fast, slow]: [Tasks[], Tasks[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const { tasks, time } = await openPath(browser, site, mission, 1);
        times.push(time);
        fast.push(tasks);
        slow.push((await openPath(browser, site, mission, slower)).tasks);
      }
      const drawn = times.map((time) => ({ ours: time, baseline: limit }));
      figures.push(
        figureOf(`Drawing an attack path of ${tests} tests in ${shape}`, 'ms', drawn, { most: 1 }),
      );
      const median = (all: Tasks[], of: keyof Tasks) =>
        Math.round(spreadOf(all.map((tasks) => tasks[of])).median);
      notes.push(
        `longest task in ${shape}: ${median(fast, 'longest')} ms, the busiest ${median(fast, 'busiest')} ms of the processor; with the processor slowed ${slower} times: ${median(slow, 'longest')} ms`,
      );
    }
  } finally {
    await browser.close();
  }
  await site.server.stop();
  return { row: 'interface-path', baseline: `limit: ${limit} ms`, figures, notes };
}

/** Opens the mission, then its path, as somebody who may change it. */
async function openPath(
  browser: Browser,
  site: Site,
  mission: string,
  slowed: number,
): Promise<{ time: number; tasks: Tasks }> {
  const { page, inside } = await newPage(browser);
  await signInTo(page, site, `/missions/${mission}`);
  await page.locator('[data-test-id]').first().waitFor();
  await slowDown(inside, slowed);
  await page.waitForTimeout(settling);
  await focusOn(page, '[role=tab], nav a, a', 'Path');
  let time = Number.NaN;
  const tasks = await tasksDuring(browser, page, async () => {
    time = (await page.evaluate(untilDrawn)) as number;
    await page.waitForTimeout(settling);
  });
  await page.context().close();
  return { time, tasks };
}

/** Runs in the page: presses the tab, resolves with the time until its path is painted; the lists below it come later. */
const untilDrawn = `new Promise((resolve, reject) => {
  const began = performance.now();
  document.activeElement.click();
  const look = () => {
    if (performance.now() - began > 30_000) return reject(new Error('the path did not come'));
    const drawn = document.querySelector('svg[role=img] text');
    if (drawn === null) return requestAnimationFrame(look);
    // The DOM is ready before its frame is painted: the next task comes after that.
    setTimeout(() => resolve(performance.now() - began));
  };
  requestAnimationFrame(look);
})`;

/** A mission of executed tests, linked in parts of this size. */
async function newPath(site: Site, size: number): Promise<string> {
  const send = async <T>(method: string, target: string, body: object) =>
    JSON.parse(await site.send(method, `/api/v1/${target}`, body)) as T;
  const templates: string[] = [];
  for (let number = 0; number < 25; number += 1) {
    const name = `Test ${number} with a name of some words`;
    templates.push((await send<{ id: string }>('POST', 'test-templates', { name })).id);
  }
  const { id: scenario } = await send<{ id: string }>('POST', 'scenario-templates', {
    name: `Intrusion in parts of ${size}`,
    test_template_ids: Array.from({ length: tests }, (_, index) => templates[index % templates.length]),
    follows: linkTests(size),
  });
  const mission = await send<{ id: string; scenarios: { tests: { id: string }[] }[] }>('POST', 'missions', {
    name: `Attack path in parts of ${size}`,
    scenario_template_ids: [scenario],
    members: [{ user_id: site.world.member.id, role_hint: 'lead' }],
  });
  const kinds = ['prevented', 'alerted', 'logged'];
  for (const [index, { id }] of (mission.scenarios[0]?.tests ?? []).entries()) {
    const test = `missions/${mission.id}/tests/${id}`;
    await send('POST', `${test}/transition`, { status: 'executed' });
    const kind = kinds[index % 7];
    if (kind !== undefined) await send('POST', `${test}/facts`, { kind, result: 'yes' });
  }
  return mission.id;
}

/** Each test follows one of the five before it in its part, and some a second one. */
function linkTests(size: number) {
  const edges = new Map<string, { position: number; follows: number; condition: string | null }>();
  const link = (position: number, follows: number) => {
    const condition = position % 10 === 0 ? 'if it cracks' : null;
    edges.set(`${position} ${follows}`, { position, follows, condition });
  };
  const startOf = (index: number) => index - (index % size);
  for (let index = 1; index < tests; index += 1) {
    const start = startOf(index);
    if (index > start) link(index, Math.max(start, index - 1 - ((index * 7) % 5)));
  }
  for (let index = 6; edges.size < links && index < tests; index += 1) {
    if (index % 3 === 0 && index - 6 >= startOf(index)) link(index, index - 6);
  }
  return [...edges.values()];
}
