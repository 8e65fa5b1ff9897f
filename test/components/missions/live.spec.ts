import { newMission } from '../../support/missions/factories.ts';
import { expect, test } from '../support.ts';

test('a person who signs in after someone else follows none of their missions', async ({ stage, team }) => {
  const mission = await newMission(team.red.client);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  const asked: string[] = [];
  const following = page.waitForRequest(/\/presence$/);
  await following;
  page.on('request', (request) => {
    const isOfMission = request.url().includes(`/missions/${mission.id}/`);
    if (isOfMission) asked.push(`${request.method()} ${new URL(request.url()).pathname.split('/').at(-1)}`);
  });
  await stage.open(team.blue, '/missions');
  await expect(page.getByRole('heading', { name: 'Missions', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
  expect(asked).toEqual([]);
});
