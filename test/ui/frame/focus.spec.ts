import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { tabTo } from '../looks/tab-to.ts';
import {
  expect,
  expectFocusHeld,
  type Locator,
  newTeam,
  type Page,
  runningMission,
  test,
  testPath,
} from '../support.ts';

/** Presses a control with the keyboard, as someone without a mouse does. */
async function press(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await control.focus();
  await control.press('Enter');
}

async function pressInDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(button(dialog, name)).toBeEnabled();
  await tabTo(page, 'button', name, dialog);
  await page.keyboard.press('Enter');
}

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

test('the focus arrives on the page that a sign-in and a link open', async ({ open, server }) => {
  const { red, blue } = await newTeam(server);
  await runningMission({ red, blue }, { name: 'Focus' });
  const page = await open.anonymous('/sign-in');
  await page.getByLabel('Email').fill(red.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(red.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Missions' })).toBeVisible();
  await expectFocusHeld(page);
  await press(page.getByRole('list', { name: 'Missions' }).getByRole('link', { name: 'Focus', exact: true }));
  await expect(page.getByRole('heading', { name: 'Focus', level: 1 })).toBeVisible();
  await expectFocusHeld(page);
  await press(page.getByRole('link', { name: 'Report', exact: true }));
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
  await expectFocusHeld(page);
});

test('the focus goes on from buttons that go away: a mission from start to completion', async ({
  open,
  server,
}) => {
  const { red, blue } = await newTeam(server);
  const mission = await newMission(red.client, { members: [[blue, 'blue']], tests: 2 });
  bodyOf(await red.client.put(placeOf(mission).path, { command: 'whoami' }), 200);
  const page = await open.as(red, `/missions/${mission.id}`);
  const step = page.locator('[aria-current="step"]');
  await press(button(page, 'Start'));
  await expect(step).toContainText('In progress');
  await expectFocusHeld(page);

  await page.goto(testPath(mission));
  await press(button(page, /^Executed e?$/));
  await expect(button(page, /^Undo executed/)).toBeVisible();
  await expectFocusHeld(page);
  await press(button(page, /^Undo executed/));
  await expect(button(page, /^Executed e?$/)).toBeVisible();
  await expectFocusHeld(page);

  await page.goto(`/missions/${mission.id}`);
  await press(button(page, 'Complete'));
  await pressInDialog(page, 'Complete');
  await expect(step).toContainText('Completed');
  await expectFocusHeld(page);
});

test('a field that was left gets no keys of the page after a dialog', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red, blue } = await newTeam(server);
  const mission = await runningMission({ red, blue }, {});
  const page = await open.as(red, testPath(mission));
  await page.getByLabel('Output').fill('nothing');
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocusHeld(page);
  await page.keyboard.press('e');
  await expect(button(page, /^Undo executed/)).toBeVisible();
  await expect(page.getByLabel('Output')).toHaveValue('nothing');

  // Left by Escape and taken away by the mission's end, it does not come back with the mission.
  const path = `/api/v1/missions/${mission.id}`;
  await page.getByLabel('Output').focus();
  await page.keyboard.press('Escape');
  const lock = { status: 'completed', lock: true };
  bodyOf(await red.client.post(`${path}/transition`, lock), 200);
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveCount(0);
  await walk(red.client, path, 'in_progress');
  await expect(page.getByRole('textbox', { name: 'Output' })).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the focus goes on from buttons that go away: reports issued and deleted', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red, blue } = await newTeam(server);
  const mission = await runningMission({ red, blue }, {});
  const page = await open.as(red, `/missions/${mission.id}/report`);
  for (const title of ['First', 'Second', 'Third']) {
    bodyOf(
      await red.client.post(`/api/v1/missions/${mission.id}/reports`, { kind: 'technical', title }),
      201,
    );
  }
  await page.reload();
  await press(button(page, 'Actions for Second'));
  await press(page.getByRole('menuitem', { name: 'Delete draft' }));
  await pressInDialog(page, 'Delete draft');
  await expect(page.getByRole('link', { name: 'Second' })).toHaveCount(0);
  await expectFocusHeld(page);

  await press(page.getByRole('link', { name: 'Third' }));
  await press(button(page, 'Issue'));
  await pressInDialog(page, 'Issue');
  await expect(page.getByRole('note').filter({ hasText: 'Issued by' })).toBeVisible();
  await expectFocusHeld(page);
});
