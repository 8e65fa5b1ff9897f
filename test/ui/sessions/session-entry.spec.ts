import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { issueInstallToken } from '../../../server/accounts/setup/service.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { password, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { expect, type Page, test } from '../support.ts';

const minute = 60_000;

/** A server before its setup. */
async function startEmptyServer() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-test-'));
  const settings = readSettings(
    {},
    { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent' },
  );
  const server = await startServer(settings);
  return {
    url: server.url,
    async installToken() {
      const opened = openDatabase(settings.dbPath);
      const token = await issueInstallToken(opened.db, Date.now, 'command');
      await opened.close();
      return token;
    },
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function choosePassword(page: Page, secret: string, again = secret): Promise<void> {
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(secret);
  await page.getByRole('textbox', { name: 'Password again' }).fill(again);
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

for (const loads of [true, false]) {
  test(`an empty server is set up, ${loads ? 'with' : 'without'} the bundled catalogue`, {
    tag: loads ? '@story' : '@nightly',
  }, async ({ page }) => {
    const server = await startEmptyServer();
    try {
      await page.goto(`${server.url}/missions?q=x`);
      await expect(page).toHaveURL(`${server.url}/setup`);
      const submit = page.getByRole('button', { name: 'Set up' });
      await submit.click();
      for (const message of ['Enter the install token', 'Enter your name', 'Enter an email address']) {
        await expect(page.getByText(message)).toBeVisible();
      }
      const token = await server.installToken();
      await page.getByLabel('Install token').fill('guessed');
      await page.getByLabel('Your name').fill('Ada Admin');
      await page.getByLabel('Email').fill('ada@damson.test');
      await choosePassword(page, 'too short', 'too shorter');
      await submit.click();
      await expect(page.getByText('The passwords do not match')).toBeVisible();
      await choosePassword(page, password);
      if (!loads) await page.getByRole('checkbox', { name: /ATT&CK catalogue/ }).uncheck();
      await submit.click();
      await expect(page.getByRole('alert')).toHaveText('The install token is wrong, used or expired');

      const newer = await server.installToken();
      await page.getByLabel('Install token').fill(token);
      await submit.click();
      await expect(page.getByRole('alert')).toHaveText('The install token is wrong, used or expired');
      await page.getByLabel('Install token').fill(newer);
      await submit.click();
      await expect(page).toHaveURL(`${server.url}/`);
      await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible();
      await page.getByRole('link', { name: 'Catalogue' }).click();
      await expect(
        loads
          ? page.getByRole('grid', { name: 'ATT&CK matrix' })
          : page.getByRole('heading', { name: /has not been loaded yet/ }),
      ).toBeVisible();

      // The setup happens only once: afterwards, the page redirects with any token.
      await page.context().clearCookies();
      await page.goto(`${server.url}/setup`);
      await expect(page).toHaveURL(`${server.url}/sign-in`);
    } finally {
      await server.close();
    }
  });
}

test('a set-up completed by someone else says so', { tag: '@nightly' }, async ({ page }) => {
  const server = await startEmptyServer();
  try {
    const token = await server.installToken();
    await page.goto(`${server.url}/setup`);
    await page.getByLabel('Install token').fill(token);
    await page.getByLabel('Your name').fill('Late Comer');
    await page.getByLabel('Email').fill('late@damson.test');
    await choosePassword(page, password);
    const first = await fetch(`${server.url}/api/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        install_token: token,
        email: 'ada@damson.test',
        display_name: 'Ada',
        password,
        load_catalog: false,
      }),
    });
    expect(first.status).toBe(201);
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect(page.getByRole('alert')).toContainText('This server already has an administrator');
  } finally {
    await server.close();
  }
});

test.describe('invitations', () => {
  let now = Date.now();
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startTestServer({ seams: { now: () => now } });
  });
  test.afterAll(() => server.close());

  const invite = async (email: string) => {
    const made = await server.admin.client.post('/api/v1/invitations', { email, role: 'soc' });
    expect(made.status).toBe(201);
    return { id: made.body.id as string, link: `${server.url}/invitation#${made.body.token}` };
  };
  const accept = async (page: Page, link: string) => {
    // Links differ only after the #, so following one from the same page would load nothing.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('Your name').fill('Ivy Invited');
    await choosePassword(page, password);
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
  };

  test('work once, with a strong enough password', { tag: '@nightly' }, async ({ page }) => {
    const { link } = await invite('once@damson.test');
    await page.goto(link);
    await expect(page.getByText('once@damson.test')).toBeVisible();
    await expect(page.getByText(/^SOC: records the defence/)).toBeVisible();
    await expect(page.getByLabel('Your name')).toBeFocused();
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(page.getByText('Enter your name')).toBeVisible();
    await page.getByLabel('Your name').fill('Ivy Invited');
    await choosePassword(page, 'elevenchars');
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    // The error takes the place of the hint.
    await expect(page.getByText('At least 12 characters')).toHaveCount(1);
    await choosePassword(page, password);
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(page.getByRole('button', { name: 'Ivy Invited' })).toBeVisible();
    // The token is not in the address, so going back can't reveal it.
    await expect(page).toHaveURL(`${server.url}/`);
    await page.context().clearCookies();
    await accept(page, link);
    await expect(page.getByRole('alert')).toContainText('The invitation is wrong, used or expired');
    await page.getByRole('link', { name: 'Sign in with an existing account' }).click();
    await signIn(page, 'once@damson.test');
    await expect(page.getByRole('button', { name: 'Ivy Invited' })).toBeVisible();
  });

  test('stop working once withdrawn, replaced or expired, and never work with another token', {
    tag: '@nightly',
  }, async ({ page }) => {
    const withdrawn = await invite('withdrawn@damson.test');
    await server.admin.client.delete(`/api/v1/invitations/${withdrawn.id}`);
    const replaced = await invite('twice@damson.test');
    const current = await invite('twice@damson.test');
    for (const link of [withdrawn.link, replaced.link, `${server.url}/invitation#guessed`]) {
      await accept(page, link);
      await expect(page.getByRole('alert')).toContainText('The invitation is wrong, used or expired');
    }
    now += 7 * 24 * 60 * minute;
    await accept(page, current.link);
    await expect(page.getByRole('alert')).toContainText('The invitation is wrong, used or expired');
    await page.goto('about:blank');
    await page.goto(`${server.url}/invitation`);
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(page.getByText('Enter the invitation’s token')).toBeVisible();
  });
});

test.describe('signing in', () => {
  let now = Date.now();
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startTestServer({ seams: { now: () => now } });
  });
  test.afterAll(() => server.close());

  test('never says which part was wrong, and slows down guesses', { tag: '@nightly' }, async ({ page }) => {
    const person = await server.newPerson('redteam');
    const inactive = await server.newPerson('soc');
    await server.admin.client.patch(`/api/v1/users/${inactive.id}`, { is_active: false });
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your email')).toBeVisible();
    await expect(page.getByText('Enter your password')).toBeVisible();
    const alert = page.getByRole('alert');
    for (const [email, secret] of [
      [person.email, 'not the password'],
      ['nobody@damson.test', password],
      [inactive.email, password],
    ] as const) {
      await signIn(page, email, secret);
      await expect(alert).toHaveText('The email or the password is wrong');
      await page.reload();
    }
    // Four more mistakes are free. After the next, everyone has to wait, even with the right password.
    for (let mistake = 0; mistake < 4; mistake += 1) {
      await signIn(page, person.email, 'not the password');
      await expect(alert).toHaveText('The email or the password is wrong');
      await page.reload();
    }
    await signIn(page, person.email);
    await expect(alert).toHaveText(/Too many failed attempts: try again in \d+ s/);
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    now += minute;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('returns to the requested page, and never leaves this server', async ({ page }) => {
    const elsewhere: string[] = [];
    const mistakes: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${server.url}/`)) elsewhere.push(request.url());
    });
    page.on('pageerror', (error) => mistakes.push(error.message));
    await page.goto(`${server.url}/engagements?q=a%26b&status=active`);
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await signIn(page, server.admin.email);
    await expect(page).toHaveURL(`${server.url}/engagements?q=a%26b&status=active`);
    for (const next of [
      '//evil.test/x',
      '///evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '/\t/evil.test',
      '/\n/evil.test',
      '/.//evil.test',
      '@evil.test',
      '/%09/evil.test',
      '/sign-in',
      '/Sign-In/?next=/missions',
      '/setup',
    ]) {
      await page.context().clearCookies();
      await page.goto(`${server.url}/sign-in?next=${encodeURIComponent(next)}`);
      await signIn(page, server.admin.email);
      await expect(page.getByRole('navigation', { name: 'Areas' }), next).toBeVisible();
      expect(new URL(page.url()).origin, next).toBe(server.url);
    }
    expect(elsewhere).toEqual([]);
    expect(mistakes).toEqual([]);
  });
});

for (const arrives of [true, false]) {
  test(`the code of the next page is fetched while a person types${arrives ? '' : ', and again if that failed'}`, {
    tag: arrives ? [] : '@nightly',
  }, async ({ open, server }) => {
    const person = await server.newPerson('redteam');
    if (!arrives) open.expectError(/ERR_FAILED/);
    const page = await open.anonymous('/sign-in?next=%2Fengagements%3Fq%3Dx');
    await page.waitForLoadState('networkidle');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const ofEngagements = /\/engagements-page-[^/]+\.js$/;
    if (!arrives) await page.route(ofEngagements, (route) => route.abort());
    await page.getByLabel('Email').focus();
    expect(scripts).toEqual([]);
    await page.getByLabel('Email').fill(person.email);
    await expect.poll(() => scripts).toContainEqual(expect.stringMatching(ofEngagements));
    await page.waitForLoadState('networkidle');
    const before = scripts.length;
    await page.unroute(ofEngagements);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Engagements', level: 1 })).toBeVisible();
    expect(scripts.slice(before).filter((path) => ofEngagements.test(path))).toHaveLength(arrives ? 0 : 1);
  });
}
