import { password } from '../../support/servers/server.ts';
import { expect, expectAccessible, test } from '../support.ts';

test('an invitation is created, accepted and used to sign in', { tag: '@story' }, async ({
  open,
  server,
}) => {
  const page = await open.as(server.admin, '/administration/invitations');
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Enter an email address')).toBeVisible();
  await dialog.getByLabel('Email').fill(server.admin.email);
  open.expectError(/409/);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('This email already has an account')).toBeVisible();
  await dialog.getByLabel('Email').fill('invited@damson.test');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(new RegExp(`^${server.url}/invitation#`));
  await expect(page.getByText('This link works only on this computer')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /invited@damson.test/ })).toContainText('SOC');

  const invited = await open.anonymous(link);
  await invited.getByLabel('Your name').fill('Ivy Invited');
  await invited.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await invited.getByRole('textbox', { name: 'Password again' }).fill(password);
  await invited.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(invited.getByRole('button', { name: 'Ivy Invited' })).toBeVisible();
  await expect(invited.getByRole('link', { name: 'Administration' })).toHaveCount(0);
  await invited.goto('/administration/users');
  await expect(
    invited.getByRole('heading', { name: 'Administration requires permission to manage users' }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Invite someone' }).click();
  await dialog.getByLabel('Email').fill('withdrawn@damson.test');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const dead = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Withdraw the invitation of withdrawn@damson.test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click();
  await expect(page.getByRole('row', { name: /withdrawn@damson.test/ })).toHaveCount(0);
  const refused = await open.anonymous(dead);
  open.expectError(/4\d\d/);
  await refused.getByLabel('Your name').fill('Nobody');
  await refused.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await refused.getByRole('textbox', { name: 'Password again' }).fill(password);
  await refused.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(refused.getByRole('alert')).toBeVisible();
});

test('an invitation that ended with the rights of its creator says so', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const maker = await server.newPerson('admin');
  await maker.client.post('/api/v1/invitations', { email: 'orphan@damson.test', role: 'admin' });
  const page = await open.as(server.admin, '/administration/invitations');
  const row = page.getByRole('row', { name: /orphan@damson.test/ });
  await expect(row).not.toContainText('ended');
  await server.admin.client.patch(`/api/v1/users/${maker.id}`, { role: 'soc' });
  await page.reload();
  await expect(row).toContainText('expired: its creator may no longer invite');
  await expectAccessible(page);
});

test('sessions are ended, by their owner and by an administrator', async ({ open, server }) => {
  const person = await server.newPerson('soc');
  const left = await server.signIn(person.email, password);
  const page = await open.as(person, '/account');
  const section = page.getByRole('region', { name: 'Sessions' });
  await expect(section.getByRole('row', { name: /this session/ })).toHaveCount(1);
  await expectAccessible(page);
  const before = await section.getByRole('button', { name: /^End the session/ }).count();
  await section
    .getByRole('button', { name: /^End the session of node/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(section.getByRole('button', { name: /^End the session/ })).toHaveCount(before - 1);
  expect((await left.get('/api/v1/auth/me')).status).toBe(401);

  const admins = await open.as(server.admin, `/administration/users?q=${person.email}`);
  await admins.getByRole('button', { name: /^Actions for/ }).click();
  await admins.getByRole('menuitem', { name: 'Sessions' }).click();
  const dialog = admins.getByRole('dialog', { name: 'Sessions' });
  await expect(dialog.getByRole('row').nth(1)).toContainText('127.0.0.1');
  await expectAccessible(admins);
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  const asking = admins.getByRole('dialog', { name: 'End all sessions of this user?' });
  await expect(asking).toContainText(/will be signed out at once \(\d+ sessions?\)/);
  await asking.getByRole('button', { name: 'End all sessions' }).click();
  await expect(dialog.getByText('No active sessions.')).toBeVisible();
  open.expectError(/401/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a person who was given a password is asked to choose one, and the form names weak ones', async ({
  open,
  server,
}) => {
  const person = await server.newPerson('soc');
  const given = 'given horse battery';
  await server.admin.client.patch(`/api/v1/users/${person.id}`, { password: given });
  const page = await open.as({
    ...person,
    password: given,
    client: await server.signIn(person.email, given),
  });
  const banner = page.getByRole('note', { name: 'Someone else set your password' });
  await banner.getByRole('link', { name: 'Choose your own' }).click();
  await expect(banner).toContainText('below');
  await expectAccessible(page);
  const section = page.getByRole('region', { name: 'Password' });
  const chosen = section.getByLabel('New password', { exact: true });
  await chosen.fill('Damson2026!!');
  await expect(section.getByText(/names that people here know/)).toBeVisible();
  await chosen.fill('password1234');
  await expect(section.getByText(/among the most common/)).toBeVisible();
  await chosen.fill(password);
  await expect(section.getByText('At least 12 characters')).toBeVisible();
  await section.getByLabel('New password again').fill(password);
  await section.getByLabel('Current password').fill(given);
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a group gives its members its permissions', { tag: '@nightly' }, async ({ open, server }) => {
  const person = await server.newPerson('soc');
  open.expectError(/409/);
  const page = await open.as(server.admin, '/administration/groups');
  await page.getByRole('button', { name: 'New group' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Night watch');
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill(person.email);
  await dialog.getByRole('checkbox', { name: new RegExp(person.email) }).check();
  await dialog.getByRole('checkbox', { name: /^Manage users/ }).check();
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('row', { name: /Night watch/ })).toContainText(
    'Manage users, groups and invitations',
  );
  const member = await open.as(person, '/');
  await member.getByRole('link', { name: 'Administration' }).click();
  await expect(member.getByRole('row', { name: new RegExp(person.email) })).toContainText('Night watch');

  await page.getByRole('button', { name: 'Actions for Night watch' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByRole('row', { name: /Night watch/ })).toHaveCount(0);
});

test('people change their own name and password', async ({ open, server }) => {
  const person = await server.newPerson('redteam');
  open.expectError(/422/);
  const page = await open.as(person, '/');
  await page.getByRole('button', { name: /redteam/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await page.getByLabel('Your name').fill('Renamed');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('button', { name: 'Renamed' })).toBeVisible();
  const change = async (current: string) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(current);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('another horse battery');
    await page.getByRole('textbox', { name: 'New password again' }).fill('another horse battery');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not this one');
  await expect(page.getByText('Is not the current password')).toBeVisible();
  await change(password);
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await server.signIn(person.email, 'another horse battery');
});
