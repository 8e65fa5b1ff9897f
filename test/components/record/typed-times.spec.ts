import { bodyOf, placeOf, readTest } from '../../support/missions/factories.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

const executed_at = '2026-11-20T09:30:00.000Z';

test('times of the record are typed: a time of day, an offset, a time stamp of a log, or now', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  bodyOf(await team.red.client.put(place.path, { executed_at }), 200);
  const page = await stage.open(team.red, testPath(mission));
  const red = page.getByRole('region', { name: 'Red team' });
  const ended = red.getByLabel('Ended at', { exact: true });
  const endedAt = async () => (await readTest(team.red.client, place)).ended_at;
  await expect(ended).toHaveAttribute('placeholder', '+2, 10:32, now');
  await ended.fill('+2m30');
  // The viewer is in Berlin.
  await expect(ended).toHaveAccessibleDescription(/saved as 2026-11-20 10:32:30/);
  await ended.press('Enter');
  await expect.poll(endedAt).toBe('2026-11-20T09:32:30.000Z');
  await expect(ended).toHaveValue('2026-11-20 10:32:30');
  await ended.press('ArrowUp');
  await expect.poll(endedAt).toBe('2026-11-20T09:33:30.000Z');
  await ended.fill('10:40:05');
  await ended.blur();
  await expect.poll(endedAt).toBe('2026-11-20T09:40:05.000Z');
  await ended.fill('2026-11-20T09:41:06.500Z');
  await ended.blur();
  await expect.poll(endedAt).toBe('2026-11-20T09:41:06.500Z');
  // Any other text stays as typed, and is not saved.
  await ended.fill('soon');
  await ended.blur();
  await expect(ended).toHaveAccessibleDescription(/Enter a time such as \+2, 10:32 or now/);
  await expect(ended).toHaveValue('soon');
  await ended.fill('');
  await ended.blur();
  await expect.poll(endedAt).toBe(null);
  // A time of day belongs to the existing day.
  const executed = red.getByLabel('Executed at', { exact: true });
  await executed.fill('11:00');
  await executed.blur();
  await expect
    .poll(async () => (await readTest(team.red.client, place)).executed_at)
    .toBe('2026-11-20T10:00:00.000Z');
});

test('days are typed in the order of one’s language, and an invalid day is reported at its field', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.red, `/missions/${mission.id}?dialog=edit`);
  const dialog = page.getByRole('dialog');
  const start = dialog.getByLabel('Start', { exact: true });
  await start.fill('31/02/2026');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(start).toHaveAccessibleDescription('Enter a date such as 2026-11-24, today or +7');
  await start.fill('24/11/2026');
  await dialog.getByLabel('End', { exact: true }).fill('25.11.2026');
  await dialog.getByLabel('Start', { exact: true }).focus();
  await expect(dialog.getByLabel('End', { exact: true })).toHaveValue('2026-11-25');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const { start_date, end_date } = bodyOf(await team.red.client.get(`/api/v1/missions/${mission.id}`), 200);
  expect([start_date, end_date]).toEqual(['2026-11-24', '2026-11-25']);
});
