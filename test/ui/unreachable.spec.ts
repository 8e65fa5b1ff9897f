import type { TestServer } from '../support/server.ts';
import { patience } from '../support/slowness.ts';
import { areas } from './pages/registry.ts';
import { fill, startServerOfAllPages } from './pages/world.ts';
import { comeBack, expect, type Page, testOn } from './support.ts';
import { visitAnew } from './visit.ts';

const test = testOn(startServerOfAllPages);

const banner = (page: Page) => page.getByRole('status', { name: "The server can't be reached" });

let filled: ReturnType<typeof fill> | undefined;
const worldOf = (server: TestServer) => {
  filled ??= fill(server);
  return filled;
};

for (const [area, pages] of Object.entries(areas)) {
  const reading = Object.entries(pages).filter(([, { reads }]) => reads !== undefined);
  if (reading.length === 0) continue;
  test(`${area}: each page says that the server is out of reach, and shows itself when it is back`, async ({
    open,
    server,
  }) => {
    test.setTimeout(patience * (60_000 + 15_000 * reading.length));
    open.expectError(/ERR_FAILED/);
    const world = await worldOf(server);
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
