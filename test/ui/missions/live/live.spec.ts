import { placeOf } from '../../../support/missions/factories.ts';
import { tokensOf } from '../../sessions/ended-session.ts';
import { comeBack, expect, newTeam, type Page, runningMission, test, testPath } from '../../support.ts';

/** Without polling, so that changes only arrive through the stream. */
async function withoutPoll(page: Page): Promise<{ open: () => Promise<void> }> {
  const streams: string[] = [];
  await page.route('**/activity?*', (route) =>
    route.fulfill({ json: { tests: [], next_since: '2000-01-01T00:00:00.000Z', server_time: '' } }),
  );
  page.on('response', (response) => {
    if (response.url().includes('/events?') && response.ok()) streams.push(response.url());
  });
  return { open: () => expect.poll(() => streams.length).toBeGreaterThan(0) };
}

test('a change by one person appears to the other at once, without polling', { tag: '@story' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const name = mission.scenarios[0]?.tests[0]?.name as string;
  const page = await open.as(team.blue, '/favicon.svg');
  const stream = await withoutPoll(page);
  await page.goto(`/missions/${mission.id}`);
  const row = page.getByRole('row', { name: new RegExp(`^.*${name}`) });
  await expect(row).toContainText('Pending');
  await stream.open();

  const other = await open.as(team.red, testPath(mission));
  await expect(other.getByRole('button', { name: /executed/i }).first()).toBeVisible();
  const executed = other.waitForResponse((answer) => answer.url().endsWith('/transition') && answer.ok());
  await other.keyboard.press('e');
  await executed;
  await expect(row).toContainText('Executed');
  await expect(row).toContainText('new');
});

test('the page of a test shows text written by others', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.blue, '/favicon.svg');
  const stream = await withoutPoll(page);
  await page.goto(testPath(mission));
  await stream.open();
  await team.red.client.put(placeOf(mission).path, { output: 'seen at once' });
  await expect(page.getByRole('region', { name: 'Output' })).toHaveText('seen at once');
});

test('an open history shows what others do, without polling', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.blue, '/favicon.svg');
  const stream = await withoutPoll(page);
  await page.addInitScript('setInterval = () => 0');
  await page.goto(`/missions/${mission.id}/history`);
  const entries = page.getByRole('list', { name: 'History', exact: true }).getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  await stream.open();
  await team.red.client.put(placeOf(mission).path, { command: 'whoami /all' });
  await expect(entries.first()).toContainText('whoami /all');
  await team.red.client.post(`${placeOf(mission).missionPath}/findings`, { title: 'LSASS is not watched' });
  await expect(entries.first()).toContainText('LSASS is not watched');
  await team.red.client.patch(placeOf(mission).missionPath, { name: 'Harbour at night' });
  await expect(entries.first()).toContainText('Harbour at night');
});

test('a stream’s address contains a one-time ticket, never a token; a window has one stream, and none while hidden', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.blue, '/favicon.svg');
  const token = tokensOf(page);
  const asked: URL[] = [];
  const ended: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/events?')) asked.push(new URL(request.url()));
  });
  page.on('requestfinished', (request) => void (request.url().includes('/events?') && ended.push('')));
  page.on('requestfailed', (request) => void (request.url().includes('/events?') && ended.push('')));
  const streams = page.waitForResponse(/\/events\?/);
  await page.goto(`/missions/${mission.id}`);
  await streams;
  await page.getByRole('link', { name: mission.scenarios[0]?.tests[0]?.name as string }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.length).toBe(1);
  for (const url of asked) expect(url.href).not.toContain(token());
  const ticket = asked[0]?.searchParams.get('ticket');
  const again = await server.anonymous.get(`${asked[0]?.pathname}?ticket=${ticket}`);
  expect(again.status).toBe(401);

  const show = async (state: 'hidden' | 'visible') => {
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })`,
    );
    await comeBack(page);
  };
  await show('hidden');
  await expect.poll(() => ended.length).toBe(1);
  await show('visible');
  await expect.poll(() => asked.length).toBe(2);
});

test('presence shows people with their test and field', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.blue, `/missions/${mission.id}`);
  await expect(page.getByRole('list', { name: 'Viewing this mission' })).toBeHidden();
  const other = await open.as(team.red, testPath(mission));
  const here = page.getByRole('list', { name: 'Viewing this mission' });
  await expect(here.getByRole('listitem')).toHaveCount(1);
  await page.goto(testPath(mission));
  await expect(page.getByRole('list', { name: 'Viewing this test' }).getByRole('listitem')).toHaveCount(1);
  await other.getByRole('textbox', { name: 'Command' }).focus();
  const inField = page.getByRole('list', { name: 'Editing this field' });
  await expect(inField).toHaveCount(1);
  await expect(inField).toContainText('redteam');
  await other.getByRole('textbox', { name: 'Command' }).blur();
  await expect(inField).toHaveCount(0);
  await other.close();
  await expect(page.getByRole('list', { name: 'Viewing this test' })).toHaveCount(0);
});

test('changes are polled if no stream can be held', async ({ open, server }) => {
  open.expectError(/favicon|events/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const name = mission.scenarios[0]?.tests[0]?.name as string;
  const page = await open.as(team.blue, '/favicon.svg');
  await page.clock.install();
  await page.route('**/events?*', (route) => route.fulfill({ status: 502, body: 'no streams here' }));
  await page.goto(`/missions/${mission.id}`);
  const row = page.getByRole('row', { name: new RegExp(`^.*${name}`) });
  await expect(row).toContainText('Pending');
  await team.red.client.post(`${placeOf(mission).path}/transition`, { status: 'executed' });
  const polled = page.waitForResponse((response) => response.url().includes('/activity'));
  await page.clock.fastForward(15_000);
  await polled;
  await expect(row).toContainText('Executed');
});
