import type { TestServer } from '../support/server.ts';
import { expectAccessibleInBothSchemes } from './axe.ts';
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

for (const [area, { as, prepare, steps }] of Object.entries(screens)) {
  test(`${area}: nothing that WCAG 2.2 AA forbids, light and dark`, async ({ open, world }) => {
    test.setTimeout(60_000 + 20_000 * steps.length);
    open.expectError(/Failed to load resource/);
    const page = as === null ? await open.anonymous('/sign-in') : await open.as(world[as], '/about');
    await expect(page.getByRole('main')).toBeVisible();
    await prepare?.(page);
    for (const { name, at, does, sees, ...looks } of steps) {
      await test.step(name, async () => {
        if (at !== undefined) await visit(page, at(world));
        await does?.(page, world);
        await expect(sees(page, world).first()).toBeVisible();
        await expectAccessibleInBothSchemes(page, name, looks);
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
