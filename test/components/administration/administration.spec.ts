import { altered } from '../../support/altered.ts';
import { newSimulationTemplate } from '../../support/missions/engagements.ts';
import { password } from '../../support/servers/server.ts';
import { expectAccessible } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('a user is created, changed, given a new password, found and deleted', async ({ stage, server }) => {
  stage.expectError(/409/);
  const page = await stage.open(server.admin, '/administration/users');
  const make = async (email: string) => {
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await dialog.getByLabel('Name').fill('Nora New');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('textbox', { name: 'First password' }).fill(password);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    return dialog;
  };
  await expect(await make('nora@damson.test')).toBeHidden();
  const refused = await make('NORA@damson.test');
  await expect(refused.getByText('This email already has an account')).toBeVisible();
  await refused.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('searchbox', { name: 'Search users' }).fill('nora');
  await expect(page).toHaveURL(/q=nora/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Nora New', exact: true }).click();
  const editing = page.getByRole('dialog', { name: 'Edit user' });
  await editing.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Red team' }).click();
  await editing.getByRole('switch', { name: 'Active' }).uncheck();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Nora New/ })).toContainText(/Red team.*Deactivated/);

  await page.getByRole('button', { name: 'Actions for Nora New' }).click();
  await page.getByRole('menuitem', { name: 'Set a new password' }).click();
  const setting = page.getByRole('dialog', { name: 'Set a new password' });
  await setting.getByRole('textbox', { name: 'New password', exact: true }).fill('short');
  await setting.getByRole('button', { name: 'Set password' }).click();
  await expect(setting.getByText('The passwords do not match')).toBeVisible();
  await setting.getByRole('textbox', { name: 'New password', exact: true }).fill('another horse battery');
  await setting.getByRole('textbox', { name: 'New password again' }).fill('another horse battery');
  await setting.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password set for Nora New.')).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Nora New' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete this user?' });
  await expect(deleting).toContainText('nora@damson.test');
  await deleting.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByRole('heading', { name: 'No users match these filters' })).toBeVisible();
});

test('the last administrator cannot be demoted, and the page says why', async ({ stage, server }) => {
  stage.expectError(/409/);
  const page = await stage.open(server.admin, '/administration/users?role=admin');
  await page.getByRole('table').getByRole('button', { name: 'Ada Admin', exact: true }).click();
  const editing = page.getByRole('dialog', { name: 'Edit user' });
  await editing.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'SOC' }).click();
  await expect(editing.getByText('you will be signed out')).toBeVisible();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing.getByRole('alert')).toContainText('Make another user an administrator first.');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Actions for Ada Admin' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete this user?' });
  await deleting.getByRole('button', { name: 'Delete user' }).click();
  await expect(deleting.getByRole('alert')).toContainText('The last active administrator must remain one');
});

test('members of a group are found and changed, however many they are', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const people = [];
  for (let count = 0; count < 10; count += 1) people.push(await server.newPerson('soc'));
  const [first, ...others] = people.map(({ id }) => id);
  const { client } = server.admin;
  const group = await client.post('/api/v1/groups', { name: 'Large', member_ids: [first, ...others] });
  const page = await stage.open(server.admin, '/administration/groups?q=Large');
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit group' });
  await dialog.getByText('Members', { exact: true }).click();
  await expect(dialog.getByText('1–8 of 10')).toBeVisible();
  await dialog.getByRole('button', { name: 'Page 2' }).click();
  await expect(dialog.getByText('9–10 of 10')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill(people[0]?.email ?? '');
  await expect(dialog.getByText('1–1 of 1')).toBeVisible();
  await dialog.getByRole('checkbox', { name: new RegExp(people[0]?.email ?? '') }).uncheck();
  await dialog.getByText('Everyone', { exact: true }).click();
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill(server.admin.email);
  await dialog.getByRole('checkbox', { name: new RegExp(server.admin.email) }).check();
  await expect(dialog.getByRole('group', { name: 'Members (10)' })).toContainText('JoiningAda Admin');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const saved = (await client.get(`/api/v1/groups/${group.body.id}`)).body.member_ids;
  expect(saved.sort()).toEqual([...others, server.admin.id].sort());
});

test('a dialog opens by its address, even if its object is not in the list', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { client } = server.admin;
  const person = await server.newPerson('soc');
  const group = await client.post('/api/v1/groups', {
    name: 'Elsewhere',
    permissions: ['catalog.sync'],
    member_ids: [person.id],
  });
  const template = await newSimulationTemplate(client, { name: 'Elsewhere' });
  const page = await stage.open(server.admin, '/about');
  for (const [path, id, title, name] of [
    ['/administration/users', person.id, 'Edit user', /^soc/],
    ['/administration/groups', group.body.id, 'Edit group', 'Elsewhere'],
    ['/engagements/templates', template.id, 'Edit simulation template', 'Elsewhere'],
  ] as const) {
    await stage.visit(`${path}?q=nothing-of-this-name&dialog=edit.${id}`);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`${path}?q=nothing-of-this-name`);
  }
  stage.expectError(/404/);
  const nobody = altered(person.id, -1);
  const asked = page.waitForResponse((response) => response.url().endsWith(`/users/${nobody}`));
  await stage.visit(`/administration/users?q=${person.email}&dialog=edit.${nobody}`);
  expect((await asked).status()).toBe(404);
  await expect(page.getByRole('row', { name: person.email })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
