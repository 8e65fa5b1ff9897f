import { move, newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { comeBack, expect, expectAccessible, newTeam, type Page, runningMission, test } from '../support.ts';

const queue = (page: Page) => page.getByRole('region', { name: 'Waiting for you' });
const lines = (page: Page) => queue(page).getByRole('listitem');

test('Home has one queue of waiting work for each side, and follows the work of others', async ({
  open,
  server,
}) => {
  // Simulations wait for everyone of a side, including those of other tests.
  const { items } = bodyOf(await server.admin.client.get('/api/engagements?limit=200'), 200);
  for (const { id } of items) await server.admin.client.delete(`/api/engagements/${id}`);
  const team = await newTeam(server);
  const oldest = await runningMission(team, { tests: 1, name: 'Waiting first' });
  await runningMission(team, { tests: 6, name: 'Waiting then' });
  const engagement = await newEngagement(team.red.client, { name: 'Lighthouse' });
  const simulation = await newSimulation(team.red.client, { name: 'By hand' }, engagement.id);
  await runningMission(team, { tests: 2, name: 'Waiting last' });
  const page = await open.as(team.red, '/');
  await expect(queue(page).getByRole('status')).toHaveText('10');
  await expect(lines(page)).toHaveCount(8);
  await expect(lines(page).first()).toContainText('Waiting first');
  await expect(lines(page).last()).toContainText('By hand');
  await queue(page).getByRole('button', { name: 'Show all 10' }).click();
  await expect(lines(page)).toHaveCount(10);
  await expect(lines(page).last()).toContainText('Waiting last');
  await expect(page.getByRole('list', { name: 'Missions' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Coverage' })).toContainText('No tests executed');
  await expectAccessible(page);

  const blue = await open.as(team.blue, '/');
  await expect(queue(blue)).toContainText('Nothing is waiting for you');
  await walk(team.red.client, placeOf(oldest).path, 'executed');
  for (const status of ['in_progress', 'review_required']) await move(team.red.client, simulation.id, status);
  await comeBack(blue);
  await expect(lines(blue)).toHaveCount(2);
  await expect(lines(blue).first()).toContainText('Waiting first');
  await expect(lines(blue).last()).toContainText('Lighthouse');
  await expect(blue.getByRole('region', { name: 'Coverage' })).toContainText('Not judged: 1');
  await lines(blue).last().getByRole('link').click();
  await expect(blue).toHaveURL(new RegExp(`/engagements/${engagement.id}/simulations/${simulation.id}`));
  await blue.goBack();
  await lines(blue).first().getByRole('link').click();
  await expect(blue).toHaveURL(new RegExp(`/missions/${oldest.id}/tests/`));
  await server.admin.client.delete(`/api/engagements/${engagement.id}`);
});

test('the queue shows one’s own missions and work unless all is selected, and one side if selected', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const [team, others] = [await newTeam(server), await newTeam(server)];
  const mission = await runningMission(team, { name: 'Of a team', tests: 2 });
  await runningMission(others, { name: 'Of others', tests: 8 });
  const own = await newMission(server.admin.client, { name: 'Of mine', members: [[server.admin, 'lead']] });
  await walk(server.admin.client, `/api/v1/missions/${own.id}`, 'in_progress');
  await walk(team.red.client, placeOf(mission, 1).path, 'executed');
  const page = await open.as(server.admin, '/');
  const of = (name: string) => lines(page).filter({ hasText: name });
  await expect(of('Of mine')).toHaveCount(1);
  await expect(of('Of a team')).toHaveCount(0);
  await queue(page).getByText('All', { exact: true }).click();
  await queue(page)
    .getByRole('button', { name: /^Show all/ })
    .click();
  await expect(of('Of others')).toHaveCount(8);
  await expect(of('Of a team')).toHaveCount(2);
  await queue(page).getByText('Blue', { exact: true }).click();
  await expect(of('Of a team')).toHaveCount(1);
  await expect(of('Of a team')).toContainText('Review');
  await expect(of('Of mine')).toHaveCount(0);
  await page.reload();
  await expect(of('Of a team')).toHaveCount(1);
});

test('the queue on Home leads through its tests, back to those just moved, and to the whole mission', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'Harbour', tests: 3 });
  const [first, second] = mission.scenarios.flatMap(({ tests }) => tests.map(({ name }) => name));
  const page = await open.as(team.red, '/');
  const title = page.getByRole('heading', { level: 1 });
  await lines(page).first().getByRole('link').click();
  await expect(title).toHaveText(first as string);
  await page.keyboard.press('e');
  await expect(page.getByText('Executed', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(title).toHaveText(second as string);
  await page.keyboard.press('k');
  await expect(title).toHaveText(first as string);
  await page.keyboard.press('j');
  await expect(title).toHaveText(second as string);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Harbour' }).click();
  await expect(page).toHaveURL(`${server.url}/missions/${mission.id}`);
  for (const name of [first, second]) {
    await expect(page.getByRole('link', { name: name as string })).toBeVisible();
  }
});

test('activity of others is shown on Home, and its links open', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'Harbour', tests: 1 });
  const page = await open.as(team.blue, '/');
  const others = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  await expect(others.first()).toContainText('created a mission, started');
  const { path } = placeOf(mission);
  await team.red.client.put(path, { command: 'whoami', output: 'x' });
  await walk(team.red.client, path, 'executed');
  await comeBack(page);
  await expect(others.first()).toContainText('recorded the attack, executed');
  await expect(others.first()).toContainText('Harbour');
  const card = page.getByRole('list', { name: 'Missions' }).getByRole('listitem');
  await expect(card).toContainText('1 of 1 executed, 0 reviewed');
  await expect(card).toContainText('1 for blue · just now');
  await team.blue.client.put(path, { blue_comment: 'mine' });
  await comeBack(page);
  await others.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/missions\/.*\/tests\//);
});

test('a page opened from Home starts at its top, wherever it was left', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'A long one', tests: 40 });
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await page.evaluate('scrollTo(0, 400)');
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(300);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('list', { name: 'Missions' }).getByRole('link', { name: 'A long one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A long one' })).toBeInViewport();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
});

test('Home fits a phone', { tag: '@nightly' }, async ({ open, server }) => {
  const team = await newTeam(server);
  const name = 'A name that is longer than the screen of a telephone is wide';
  await runningMission(team, { name, tests: 3 });
  const page = await open.as(team.red, '/', { viewport: { width: 390, height: 800 } });
  await expect(lines(page).filter({ hasText: name })).toHaveCount(3);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectAccessible(page);
});

test('the overall heat-map sums up every mission', { tag: '@nightly' }, async ({ open, server }) => {
  const { client } = server.admin;
  const synced = await client.post('/api/v1/catalog/sync', { source: 'bundled' });
  expect(synced.status).toBe(200);
  const template = await newTestTemplate(client, {
    catalog_tags: [{ kind: 'technique', external_id: 'T1003' }],
  });
  const scenario = await newScenarioTemplate(client, { tests: [template.id] });
  const person = await server.newPerson('redteam');
  const mission = () => newMission(person.client, { tests: 0, scenario_template_ids: [scenario.id] });
  const oldest = await mission();
  for (let count = 0; count < 26; count += 1) await mission();
  await walk(person.client, `/api/v1/missions/${oldest.id}`, 'in_progress');
  await walk(person.client, placeOf(oldest).path, 'executed');
  const page = await open.as(person, '/catalogue');
  await expect(page.getByText('Worst detection level across your 27 missions.')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /T1003\b.*1 test executed/ }).first()).toBeVisible();
});
