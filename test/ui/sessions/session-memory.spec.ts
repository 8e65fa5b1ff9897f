import { newMission } from '../../support/missions/factories.ts';
import { comeBack, expect, test } from '../support.ts';
import { endSessions, hasAskedAll, signInHere } from './ended-session.ts';

test('pages read by one person are not shown to the next, even before the server answers', async ({
  open,
  server,
}) => {
  open.expectError(/401/);
  const [red, other] = [await server.newPerson('redteam'), await server.newPerson('soc')];
  const { name } = await newMission(red.client, { name: 'Nobody else’s business', tests: 0 });
  const page = await open.as(red, '/missions');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await hasAskedAll(page);
  await endSessions(server, red);
  await comeBack(page);
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);

  const list = /\/api\/v1\/missions\?/;
  const isLetGo = Promise.withResolvers<void>();
  await page.route(list, async (route) => {
    await isLetGo.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(list);
  await signInHere(page, other);
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  await asked;
  await expect(page.getByRole('heading', { name: 'Missions', level: 1 })).toBeVisible();
  expect(await page.getByText(name).count()).toBe(0);
  isLetGo.resolve();
  await hasAskedAll(page);
  expect(await page.getByText(name).count()).toBe(0);
});
