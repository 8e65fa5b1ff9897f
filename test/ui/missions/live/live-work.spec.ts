import { placeOf } from '../../../support/missions/factories.ts';
import { comeBack, expect, newTeam, type Page, runningMission, test, testPath } from '../../support.ts';

/** Moves the window behind others, or to the front again, as visible to a page. */
async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })`,
  );
  await comeBack(page);
}

test('activity of others is polled every 15 seconds while the page is visible, and at once when it becomes visible again', {
  tag: '@nightly',
}, async ({ open, server }) => {
  open.expectError(/favicon/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const names = mission.scenarios.flatMap(({ tests }) => tests.map(({ name }) => name));
  const page = await open.as(team.blue, '/favicon.svg');
  // Without a stream, because its ticket never arrives.
  await page.route('**/auth/ticket', () => {});
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/activity')) asked += 1;
  });
  const answered = () => page.waitForResponse((response) => response.url().includes('/activity'));
  const first = answered();
  await page.goto(`/missions/${mission.id}`);
  await first;
  const row = (index: number) => page.getByRole('row', { name: new RegExp(`^.*${names[index]}`) });
  await expect(row(0)).toContainText('Pending');
  const atRest = asked;

  await team.red.client.post(`${placeOf(mission, 0).path}/transition`, { status: 'executed' });
  const polled = answered();
  await page.clock.fastForward(15_000);
  await polled;
  await expect(row(0)).toContainText('Executed');
  await expect(row(0)).toContainText('new');
  expect(asked).toBe(atRest + 1);

  await show(page, 'hidden');
  await team.red.client.post(`${placeOf(mission, 1).path}/transition`, { status: 'skipped' });
  for (let quarter = 0; quarter < 4; quarter += 1) await page.clock.fastForward(15_000);
  expect(asked).toBe(atRest + 1);
  await expect(row(1)).toContainText('Pending');

  const back = answered();
  await show(page, 'visible');
  await back;
  await expect(row(1)).toContainText('Skipped');
  await expect(row(1)).toContainText('new');
  await expect(row(2)).not.toContainText('new');

  // Viewed changes are not marked as new, nor are a person's own.
  await page.getByRole('link', { name: names[0] as string }).click();
  await page.getByRole('radio', { name: 'Logged only' }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: mission.name, exact: true }).click();
  const again = answered();
  await page.clock.fastForward(15_000);
  await again;
  await expect(row(0)).toContainText('Logged');
  await expect(row(0)).not.toContainText('new');
  await expect(row(1)).toContainText('new');
});

test('the page of a test stops polling while it is hidden', { tag: '@nightly' }, async ({ open, server }) => {
  open.expectError(/favicon/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.blue, '/favicon.svg');
  await page.clock.install();
  // Waits for the last requests of a new page: an answer that is pending when the page is hidden can lead to another request.
  const told = Promise.all([/\/notifications\?/, /\/presence/].map((last) => page.waitForResponse(last)));
  await page.goto(testPath(mission));
  await told;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await show(page, 'hidden');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (let minute = 0; minute < 5; minute += 1) await page.clock.fastForward(60_000);
  expect(asked).toEqual([]);
  await team.red.client.put(placeOf(mission).path, { output: 'while nobody looked' });
  await show(page, 'visible');
  await expect(page.getByRole('region', { name: 'Output' })).toHaveText('while nobody looked');
});
