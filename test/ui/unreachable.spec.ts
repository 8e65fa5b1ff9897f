import { patience } from '../support/slowness.ts';
import { areas } from './pages/registry.ts';
import { testInWorld as test } from './servers.ts';
import { comeBack, expect, type Page } from './support.ts';
import { visitAnew } from './visit.ts';

const banner = (page: Page) => page.getByRole('status', { name: "The server can't be reached" });

for (const [area, pages] of Object.entries(areas)) {
  const reading = Object.entries(pages).filter(([, { reads }]) => reads !== undefined);
  if (reading.length === 0) continue;
  test(`${area}: each page says that the server is out of reach, and shows itself when it is back`, async ({
    open,
    world,
  }) => {
    test.setTimeout(patience * (60_000 + 15_000 * reading.length));
    open.expectError(/ERR_FAILED/);
    const page = await open.as(world.admin, '/about');
    await expect(page.getByText('Everything works')).toBeVisible();
    for (const [name, { at, sign }] of reading) {
      await test.step(name, async () => {
        await page.route(/\/api\//, (route) => route.abort());
        await visitAnew(page, at(world));
        // What another page has read already is shown all the same.
        await expect(banner(page).or(sign(page)).first()).toBeVisible();
        await expect(page.getByText('stopped working')).toHaveCount(0);
        await page.unroute(/\/api\//);
        await comeBack(page);
        await expect(banner(page)).toHaveCount(0);
        await expect(sign(page).first()).toBeVisible();
      });
    }
  });
}
