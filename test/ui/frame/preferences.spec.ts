import { newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import { listEnglish } from '../looks/english.ts';
import { expect, newTeam, type Page, runningMission, test, testPath } from '../support.ts';

const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

test('the theme is chosen, kept with the account and not in the browser, and outlives the session', async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/account');
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  expect(await scheme(page)).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => scheme(page)).toBe('dark');
  await page.getByRole('button', { name: /^redteam \d/ }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect.poll(() => scheme(page)).toBe('light');
  // The menu stays open, so that another scheme can be tried.
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect
    .poll(async () => bodyOf(await red.client.get('/api/v1/auth/me'), 200).preferences.theme)
    .toBe('dark');
  expect(await page.evaluate('localStorage.length')).toBe(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await scheme(page)).toBe('dark');
  // Other pages have the same scheme, and the palette changes it as well.
  const elsewhere = await open.as(red, '/missions');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await scheme(elsewhere)).toBe('dark');
  await elsewhere.keyboard.press('Control+k');
  await elsewhere.getByRole('dialog').getByRole('combobox').fill('theme sys');
  await elsewhere.keyboard.press('Enter');
  await expect.poll(() => scheme(elsewhere)).toBe('light');
});

test('a preference that could not be saved is reverted', { tag: '@nightly' }, async ({ open, server }) => {
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/account');
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  open.expectError(/503/);
  await page.route('**/api/v1/auth/me', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"Busy"}' })
      : route.continue(),
  );
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.getByText('Your preference could not be saved')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
});

test('an answer requested before a choice does not revert it', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/missions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let answered = 0;
  await page.route('**/api/v1/auth/me', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await held;
    // A cancelled request takes no answer.
    await route.fulfill({ response }).catch(() => {});
    answered += 1;
  });
  await page.goto('/account');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect
    .poll(async () => bodyOf(await red.client.get('/api/v1/auth/me'), 200).preferences.theme)
    .toBe('dark');
  letGo();
  await expect.poll(() => answered).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await scheme(page)).toBe('dark');
});

test('times are local or UTC, with seconds and zone, both shown and typed', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const path = testPath(mission);
  const id = path.split('/').at(-1);
  await team.red.client.post(`/api/v1/missions/${mission.id}/tests/${id}/transition`, {
    status: 'executed',
    executed_at: '2026-07-20T22:30:05.000Z',
  });
  const blue = await open.as(team.blue, path);
  const shown = blue.getByTitle('2026-07-20 22:30:05.000 UTC').first();
  await expect(shown).toHaveText(/21 Jul.* 00:30:05 CEST/);
  const red = await open.as(team.red, path);
  const field = red.getByLabel('Executed at', { exact: true });
  await expect(field).toHaveValue('2026-07-21 00:30:05');
  await expect(field).toHaveAccessibleDescription(/^CEST;/);
  for (const page of [red, blue]) {
    await page.getByRole('button', { name: /^(redteam|soc) \d/ }).click();
    await page.getByRole('menuitemradio', { name: 'UTC' }).click();
    await page.keyboard.press('Escape');
  }
  await expect(shown).toHaveText(/20 Jul.* 22:30:05 UTC/);
  await expect(field).toHaveValue('2026-07-20 22:30:05');
  await expect(field).toHaveAccessibleDescription(/^UTC;/);
  await field.fill('22:31');
  await field.blur();
  await expect
    .poll(
      async () =>
        bodyOf(await team.red.client.get(`/api/v1/missions/${mission.id}/tests/${id}`), 200).executed_at,
    )
    .toBe('2026-07-20T22:31:00.000Z');
});

test('times of missions and engagements use 24 hours with seconds, even in 12-hour languages, until 12 hours are chosen', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  bodyOf(await team.red.client.put(placeOf(mission).path, { executed_at: '2026-11-20T21:30:05.000Z' }), 200);
  const page = await open.as(team.blue, testPath(mission), { locale: 'en-US' });
  const shown = page.getByTitle('2026-11-20 21:30:05.000 UTC').first();
  await expect(shown).toHaveText(/Nov 20, 22:30:05 /);
  const simulation = await newSimulation(team.red.client, { executed_at: '2026-11-20T21:30:05.000Z' });
  const ofSimulation = `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`;
  await page.goto(ofSimulation);
  await expect(shown).toHaveText(/Nov 20, 22:30:05 /);
  bodyOf(await team.blue.client.patch('/api/v1/auth/me', { preferences: { clock: '12' } }), 200);
  await page.reload();
  await expect(shown).toHaveText(/Nov 20, 10:30:05.PM /);
});

test('the language follows the browser until a person chooses one, which is stored with the account', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  // No catalogue is loaded.
  open.expectError(/503/);
  const page = await open.as(team.red, '/account');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');
  await page.getByRole('radio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mein Konto' })).toBeVisible();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await expect
    .poll(async () => bodyOf(await team.red.client.get('/api/v1/auth/me'), 200).preferences.language)
    .toBe('de');
  for (const [path, heading] of [
    ['/', /^Willkommen/],
    ['/missions', 'Missionen'],
    [`/missions/${mission.id}`, mission.name],
    [`/missions/${mission.id}/results`, mission.name],
    [testPath(mission), mission.scenarios[0]?.tests[0]?.name ?? ''],
    ['/engagements', 'Engagements'],
    ['/templates', 'Vorlagen'],
    ['/catalogue', /ATT&CK-Katalog/],
    ['/account', 'Mein Konto'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
    expect(await listEnglish(page), path).toEqual([]);
  }
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(page.getByText('Aktuelles Passwort eingeben').first()).toBeVisible();
  const elsewhere = await open.as(team.red, '/missions');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Missionen' })).toBeVisible();
});

test('people choose a 12-hour or 24-hour clock in any language', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const path = testPath(mission);
  await team.red.client.post(`/api/v1/missions/${mission.id}/tests/${path.split('/').at(-1)}/transition`, {
    status: 'executed',
    executed_at: '2026-07-20T14:30:05.000Z',
  });
  await team.blue.client.patch('/api/v1/auth/me', { preferences: { time_zone: 'utc', clock: '12' } });
  const page = await open.as(team.blue, path);
  const shown = page.getByTitle('2026-07-20 14:30:05.000 UTC').first();
  await expect(shown).toContainText(/02:30:05\s*pm/i);
  await page.goto('/account');
  await page.getByRole('radio', { name: '24 hours' }).click();
  await expect
    .poll(async () => bodyOf(await team.blue.client.get('/api/v1/auth/me'), 200).preferences.clock)
    .toBe('24');
  await page.goto(path);
  await expect(shown).toContainText('14:30:05');
});
