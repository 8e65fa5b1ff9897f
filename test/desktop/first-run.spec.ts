import { expect, ownPage, test } from './support.ts';

test('opens', async ({ launch }) => {
  const app = await launch();
  const page = await ownPage(app);
  console.log(page.url(), await page.title(), await app.windows());
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/standin/a.png' });
  console.log(await page.evaluate('JSON.stringify(Object.keys(window.desktop))'), app.output(), await app.dialogs());
  expect(1).toBe(1);
});
