import { bodyOf, placeOf, readTest, walk } from '../../support/missions/factories.ts';
import { expectAccessible, runningMission, testPath } from '../../ui/support.ts';
import { expect, type Locator, type Page, test } from '../support.ts';

const note = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all tests shown' }).check();

test('a move is confirmed, and undone with the keyboard from another page', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const { name } = await readTest(team.red.client, place);
  const page = await stage.open(team.red, testPath(mission));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.keyboard.press('e');
  await expect(note(page, `${name}: executed`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: mission.name, exact: true }).click();
  await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(note(page, `Undone: ${name}: executed`)).toBeVisible();
  expect((await readTest(team.red.client, place)).status).toBe('pending');
  await expect(undo(page)).toHaveCount(0);
});

test('a move of many is undone except where someone else has moved a test on, which is reported', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { tests: 3 });
  stage.expectError(/409/);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await selectAll(page);
  await page.getByRole('button', { name: 'Executed (3)' }).click();
  await expect(note(page, '3 tests: executed')).toBeVisible();
  await walk(team.blue.client, placeOf(mission, 1).path, 'reviewed_by_blue');
  await undo(page).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Some changes could not be undone' });
  await expect(refusal).toContainText((await readTest(team.red.client, placeOf(mission, 1))).name);
  const statuses = [0, 1, 2].map(
    async (at) => (await readTest(team.red.client, placeOf(mission, at))).status,
  );
  expect(await Promise.all(statuses)).toEqual(['pending', 'reviewed_by_blue', 'pending']);
});

test('an action with Undo asks nothing first, and restores the time of execution', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const executed_at = '2026-11-20T09:30:00.000Z';
  const moved = await team.red.client.post(`${place.path}/transition`, { status: 'executed', executed_at });
  expect(bodyOf(moved, 200).executed_at).toBe(executed_at);
  const page = await stage.open(team.red, testPath(mission));
  await page.getByRole('button', { name: 'Undo executed' }).click();
  await expect(note(page, 'back to pending')).toBeVisible();
  expect(await readTest(team.red.client, place)).toMatchObject({ status: 'pending', executed_at: null });
  await undo(page).click();
  await expect(note(page, 'Undone')).toBeVisible();
  expect(await readTest(team.red.client, place)).toMatchObject({ status: 'executed', executed_at });
});

test('a time recorded before is the time of execution, and stays when the execution is undone', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const executed_at = '2026-11-20T09:30:00.000Z';
  bodyOf(await team.red.client.put(place.path, { executed_at }), 200);
  const page = await stage.open(team.red, testPath(mission));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('e');
  await expect(undo(page)).toBeVisible();
  expect(await readTest(team.red.client, place)).toMatchObject({ status: 'executed', executed_at });
  await page.keyboard.press('z');
  await expect(note(page, 'Undone')).toBeVisible();
  expect(await readTest(team.red.client, place)).toMatchObject({ status: 'pending', executed_at });
});

test('retests of several tests can be undone at once', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 2 });
  stage.expectError(/409/);
  for (const at of [0, 1]) await walk(team.red.client, placeOf(mission, at).path, 'executed');
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await selectAll(page);
  await page.getByRole('button', { name: 'Retest (2)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retest' }).click();
  await expect(note(page, '2 tests have a new run')).toBeVisible();
  bodyOf(await team.red.client.put(placeOf(mission, 1).path, { output: 'of the second run' }), 200);
  await undo(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Some changes' })).toBeVisible();
  expect((await readTest(team.red.client, placeOf(mission, 0))).run.number).toBe(1);
  expect((await readTest(team.red.client, placeOf(mission, 1))).run.number).toBe(2);
});

test('the key for Undo reverts the pending write, not the one before it', async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 2 });
  const [first, second] = [placeOf(mission, 0), placeOf(mission, 1)];
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  const select = async (place: typeof first) =>
    page.getByRole('checkbox', { name: `Select ${(await readTest(team.red.client, place)).name}` }).check();
  await select(first);
  await page.getByRole('button', { name: 'Executed (1)' }).click();
  await expect(note(page, 'executed')).toBeVisible();

  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(/\/transition$/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await select(second);
  await page.getByRole('button', { name: 'Executed (1)' }).click();
  await asked.promise;
  await page.keyboard.press('z');
  await expect(note(page, 'This is undone as soon as the change is saved')).toBeVisible();
  held.resolve();
  const { name } = await readTest(team.red.client, second);
  await expect(note(page, `Undone: ${name}: executed`)).toBeVisible();
  expect((await readTest(team.red.client, second)).status).toBe('pending');
  expect((await readTest(team.red.client, first)).status).toBe('executed');
  await expect(note(page, 'This is undone')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(undo(page)).toHaveCount(0);
  await expect.poll(async () => (await readTest(team.red.client, first)).status).toBe('pending');
});

test('one note is shown at a time, replacing the previous one and covering no field; the Undo of a move is in the bar', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 2 });
  const page = await stage.open(team.red, testPath(mission));
  const notes = page.locator('.mantine-Notification-root');
  const bar = page.locator('[data-bar]');
  await expect(bar.getByRole('button', { name: /^Skip/ })).toBeVisible();
  await page.keyboard.press('s');
  await expect(bar.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(notes).toHaveCount(0);
  for (let round = 0; round < 3; round += 1) {
    await page.keyboard.press('z');
    await expect(notes).toHaveCount(1);
    await expect(notes).toHaveText(/^Undone/);
    await expect(bar.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    // The note may still be that of the previous round.
    await expect(bar.getByRole('button', { name: /^Skip/ })).toBeVisible();
    await page.keyboard.press('s');
    await expect(bar.getByRole('button', { name: 'Undo' })).toBeVisible();
  }
  await expect(notes).toHaveCount(1);
  const box = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const said = await box(notes);
  for (const field of await page.locator('input, textarea, select').all()) {
    const { x, width } = await box(field);
    expect(width === 0 || x >= said.x + said.width).toBe(true);
  }
});

test('the undo of a test that was left gives way to that of the next one, and is there after it', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 2 });
  const [first, second] = [placeOf(mission, 0), placeOf(mission, 1)];
  const { name } = await readTest(team.red.client, second);
  const page = await stage.open(team.red, testPath(mission));
  await expect(page.getByRole('button', { name: /^Skip/ })).toBeVisible();
  await page.keyboard.press('e');
  await expect(undo(page)).toBeVisible();
  // The next test is still loading, and no bar is shown in the meantime.
  const held = Promise.withResolvers<void>();
  await page.route(new RegExp(second.path.replaceAll('/', '.')), async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('j');
  await expect(page.locator('[data-bar]')).toHaveCount(0);
  // The notification stays as long as the pointer is over it.
  await undo(page).hover();
  held.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.keyboard.press('e');
  await expect(note(page, `${name}: executed`)).toBeVisible();
  await expect(undo(page)).toHaveCount(1);
  const statuses = async () => [
    (await readTest(team.red.client, first)).status,
    (await readTest(team.red.client, second)).status,
  ];
  await page.keyboard.press('z');
  await expect.poll(statuses).toEqual(['executed', 'pending']);
  await page.keyboard.press('z');
  await expect.poll(statuses).toEqual(['pending', 'pending']);
});

test('a refused change undoes nothing before it', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  stage.expectError(/500/);
  const page = await stage.open(team.red, testPath(mission));
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(note(page, 'skipped')).toBeVisible();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(/\/transition$/, async (route) => {
    asked.resolve();
    await held.promise;
    const problem = { type: 'about:blank', title: 'Internal', status: 500, code: 'internal', detail: 'No' };
    await route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });
  });
  await page.getByRole('button', { name: 'Back to pending' }).click();
  await asked.promise;
  await page.keyboard.press('z');
  await expect(note(page, 'This is undone')).toBeVisible();
  held.resolve();
  await expect(note(page, 'This is undone')).toHaveCount(0);
  await expect(undo(page)).toHaveCount(1);
  expect((await readTest(team.red.client, place)).status).toBe('skipped');
});
