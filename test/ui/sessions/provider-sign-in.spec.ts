import { addApp } from '../../support/http/authenticator.ts';
import { password, startTestServer, type TestServer } from '../../support/servers/server.ts';
import {
  directoryPassword,
  groupEntry,
  ldapProvider,
  ldapSettings,
  personDn,
  personEntry,
  units,
} from '../../support/sign-in/directory.ts';
import { oidcSettings, signInAt } from '../../support/sign-in/flow.ts';
import { Idp } from '../../support/sign-in/idp.ts';
import { hasSlapd, Slapd, slapdMissing } from '../../support/sign-in/slapd.ts';
import { expectAccessibleInBothSchemes } from '../looks/axe.ts';
import { expect, testOn } from '../support.ts';

type WithIdp = TestServer & { idp: Idp };

/** A server with a provider beside it, whose pages are on another site. */
const test = testOn(() => startWithIdp({}));
const testWithFactor = testOn(() => startWithIdp({ asks_second_factor: true }));

async function startWithIdp(settings: object): Promise<WithIdp> {
  const idp = await Idp.start();
  const server = await startTestServer({ env: oidcSettings(idp, settings) });
  idp.serve([`${server.url}/sign-in/with/example`]);
  return Object.assign(Object.create(server), {
    idp,
    close: async () => {
      await server.close();
      await idp.close();
    },
  });
}
const idpOf = (server: TestServer): Idp => (server as WithIdp).idp;

test('someone signs in at the provider, reloads, and signs out there too', async ({ browser, server }) => {
  const idp = idpOf(server);
  idp.person = { sub: 'rita', name: 'Rita Red', email: 'rita@example.org', groups: ['/red'] };
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/missions');
  await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'sign-in with a provider');
  await page.getByRole('button', { name: 'Sign in with Example' }).click();
  await expect(page.getByRole('heading', { name: 'Missions', exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/missions`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Missions', exact: true })).toBeVisible();
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'Sign-in with your organisation' });
  await expect(card).toContainText('rita@example.org at Example');
  await page.getByRole('button', { name: /^Rita Red/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${idp.issuer}/session/end`));
  await context.close();
});

testWithFactor(
  'the second factor after it leads to the page that was asked for',
  { tag: '@nightly' },
  async ({ browser, server }) => {
    const person = { sub: 'rita', name: 'Rita Red', email: 'rita@example.org', groups: ['/red'] };
    const { client } = await signInAt(server, idpOf(server), person);
    const { recoveryCodes } = await addApp(client, '', { now: Date.now });
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/missions');
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] as string);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Missions', exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/missions`);
    await context.close();
  },
);

test('a refused sign-in says why, and leads back', async ({ browser, server }) => {
  idpOf(server).person = { sub: 'nobody-here', groups: [] };
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Example' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('None of your groups in Example may use this server');
  await expect(page).toHaveURL(`${server.url}/sign-in/with/example`);
  await expectAccessibleInBothSchemes(page, 'refused by the provider’s groups');
  await page.getByRole('link', { name: 'Back to the sign-in' }).click();
  await page.getByLabel('Email').fill(server.admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Ada Admin/ })).toBeVisible();
  await context.close();
});

test('the owner of an account links an identity and unlinks it', { tag: '@nightly' }, async ({
  browser,
  server,
}) => {
  const person = await server.newPerson('soc');
  idpOf(server).person = { sub: 'sam', email: 'sam@example.org', groups: ['/soc'] };
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/sign-in?next=%2Faccount');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const card = page.getByRole('region', { name: 'Sign-in with your organisation' });
  await card.getByRole('button', { name: 'Link with Example' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link with Example' });
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(card).toContainText('sam@example.org at Example');
  await expectAccessibleInBothSchemes(page, 'linked identities');
  await card.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(card).not.toContainText('sam@example.org');
  await context.close();
});

test('an administrator tests a provider, and reads what is wrong', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const page = await open.as(server.admin, '/administration/sign-in');
  const panel = page.getByRole('region', { name: 'Example' });
  await expect(panel).toContainText(`${server.url}/sign-in/with/example`);
  await panel.getByRole('button', { name: 'Test' }).click();
  await expect(panel).toContainText('It knows the client damson');
  await expect(panel).toContainText('The table names the group Leads, which does not exist here: create it');
  await expectAccessibleInBothSchemes(page, 'sign-in providers');
});

const testWithDirectory = testOn(async (): Promise<TestServer> => {
  const slapd = await Slapd.start(
    [units, personEntry('rita'), groupEntry('red', [personDn('rita')])].join('\n'),
  );
  const server = await startTestServer({ env: ldapSettings(slapd, [ldapProvider(slapd)]) });
  return Object.assign(Object.create(server), {
    close: async () => {
      await server.close();
      await slapd.close();
    },
  });
});

testWithDirectory(
  'someone signs in with a directory, or with an account of this server',
  async ({ open, server }) => {
    testWithDirectory.skip(!hasSlapd(), slapdMissing);
    open.expectError(/Failed to load resource: .* 401/);
    const page = await open.anonymous('/sign-in');
    await expect(page.getByLabel('Account')).toHaveValue('directory');
    await page.getByRole('textbox', { name: 'Name' }).fill('rita');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('The name or the password is wrong')).toBeVisible();
    await expectAccessibleInBothSchemes(page, 'sign-in with a directory');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await page.getByRole('textbox', { name: 'Password' }).fill(directoryPassword('rita'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /rita of the directory/ })).toBeVisible();

    const other = await open.anonymous('/sign-in');
    await other.getByLabel('Account').selectOption('Of this server');
    await other.getByLabel('Email').fill(server.admin.email);
    await other.getByRole('textbox', { name: 'Password' }).fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.getByRole('button', { name: /^Ada Admin/ })).toBeVisible();
  },
);
