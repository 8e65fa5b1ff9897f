import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  readTest,
} from '../../support/missions/factories.ts';
import type { Person } from '../../support/servers/server.ts';
import { runningMission, type Team, testPath } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const red = (page: Page) => region(page, 'Red team');

/** A running mission with a test that has these commands. */
async function missionOf(team: Team, ...commands: string[]) {
  const tests: string[] = [];
  for (const command of commands) tests.push((await newTestTemplate(team.red.client, { command })).id);
  const scenario = await newScenarioTemplate(team.red.client, { tests });
  return runningMission(team, { tests: 0, scenario_template_ids: [scenario.id] });
}

const nameOf = async ({ client }: Person): Promise<string> =>
  bodyOf(await client.get('/api/v1/auth/me'), 200).display_name;

test('an end before the start is refused at its field, and a line that two people write can be compared', async ({
  stage,
  server,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  bodyOf(await team.red.client.put(place.path, { started_at: '2026-11-20T10:00:00Z' }), 200);
  stage.expectError(/4(12|22)/);
  const page = await stage.open(team.red, testPath(mission));
  const ended = red(page).getByLabel('Ended at', { exact: true });
  await ended.fill('2026-11-19T10:00:00');
  await ended.blur();
  await expect(red(page).getByText(/Not saved: .*must not be before started_at/)).toBeVisible();
  await ended.fill('2026-11-21T10:00:00');
  await ended.blur();
  await expect(red(page).getByText(/Not saved/)).toBeHidden();

  const target = red(page).getByLabel('Target host');
  await target.fill('mine');
  await server.admin.client.put(place.path, { target_host: 'theirs' });
  await target.blur();
  await red(page).getByRole('button', { name: 'Compare' }).click();
  const asking = page.getByRole('dialog', { name: 'Target host: conflict' });
  await expect(asking).toContainText('theirs');
  await expect(asking.getByRole('button', { name: 'Keep both' })).toBeHidden();
  await asking.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await readTest(team.red.client, place)).target_host).toBe('mine');
});

test('a test is assigned in its head by either side, and unassigned', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const assignee = async () => (await readTest(team.red.client, place)).assignee?.id ?? null;
  const page = await stage.open(team.blue, testPath(mission));
  const field = page.getByRole('combobox', { name: 'Assigned to' });
  await field.click();
  await page.getByRole('option', { name: `${await nameOf(team.blue)} (you)` }).click();
  await expect(field).toHaveValue(`${await nameOf(team.blue)} (you)`);
  await expect.poll(assignee).toBe(team.blue.id);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(assignee).toBe(null);
  await expect(field).toHaveValue('Nobody');
  await field.fill(await nameOf(team.red));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(assignee).toBe(team.red.id);
  await field.click();
  await page.getByRole('option', { name: 'Nobody', exact: true }).click();
  await expect.poll(assignee).toBe(null);
});

test('tags are edited in place', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const tags = async () => (await readTest(team.red.client, place)).tags;
  const page = await stage.open(team.red, testPath(mission));
  await page.getByRole('button', { name: 'Add tags' }).click();
  const field = page.getByRole('combobox', { name: 'Tags', exact: true });
  await expect(field).toBeFocused();
  await field.pressSequentially('alpha,beta');
  await red(page).getByLabel('Output').focus();
  await expect.poll(tags).toEqual(['alpha', 'beta']);
  await expect(region(page, 'Plan')).toContainText('alpha, beta');
  await page.getByRole('button', { name: 'Edit tags' }).click();
  await field.press('Backspace');
  await field.press('Escape');
  await expect(region(page, 'Plan')).toContainText('alpha, beta');
  await page.getByRole('button', { name: 'Edit tags' }).click();
  await field.press('Backspace');
  await field.press('Enter');
  await expect.poll(tags).toEqual(['alpha']);
  // Until the answer arrives, the last undo offered is that of the previous change.
  await expect(page.getByRole('button', { name: 'Edit tags' })).toBeEnabled();
  await page.getByRole('button', { name: /^Undo/ }).last().click();
  await expect.poll(tags).toEqual(['alpha', 'beta']);
});

test('blue sees the tags and cannot change them', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const { missionPath, test: id } = placeOf(mission);
  bodyOf(await team.red.client.patch(`${missionPath}/tests`, { test_ids: [id], add_tags: ['alpha'] }), 200);
  const page = await stage.open(team.blue, testPath(mission));
  await expect(region(page, 'Plan')).toContainText('alpha');
  await expect(page.getByRole('button', { name: 'Edit tags' })).toBeHidden();
});

test('variables fill the suggested command; those without a value are marked and stay', async ({
  stage,
  team,
}) => {
  const mission = await missionOf(team, 'ping #{host} -u #{user}', 'net view #{host}');
  const place = placeOf(mission);
  const page = await stage.open(team.red, testPath(mission));
  const suggested = page.getByRole('region', { name: 'Suggested command', exact: true });
  const plan = region(page, 'Plan');
  await expect(suggested.locator('mark')).toHaveText(['#{host}', '#{user}']);
  await expect(plan).toContainText('No value yet: #{host}, #{user}');

  await page.getByRole('button', { name: 'Variables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variables of this test' });
  await dialog.getByRole('textbox', { name: 'host' }).fill('srv-1 #{user}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(suggested).toHaveText('ping srv-1 #{user} -u #{user}');
  await expect(suggested.locator('mark')).toHaveText(['#{user}']);
  await page.getByRole('button', { name: 'Copy: Suggested command' }).click();
  await expect(page.getByRole('button', { name: 'Copied: Suggested command' })).toBeVisible();
  await page.getByRole('button', { name: 'Use suggested command' }).click();
  await expect(red(page).getByLabel('Command as run')).toHaveValue('ping srv-1 #{user} -u #{user}');
  await expect(red(page)).toContainText('No value yet: #{user}');
  await expect.poll(async () => (await readTest(team.red.client, place)).command).toMatch(/^ping srv-1/);
});

test('the variables of a mission apply to all of its tests, under their names', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await missionOf(team, 'ping #{host} -u #{user}', 'net view #{host}');
  const { client } = team.red;
  bodyOf(await client.patch(`${placeOf(mission, 1).path}/variables`, { variables: { host: 'own' } }), 200);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Variables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variables of the mission' });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await expect(field('host')).toHaveAccessibleDescription('in 2 tests, 1 of them without a value');
  await field('host').fill('srv-1');
  await field('New variable').fill('not a name');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Use only letters, digits')).toBeVisible();
  await field('New variable').fill('user');
  await field('Value').fill('rhea');
  await field('Value').press('Enter');
  await expect(field('user')).toHaveValue('rhea');
  // Values set by others in the meantime stay.
  bodyOf(await client.patch(`/api/v1/missions/${mission.id}`, { variables: { third: 'x' } }), 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const { variables } = bodyOf(await client.get(`/api/v1/missions/${mission.id}`), 200);
  expect(variables).toEqual({ host: 'srv-1', third: 'x', user: 'rhea' });

  const suggested = page.getByRole('region', { name: 'Suggested command', exact: true });
  await stage.visit(testPath(mission));
  await expect(suggested).toHaveText('ping srv-1 -u rhea');
  await stage.visit(testPath(mission, 1));
  await expect(suggested).toHaveText('net view own');
});
