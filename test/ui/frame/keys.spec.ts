import { newMission, newTestTemplate } from '../../support/missions/factories.ts';
import { expect, newTeam, runningMission, test, testPath } from '../support.ts';

test('the first Tab skips the navigation', async ({ open, server }) => {
  const page = await open.as(await server.newPerson('redteam'), '/missions');
  await expect(page.getByRole('heading', { level: 1, name: 'Missions' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/missions');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :is(a, button)').first()).toBeFocused();
});

test('Tab continues in the content of a page that a dialog or a link has opened', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/missions');
  await page.getByRole('button', { name: 'New mission' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Opened by its dialog');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Opened by its dialog' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();

  await page.goBack();
  await page.getByRole('link', { name: 'Opened by its dialog' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  // The areas stay where they are, so a focus on one of them does too.
  const area = page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Missions' });
  await area.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Missions' })).toBeVisible();
  await expect(area).toBeFocused();
});

test('a slash focuses the search of the page, or of everything; Escape clears and leaves it', async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  await newMission(red.client, { name: 'Slash' });
  const page = await open.as(red, '/missions');
  await expect(page.getByRole('link', { name: 'Slash' })).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('main').getByRole('searchbox').first();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await page.keyboard.type('nothing like it');
  await expect(page).toHaveURL(/q=nothing/);
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.getByRole('link', { name: 'Slash' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('Escape closes the list of a filter first, then leaves it', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  await newTestTemplate(red.client);
  const page = await open.as(red, '/templates');
  const tactic = page.getByRole('combobox', { name: 'Tactic' });
  await tactic.click();
  await expect(tactic).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(tactic).toHaveAttribute('aria-expanded', 'false');
  await expect(tactic).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tactic).not.toBeFocused();
});

test('pages with their own shortcuts show them, and a key focuses the first editable field', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Shortcuts on this page' });
  await expect(keys).toContainText('Select the test, to change several at once');
  await expect(keys).toContainText('Search and commands');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.goto(testPath(mission));
  await expect(page.getByLabel('Command as run')).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.getByLabel('Command as run')).toBeFocused();
  await page.keyboard.type('whoami');
  await expect(page.getByLabel('Command as run')).toHaveValue('whoami');
});

test('a touch screen shows no key caps, and the table of all keys', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/', { hasTouch: true, isMobile: true });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('header kbd')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').locator('kbd').first()).toBeVisible();
});
