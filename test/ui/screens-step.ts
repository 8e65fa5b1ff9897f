import type { Locator, Page } from '@playwright/test';
import type { World } from './screens-world.ts';

export type Step = {
  name: string;
  /** The addresses of the router that this screen is. */
  route?: string | readonly string[];
  at?: (world: World) => string;
  does?: (page: Page, world: World) => Promise<unknown>;
  sees: (page: Page, world: World) => Locator;
  hasMenu?: boolean;
  isNameless?: boolean;
};

export type Area = {
  as: 'admin' | 'red' | 'blue' | 'newcomer' | null;
  /** What holds for all the steps. */
  prepare?: (page: Page) => Promise<unknown>;
  steps: readonly Step[];
};

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
export const dialog = (page: Page) => page.getByRole('dialog');
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
export const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};
/** Closes what is open and opens another from the menu of that name. */
export const fromMenu = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: item }).click();
};
export const engagementOf = ({ engagement }: World) => `/engagements/${engagement.id}`;
