import { newScenarioTemplate } from '../../support/missions/factories.ts';
import { tabTo } from '../looks/tab-to.ts';
import { comeBack, expect, newTeam, test } from '../support.ts';

test('a mission is run with the keyboard alone', { tag: '@nightly' }, async ({ open, server }) => {
  test.slow();
  const { red, blue } = await newTeam(server);
  const scenario = await newScenarioTemplate(red.client, { name: 'Keys only', tests: 2 });
  const [first, second] = scenario.tests.map(({ test_template }) => test_template.name) as [string, string];
  const page = await open.as(red, '/missions');
  const { keyboard } = page;

  await tabTo(page, 'button', 'New mission');
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keyboard.type('Without a mouse');
  await tabTo(page, 'checkbox', 'Keys only');
  await keyboard.press('Space');
  await tabTo(page, 'combobox', 'Add a member');
  await keyboard.type(blue.email);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByLabel(/^Role of soc/)).toBeVisible();
  await tabTo(page, 'button', 'Create mission');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Without a mouse' })).toBeVisible();
  await tabTo(page, 'button', 'Start');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible();

  await keyboard.press('j');
  await expect(page.getByRole('link', { name: first })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: first })).toBeVisible();
  await tabTo(page, 'textbox', 'Command as run');
  await keyboard.type('id');
  await keyboard.press('Escape');
  await keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  await keyboard.press('j');
  await expect(page.getByRole('heading', { name: second })).toBeVisible();
  await keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Back to pending' })).toBeVisible();

  const blues = await open.as(blue, '/');
  await tabTo(blues, 'link', first);
  await blues.keyboard.press('Enter');
  await tabTo(blues, 'radio', 'Not judged');
  await blues.keyboard.press('ArrowUp');
  await expect(blues.getByRole('radio', { name: 'Prevented' })).toBeChecked();
  await blues.keyboard.press('r');
  await expect(blues.getByRole('button', { name: 'Undo review' })).toBeVisible();

  await keyboard.press('k');
  await comeBack(page);
  await expect(page.getByRole('region', { name: 'Blue team' })).toContainText('Prevented');
  await tabTo(page, 'link', 'Without a mouse');
  await keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();

  const enter = async (role: 'button' | 'link', name: string) => {
    await tabTo(page, role, name);
    await keyboard.press('Enter');
  };
  await enter('link', 'Timeline');
  await enter('button', 'Show as table');
  await expect(page.getByRole('region', { name: 'Timeline, as a table' })).toContainText(first);
  await enter('link', 'Results');
  await enter('link', 'Prevented: 1');
  await expect(page).toHaveURL(/figure=prevented/);
  await expect(page.getByRole('row').filter({ hasText: first })).toBeVisible();

  await enter('link', 'Remediation');
  await enter('button', 'New remediation');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await keyboard.type('Watch it');
  await enter('button', 'Add remediation');
  await tabTo(page, 'button', 'Watch it');
  await keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('region', { name: 'In progress' })).toContainText('Watch it');

  await enter('link', 'Report');
  await enter('button', 'New report');
  await enter('button', 'Create draft');
  await tabTo(page, 'textbox', 'Summary');
  await keyboard.type('All of it was seen.');
  await expect(page.getByText('All saved')).toBeVisible();
  await enter('button', 'Issue');
  await expect(page.getByRole('dialog', { name: 'Issue this report?' })).toBeVisible();
  await keyboard.press('Escape');
  await enter('link', 'Without a mouse');

  await enter('button', 'Complete');
  await tabTo(page, 'button', 'Complete', page.getByRole('dialog', { name: 'Complete this mission?' }));
  await keyboard.press('Enter');
  await enter('button', 'Archive');
  await enter('button', 'Archive permanently');
  await expect(page.getByText('This mission is archived')).toBeVisible();
});
