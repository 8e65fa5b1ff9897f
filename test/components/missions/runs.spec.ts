import { picture } from '../../support/missions/evidence-samples.ts';
import { attach, bodyOf, evidenceForm, placeOf, readTest, walk } from '../../support/missions/factories.ts';
import { runningMission, type Team, testPath } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const head = (page: Page) => page.getByRole('heading', { level: 1 });
const runs = (page: Page) => page.getByRole('table', { name: 'Runs' });

/** A test of a new mission that was executed and not detected. */
async function missed(team: Team) {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  bodyOf(await team.red.client.put(place.path, { output: 'of the first run' }), 200);
  await walk(team.red.client, place.path, 'executed');
  for (const kind of ['alerted', 'logged']) {
    bodyOf(await team.blue.client.post(`${place.path}/facts`, { kind, result: 'no' }), 201);
  }
  const form = evidenceForm(picture, { name: 'first.png', type: 'image/png' });
  bodyOf(await attach(team.red.client, place, form), 201);
  return { mission, place };
}

test('a test is retested with the keyboard, with its reason, and the retest is undone', async ({
  stage,
  team,
}) => {
  const { mission, place } = await missed(team);
  const before = await readTest(team.red.client, place);
  const page = await stage.open(team.red, testPath(mission));
  await page.getByRole('button', { name: 'Retest' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Retest this test?' });
  await expect(dialog.getByRole('radio', { name: 'After a fix' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Replay' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Run 2 (replay) started')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveValue('');
  await expect(runs(page).getByRole('columnheader')).toHaveText(['Run 1', /^Run 2 current/]);
  const undo = page.getByRole('button', { name: 'Undo: go back to run 1' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(undo).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveValue('of the first run');
  await expect(runs(page)).toBeHidden();
  const { updated_at, last_actor, ...after } = await readTest(team.red.client, place);
  expect({ ...after, updated_at: before.updated_at, last_actor: before.last_actor }).toEqual(before);
});

test('text typed during a retest belongs to the run that closes', async ({ stage, team }) => {
  const { mission, place } = await missed(team);
  const page = await stage.open(team.red, testPath(mission));
  await page.getByRole('textbox', { name: 'Output' }).fill('typed just before');
  await page.getByRole('button', { name: 'Retest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retest' }).click();
  await expect(page.getByText('nothing is recorded yet')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveValue('');
  const [run] = bodyOf(await team.red.client.get(`${place.path}/runs`), 200).items;
  expect(run.output).toBe('typed just before');
  await page.getByRole('textbox', { name: 'Output' }).fill('of the second');
  await expect(page.getByRole('button', { name: /^Undo: go back/ })).toBeHidden();
  await expect.poll(async () => (await readTest(team.red.client, place)).output).toBe('of the second');
});

test('runs are shown side by side with improvements, and their evidence opens', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const { mission, place } = await missed(team);
  bodyOf(await team.red.client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
  await walk(team.red.client, place.path, 'executed');
  const executed_at = '2026-11-20T09:30:00.000Z';
  bodyOf(await team.red.client.put(place.path, { executed_at }), 200);
  const fact = { kind: 'alerted', result: 'yes', at: '2026-11-20T09:32:00.000Z' };
  bodyOf(await team.blue.client.post(`${place.path}/facts`, fact), 201);
  const page = await stage.open(team.blue, testPath(mission));
  await expect(head(page)).toBeVisible();
  await expect(runs(page).getByRole('columnheader').last()).toHaveText(/^Run 2 current\s*improved$/);
  const row = (name: string) => runs(page).getByRole('row').filter({ hasText: name });
  await expect(row('Detection level').getByRole('cell')).toHaveText(['Missed', /^Detected\s*improved$/]);
  await expect(row('Alerted').last().getByRole('cell')).toHaveText(['No', /^Yes\s*improved$/]);
  await expect(row('Logged').getByRole('cell')).toHaveText(['No', '–']);
  await expect(row('Time to detect').getByRole('cell')).toHaveText(['–', '2 min']);
  await expect(page.getByRole('button', { name: 'Retest' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Preview first.png of run 1' }).click();
  await expect(page.getByRole('img', { name: 'first.png' })).toBeVisible();
});

test('several tests are retested at once, and the mission shows the outcome', async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 3 });
  for (const index of [0, 1]) await walk(team.red.client, placeOf(mission, index).path, 'executed');
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('checkbox', { name: 'Select all tests shown' }).check();
  await page.getByRole('button', { name: 'Retest (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retest 2 tests?' });
  await dialog.getByRole('button', { name: 'Retest' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('0 executed, 0 reviewed', { exact: true })).toBeVisible();
  await expect(page.getByText('run 2')).toHaveCount(2);
  await expect(page.getByText('Retests 2 tests: 2 not comparable')).toBeVisible();
});

test('a retest of a mission has the executed tests, and links back to it', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { tests: 3 });
  await walk(team.red.client, placeOf(mission, 1).path, 'executed');
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Retest mission…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retest mission' });
  await expect(dialog.getByLabel('Name')).toHaveValue(`Retest of ${mission.name}`);
  await dialog.getByRole('radio', { name: 'The executed one' }).check();
  await dialog.getByRole('combobox', { name: 'Organisation' }).fill('Retests Ltd');
  await dialog.getByRole('button', { name: 'Create retest' }).click();
  await expect(head(page)).toHaveText(`Retest of ${mission.name}`);
  await expect(page.getByText('1 test, 0 executed, 0 reviewed', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Retests Ltd' })).toBeVisible();
  await page.getByRole('link', { name: mission.name, exact: true }).click();
  await expect(head(page)).toHaveText(mission.name);
});
