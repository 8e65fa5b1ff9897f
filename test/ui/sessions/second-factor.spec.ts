import { TOTP } from 'otpauth';
import { addApp, Clock } from '../../support/http/authenticator.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { expectAccessibleInBothSchemes } from '../looks/axe.ts';
import { expect, type Page, testOn } from '../support.ts';
import { tokensOf } from './ended-session.ts';

const clock = new Clock();

/** A server addressed by name, so that its pages are a secure context. */
async function startByName(): Promise<TestServer> {
  const server = await startTestServer({ seams: { now: clock.now } });
  return Object.assign(Object.create(server), { url: server.url.replace('127.0.0.1', 'localhost') });
}
const test = testOn(startByName);
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });
const testAtAddress = testOn(() => startTestServer({ seams: { now: clock.now } }));

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const card = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const currentPassword = (page: Page) => page.getByRole('dialog').getByLabel('Current password');

/** An authenticator that the browser treats as built-in. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('an authenticator app is added, signs in, and is removed with a recovery code', {
  tag: '@story',
}, async ({ open, server }) => {
  open.expectError(/Failed to load resource: .* (401|422)/);
  const person = await server.newPerson('redteam');
  const page = await open.as(person, '/account');
  await card(page).getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Enter your current password')).toBeVisible();
  await currentPassword(page).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Is not the current password')).toBeVisible();
  await currentPassword(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'The secret for the app as a QR code' })).toBeVisible();
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  const app = new TOTP({ secret: secret.replaceAll(' ', '') });
  const codeAt = (time: number) => app.generate({ timestamp: time });
  await dialog.getByLabel('Code from the app').fill(codeAt(0));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Is not the app’s code of this moment')).toBeVisible();
  await dialog.getByLabel('Code from the app').fill(codeAt(clock.time));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await expectAccessibleInBothSchemes(page, 'recovery codes');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('damson-recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card(page).getByText('Recovery codes: 10 left')).toBeVisible();

  const fresh = await open.anonymous('/sign-in?next=%2Faccount');
  await signIn(fresh, person.email);
  const code = fresh.getByLabel('Authenticator code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('12345');
  await fresh.keyboard.press('Enter');
  await expect(fresh.getByText('Enter the six digits from your app')).toBeVisible();
  await code.fill(codeAt(0));
  await fresh.keyboard.press('Enter');
  await expect(fresh.getByText('Is wrong or already used')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(` ${codeAt(clock.nextStep()).slice(0, 3)} ${codeAt(clock.time).slice(3)}`);
  await fresh.keyboard.press('Enter');
  await expect(card(fresh).getByText('Authenticator app, added')).toBeVisible();

  await expectAccessibleInBothSchemes(fresh, 'an account with an app');
  await card(fresh).getByRole('button', { name: 'Remove app' }).click();
  await currentPassword(fresh).fill(password);
  await fresh.getByRole('dialog').getByRole('button', { name: 'Use a recovery code' }).click();
  await fresh
    .getByRole('dialog')
    .getByLabel('Recovery code')
    .fill((codes[0] as string).toLowerCase());
  await fresh.keyboard.press('Enter');
  await expect(card(fresh).getByText('Signing in requires only your password')).toBeVisible();
  await expect(fresh.getByRole('dialog')).toBeHidden();
});

test('a recovery code signs in, and new ones replace the old', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/Failed to load resource: .* (401|422)/);
  const person = await server.newPerson('redteam');
  const { recoveryCodes } = await addApp(person.client, password, clock);
  const page = await open.anonymous('/sign-in?next=%2Faccount');
  await signIn(page, person.email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('QUINCE');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Is wrong or already used')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('');
  await signIn(page, person.email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] as string);
  await page.keyboard.press('Enter');
  await expect(card(page).getByText('Recovery codes: 9 left')).toBeVisible();
  await card(page).getByRole('button', { name: 'Create new codes' }).click();
  await currentPassword(page).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Use a recovery code' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Recovery code')
    .fill(recoveryCodes[1] as string);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
});

test('a passkey is created, named, used to sign in, and removed with itself', async ({ open, server }) => {
  open.expectError(/Failed to load resource: .* (401|422)/);
  const person = await server.newPerson('redteam');
  const page = await open.as(person, '/account', {});
  await plugIn(page);
  const hostile = '<img src=x onerror=alert(1)>\u202e key';
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await currentPassword(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill(hostile);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(card(page).getByText('for localhost, never used')).toBeVisible();
  await card(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('Blue key');
  await page.keyboard.press('Enter');
  await expect(card(page).getByText('Blue key')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/sign-in?next=%2Faccount');
  await signIn(page, person.email);
  await expectAccessibleInBothSchemes(page, 'sign in with a passkey');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(card(page).getByText(/for localhost, last used/)).toBeVisible();

  await card(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await currentPassword(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(card(page).getByText('Signing in requires only your password')).toBeVisible();
});

test('a passkey refused by the browser leaves the other ways open', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/Failed to load resource: .* 401/);
  const person = await server.newPerson('redteam');
  const page = await open.as(person, '/account', {});
  await plugIn(page);
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Lost');
  await currentPassword(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  const elsewhere = await open.anonymous('/sign-in?next=%2Faccount');
  await elsewhere.evaluate(
    'navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"))',
  );
  await signIn(elsewhere, person.email);
  await elsewhere.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(elsewhere.getByRole('alert')).toContainText('The browser returned no passkey');
  await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(elsewhere.getByRole('alert')).toBeHidden();
  await elsewhere.getByLabel('Recovery code').fill(codes[0] as string);
  await elsewhere.keyboard.press('Enter');
  await expect(card(elsewhere).getByText('Recovery codes: 9 left')).toBeVisible();
});

testAtAddress(
  'where the server is reached by an address, the page says why there are no passkeys',
  { tag: '@nightly' },
  async ({ open, server }) => {
    const person = await server.newPerson('redteam');
    const page = await open.as(person, '/account');
    await expect(card(page).getByText('Passkeys need a server reached by name')).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  },
);

test('an administrator sees who has a second factor, and resets it', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const person = await server.newPerson('redteam');
  await addApp(person.client, password, clock);
  const page = await open.as(server.admin, `/administration/users?q=${person.email}`);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await expect(row.getByRole('cell', { name: 'Yes' })).toBeVisible();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Reset the second factor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row.getByRole('cell', { name: 'Yes' })).toBeHidden();
});

test('a new password asks for the second factor, and clears what was typed once it is set', {
  tag: '@nightly',
}, async ({ open, server }) => {
  open.expectError(/Failed to load resource: .* 422/);
  const person = await server.newPerson('redteam');
  const page = await open.as(person, '/favicon.svg');
  const token = tokensOf(page);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Password' });
  await expect(section).toBeVisible();
  const { app } = await addApp(new Client(server.url, token() as string), password, clock);
  await page.reload();
  const code = section.getByLabel('Authenticator code');
  await section.getByLabel('Current password').fill(password);
  await section.getByLabel('New password', { exact: true }).fill('another battery horse');
  await section.getByLabel('New password again').fill('another battery horse');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByText('Enter the six digits from your app')).toBeVisible();
  await code.fill(app.codeAt(0));
  await page.keyboard.press('Enter');
  await expect(section.getByText('Is wrong or already used')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(app.codeAt(clock.nextStep()));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password was changed. Your other sessions have ended.')).toBeVisible();
  await expect(section.getByLabel('Current password')).toHaveValue('');
});
