import { pseudoLanguage } from '../../../domain/words/languages.ts';
import { patience } from '../../support/servers/slowness.ts';
import { expectToFit } from '../looks/fit.ts';
import { hear, listUnstretched } from '../looks/unstretched.ts';
import type { InterfacePage } from '../pages/page.ts';
import { areas } from '../pages/registry.ts';
import { testInWorld as test } from '../servers.ts';
import { expect, type Page } from '../support.ts';

// English stretched by two fifths, as German or French would stretch it: every page in its first state, on a laptop and a phone.
const sizes = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

/** The guide is written in English. */
const english = new Set(['user guide']);

// Without the pages before signing in: a browser that is not signed in keeps nothing, a choice of language neither.
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
    test(`${area} as ${as}: pages fit narrow windows in a language of longer words`, async ({
      open,
      world,
    }) => {
      test.setTimeout(patience * (480_000 + 20_000 * seen.length));
      const page = await open.as(world[as], '/about');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await speakLonger(page);
      const heard = hear(page);
      for (const [name, { at }] of seen) {
        await test.step(name, async () => {
          await page.goto(at(world));
          await expect(page.getByText(/·{3}/).first()).toBeVisible();
          await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
          await expectToFit(page, name, sizes);
          if (!english.has(name)) expect.soft(await listUnstretched(page, heard()), name).toEqual([]);
        });
      }
    });
  }
}
