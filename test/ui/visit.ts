import type { Page } from '@playwright/test';

/** Goes there as a link does: the page stays and is not loaded again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}
