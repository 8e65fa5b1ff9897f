import { patience } from '../support/slowness.ts';
import { expectAccessibleInBothSchemes } from './axe.ts';
import { offerDesktop } from './desktop-offer.ts';
import { inTheDesktopWindow } from './pages/desktop.ts';
import type { Look, Viewer } from './pages/page.ts';
import { areas, pages } from './pages/registry.ts';
import { testInWorld as test } from './servers.ts';
import { expect, type Page } from './support.ts';
import { visit, visitAnew } from './visit.ts';

type Walk = { name: string; as: Viewer; looks: readonly Look[]; prepare?: (page: Page) => Promise<unknown> };

const viewers: readonly Viewer[] = ['nobody', 'newcomer', 'admin', 'red', 'blue'];
const walks: Walk[] = Object.entries(areas).flatMap(([area, itsPages]) =>
  viewers
    .map((as) => ({
      name: `${area} as ${as}`,
      as,
      looks: Object.values(itsPages).flatMap(({ looks }) => looks[as] ?? []),
    }))
    .filter(({ looks }) => looks.length > 0),
);

walks.push({
  name: 'the window of the desktop application',
  as: 'admin',
  looks: inTheDesktopWindow,
  prepare: async (page) => {
    await page.addInitScript(offerDesktop);
    await page.reload();
  },
});

/** Edit pages say the same as the page of what they change. */
const readable = pages.filter(([name, { reads }]) => reads !== undefined && !name.startsWith('edit '));

walks.push({
  name: 'what is on its way',
  as: 'admin',
  // The server says nothing of what the page asks for from now on.
  prepare: (page) => page.route(/\/api\//, () => {}),
  looks: readable.map(([, { reads, at }]) => ({
    name: `the ${reads} on its way`,
    // No other skeleton is to be taken for this one.
    does: (page, world) => visitAnew(page, at(world)),
    sees: (page) => page.locator('main .mantine-Skeleton-root:not([aria-label="Loading the page"])'),
    isNameless: true,
  })),
});

walks.push({
  name: 'what could not be read',
  as: 'admin',
  prepare: (page) =>
    page.route(/\/api\//, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { status: 500, code: 'internal', detail: 'Something went wrong on the server' },
      }),
    ),
  looks: readable.map(([, { reads, at }]) => ({
    name: `the ${reads} not read`,
    at,
    sees: (page) => page.getByRole('alert').filter({ hasText: `The ${reads} could not be read` }),
    isNameless: true,
  })),
});

/** In a window as narrow as a usual one is at 400 %, narrower than a phone; what only was visited is looked at in reflow.spec.ts. */
async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 568 });
  const tooWide = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  await expect.soft.poll(tooWide, `${name}: too wide by`).toBeLessThanOrEqual(0);
  if (usual !== null) await page.setViewportSize(usual);
}

for (const { name: walk, as, looks, prepare } of walks) {
  test(`${walk}: nothing that WCAG 2.2 AA forbids, light and dark, nor one that scrolls sideways at 400 %`, async ({
    open,
    world,
  }) => {
    test.setTimeout(patience * (60_000 + 20_000 * looks.length));
    open.expectError(/Failed to load resource/);
    const page = as === 'nobody' ? await open.anonymous('/sign-in') : await open.as(world[as], '/about');
    await expect(page.getByRole('main')).toBeVisible();
    await prepare?.(page);
    for (const { name, at, does, sees, ...state } of looks) {
      await test.step(name, async () => {
        if (at !== undefined) await visit(page, at(world));
        await does?.(page, world);
        await expect(sees(page, world).first()).toBeVisible();
        await expectAccessibleInBothSchemes(page, name, state);
        if (does !== undefined && !state.isNameless) await expectNoSidewaysScroll(page, name);
      });
    }
  });
}
