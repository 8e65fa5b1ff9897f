import { bodyOf, placeOf, walk } from '../../support/missions/factories.ts';
import { expect, expectAccessible, newTeam, type Page, runningMission, test } from '../support.ts';

const step = (page: Page) => page.getByRole('list', { name: 'Status' }).locator('[aria-current="step"]');

test('completing a mission lists open work and asks once; without open work it completes at once, with Undo', {
  tag: '@nightly',
}, async ({ open, server }) => {
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
    '1 executed test is waiting for review',
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

test('completing locks the tests on every open page at once, and reopening unlocks them', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 1 });
  const place = placeOf(mission);
  const blues = await open.as(team.blue, `/missions/${mission.id}/tests/${place.test}`);
  const comment = blues.getByRole('region', { name: 'Blue team' }).getByLabel('Comment');
  await expect(comment).toBeEditable();
  const reds = await open.as(team.red, `/missions/${mission.id}`);
  await reds.getByRole('button', { name: 'Complete' }).click();
  await reds.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(blues.getByRole('note').filter({ hasText: 'completed and read-only' })).toBeVisible();
  await expect(comment).toHaveCount(0);
  const refused = await team.blue.client.put(place.path, { blue_comment: 'late' });
  expect([refused.status, refused.body.code]).toEqual([409, 'locked']);
  await reds.getByRole('button', { name: 'Reopen' }).click();
  await expect(comment).toBeEditable();
});

test('the timeline has separate lanes for red and blue, with the time to detect', {
  tag: '@nightly',
}, async ({ open, server }) => {
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
  await expect(page.getByText('Time to detect: median 4 min, longest 4 min, of 1 test')).toBeVisible();
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

test('the report tab prints the mission and its current remediations', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
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
