import type { Page } from '@playwright/test';
import type { TestServer } from '../support/server.ts';
import { accessibilityProblems } from './axe.ts';
import { routesOfTheInterface } from './routes.ts';
import { screens } from './screens.ts';
import { fill, startServerOfAllScreens, type World } from './screens-world.ts';
import { test as base, expect } from './support.ts';
import { visit } from './visit.ts';

const test = base.extend<object, { server: TestServer; world: World }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const server = await startServerOfAllScreens();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  world: [async ({ server }, use) => use(await fill(server)), { scope: 'worker' }],
});

/** The whole matrix is drawn anew when the scheme changes. */
const slowly = { timeout: 60_000 };

/** Both schemes: what the colours do not decide is the same in the second. */
async function expectNothingWrong(page: Page, name: string, hasMenu: boolean): Promise<void> {
  const problems = await accessibilityProblems(page, { hasMenu });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark', slowly);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  problems.push(...(await accessibilityProblems(page, { hasMenu, onlyColours: true })));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light', slowly);
  expect.soft(problems, name).toEqual([]);
}

for (const [area, { as, steps }] of Object.entries(screens)) {
  test(`${area}: nothing that WCAG 2.2 AA forbids, light and dark`, async ({ open, world }) => {
    test.setTimeout(60_000 + 20_000 * steps.length);
    open.expectError(/Failed to load resource/);
    const page = as === null ? await open.anonymous('/sign-in') : await open.as(world[as]);
    await expect(page.getByRole('main')).toBeVisible();
    for (const { name, at, does, sees, hasMenu = false } of steps) {
      await test.step(name, async () => {
        if (at !== undefined) await visit(page, at(world));
        await does?.(page, world);
        await expect(sees(page, world).first()).toBeVisible();
        await expectNothingWrong(page, name, hasMenu);
      });
    }
  });
}

/** Needs a server that nobody has set up: it is looked at where the form is tried, in forms-administration.spec.ts. */
const elsewhere = ['/setup'];

test('every address of the interface is among the screens', () => {
  const known = Object.values(screens).flatMap(({ steps }) => steps.flatMap(({ route }) => route ?? []));
  expect(
    routesOfTheInterface().filter((route) => !known.includes(route) && !elsewhere.includes(route)),
  ).toEqual([]);
});
