import type { Page } from '@playwright/test';
import { newEngagement } from '../../support/missions/engagements.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import { unique } from '../../ui/pages/form.ts';
import { expect, test } from '../support.ts';

/** Organisations offered in a form's field. */
const offered = (page: Page) =>
  page.getByRole('listbox', { name: 'Organisation: matches' }).getByRole('option');

test('an organisation is picked by part of its name; its tools appear below at once', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const name = unique('Orchard Logistics');
  const made = bodyOf(await red.client.post('/api/v1/organisations', { name }), 201);
  const addTool = (tool: string) =>
    red.client.post(`/api/v1/organisations/${made.id}/tools`, { name: tool, kind: 'edr' });
  bodyOf(await addTool('Falcon'), 201);
  const page = await stage.open(red, '/missions?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'New mission' });
  const field = dialog.getByRole('combobox', { name: 'Organisation' });
  await dialog.getByLabel('Name').fill('Spring');
  await field.fill(name.slice(4).toUpperCase());
  await expect(offered(page)).toHaveText([name, `Create “${name.slice(4).toUpperCase()}”`]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(name);
  await expect(field).toHaveAccessibleDescription(/Tools: Falcon/);
  await dialog.getByRole('button', { name: 'Create mission' }).click();
  await expect(page).toHaveURL(/\/missions\/[0-9a-f-]{36}/);
  const mission = bodyOf(
    await red.client.get(`/api/v1/missions/${new URL(page.url()).pathname.split('/')[2]}`),
    200,
  );
  expect(mission.organisation).toEqual({ id: made.id, name });
});

test('a new name is the last choice, marked as new; a name that differs only in case is the existing one', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const name = unique('North');
  const page = await stage.open(red, '/engagements?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'New engagement' });
  const field = dialog.getByRole('combobox', { name: 'Organisation' });
  await dialog.getByLabel('Name').fill('Ad hoc');
  await field.fill(name);
  await expect(offered(page).last()).toHaveText(`Create “${name}”`);
  await offered(page).last().click();
  await expect(field).toHaveAccessibleDescription('New organisation, created when this is saved');
  await dialog.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page).toHaveURL(/\/engagements\/[0-9a-f-]{36}/);

  const mission = await newMission(red.client);
  await stage.visit(`/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit mission' });
  await editing.getByRole('combobox', { name: 'Organisation' }).fill(name.toLowerCase());
  await expect(offered(page)).toHaveText([name]);
  await page.keyboard.press('Tab');
  await expect(editing.getByRole('combobox', { name: 'Organisation' })).toHaveValue(name);
  await expect(editing.getByText(/^No tools yet/)).toBeVisible();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
});

test('only organisations that a person sees are offered, in dialogs and in the filters of lists', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const { red } = team;
  const word = unique('Quarry');
  await newMission(server.admin.client, { client: `${word} hidden` });
  const mission = await newMission(red.client, { client: `${word} seen`, name: `${word} mission` });
  await newMission(red.client, { name: 'Of nobody' });
  await newEngagement(red.client, { client: `${word} met`, name: `${word} engagement` });
  const page = await stage.open(red, '/missions?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'New mission' });
  await dialog.getByRole('combobox', { name: 'Organisation' }).fill(word);
  await expect(offered(page)).toHaveText([`${word} met`, `${word} seen`, `Create “${word}”`]);
  for (const [list, name] of [
    ['/missions', `${word} seen`],
    ['/engagements', `${word} met`],
  ] as const) {
    await stage.visit(list);
    await page.getByRole('combobox', { name: 'Organisation' }).fill(word);
    await expect(page.getByRole('option')).toHaveText([`${word} met`, `${word} seen`]);
    await page.getByRole('option', { name }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('row').last()).toContainText(word);
  }
  bodyOf(
    await red.client.patch(`/api/v1/organisations/${mission.organisation?.id}`, { name: `${word} anew` }),
    200,
  );
  await stage.visit(`/missions?organisation=${mission.organisation?.id}`);
  await expect(page.getByRole('row').last()).toContainText(`${word} mission`);
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue(`${word} anew`);
  // The mission's original client name stays, and is not offered as a new one.
  await stage.visit(`/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
  const written = page.getByRole('dialog').getByRole('combobox', { name: 'Organisation' });
  await expect(written).toHaveValue(`${word} seen`);
  await expect(written).toHaveAccessibleDescription(/^No tools yet/);
});
