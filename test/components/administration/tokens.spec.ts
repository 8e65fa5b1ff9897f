import { Client } from '../../support/servers/server.ts';
import { expectAccessible } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('a token for one mission is created, works, and is ended', async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  const mission = await red.client.post('/api/v1/missions', { name: 'Orchard' });
  const page = await stage.open(red, '/account');
  const card = page.getByRole('region', { name: 'Tokens for programs' });
  await card.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Collector');
  await dialog.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByRole('option', { name: 'See missions as a member' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('combobox', { name: 'Mission', exact: true }).click();
  await page.getByRole('option', { name: 'Orchard' }).click();
  await dialog.getByRole('textbox', { name: 'Days until it expires' }).fill('367');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Enter 1 to 366 days')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Days until it expires' }).fill('30');
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const made = page.getByRole('dialog', { name: 'New token Collector' });
  await expectAccessible(page);
  const token = await made.getByRole('textbox', { name: 'Token' }).inputValue();
  const program = new Client(server.url, token);
  expect((await program.get(`/api/v1/missions/${mission.body.id}`)).status).toBe(200);
  await made.getByRole('button', { name: 'Done' }).click();

  const row = card.getByRole('row', { name: /Collector/ });
  await expect(row).toContainText(/See missions as a member.*Orchard/);
  await expect(page.getByText(token)).toBeHidden();
  await row.getByRole('button', { name: 'End the token Collector' }).click();
  await page
    .getByRole('dialog', { name: 'End this token?' })
    .getByRole('button', { name: 'End token' })
    .click();
  await expect(row).toBeHidden();
  expect((await program.get('/api/v1/auth/me')).status).toBe(401);
});

test('an administrator creates a service account and its token, and ends those of others', async ({
  stage,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const theirs = { name: 'Theirs', scopes: ['mission.read'], expires_in_days: 1 };
  await red.client.post('/api/v1/tokens', theirs);
  const page = await stage.open(server.admin, '/administration/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const user = page.getByRole('dialog', { name: 'New user' });
  await user.getByLabel('Name').fill('Night collector');
  await user.getByRole('switch', { name: 'Service account' }).check();
  await expect(user.getByRole('textbox', { name: 'First password' })).toBeHidden();
  await user.getByLabel('Email').fill('collector@damson.test');
  await user.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('row', { name: /Night collector/ })).toContainText('service account');

  await page.getByRole('link', { name: 'Tokens' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly');
  await dialog.getByRole('combobox', { name: 'Acts for' }).click();
  await page.getByRole('option', { name: 'Night collector' }).click();
  await dialog.getByRole('combobox', { name: 'Permissions' }).click();
  await expect(page.getByRole('option', { name: 'Manage the server' })).toBeHidden();
  await page.getByRole('option', { name: 'See missions as a member' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('dialog', { name: 'New token Nightly' }).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Nightly/ })).toContainText('Night collector service account');

  const row = page.getByRole('row', { name: /Theirs/ });
  await row.getByRole('button', { name: 'End the token Theirs' }).click();
  await page
    .getByRole('dialog', { name: 'End this token?' })
    .getByRole('button', { name: 'End token' })
    .click();
  await expect(row).toBeHidden();
});

test('the history names the token that wrote', { tag: '@nightly' }, async ({ stage, server }) => {
  const { client } = server.admin;
  const { body: mission } = await client.post('/api/v1/missions', { name: 'Orchard' });
  const program = { name: 'Collector', scopes: ['mission.update'], expires_in_days: 1 };
  const { body: made } = await client.post('/api/v1/tokens', program);
  const writer = new Client(server.url, made.token);
  await writer.patch(`/api/v1/missions/${mission.id}`, { description: 'By a program' });
  const page = await stage.open(server.admin, `/missions/${mission.id}/history`);
  await expect(page.getByText('by the token “Collector”')).toBeVisible();
});
