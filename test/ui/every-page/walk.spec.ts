import { sample } from '../../support/sample.ts';
import { patience } from '../../support/servers/slowness.ts';
import {
  accessibilityProblems,
  changeScheme,
  expectAccessible,
  expectAccessibleInBothSchemes,
} from '../looks/axe.ts';
import { offerDesktop } from '../looks/desktop-offer.ts';
import { cutOff, expectToFit, narrowest } from '../looks/fit.ts';
import { expectOnScale, offScale } from '../looks/scale.ts';
import { visit } from '../looks/visit.ts';
import { inTheDesktopWindow } from '../pages/desktop.ts';
import type { InterfacePage, Look, Viewer } from '../pages/page.ts';
import { areas, pages } from '../pages/registry.ts';
import type { World } from '../pages/world.ts';
import { testInWorld as test } from '../servers.ts';
import { comeBack, expect, expectFocusHeld, type Page } from '../support.ts';
import { makeTrouble } from './trouble.ts';

// A single walk through the registry: each of its viewers opens each page once. For the first of them the server is silent,
// fails, and is unreachable, then the page appears once it is back; after that, the page goes through its states in place.
// CI looks at each page as it opens, and takes turns with the rest: states and failing servers of a third of the pages.

/** States that are reached from one another, the first at an address. */
function waysOf(looks: readonly Look[]): Look[][] {
  const ways: Look[][] = [];
  for (const look of looks) {
    if (look.at !== undefined || ways.length === 0) ways.push([]);
    ways.at(-1)?.push(look);
  }
  return ways;
}

const everyPage = pages.map(([, page]) => page);
const ways = everyPage.flatMap(({ looks }) => Object.values(looks)).flatMap(waysOf);
const states = new Set(sample(ways, 3).flat());
const failing = new Set(sample(everyPage, 3));

const take = (looks: readonly Look[] = []) => looks.filter((look, at) => at === 0 || states.has(look));

const viewers: readonly Viewer[] = ['admin', 'red', 'blue', 'newcomer', 'nobody'];
const openerOf = ({ looks }: InterfacePage) => viewers.find((as) => looks[as] !== undefined);

const banner = (page: Page) => page.getByRole('status', { name: "The server can't be reached" });
const stopped = (page: Page) => page.getByText('stopped working');

/** Slowed runs check both schemes and both narrow windows in each state. */
async function judge(page: Page, name: string, state: Partial<Look> = {}): Promise<void> {
  await expectOnScale(page, name);
  if (patience > 1) {
    await expectAccessibleInBothSchemes(page, name, state);
    return expectToFit(page, name);
  }
  await expectAccessible(page, name, state);
  await expectToFit(page, name, [narrowest]);
}

/** Changes to the other colour scheme at each address: most parts of its states are also on other pages. */
async function lookAt(page: Page, world: World, looks: readonly Look[]): Promise<void> {
  for (const { name, at, does, sees, ...state } of looks) {
    await test.step(name, async () => {
      if (at !== undefined) {
        await changeScheme(page);
        await visit(page, at(world));
      }
      // The shell shows its messages before anybody has focused anything.
      const isFocused = await page.evaluate('document.activeElement !== document.body');
      await does?.(page, world);
      await expect(sees(page, world).first()).toBeVisible();
      if (does !== undefined && isFocused) await expectFocusHeld(page);
      await judge(page, name, state);
    });
  }
}

/**
 * Opens a page while the server is silent, then fails and is unreachable, and finally answers. Placeholder and message are the same
 * parts on all pages, so `isJudged` on one page of each area.
 */
async function openInTrouble(
  page: Page,
  { path, reads, isJudged }: { path: string; reads: string; isJudged: boolean },
): Promise<void> {
  const trouble = await makeTrouble(page);
  await page.goto(path);
  const skeleton = page.locator('main .mantine-Skeleton-root:not([aria-label="Loading the page"])');
  await expect(skeleton.first()).toBeVisible();
  if (isJudged) await expectAccessible(page, `the ${reads} on its way`, { isNameless: true });

  await trouble.fail();
  const alert = page.getByRole('alert').filter({ hasText: `The ${reads} could not be loaded` });
  await expect(alert).toBeVisible();
  if (isJudged) await judge(page, `the ${reads} not read`, { isNameless: true });

  trouble.lose();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(banner(page)).toBeVisible();
  await expect(stopped(page)).toHaveCount(0);

  await trouble.end();
  await comeBack(page);
  await expect(banner(page)).toHaveCount(0);
}

for (const [area, itsPages] of Object.entries(areas)) {
  for (const as of viewers) {
    const seen = Object.entries(itsPages).filter(([, { looks }]) => looks[as] !== undefined);
    if (seen.length === 0) continue;
    const count = seen.flatMap(([, { looks }]) => take(looks[as])).length;
    test(`${area} as ${as}: each page is accessible, fits narrow windows, and says what is wrong with the server`, async ({
      open,
      world,
    }) => {
      test.setTimeout(patience * (480_000 + 60_000 * seen.length + 40_000 * count));
      open.expectError(/Failed to load resource/);
      const page = as === 'nobody' ? await open.anonymous('/sign-in') : await open.as(world[as], '/about');
      await expect(page.getByRole('main')).toBeVisible();
      let isJudged = true;
      for (const [name, itsPage] of seen) {
        const { at, sign, reads, looks } = itsPage;
        if (openerOf(itsPage) === as && failing.has(itsPage)) {
          await test.step(name, async () => {
            if (reads === undefined) await page.goto(at(world));
            else {
              await openInTrouble(page, { path: at(world), reads, isJudged });
              isJudged = false;
            }
            await expect(sign(page).first()).toBeVisible();
            await expectToFit(page, name);
          });
        }
        await lookAt(page, world, take(looks[as]));
      }
    });
  }
}

test('the window of the desktop application: each state is accessible and fits narrow windows', async ({
  open,
  world,
}) => {
  test.setTimeout(patience * (480_000 + 40_000 * inTheDesktopWindow.length));
  open.expectError(/Failed to load resource/);
  const page = await open.as(world.admin, '/about');
  await page.addInitScript(offerDesktop);
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await lookAt(page, world, inTheDesktopWindow);
});

test('a page without a name, with too little contrast, too wide for its window and in sizes of its own is found by the walk', async ({
  open,
  world,
}) => {
  const page = await open.as(world.red, '/about');
  await expect(page.getByText('Everything works')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
  expect(await offScale(page)).toEqual([]);
  await page.evaluate(`{
    const add = (tag, text, style) => {
      const added = document.querySelector('main').appendChild(document.createElement(tag));
      added.textContent = text;
      Object.assign(added.style, style);
    };
    add('p', 'Grey on grey', { color: '#999', background: '#aaa' });
    add('button', '', {});
    add('h2', 'Wide', { width: '3000px', fontSize: '14px' });
    add('p', 'Between two sizes', { fontSize: '13px' });
    add('p', 'As heavy as a title', { fontWeight: '600' });
    add('p', 'In another face', { fontFamily: 'serif' });
  }`);
  expect((await accessibilityProblems(page)).map((problem) => problem.split(':')[0])).toEqual([
    'button-name',
    'color-contrast',
  ]);
  expect(await accessibilityProblems(page, { onlyColours: true })).toHaveLength(1);
  expect(await cutOff(page)).toHaveLength(2);
  expect(await offScale(page)).toHaveLength(3);
});
