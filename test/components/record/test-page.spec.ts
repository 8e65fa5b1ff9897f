import { placeOf } from '../../support/missions/factories.ts';
import { comeBack, runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('writes of the other side to other fields are no conflict, and a field being edited is left alone', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  stage.expectError(/412/);
  const page = await stage.open(team.red, testPath(mission));
  const command = page.getByLabel('Command as run');
  await command.focus();
  await team.blue.client.put(place.path, { blue_comment: 'seen' });
  await team.red.client.put(place.path, { command: 'from another window' });
  await comeBack(page);
  await expect(page.getByRole('region', { name: 'Blue team' })).toContainText('seen');
  await expect(command).toHaveValue('');
  await command.blur();
  await expect(command).toHaveValue('from another window');

  const output = page.getByLabel('Output');
  await output.fill('done');
  await team.blue.client.put(place.path, { blue_comment: 'seen twice' });
  await output.blur();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await team.red.client.get(place.path)).body).toMatchObject({
    output: 'done',
    blue_comment: 'seen twice',
  });
});

test('a reader of a side sees it as plain text', async ({ stage, team }) => {
  const mission = await runningMission(team);
  await team.red.client.put(placeOf(mission).path, {
    command: 'id',
    executed_at: '2026-11-20T09:30:00.000Z',
  });
  const page = await stage.open(team.blue, testPath(mission));
  const red = page.getByRole('region', { name: 'Red team' });
  await expect(red.getByRole('region', { name: 'Command as run' })).toHaveText('id');
  await expect(red.getByRole('textbox')).toHaveCount(0);
  await expect(red.getByRole('button', { name: 'Add files' })).toHaveCount(0);
  // The viewer is in Berlin; the exact moment is in the title.
  await expect(red.getByTitle('2026-11-20 09:30:00.000 UTC')).toContainText('10:30');
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toHaveCount(0);
});

test('a late answer does not revert newer changes', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.red, testPath(mission));
  const command = page.getByLabel('Command as run');
  const arrived = Promise.withResolvers<void>();
  const delayed = Promise.withResolvers<void>();
  await page.route('**/tests/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const answer = await route.fetch();
    arrived.resolve();
    await delayed.promise;
    await route.fulfill({ response: answer });
  });
  await command.fill('whoami');
  await arrived.promise;
  const seen = page.getByRole('button', { name: 'proof.txt', exact: true });
  const reread = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().endsWith(testPath(mission)),
  );
  await page
    .getByLabel('Files to add')
    .setInputFiles([{ name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('proof\n') }]);
  await expect(seen).toBeVisible();
  await reread;
  delayed.resolve();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(seen).toBeVisible();
  await expect(command).toHaveValue('whoami');
});

test('a query running when an answer arrives runs once more', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.red, testPath(mission));
  const command = page.getByLabel('Command as run');
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  await expect(command).toBeVisible();
  let isFirst = true;
  await page.route('**/tests/*', async (route) => {
    if (route.request().method() === 'GET' && isFirst) {
      isFirst = false;
      begun.resolve();
      await held.promise;
    }
    await route.continue().catch(() => {});
  });
  await page
    .getByLabel('Files to add')
    .setInputFiles([{ name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('proof\n') }]);
  await begun.promise;
  await team.blue.client.put(placeOf(mission).path, { blue_comment: 'seen in the log' });
  stage.expectError(/412/);
  await command.fill('whoami');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'proof.txt', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Blue team' })).toContainText('seen in the log');
  held.resolve();
});
