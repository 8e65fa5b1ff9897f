import { placeOf } from '../../../support/missions/factories.ts';
import { comeBack, expect, newTeam, type Page, runningMission, test, testPath } from '../../support.ts';

/** Makes the page's document look as if its tab were in front, or behind another one. */
const inState = (state: 'visible' | 'hidden') => `
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${state === 'hidden'} });`;

/** Moves a page to the front or the back, like a browser when another tab is chosen. */
async function turn(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(inState(state));
  await comeBack(page);
}

/** Counts a page's requests and answers; while one is pending, nothing else is requested. */
function count(page: Page, part: string): { times: number; answers: number } {
  const counted = { times: 0, answers: 0 };
  page.on('request', (request) => {
    if (request.url().includes(part)) counted.times += 1;
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes(part)) counted.answers += 1;
  });
  return counted;
}

for (const subject of ['a mission', 'a test']) {
  test(`the page of ${subject} polls activity every 15 s beside the stream, and never while it is hidden`, async ({
    open,
    server,
  }) => {
    const team = await newTeam(server);
    const mission = await runningMission(team);
    const page = await open.as(team.blue, '/favicon.svg');
    await page.clock.install();
    const asked = count(page, '/activity?');
    const streams = count(page, '/events?');
    await page.goto(subject === 'a mission' ? `/missions/${mission.id}` : testPath(mission));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(1000);
    await expect.poll(() => streams.times).toBe(1);
    await expect.poll(() => asked).toEqual({ times: 1, answers: 1 });

    for (let round = 2; round <= 5; round += 1) {
      // Events of the stream do not delay the poll.
      await page.clock.runFor(7_000);
      const told = { command: `round ${round}` };
      expect((await team.red.client.put(placeOf(mission).path, told)).status).toBe(200);
      await page.clock.runFor(8_000);
      await expect.poll(() => asked).toEqual({ times: round, answers: round });
    }
    expect(streams.times).toBe(1);

    await turn(page, 'hidden');
    await page.clock.runFor(120_000);
    for (const event of ['offline', 'online', 'focus'])
      await page.evaluate(`dispatchEvent(new Event('${event}'))`);
    await page.clock.runFor(120_000);
    expect(asked.times).toBe(5);

    await turn(page, 'visible');
    await expect.poll(() => asked).toEqual({ times: 6, answers: 6 });
    await page.clock.runFor(15_000);
    await expect.poll(() => asked.times).toBe(7);
  });
}

test('a page opened in the background polls no activity until it is visible', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.blue, '/favicon.svg');
  await page.clock.install();
  await page.addInitScript(inState('hidden'));
  const asked = count(page, '/activity?');
  await page.goto(`/missions/${mission.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.runFor(60_000);
  expect(asked.times).toBe(0);
  await turn(page, 'visible');
  await expect.poll(() => asked.times).toBe(1);
});
