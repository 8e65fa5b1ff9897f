import { pseudoLanguage } from '../../../domain/words/languages.ts';
import { patience } from '../../support/servers/slowness.ts';
import { expectToFit } from '../looks/fit.ts';
import { hear, listUnstretched } from '../looks/unstretched.ts';
import { visit } from '../looks/visit.ts';
import type { InterfacePage } from '../pages/page.ts';
import { areas } from '../pages/registry.ts';
import { testInWorld as test } from '../servers.ts';
import { expect, type Page } from '../support.ts';

// Runs nightly. English stretched by two fifths, like German or French: every page in its first state, on a laptop and a phone.
const sizes = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

/** The guide is written in English. */
const english = new Set(['user guide']);

// Without pages before the sign-in, because a browser then keeps nothing, not even a choice of language.
const viewers = ['admin', 'red', 'blue', 'newcomer'] as const;
const openerOf = ({ looks }: InterfacePage) => viewers.find((as) => looks[as] !== undefined);

async function speakLonger(page: Page): Promise<void> {
  await page.addInitScript(`localStorage.setItem('damson.language', '${pseudoLanguage}')`);
  await page.reload();
  await expect(page.getByText(/·{3}/).first()).toBeVisible();
}

for (const [area, itsPages] of Object.entries(areas)) {
  for (const as of viewers) {
    const seen = Object.entries(itsPages).filter(([, itsPage]) => openerOf(itsPage) === as);
    if (seen.length === 0) continue;
    test(`${area} as ${as}: pages fit narrow windows in a language of longer words`, {
      tag: '@nightly',
    }, async ({ open, world }) => {
      test.setTimeout(patience * (480_000 + 20_000 * seen.length));
      const page = await open.as(world[as], '/about');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Hears the name of the user too, which the server sends once.
      const heard = hear(page);
      await speakLonger(page);
      const title = page.getByRole('heading', { level: 1 });
      const about = (await title.textContent()) ?? '';
      for (const [name, { at }] of seen) {
        await test.step(name, async () => {
          await visit(page, '/about');
          await expect(title).toHaveText(about);
          if (at(world) !== '/about') {
            await visit(page, at(world));
            await expect(title).not.toHaveText(about);
          }
          await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
          await expectToFit(page, name, sizes);
          if (english.has(name)) return;
          // An answer is heard a moment after the page shows it.
          await expect.soft.poll(() => listUnstretched(page, heard()), { message: name }).toEqual([]);
        });
      }
    });
  }
}
