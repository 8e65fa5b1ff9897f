import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { expectAccessible } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('an engagement goes through the steps of a mission, in the same words', async ({ stage, team }) => {
  const engagement = await newEngagement(team.red.client, { name: 'Quay' });
  await newSimulation(team.red.client, { name: 'Open' }, engagement.id);
  const page = await stage.open(team.red, `/engagements/${engagement.id}`);
  const steps = page.getByRole('list', { name: 'Status' }).getByRole('listitem');
  const now = page.getByRole('list', { name: 'Status' }).locator('[aria-current=step]');
  await expect(steps).toHaveText(['Draft', 'In progress', 'Completed']);
  await expect(now).toHaveText('Draft');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(now).toHaveText('In progress');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const asking = page.getByRole('dialog', { name: 'Complete this engagement?' });
  await expect(asking).toContainText('1 simulation is not done yet');
  await asking.getByRole('button', { name: 'Complete engagement' }).click();
  await expect(now).toHaveText('Completed');
  await page.getByRole('button', { name: 'More about this engagement' }).click();
  await page.getByRole('menuitem', { name: 'Reopen' }).click();
  await expect(now).toHaveText('In progress');
  await expectAccessible(page);
});

test('members of an engagement are added as in a mission, and others no longer see it', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const engagement = await newEngagement(team.red.client, { name: 'Inner harbour' });
  const path = `/engagements/${engagement.id}`;
  const page = await stage.open(team.red, path);
  await expect(page.getByText('No members: every account can see this engagement.')).toBeVisible();
  await page.getByRole('button', { name: 'More about this engagement' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Members' });
  const choose = async (id: string) => {
    const { email } = (await server.admin.client.get(`/api/v1/users/${id}`)).body;
    await dialog.getByRole('combobox', { name: 'Add a member' }).fill(email);
    await page.getByRole('option', { name: email }).click();
  };
  await choose(team.blue.id);
  await expect(dialog.getByText('You removed yourself')).toBeVisible();
  await choose(team.red.id);
  await expect(dialog.getByText('You removed yourself')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save members' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2);
  const other = await server.newPerson('soc');
  expect((await other.client.get(`/api${path}`)).status).toBe(404);
  expect((await team.blue.client.get(`/api${path}`)).status).toBe(200);
});
