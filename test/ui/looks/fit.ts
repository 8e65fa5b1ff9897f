import { expect, type Page } from '@playwright/test';

/** A window of 1280 by 720 at 200 and 400 %; the second is narrower than a phone. */
export const narrowest = { width: 320, height: 568 };
const windows = [{ width: 640, height: 360 }, narrowest];

/**
 * Finds content that the window cuts off, or that needs sideways scrolling. Tables, the matrix and code blocks in the page may
 * scroll within their own box.
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

export const cutOff = (page: Page): Promise<string[]> => page.evaluate(findCutOff);

/**
 * Fails, and lets the test continue, if a usual window at 200 or 400 % cuts off the page. `atLast` runs in the last size: what
 * draws the page anew costs least in a small window.
 */
export async function expectToFit(
  page: Page,
  name: string,
  sizes = windows,
  atLast?: () => Promise<void>,
): Promise<void> {
  const usual = page.viewportSize();
  // A dialog is at most as wide as its window, so only the narrowest is checked.
  const isCovered = (await page.getByRole('dialog').count()) > 0;
  for (const size of isCovered ? sizes.slice(-1) : sizes) {
    await page.setViewportSize(size);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await expect.soft.poll(() => cutOff(page), { message: `${name}, ${size.width} wide` }).toEqual([]);
  }
  await atLast?.();
  if (usual !== null) await page.setViewportSize(usual);
}
