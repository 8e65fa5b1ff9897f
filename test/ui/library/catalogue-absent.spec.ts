import { startTestServer, type TestServer } from '../../support/servers/server.ts';
import { test as base, expect, expectAccessible } from '../support.ts';

/** A separate server: these tests need one without a catalogue. */
const test = base.extend<{ empty: TestServer }, object>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  empty: async ({}, use) => {
    const server = await startTestServer();
    await use(server);
    await server.close();
  },
});

test('a missing catalogue is loaded with one button', async ({ page, empty }) => {
  const signIn = async (email: string, password: string) => {
    await page.goto(`${empty.url}/sign-in?next=/catalogue`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: /has not been loaded yet/ })).toBeVisible();
  };
  const red = await empty.newPerson('redteam');
  await signIn(red.email, red.password);
  await expect(page.getByText('Ask an administrator to load it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load the bundled catalogue' })).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(empty.admin.email, empty.admin.password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load the bundled catalogue' }).click();
  await expect(page.getByRole('grid', { name: 'ATT&CK matrix' })).toBeVisible();
});
