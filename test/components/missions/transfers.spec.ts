import { readMission } from '../../support/missions/factories.ts';
import { arranged, edit } from '../../ui/scenes/arranged-outline.ts';
import { expectAccessible, runningMission } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

async function choose(page: Page, of: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a scenario moves to another mission, and a test is copied there', async ({ stage, team }) => {
  const mission = await arranged(team);
  const other = await runningMission(team, { name: 'Autumn', tests: 1 });
  const page = await stage.open(team.red, edit(mission));
  await choose(page, 'First', 'Move to another mission…');
  const dialog = page.getByRole('dialog', { name: 'Move First to another mission' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.getByText('Choose a mission')).toBeVisible();
  await pick(page, 'Mission', 'Autumn');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('First moved to Autumn')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Scenarios and tests' })).not.toContainText('Alpha');
  await expect.poll(async () => (await readMission(team.red.client, other.id)).counts.tests).toBe(4);

  await choose(page, 'Delta', 'Copy to a mission…');
  await pick(page, 'Mission', 'Autumn');
  await pick(page, 'Scenario', 'First');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Delta copied to Autumn')).toBeVisible();
  const { scenarios } = await readMission(team.red.client, other.id);
  expect(scenarios.at(-1)?.tests.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
  await expect(page.getByRole('list', { name: 'Scenarios and tests' })).toContainText('Delta');
});
