import { bodyOf, placeOf, walk } from '../support/factories.ts';
import { expect, expectAccessible, newTeam, type Page, runningMission, test, testPath } from './support.ts';

const step = (page: Page) => page.getByRole('list', { name: 'Status' }).locator('[aria-current="step"]');

test('what is executed and waits for a review is not called done', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 3 });
  for (const at of [0, 1]) await walk(team.red.client, placeOf(mission, at).path, 'executed');
  await walk(team.blue.client, placeOf(mission, 1).path, 'reviewed_by_blue');
  await walk(team.red.client, placeOf(mission, 2).path, 'blocked');
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await expect(page.getByText('2 executed, 1 reviewed', { exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader')).toContainText('3 tests, 2 executed, 1 reviewed');
  await expect(page.getByRole('row').nth(4)).toContainText('Could not run');
  await expect(page.getByText(/ done|blocked/i)).toHaveCount(0);
  await page.goto(`/missions?q=${mission.name}`);
  await expect(page.getByRole('row').filter({ hasText: mission.name })).toContainText(
    '2 executed, 1 reviewed',
  );
});

test('the head of a mission is one line, with people behind their initials', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { description: 'First line\nof two' });
  const page = await open.as(team.red, `/missions/${mission.id}`);
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(2);
  await expect(members.first()).toContainText(/, (red|blue)$/);
  await members.first().hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  const [name, end] = await Promise.all([
    page.getByRole('heading', { level: 1 }).boundingBox(),
    page.getByRole('button', { name: 'More about this mission' }).boundingBox(),
  ]);
  expect(Math.abs((name?.y ?? 0) - (end?.y ?? 100))).toBeLessThan(20);
  await expect(page.getByText('First line')).toBeHidden();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('First line')).toBeVisible();
  await expectAccessible(page);
});

test('completing tells what is open and asks once; what has nothing open is completed at once, with Undo', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 3 });
  const remediation = await team.red.client.post(`/api/v1/missions/${mission.id}/remediations`, {
    title: 'Watch LSASS',
  });
  await walk(team.red.client, placeOf(mission, 0).path, 'executed');
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  const asking = page.getByRole('dialog', { name: 'Complete this mission?' });
  await expect(asking.getByRole('listitem')).toHaveText([
    '2 tests are pending',
    '1 executed test waits for review',
    '1 remediation is open',
  ]);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(step(page)).toContainText('In progress');
  await page.getByRole('button', { name: 'Complete' }).click();
  await asking.getByRole('button', { name: 'Complete' }).click();
  await expect(step(page)).toContainText('Completed');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(step(page)).toContainText('In progress');

  for (const at of [1, 2]) await walk(team.red.client, placeOf(mission, at).path, 'skipped');
  await walk(team.blue.client, placeOf(mission, 0).path, 'reviewed_by_blue');
  const { id } = bodyOf(remediation, 201);
  const done = { status: 'declined' };
  bodyOf(await team.red.client.patch(`/api/v1/missions/${mission.id}/remediations/${id}`, done), 200);
  await page.reload();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(step(page)).toContainText('Completed');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
});

test('a completed mission is read only until it is reopened, but for evidence and remediations', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  await walk(team.red.client, `/api/v1/missions/${mission.id}`, 'completed');
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await expect(page.getByRole('note')).toContainText('This mission is completed: it is read only');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Remediation' }).click();
  await expect(page.getByRole('button', { name: 'New remediation' }).first()).toBeVisible();

  await page.goto(testPath(mission));
  await expect(page.getByRole('note').first()).toContainText('This mission is completed: it is read only');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Run again' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Needs work' }).first()).toBeVisible();
  const red = page.getByRole('region', { name: 'Red’s record' });
  await expect(red.getByRole('button', { name: 'Add files' })).toBeVisible();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(red.getByRole('textbox', { name: 'Output' })).toBeVisible();
  await expect(page.getByText('This mission is completed')).toHaveCount(0);
});

test('the timeline has red and blue in lanes of their own, with the time to detect', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 2 });
  const place = placeOf(mission);
  const executed_at = '2026-11-20T09:30:00.000Z';
  bodyOf(await team.red.client.post(`${place.path}/transition`, { status: 'executed', executed_at }), 200);
  bodyOf(await team.blue.client.put(place.path, { detected_at: '2026-11-20T09:34:00.000Z' }), 200);
  await walk(team.blue.client, place.path, 'reviewed_by_blue');
  const page = await open.as(team.blue, `/missions/${mission.id}`);
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(page).toHaveURL(/\/timeline$/);
  await expect(
    page.getByText('Time to detect: 4 min in the median, 4 min at the longest, of 1 test'),
  ).toBeVisible();
  const day = page.getByRole('region', { name: 'Friday, 20 November 2026' });
  await expect(day.getByRole('listitem')).toHaveText([
    /^10:30:00.*executed/,
    /^10:34:00.*detected4 min after/,
  ]);
  await expect(page.getByRole('listitem').filter({ hasText: /reviewed by soc/ })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  const paper = page.locator('[data-print-sheet]');
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Timeline');
  await expect(paper.getByRole('listitem')).toHaveCount(3);
});

test('the report prints the mission and its remediations as they are', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 2 });
  bodyOf(
    await team.red.client.post(`/api/v1/missions/${mission.id}/remediations`, { title: 'Watch LSASS' }),
    201,
  );
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
  await page.evaluate('window.print = () => { document.title = "printed"; }');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page).toHaveTitle('printed');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  const paper = page.locator('[data-print-sheet]');
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText([mission.name, 'Remediation']);
  await expect(paper).toContainText('Watch LSASS');
});
