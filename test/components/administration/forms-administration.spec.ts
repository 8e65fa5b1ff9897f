import { bodyOf } from '../../support/missions/factories.ts';
import { password } from '../../support/servers/server.ts';
import { refusedRequests, tryForm } from '../../ui/sessions/form-trial.ts';
import { test } from '../support.ts';

const long = (characters: number) => 'x'.repeat(characters + 1);
const other = 'another horse battery';

test.beforeEach(({ stage }) => stage.expectError(refusedRequests));

test('a user: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  server,
}) => {
  const { client } = server.admin;
  const page = await stage.open(server.admin, '/administration/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const written = async () =>
    (await client.get('/api/v1/users')).body.items.map((user: { email: string }) => user.email);
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'New user' }),
    submit: 'Create user',
    attempts: [
      { at: 'Name', says: 'Enter a name' },
      { type: { Name: long(100) }, at: 'Name', says: 'At most 100 characters' },
      { type: { Name: 'Ana' }, at: 'Email', says: 'Enter an email address' },
      { type: { Email: 'ana at home' }, at: 'Email', says: 'Enter an email address' },
      { type: { Email: `ana@${long(254)}` }, at: 'Email', says: 'At most 254 characters' },
      { type: { Email: 'ana@damson.test' }, at: 'First password', says: 'At least 12 characters' },
      { type: { 'First password': 'too short' }, at: 'First password', says: 'At least 12 characters' },
      { type: { 'First password': long(256) }, at: 'First password', says: 'At most 256 characters' },
      {
        type: { 'First password': other, Email: 'ADMIN@damson.test' },
        at: 'Email',
        says: /email/i,
      },
      { type: { Email: '<ana>@damson.test' }, at: 'Email', says: 'Must be an email address' },
    ],
    right: { Email: 'ana@damson.test' },
    written,
  });

  await page.getByRole('button', { name: 'Actions for Ana' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Edit user' }),
    submit: 'Save',
    attempts: [
      { type: { Name: ' ' }, at: 'Name', says: 'Enter a name' },
      { type: { Name: 'Ana B', Email: 'admin@damson.test' }, at: 'Email', says: /email/i },
    ],
    right: { Email: 'ana.b@damson.test' },
    written,
  });
});

test('permissions that a person may not give: each error is at its field, and typed text stays until it is saved', async ({
  stage,
  server,
}) => {
  const manager = await server.newPerson('soc', { permissions: ['user.manage'] });
  const { client } = server.admin;
  // Groups that can't be granted are not offered: this one gets permissions after the form opens.
  const grown = bodyOf(await client.post('/api/v1/groups', { name: 'Grown meanwhile' }), 201);
  const page = await stage.open(manager, '/administration/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const scope = page.getByRole('dialog', { name: 'New user' });
  await tryForm(page, {
    scope,
    submit: 'Create user',
    attempts: [
      {
        type: { Name: 'Ben', Email: 'ben@damson.test', 'First password': other },
        first: async () => {
          await scope.getByRole('combobox', { name: 'Groups' }).fill('Grown');
          await page.getByRole('option', { name: 'Grown meanwhile' }).click();
          await page.keyboard.press('Tab');
          const change = { permissions: ['mission.create'] };
          bodyOf(await client.patch(`/api/v1/groups/${grown.id}`, change), 200);
        },
        at: null,
        says: 'This would give the permission mission.create',
      },
    ],
    mend: async () => {
      await scope.getByRole('combobox', { name: 'Groups' }).press('Backspace');
      await page.keyboard.press('Tab');
    },
    written: async () => (await manager.client.get('/api/v1/users')).body.total,
  });
});

test('a group: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  server,
}) => {
  const { client } = server.admin;
  bodyOf(await client.post('/api/v1/groups', { name: 'Taken' }), 201);
  const page = await stage.open(server.admin, '/administration/groups');
  await page.getByRole('button', { name: 'New group' }).first().click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'New group' }),
    submit: 'Create group',
    attempts: [
      { at: 'Name', says: 'Enter a name' },
      { type: { Name: long(100) }, at: 'Name', says: 'At most 100 characters' },
      { type: { Name: 'taken' }, at: 'Name', says: /name/i },
      {
        type: { Name: 'Free', Description: long(2000) },
        at: 'Description',
        says: 'At most 2,000 characters',
      },
    ],
    right: { Description: 'Who else' },
    written: async () => (await client.get('/api/v1/groups')).body.total,
  });
});

test('a new password for someone: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  server,
}) => {
  const person = await server.newPerson('soc');
  const mayEnter = async () =>
    (await server.anonymous.post('/api/v1/auth/login', { email: person.email, password })).status;
  const page = await stage.open(server.admin, `/administration/users?q=${person.email}`);
  const name = (await server.admin.client.get(`/api/v1/users/${person.id}`)).body.display_name;
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: /password/i }).click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Set a new password' }),
    submit: 'Set password',
    attempts: [
      { at: 'New password', says: 'At least 12 characters' },
      { type: { 'New password': other }, at: 'New password again', says: 'The passwords do not match' },
      { type: { 'New password': long(256) }, at: 'New password', says: 'At most 256 characters' },
    ],
    right: { 'New password': other, 'New password again': other },
    written: mayEnter,
  });
});

test('one’s own name and password: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  server,
}) => {
  const person = await server.newPerson('redteam');
  const page = await stage.open(person, '/account');
  await tryForm(page, {
    scope: page.getByRole('region', { name: 'Name', exact: true }),
    submit: 'Save name',
    attempts: [
      { type: { 'Your name': '  ' }, at: 'Your name', says: 'Enter your name' },
      { type: { 'Your name': long(100) }, at: 'Your name', says: 'At most 100 characters' },
    ],
    right: { 'Your name': 'Dora' },
    written: async () => (await person.client.get('/api/v1/auth/me')).body.display_name,
  });
  await tryForm(page, {
    scope: page.getByRole('region', { name: 'Password', exact: true }),
    submit: 'Change password',
    attempts: [
      { at: 'Current password', says: 'Enter your current password' },
      { type: { 'Current password': 'wrong' }, at: 'New password', says: 'At least 12 characters' },
      { type: { 'New password': other }, at: 'New password again', says: 'The passwords do not match' },
      {
        type: { 'New password again': other },
        at: 'Current password',
        says: 'Is not the current password',
      },
    ],
    right: { 'Current password': password },
    written: async () =>
      (await server.anonymous.post('/api/v1/auth/login', { email: person.email, password })).status,
  });
});
