import { bodyOf } from '../../support/missions/factories.ts';
import { expect, newTeam, runningMission, test } from '../support.ts';

const parser = /\/assets\/markdown-[^/]+\.js$/;

test('the parser of Markdown comes with the first text that has marks, and without it a text is as typed', {
  tag: '@nightly',
}, async ({ open, server }) => {
  open.expectError(/ERR_FAILED/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const tell = async (description: string) =>
    bodyOf(await team.red.client.patch(`/api/v1/missions/${mission.id}`, { description }), 200);
  await tell('No marks');
  const page = await open.as(team.red, `/missions/${mission.id}`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (parser.test(request.url())) asked.push(request.url());
  });
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('No marks')).toBeVisible();
  expect(asked).toEqual([]);
  await tell('Some **marks**');
  await page.reload();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.locator('b').filter({ hasText: 'marks' })).toBeVisible();
  expect(asked).not.toEqual([]);
  await page.route(parser, (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('Some **marks**')).toBeVisible();
});
