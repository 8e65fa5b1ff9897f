import { newMission, placeOf } from '../../support/missions/factories.ts';
import { type Person, password, startTestServer } from '../../support/servers/server.ts';
import { expect, newTeam, type Page, runningMission, testOn, testPath } from '../support.ts';
import {
  endSessions,
  hasAskedAll,
  sendAfterTheEnd,
  signInAgain,
  signInHere,
  stored,
  tokensOf,
} from './ended-session.ts';

let now = Date.now();
const test = testOn(() => startTestServer({ seams: { now: () => now } }));
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

test.beforeEach(() => {
  now = Date.now();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Another tab of the same browser. */
async function newTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}

async function signOut(page: Page, { role }: { role: string }): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${role} `) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Signs in on the sign-in page, in a separate browser. */
async function signInAt(page: Page, person: Person, isKept: boolean): Promise<void> {
  if (isKept) await page.getByRole('checkbox', { name: 'Keep me signed in on this computer' }).check();
  await signInHere(page, person);
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible();
}

test('a reload, a new tab and a link opened in one are signed in, and no token is in the storage', {
  tag: '@story',
}, async ({ open, server }) => {
  const red = await server.newPerson('redteam');
  const mission = await newMission(red.client, { tests: 1 });
  const page = await open.anonymous('/missions');
  await signInAt(page, red, false);
  await expect(page).toHaveURL('/missions');
  expect(await stored(page)).not.toMatch(/eyJ|token|user/);
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.reload();
  await expect(heading(page, 'Missions')).toBeVisible();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: mission.name }).click({ modifiers: ['ControlOrMeta'] });
  const second = await opening;
  await expect(heading(second, mission.name)).toBeVisible();
  const third = await newTab(page, '/sign-in?next=%2Fengagements');
  await expect(heading(third, 'Engagements')).toBeVisible();
});

for (const [isKept, name] of [
  [false, 'is closed'],
  [true, 'was closed, for twelve hours at most'],
] as const) {
  test(`the cookie lasts until the browser ${name}`, { tag: '@nightly' }, async ({ open, server }) => {
    const red = await server.newPerson('redteam');
    const page = await open.anonymous('/sign-in');
    await signInAt(page, red, isKept);
    const [cookie] = await page.context().cookies(`${server.url}/api/v1/auth/renewal`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v1/auth/renewal' });
    const hours = ((cookie?.expires ?? 0) - Date.now() / 1000) / 3600;
    if (isKept) expect(Math.round(hours)).toBe(12);
    else expect(cookie?.expires).toBe(-1);
  });
}

test('signing out in one tab clears all of them at once', async ({ open, server }) => {
  const { red } = await newTeam(server);
  const mission = await newMission(red.client, { tests: 1 });
  const page = await open.as(red, '/missions');
  const token = tokensOf(page);
  await page.getByRole('link', { name: mission.name }).click();
  await expect(heading(page, mission.name)).toBeVisible();
  const second = await newTab(page, `/missions/${mission.id}`);
  await second.evaluate("localStorage.setItem('left', 'by a page')");
  await expect(heading(second, mission.name)).toBeVisible();
  await hasAskedAll(second);
  await signOut(page, { role: 'redteam' });
  await expect(page).toHaveURL('/sign-in');
  await expect(second).toHaveURL('/sign-in');
  for (const tab of [page, second]) {
    await expect(tab.getByText('Your session has ended')).toHaveCount(0);
    await expect(tab.getByText(mission.name)).toHaveCount(0);
    expect(await stored(tab)).toBe('{}');
  }
  const asked = () => server.anonymous.get('/api/v1/auth/me', { authorization: `Bearer ${token()}` });
  await expect.poll(async () => (await asked()).status).toBe(401);
  await expect.poll(() => page.context().cookies(`${server.url}/api/v1/auth/renewal`)).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in/);
  await second.reload();
  await expect(second).toHaveURL(/\/sign-in/);
});

test('signing out in one tab saves text typed in another a moment before', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  await expect(heading(page, mission.scenarios[0]?.tests[0]?.name ?? '')).toBeVisible();
  const second = await newTab(page, '/missions');
  await expect(heading(second, 'Missions')).toBeVisible();
  await page.getByLabel('Output').fill('typed a moment before');
  await signOut(second, { role: 'redteam' });
  await expect(second).toHaveURL(/sign-in/);
  expect((await team.red.client.get(placeOf(mission).path)).body.output).toBe('typed a moment before');
});

test('a session that ends while someone types is renewed in a dialog over the page', {
  tag: '@story',
}, async ({ open, server }) => {
  open.expectError(/401/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  const output = page.getByLabel('Output');
  await expect(output).toBeVisible();
  const address = page.url();
  let ended: Promise<void> | undefined;
  await page.route(placeOf(mission).path, async (route) => {
    if (route.request().method() !== 'GET') {
      ended ??= endSessions(server, team.red);
      await ended;
    }
    await route.continue();
  });
  await output.fill('half a line of output');
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(dialog(page).getByLabel('Email')).toHaveValue(team.red.email);
  const secret = dialog(page).getByRole('textbox', { name: 'Password' });
  await expect(secret).toBeFocused();
  expect(await stored(page)).toBe('{}');

  // Text typed now reaches neither the page's keys nor its fields.
  await secret.fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('nx?');
  await expect(secret).toHaveValue('nx?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement?.closest('[role=dialog]') !== null")).toBe(true);
  }
  await secret.fill(password);
  await page.keyboard.press('Enter');
  await expect(output).toHaveValue('half a line of output');
  await expect(page).toHaveURL(address);
  await expect
    .poll(async () => (await team.blue.client.get(placeOf(mission).path)).body.output)
    .toBe('half a line of output');
});

test('the page of one person is cleared when another signs in over it', async ({ open, server }) => {
  open.expectError(/401/);
  const team = await newTeam(server);
  const page = await open.as(team.red, '/templates/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nobody else’s');
  await hasAskedAll(page);
  await endSessions(server, team.red);
  await sendAfterTheEnd(page.getByRole('button', { name: 'Create template' }));
  await expect(dialog(page)).toBeVisible();
  await signInHere(page, server.admin);
  await expect(page).toHaveURL('/');
  await page.goBack();
  await page.goto('/templates/new');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
});

test('a session end seen by one tab ends all of them, and one sign-in renews them all', async ({
  open,
  server,
}) => {
  open.expectError(/401/);
  const { red } = await newTeam(server);
  const page = await open.as(red, '/missions');
  const second = await newTab(page, '/templates/new');
  const name = second.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed in the second tab');
  for (const tab of [page, second]) await hasAskedAll(tab);
  await endSessions(server, red);
  await page.getByRole('link', { name: 'Engagements', exact: true }).click();
  for (const tab of [page, second]) {
    await expect(dialog(tab)).toBeVisible();
    await expect(dialog(tab).getByLabel('Email')).toHaveValue(red.email);
  }
  await signInAgain(page, red);
  await expect(heading(page, 'Engagements')).toBeVisible();
  await expect(dialog(second)).toHaveCount(0);
  await expect(name).toHaveValue('Typed in the second tab');
});

test('another person signing in in one tab takes over all of them', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/401/);
  const { red } = await newTeam(server);
  const mission = await newMission(red.client, { tests: 1 });
  const page = await open.as(red, '/missions');
  const second = await newTab(page, `/missions/${mission.id}`);
  await expect(heading(second, mission.name)).toBeVisible();
  for (const tab of [page, second]) await hasAskedAll(tab);
  await endSessions(server, red);
  await page.getByRole('link', { name: 'Engagements', exact: true }).click();
  await expect(dialog(second)).toBeVisible();
  await signInHere(page, server.admin);
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL('/');
    await expect(tab.getByRole('button', { name: 'Ada Admin' })).toBeVisible();
  }
});

test('tabs whose token expired while the computer slept continue automatically', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/401/);
  const { red } = await newTeam(server);
  const page = await open.as(red, '/missions');
  const second = await newTab(page, '/engagements');
  for (const tab of [page, second]) await hasAskedAll(tab);
  now += 3 * 60 * 60_000;
  await Promise.all(
    [page, second].map((tab) => tab.getByRole('link', { name: 'Templates', exact: true }).first().click()),
  );
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/templates/);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialog(tab)).toHaveCount(0);
  }
});
