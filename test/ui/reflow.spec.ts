import { patience } from '../support/slowness.ts';
import { areas } from './pages/registry.ts';
import { testInWorld as test } from './servers.ts';
import { expect, type Page } from './support.ts';

/** What 1280 by 720 is at 400 and 200 %. */
const windows = [
  { width: 320, height: 568 },
  { width: 640, height: 360 },
];

/**
 * What the window cuts off, or leads to only by scrolling it sideways. In the page: tables, the matrix and blocks of code may
 * scroll in a box of their own.
 */
const findCutOff = `(() => {
  const found = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push('the page is wider by ' + wider);
  const isBoxed = (element) => {
    for (let box = element; box !== null; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX !== 'auto' && overflowX !== 'scroll') continue;
      const own = 'table, pre, [role="grid"], [role="tablist"], nav, li';
      if (box.matches(own) || box.querySelector(own) !== null) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('main :is(a, button, input, textarea, h1, h2, h3, label), header *')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden="true"]')) continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || right <= innerWidth + 1 && left >= -1 || isBoxed(element)) continue;
    found.push(element.outerHTML.slice(0, 120) + ' from ' + left + ' to ' + right);
  }
  // A box that scrolls is no reason for a column that says nothing.
  for (const element of document.querySelectorAll('main td *')) {
    const { clientWidth, scrollWidth, innerText } = element;
    if (clientWidth === 0 || clientWidth > 60 || scrollWidth <= clientWidth || !innerText) continue;
    if (getComputedStyle(element).overflowX !== 'visible') found.push('no room for ' + innerText);
  }
  return found;
})()`;

async function expectToFit(page: Page, name: string): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await expect.soft
      .poll(() => page.evaluate(findCutOff), { message: `${name}, ${size.width} wide` })
      .toEqual([]);
  }
}

for (const [area, itsPages] of Object.entries(areas)) {
  const listed = Object.entries(itsPages).filter(([name]) => name !== 'set-up');
  test(`${area}: everything is there in a window as narrow as 320 pixels, without scrolling it sideways`, async ({
    open,
    world,
  }) => {
    test.setTimeout(patience * (60_000 + 15_000 * listed.length));
    open.expectError(/Failed to load resource/);
    for (const [name, { at, sign, isBeforeSignIn }] of listed) {
      const page = isBeforeSignIn ? await open.anonymous(at(world)) : await open.as(world.admin, at(world));
      await expect(sign(page).first(), name).toBeVisible();
      await expectToFit(page, name);
      await page.close();
    }
  });
}
