import { picture } from '../../support/missions/evidence-samples.ts';
import { attach, bodyOf, evidenceForm, placeOf, walk } from '../../support/missions/factories.ts';
import type { Person } from '../../support/servers/server.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, type Locator, type Page, test } from '../support.ts';

/** A running mission whose first test was executed, with a picture among its evidence. */
async function shownMission(team: { red: Person; blue: Person }) {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  await walk(team.red.client, place.path, 'executed');
  for (const { client } of [team.red, team.blue]) {
    const form = evidenceForm(new Uint8Array(picture), { name: 'open-share.png', type: 'image/png' });
    bodyOf(await attach(client, place, form), 201);
  }
  return { mission, place };
}

/** Opens a choice and presses Escape in it, and once more on its button. */
async function closeAlone(page: Page, button: Locator, choice: Locator): Promise<void> {
  const address = page.url();
  await button.click();
  const first = choice.locator('button, input').first();
  await expect(first).toBeVisible();
  await first.focus();
  await page.keyboard.press('Escape');
  await expect(choice).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choice).toBeVisible();
  await button.focus();
  await page.keyboard.press('Escape');
  await expect(choice).toHaveCount(0);
  expect(page.url()).toBe(address);
}

test('Escape closes the choice of a picture, not the dialog around it', async ({ stage, team }) => {
  const { mission } = await shownMission(team);
  const page = await stage.open(team.red, `/missions/${mission.id}/findings`);
  await page.getByRole('button', { name: 'New finding' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New finding' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Open share');
  const choice = page.getByRole('dialog', { name: 'Insert a picture' });
  await closeAlone(page, dialog.getByRole('button', { name: 'Insert a picture' }), choice);
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Open share');
  // It is the dialog's again.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('Escape closes the choice of evidence for a finding, and the finding stays', async ({ stage, team }) => {
  const { mission, place } = await shownMission(team);
  const found = { title: 'Open share', tests: [{ test_id: place.test, run: 1 }] };
  const { id } = bodyOf(await team.red.client.post(`${place.missionPath}/findings`, found), 201);
  const page = await stage.open(team.red, `/missions/${mission.id}/findings/${id}`);
  const choice = page.getByRole('dialog', { name: 'Add evidence' });
  await closeAlone(page, page.getByRole('button', { name: 'Add evidence' }), choice);
});

test('Escape closes the choice of evidence for a detection, and the field it is beside stays', async ({
  stage,
  team,
}) => {
  const { mission, place } = await shownMission(team);
  bodyOf(await team.blue.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  const page = await stage.open(team.blue, testPath(mission));
  const choice = page.getByRole('dialog', { name: 'Alerted: supporting evidence' });
  await closeAlone(page, page.getByRole('button', { name: 'Alerted: select evidence' }), choice);
});
