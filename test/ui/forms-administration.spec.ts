import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { issueInstallToken } from '../../server/accounts/setup/service.ts';
import { openDatabase } from '../../server/database/database.ts';
import { startServer } from '../../server/index.ts';
import { readSettings } from '../../server/settings.ts';
import { bodyOf } from '../support/factories.ts';
import { password } from '../support/server.ts';
import { expectAccessibleInBothSchemes } from './axe.ts';
import { refusedRequests, tryForm } from './form-trial.ts';
import { test } from './support.ts';

const long = (characters: number) => 'x'.repeat(characters + 1);
const other = 'another horse battery';

test.beforeEach(({ open }) => open.expectError(refusedRequests));

test('a user', async ({ open, server }) => {
  const { client } = server.admin;
  const page = await open.as(server.admin, '/administration/users');
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

test('what somebody may not give', async ({ open, server }) => {
  const manager = await server.newPerson('soc', { permissions: ['user.manage'] });
  const { client } = server.admin;
  // What can't be given is not offered: this group grows while the form is open.
  const grown = bodyOf(await client.post('/api/v1/groups', { name: 'Grown meanwhile' }), 201);
  const page = await open.as(manager, '/administration/users');
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

test('a group', async ({ open, server }) => {
  const { client } = server.admin;
  bodyOf(await client.post('/api/v1/groups', { name: 'Taken' }), 201);
  const page = await open.as(server.admin, '/administration/groups');
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

test('an invitation, from both its ends', async ({ open, server }) => {
  const { client } = server.admin;
  const page = await open.as(server.admin, '/administration/invitations');
  await page.getByRole('button', { name: 'Invite someone' }).first().click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Invite someone' }),
    submit: 'Make the link',
    attempts: [
      { at: 'Email', says: 'Enter an email address' },
      { type: { Email: 'cleo' }, at: 'Email', says: 'Enter an email address' },
      { type: { Email: 'admin@damson.test' }, at: 'Email', says: 'This email has an account already' },
    ],
    right: { Email: 'cleo@damson.test' },
    written: async () => (await client.get('/api/v1/invitations')).body.total,
  });
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();

  const guest = await open.anonymous('/invitation');
  await tryForm(guest, {
    scope: guest.locator('form'),
    submit: 'Accept and sign in',
    attempts: [
      { at: 'Invitation token', says: 'Enter the invitation’s token' },
      { type: { 'Invitation token': 'wrong' }, at: 'Your name', says: 'Enter your name' },
      { type: { 'Your name': long(100) }, at: 'Your name', says: 'At most 100 characters' },
      { type: { 'Your name': 'Cleo', Password: 'short' }, at: 'Password', says: 'At least 12 characters' },
      {
        type: { Password: other, 'Password again': `${other}!` },
        at: 'Password again',
        says: 'The passwords differ',
      },
      { type: { 'Password again': other }, at: null, says: 'The invitation is wrong, used or expired' },
    ],
    right: { 'Invitation token': new URL(link).hash.slice(1) },
    written: async () => (await client.get('/api/v1/users?q=cleo')).body.total,
  });
});

test('a new password for somebody', async ({ open, server }) => {
  const person = await server.newPerson('soc');
  const mayEnter = async () =>
    (await server.anonymous.post('/api/v1/auth/login', { email: person.email, password })).status;
  const page = await open.as(server.admin, `/administration/users?q=${person.email}`);
  const name = (await server.admin.client.get(`/api/v1/users/${person.id}`)).body.display_name;
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: /password/i }).click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Set a new password' }),
    submit: 'Set password',
    attempts: [
      { at: 'New password', says: 'At least 12 characters' },
      { type: { 'New password': other }, at: 'New password again', says: 'The passwords differ' },
      { type: { 'New password': long(256) }, at: 'New password', says: 'At most 256 characters' },
    ],
    right: { 'New password': other, 'New password again': other },
    written: mayEnter,
  });
});

test('one’s own name and password', async ({ open, server }) => {
  const person = await server.newPerson('redteam');
  const page = await open.as(person, '/account');
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
      { type: { 'New password': other }, at: 'New password again', says: 'The passwords differ' },
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

test('signing in', async ({ open, server }) => {
  const person = await server.newPerson('soc');
  const page = await open.anonymous('/sign-in');
  await tryForm(page, {
    scope: page.locator('form'),
    submit: 'Sign in',
    attempts: [
      { at: 'Email', says: 'Enter your email' },
      { type: { Email: long(254) }, at: 'Email', says: 'At most 254 characters' },
      { type: { Email: person.email }, at: 'Password', says: 'Enter your password' },
      { type: { Password: 'wrong' }, at: null, says: /wrong/i },
    ],
    right: { Password: password },
    written: () => page.evaluate('sessionStorage.getItem("damson.session") !== null'),
  });
});

test('the set-up', async ({ browser }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-test-'));
  const settings = readSettings(
    {},
    { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent' },
  );
  const server = await startServer(settings);
  const opened = openDatabase(settings.dbPath);
  const installToken = await issueInstallToken(opened.db, Date.now, 'command');
  await opened.close();
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await page.goto('/setup');
    const form = page.locator('form');
    await form.getByRole('checkbox').uncheck();
    await expectAccessibleInBothSchemes(page, 'the set-up');
    await tryForm(page, {
      scope: form,
      submit: 'Set up',
      attempts: [
        { at: 'Install token', says: 'Enter the install token' },
        { type: { 'Install token': 'wrong' }, at: 'Your name', says: 'Enter your name' },
        { type: { 'Your name': 'Ada' }, at: 'Email', says: 'Enter an email address' },
        { type: { Email: 'ada@damson.test' }, at: 'Password', says: 'At least 12 characters' },
        { type: { Password: other }, at: 'Password again', says: 'The passwords differ' },
        { type: { 'Password again': other }, at: null, says: 'The install token is wrong, used or expired' },
        {
          type: { 'Install token': installToken, Email: 'ada(at)@damson.test' },
          at: 'Email',
          says: 'Must be an email address',
        },
      ],
      right: { Email: 'ada@damson.test' },
      written: async () => (await page.request.get('/api/v1/setup')).json(),
    });
  } finally {
    await page.close();
    await server.close();
    rmSync(dataDir, { recursive: true });
  }
});
