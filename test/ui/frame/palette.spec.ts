import { loadCatalogue } from '../../support/missions/engagements.ts';
import { bodyOf, newScenarioTemplate, newTestTemplate, placeOf } from '../../support/missions/factories.ts';
import { expect, newTeam, runningMission, test, testPath } from '../support.ts';
import { chosen, openPalette } from './open-palette.ts';

const code = /\/assets\/palette-panel-[^/]+\.js$/;

test('pages and actions are found and opened with the keyboard alone', async ({ open, server }) => {
  await loadCatalogue(server.admin.client);
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'Quince harvest', client: 'Orchard Ltd' });
  const template = await newTestTemplate(team.red.client, {
    name: 'Medlar in a cron table',
    catalog_tags: [{ kind: 'subtechnique', external_id: 'T1053.003' }],
  });
  const scenario = await newScenarioTemplate(team.red.client, { tests: [template.id] });
  bodyOf(
    await team.red.client.post(`/api/v1/missions/${mission.id}/scenarios`, {
      scenario_template_ids: [scenario.id],
    }),
    201,
  );
  const engagement = bodyOf(await team.red.client.post('/api/engagements', { name: 'Sloe breach' }), 201);
  const page = await open.as(team.red, '/');
  const { keyboard } = page;

  await openPalette(page);
  await keyboard.type('orchard');
  await expect(chosen(page)).toHaveText('Quince harvestOrchard Ltd');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`/missions/${mission.id}`);
  await expect(page.getByRole('dialog')).toBeHidden();

  await openPalette(page);
  await keyboard.type('medlar');
  await expect(chosen(page)).toHaveText('Medlar in a cron tableT1053.003 · Quince harvest');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Medlar in a cron table' })).toBeVisible();

  const { field } = await openPalette(page);
  await keyboard.type('T1053.003');
  await expect(page.getByRole('option')).toHaveText([/Medlar in a cron table/, /T1053\.003 .*Cron/]);
  const before = await field.getAttribute('aria-activedescendant');
  await keyboard.press('ArrowDown');
  await expect(chosen(page)).toContainText('T1053.003 Scheduled');
  await expect(field).not.toHaveAttribute('aria-activedescendant', before ?? '');
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id')) ?? '');
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/catalogue/T1053.003');

  await openPalette(page);
  await keyboard.type('sloe');
  await expect(chosen(page)).toHaveText('Sloe breach');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`/engagements/${engagement.id}`);

  await openPalette(page);
  await keyboard.type('orchard l');
  await expect(page.getByRole('option')).toHaveText(['Quince harvestOrchard Ltd', 'Orchard Ltd']);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`/organisations/${mission.organisation?.id}`);

  await openPalette(page);
  await keyboard.type('new mi');
  await expect(chosen(page)).toHaveText('New mission');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New mission' })).toBeVisible();
  // The palette stays closed over a dialog, so that nothing in it is lost.
  await keyboard.press('Control+K');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search…' }).click();
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search…' })).toBeFocused();

  await openPalette(page);
  await keyboard.type('there is nothing of this name');
  await expect(page.getByText('Nothing found.', { exact: false })).toBeVisible();
  await keyboard.press('Control+A');
  await keyboard.type('sign out');
  await expect(chosen(page)).toHaveText('Sign out');
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/sign-in');
  await keyboard.press('Control+K');
  await expect(page.getByRole('dialog')).toBeHidden();
});
test('the palette is loaded on demand, and keys typed in the meantime go to it and not to the page', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, '/about');
  let asked = 0;
  let letThrough: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(code, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.goto(testPath(mission));
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(0);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('esx');
  await page.keyboard.press('Backspace');
  letThrough();
  const search = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  await expect(search).toHaveValue('es');
  await expect(search).toBeFocused();
  expect(asked).toBe(1);
  await page.keyboard.type('c');
  await expect(search).toHaveValue('esc');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const { body } = await team.red.client.get(placeOf(mission).path);
  expect(body.status).toBe('pending');
  // The keys of the page work again.
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Back to pending' })).toBeVisible();
});

test('the palette reports missing code and leaves the page usable', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/Failed to load resource/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  await page.route(code, (route) => route.abort());
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await page.keyboard.press('Control+K');
  await expect(page.getByText('The search could not be loaded')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Back to pending' })).toBeVisible();
});
test('a lost server is reported, and local actions still work', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/Failed to load resource/);
  const page = await open.as(server.admin, '/');
  await openPalette(page);
  await page.route('**/api/**', (route) => route.abort());
  await page.keyboard.type('about');
  await expect(page.getByText('The search is incomplete', { exact: false })).toBeVisible();
  await expect(chosen(page)).toHaveText('About Damson');
});

test('recently opened pages come first, then the actions of the page', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const first = await runningMission(team, { name: 'Quince first' });
  const second = await runningMission(team, { name: 'Quince second' });
  const page = await open.as(team.red, `/missions/${first.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Quince first' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('quince second');
  await expect(chosen(page)).toContainText('Quince second');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/missions/${second.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Quince second' })).toBeVisible();

  await openPalette(page);
  const groups = page.getByRole('listbox', { name: 'Results' }).getByRole('group');
  await expect(groups.nth(0)).toHaveAccessibleName('Opened last');
  await expect(groups.nth(0).getByRole('option')).toHaveText(['Quince firstMission']);
  await expect(groups.nth(1)).toHaveAccessibleName('On this page');
  await expect(groups.nth(1).getByRole('option', { name: 'Clone mission…' })).toBeVisible();
  await page.keyboard.type('quince');
  // Listed only once, among the pages opened last.
  const options = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option');
  await expect(options).toHaveText([/^Quince firstMission$/, /^Quince second/]);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('clone');
  await expect(chosen(page)).toHaveText('Clone mission…');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Clone mission' })).toBeVisible();
  await page.keyboard.press('Escape');

  await openPalette(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/missions/${first.id}`);
  await page.goto(testPath(first));
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('skip');
  await expect(chosen(page)).toHaveText('Skip');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Back to pending' })).toBeVisible();
});
