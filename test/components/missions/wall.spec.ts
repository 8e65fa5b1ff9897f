import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';
import { expect, type Page, test } from '../support.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const classes = async (page: Page) =>
  (await part(page, 'Outcomes so far').getByRole('listitem').allTextContents()).map((text) => text.trim());

type Team = { lead: Person; red: Person; blue: Person };

/** A mission led by a person who writes for both sides. */
async function ledMission(server: TestServer, { lead, red, blue }: Team, tests: number) {
  const mission = await newMission(server.admin.client, {
    name: 'Harbour',
    members: [
      [lead, 'lead'],
      [red, 'red'],
      [blue, 'blue'],
    ],
    tests,
  });
  await walk(server.admin.client, `/api/v1/missions/${mission.id}`, 'in_progress');
  return mission;
}

test('the wall of a mission shows people, queues, outcomes and actions, and follows them', async ({
  stage,
  server,
  team,
}) => {
  const { red, blue } = team;
  const lead = await server.newPerson('redteam');
  const mission = await ledMission(server, { lead, ...team }, 4);
  const places = [0, 1, 2, 3].map((index) => placeOf(mission, index));
  const names = mission.scenarios.flatMap(({ tests }) => tests.map(({ name }) => name));
  const [first, second] = places as [(typeof places)[0], (typeof places)[0]];
  await walk(red.client, first.path, 'executed');
  const page = await stage.open(lead, `/missions/${mission.id}/wall`);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await expect(part(page, 'Waiting')).toContainText('3 to execute');
  await expect(part(page, 'Waiting')).toContainText('1 to review');
  await expect(page.getByRole('list', { name: '1 to review' })).toContainText(names[0] as string);
  await expect(page.getByText('1 of 4 executed')).toBeVisible();
  await expect(part(page, 'At work')).toContainText('Nobody has a test open');
  await expect(part(page, 'Last actions').getByRole('listitem').first()).toContainText('executed');
  await expect
    .poll(() => classes(page))
    .toEqual(['0Prevented', '0Detected', '0Logged only', '0Missed', '1Not judged']);
  await expect(part(page, 'Outcomes so far')).toContainText('0 of 1 executed test judged');
  await expect(page.getByRole('timer')).toHaveText(/\d\d:\d\d:\d\d/);

  // Presence, as a page reports it.
  bodyOf(await red.client.post(`/api/v1/missions/${mission.id}/presence`, { test_id: second.test }), 200);
  const atWork = part(page, 'At work').getByRole('listitem');
  await expect(atWork).toHaveCount(1);
  await expect(atWork).toContainText(names[1] as string);
  bodyOf(await blue.client.post(`${first.path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  await walk(blue.client, first.path, 'reviewed_by_blue');
  await walk(red.client, second.path, 'executed');
  await expect
    .poll(() => classes(page))
    .toEqual(['0Prevented', '1Detected', '0Logged only', '0Missed', '1Not judged']);
  await expect(part(page, 'Waiting')).toContainText('2 to execute');
  await expect(page.getByRole('list', { name: '1 to review' })).toContainText(names[1] as string);
  await expect(part(page, 'Last actions').getByRole('listitem').first()).toContainText(names[1] as string);
  for (const kind of ['alerted', 'logged']) {
    bodyOf(await blue.client.post(`${second.path}/facts`, { kind, result: 'no' }), 201);
  }
  await expect(part(page, 'Last actions').getByRole('listitem').first()).toContainText('recorded a miss');
  bodyOf(await blue.client.post(`${second.path}/facts`, { kind: 'alerted', result: 'partial' }), 201);
  await expect(part(page, 'Last actions').getByRole('listitem').first()).toContainText('added a detection');
  await expect
    .poll(() => classes(page))
    .toEqual(['0Prevented', '1Detected', '1Logged only', '0Missed', '0Not judged']);
  const shown = await classes(page);

  await stage.visit(`/missions/${mission.id}/results`);
  await page
    .getByRole('region', { name: 'Test outcomes' })
    .getByRole('button', { name: 'Show as table' })
    .click();
  const rows = page.getByRole('region', { name: 'Test outcomes' }).getByRole('row');
  const counted: string[] = [];
  for (const row of (await rows.all()).slice(1)) {
    const name = await row.getByRole('rowheader').textContent();
    counted.push(`${await row.getByRole('cell').textContent()}${name}`);
  }
  expect(counted).toEqual(shown.filter((each) => !each.startsWith('0')));
});

test('f on a mission opens its wall view, and Escape returns to the previous page', async ({
  stage,
  server,
  team,
}) => {
  const lead = await server.newPerson('redteam');
  const mission = await ledMission(server, { lead, ...team }, 2);
  const page = await stage.open(lead, `/missions/${mission.id}/results`);
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/wall$/);
  await expect(part(page, 'Waiting')).toContainText('2 to execute');
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(false);
  await expect(page).toHaveURL(/\/wall$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/results$/);

  await stage.visit(`/missions/${mission.id}/wall`);
  await page.getByRole('button', { name: 'Leave the wall view' }).click();
  await expect(page).toHaveURL(new RegExp(`/missions/${mission.id}$`));
});

test('the wall of a mission shows nothing to a person who is not a member', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const lead = await server.newPerson('redteam');
  const mission = await ledMission(server, { lead, ...team }, 2);
  const stranger = await server.newPerson('redteam');
  stage.expectError(/404/);
  const page = await stage.open(stranger, `/missions/${mission.id}/wall`);
  await expect(page.getByText('This mission does not exist')).toBeVisible();
  await expect(page.getByText('Harbour')).toHaveCount(0);
});

test('Home of a lead has the parts of the wall, without the queues of others', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const lead = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
  const mission = await ledMission(server, { lead, ...team }, 3);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  const page = await stage.open(lead, '/');
  const led = page.getByRole('region', { name: 'You lead' });
  await expect(part(page, 'Waiting')).toContainText('2 to execute');
  await expect(part(page, 'Waiting')).toContainText('1 to review');
  await expect(part(page, 'Outcomes so far')).toContainText('0 of 1 executed test judged');
  // Simulations from other tests wait for the whole side, and may fill the list.
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await waiting.getByText('All', { exact: true }).click();
  const rest = waiting.getByRole('button', { name: /^Show all/ });
  await expect(async () => {
    if (await rest.isVisible()) await rest.click();
    await expect(waiting).toContainText(mission.name, { timeout: 1000 });
  }).toPass();
  await waiting.getByText('Mine', { exact: true }).click();
  await expect(waiting).not.toContainText(mission.name);
  await walk(team.red.client, placeOf(mission, 1).path, 'executed');
  await expect(led).toContainText('2 to review');
  await led.getByRole('link', { name: 'Wall view' }).click();
  await expect(page).toHaveURL(/\/wall$/);

  // Only leads get the link.
  await stage.open(team.red, '/');
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('Execute');
  await expect(page.getByRole('region', { name: 'You lead' })).toHaveCount(0);
});
