import { patience } from '../../support/servers/slowness.ts';
import { listEnglish } from '../looks/english.ts';
import type { InterfacePage } from '../pages/page.ts';
import { areas } from '../pages/registry.ts';
import { testInWorld as test } from '../servers.ts';
import { expect } from '../support.ts';

// Runs nightly; longer-words.spec.ts finds untranslated words on the same pages. Each page is the first of its area in a browser,
// so that it has to load its own messages.
const viewers = ['admin', 'red', 'blue', 'newcomer'] as const;
const openerOf = ({ looks }: InterfacePage) => viewers.find((as) => looks[as] !== undefined);

/** The guide, and names without a translation. */
const english = new Set(['user guide', 'import']);

for (const [area, itsPages] of Object.entries(areas)) {
  for (const as of viewers) {
    const seen = Object.entries(itsPages).filter(
      ([name, itsPage]) => openerOf(itsPage) === as && !english.has(name),
    );
    if (seen.length === 0) continue;
    test(`${area} as ${as}: every page is in German from its first moment`, { tag: '@nightly' }, async ({
      open,
      world,
    }) => {
      test.setTimeout(patience * (60_000 + 10_000 * seen.length));
      const page = await open.as(world[as], '/about', { locale: 'de-DE' });
      await expect(page.getByRole('heading', { level: 1, name: 'Über Damson' })).toBeVisible();
      for (const [name, { at }] of seen) {
        await test.step(name, async () => {
          await page.goto(at(world));
          await expect(page.locator('main').getByText(/\p{L}/u).first()).toBeVisible();
          await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
          expect(await listEnglish(page), name).toEqual([]);
        });
      }
    });
  }
}
