import type { Locator, Page } from '@playwright/test';
import { expect } from '../support.ts';

export async function openPalette(
  page: Page,
): Promise<{ field: Locator; option: (name: string | RegExp) => Locator }> {
  await expect(page.getByRole('button', { name: 'Search…' })).toBeVisible();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  return { field, option: (name) => palette.getByRole('option', { name }) };
}

/** The option that Enter would open: the field's active one. */
export function chosen(page: Page): Locator {
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  return palette.getByRole('option', { selected: true });
}
