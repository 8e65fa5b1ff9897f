import { placeOf, walk } from '../../support/missions/factories.ts';
import { expect, expectAccessible, newTeam, runningMission, test, testPath } from '../support.ts';

test('a notification about one’s own work is shown, opens its test, and is then marked as read', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  await walk(team.red.client, placeOf(mission, 1).path, 'executed');
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  // Received through the stream of the open mission.
  await walk(team.blue.client, placeOf(mission).path, 'reviewed_by_blue');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).press('Enter');
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const name = mission.scenarios[0]?.tests[0]?.name as string;
  await expect(list.getByRole('link', { name: new RegExp(`reviewed ${name}.*unread`) })).toBeVisible();
  await expectAccessible(page, { isBeside: true });
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: /Notifications/ })).toBeFocused();

  await page.getByRole('button', { name: /Notifications/ }).click();
  await list.getByRole('link', { name: new RegExp(`reviewed ${name}`) }).click();
  await expect(page).toHaveURL(testPath(mission));
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  expect((await team.red.client.get('/api/v1/notifications')).body.unread).toBe(0);

  await walk(team.blue.client, placeOf(mission).path, 'executed');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await expect.poll(async () => (await team.red.client.get('/api/v1/notifications')).body.unread).toBe(0);
});

test('a notification that arrives during the first request is shown, though the answer is older', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  const page = await open.as(team.red, '/about');
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  await page.route(
    '**/api/v1/notifications?*',
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await told.promise;
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  await page.goto(`/missions/${mission.id}`);
  await asked.promise;
  const reviewed = page.getByRole('cell', { name: 'Reviewed', exact: true });
  await expect(page.getByRole('cell', { name: 'Executed', exact: true })).toBeVisible();
  await walk(team.blue.client, placeOf(mission).path, 'reviewed_by_blue');
  await expect(reviewed).toBeVisible();
  told.resolve();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});
