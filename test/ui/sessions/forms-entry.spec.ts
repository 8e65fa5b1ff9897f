import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { issueInstallToken } from '../../../server/accounts/setup/service.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { password } from '../../support/servers/server.ts';
import { expectAccessibleInBothSchemes } from '../looks/axe.ts';
import { test } from '../support.ts';
import { refusedRequests, tryForm } from './form-trial.ts';

const long = (characters: number) => 'x'.repeat(characters + 1);
const other = 'another horse battery';

test.beforeEach(({ open }) => open.expectError(refusedRequests));

test('an invitation, from both sides: each error is shown at its field, and the typed text stays until it is saved', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const { client } = server.admin;
  const page = await open.as(server.admin, '/administration/invitations');
  await page.getByRole('button', { name: 'Invite someone' }).first().click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Invite someone' }),
    submit: 'Create link',
    attempts: [
      { at: 'Email', says: 'Enter an email address' },
      { type: { Email: 'cleo' }, at: 'Email', says: 'Enter an email address' },
      { type: { Email: 'admin@damson.test' }, at: 'Email', says: 'This email already has an account' },
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
        says: 'The passwords do not match',
      },
      { type: { 'Password again': other }, at: null, says: 'The invitation is wrong, used or expired' },
    ],
    right: { 'Invitation token': new URL(link).hash.slice(1) },
    written: async () => (await client.get('/api/v1/users?q=cleo')).body.total,
  });
});

test('signing in: each error is shown at its field, and the typed text stays until it is saved', {
  tag: '@nightly',
}, async ({ open, server }) => {
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
    written: async () => (await page.context().cookies(`${server.url}/api/v1/auth/renewal`)).length,
  });
});

test('the set-up: each error is shown at its field, and the typed text stays until it is saved', {
  tag: '@nightly',
}, async ({ browser }) => {
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
        { type: { Password: other }, at: 'Password again', says: 'The passwords do not match' },
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
