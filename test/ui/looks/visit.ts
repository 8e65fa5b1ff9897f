import type { Page } from '@playwright/test';

/** Goes there as a link does, from a page that has nothing of it or of the one before. */
export async function visitAnew(page: Page, path: string): Promise<void> {
  await visit(page, '/about');
  await page.getByRole('heading', { name: 'About Damson' }).waitFor();
  await visit(page, path);
}

/** Goes there as a link does: the page stays and is not loaded again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}
