import { attach, bodyOf, evidenceForm, placeOf, readMission } from '../../support/missions/factories.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('a caption that others changed is not overwritten by leaving it, and their version can be loaded', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const form = evidenceForm('seen', { side: 'blue', caption: 'first' });
  const { id } = bodyOf(await attach(team.blue.client, placeOf(mission), form), 201);
  const record = `/api/v1/evidence/${id}/record`;
  const page = await stage.open(team.blue, testPath(mission));
  const begin = () => page.getByRole('button', { name: /^Change the caption/ }).click();
  const box = page.getByRole('textbox', { name: /^Caption of/ });
  const write = async (caption: string) => bodyOf(await team.blue.client.patch(record, { caption }), 200);
  const changed = page.getByText('Changed by someone else');

  await begin();
  await write('theirs');
  await expect(changed).toBeVisible();
  await box.blur();
  await expect(box).toBeHidden();
  await expect(page.getByText('theirs', { exact: true })).toBeVisible();

  await begin();
  await box.fill('mine');
  await write('theirs again');
  await expect(changed).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(box).toHaveValue('theirs again');
  expect(bodyOf(await team.blue.client.get(record), 200).caption).toBe('theirs again');
});

test('a scenario name that others changed is marked while another one is typed', async ({
  stage,
  server,
  team,
}) => {
  const { id, scenarios } = await runningMission(team);
  const [scenario] = scenarios;
  const path = `/api/v1/missions/${id}/scenarios/${scenario?.id}`;
  const page = await stage.open(server.admin, `/missions/${id}`);
  await page.getByRole('link', { name: 'Edit order' }).click();
  await page.getByRole('button', { name: `Actions for ${scenario?.name}` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const box = page.getByRole('textbox', { name: /^New name for/ });
  await box.fill('Mine');
  bodyOf(await server.admin.client.patch(path, { name: 'Theirs' }), 200);
  await expect(page.getByText('Changed by someone else')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(box).toHaveValue('Theirs');
  expect((await readMission(server.admin.client, id)).scenarios[0]?.name).toBe('Theirs');
});
