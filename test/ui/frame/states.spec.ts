import { newEngagement } from '../../support/missions/engagements.ts';
import { newMission, nobody } from '../../support/missions/factories.ts';
import { startTestServer } from '../../support/servers/server.ts';
import { expectAccessibleInBothSchemes } from '../looks/axe.ts';
import { tokensOf } from '../sessions/ended-session.ts';
import { expect, newTeam, type Page, runningMission, test, testPath } from '../support.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Areas' });

test('a missing page of any kind says so, and offers a way on', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/404/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const foreign = await newMission(server.admin.client, { tests: 1 });
  const engagement = await newEngagement(team.red.client);
  const page = await open.as(team.red, '/');
  for (const [path, heading] of [
    [`/missions/${nobody}`, 'This mission does not exist'],
    ['/missions/no-identifier', 'This mission does not exist'],
    [`/missions/${foreign.id}`, 'This mission does not exist'],
    [testPath(foreign), 'This test does not exist'],
    [`/missions/${mission.id}/tests/${nobody}`, 'This test does not exist'],
    [`/missions/${nobody}/tests/${mission.scenarios[0]?.tests[0]?.id}`, 'This test does not exist'],
    [`/templates/${nobody}`, 'This template does not exist'],
    [`/templates/${nobody}/edit`, 'This template does not exist'],
    [`/templates/new?from=${nobody}`, 'This template does not exist'],
    [`/templates/scenarios/${nobody}`, 'This scenario does not exist'],
    [`/templates/scenarios/${nobody}/edit`, 'This scenario does not exist'],
    [`/imports/${nobody}`, 'This import does not exist'],
    [`/engagements/${nobody}`, 'This engagement does not exist'],
    [`/engagements/${nobody}/c2`, 'This engagement does not exist'],
    [`/engagements/${engagement.id}/simulations/${nobody}`, 'This simulation does not exist'],
    ['/catalogue/T9999', 'Technique not found'],
    ['/catalogue/T9999.123', 'Technique not found'],
    ['/nothing/here', 'Page not found'],
    ['/missions/%2e%2e/admin', 'Page not found'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }), path).toBeVisible();
    await expect(navigation(page), path).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^Go to/ }), path).toBeVisible();
    await expect(page.getByText('stopped working'), path).toHaveCount(0);
  }
  // Only messages about objects with members mention members.
  await page.goto(`/templates/${nobody}`);
  await expect(page.getByText('member')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('an empty server says on every page what to do next', { tag: '@nightly' }, async ({ page }) => {
  const server = await startTestServer();
  try {
    const red = await server.newPerson('redteam');
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${server.url}/sign-in`);
    await page.getByLabel('Email').fill(red.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(red.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
    for (const [path, heading, way] of [
      ['/missions', 'No missions yet', 'New mission'],
      ['/engagements', 'No engagements yet', 'New engagement'],
      ['/engagements/templates', /No (simulation )?templates yet/, /New (simulation )?template/],
      ['/templates', 'The library is empty', /test template/],
      ['/templates/scenarios', /scenario/i, /scenario template/],
      ['/catalogue', /has not been loaded yet/, null],
    ] as const) {
      await page.goto(server.url + path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: heading }).first(), path).toBeVisible();
      if (way === null) continue;
      await expect(
        main
          .getByRole('button', { name: way })
          .or(main.getByRole('link', { name: way }))
          .first(),
        path,
      ).toBeVisible();
    }
    expect(problems).toEqual([]);
  } finally {
    await server.close();
  }
});

/** Makes the server's answer about a mission invalid, as no Damson server would send it. */
async function breakMission(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/missions\/[^/?]+$/, (route) => route.fulfill({ json: { scenarios: 'none' } }));
}

test('a part that crashes leaves the rest working, and its report can be copied', async ({
  open,
  server,
}) => {
  // React reports errors caught by the boundary.
  open.expectError(/TypeError/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, '/', { permissions: ['clipboard-read', 'clipboard-write'] });
  const token = tokensOf(page);
  await breakMission(page);
  await page.goto(`/missions/${mission.id}`);
  const report = page.getByRole('alert').filter({ hasText: 'This part of Damson stopped working' });
  await expect(report).toBeVisible();
  await expect(report).toContainText('Saved work is not lost.');
  await expectAccessibleInBothSchemes(page, 'the report of a crash');
  await expect(navigation(page)).toBeVisible();
  await report.getByRole('button', { name: 'Copy report' }).click();
  await expect(report.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied: string = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toContain('TypeError');
  expect(copied).toContain(`/missions/${mission.id} at 20`);
  expect(copied).toContain('Chrome');
  expect(copied).not.toContain(token());

  // The page can be left, and works again on return.
  await page.getByRole('link', { name: 'Engagements' }).click();
  await expect(page.getByRole('heading', { name: 'Engagements', level: 1 })).toBeVisible();
  await page.goto(`/missions/${mission.id}`);
  await expect(report).toBeVisible();
  await page.unrouteAll();
  await report.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: mission.name, level: 1 })).toBeVisible();
});

test('copying works in a page served without TLS', { tag: '@nightly' }, async ({ open, server }) => {
  open.expectError(/TypeError/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, '/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.evaluate('navigator.clipboard.writeText("from before")');
  // Browsers withhold the clipboard from such pages; loopback is the exception.
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not known here
    const { Navigator, navigator } = globalThis as any;
    Object.assign(globalThis, { keptClipboard: navigator.clipboard });
    delete Navigator.prototype.clipboard;
  });
  await breakMission(page);
  await page.goto(`/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('globalThis.keptClipboard.readText()')).toContain('TypeError');
});

test('a failing server is reported and retried, and the screen keeps its content', async ({
  open,
  server,
}) => {
  open.expectError(/500|503/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, '/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const failing = (status: number) =>
    page.route('**/api/v1/missions*', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { title: 'x', status, code: 'internal', detail: 'Something went wrong on the server' },
      }),
    );
  await failing(500);
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The list of missions could not be loaded' });
  await expect(alert).toContainText('Something went wrong on the server');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: mission.name })).toBeVisible();

  // A proxy's answer for an unreachable server counts as a lost server.
  await page.route('**/api/v1/missions*', (route) =>
    route.fulfill({ status: 503, body: '<h1>Bad gateway</h1>' }),
  );
  await page.getByRole('searchbox').first().fill('anything');
  await expect(page.getByRole('status', { name: "The server can't be reached" })).toBeVisible();
});
