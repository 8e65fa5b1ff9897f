import type { Page } from '@playwright/test';

/** Navigates like a link, from a page that shares none of its content. */
export async function visitAnew(page: Page, path: string): Promise<void> {
  await visit(page, '/about');
  await page.getByRole('heading', { name: 'About Damson' }).waitFor();
  await visit(page, path);
}

/** Navigates like a link: the page is not loaded again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}
