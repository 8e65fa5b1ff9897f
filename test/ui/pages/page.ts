import type { Locator, Page } from '@playwright/test';
import type { Form } from './form.ts';
import type { Who } from './people.ts';
import type { Things, World } from './world.ts';

/** A state of a page, shown at its address or reached from the previous state. */
export type Look = {
  name: string;
  at?: (world: World) => string;
  does?: (page: Page, world: World) => Promise<unknown>;
  sees: (page: Page, world: World) => Locator;
  hasMenu?: boolean;
  isBeside?: boolean;
  isNameless?: boolean;
};

/** A button or field that only these people are offered. */
export type Control = { name: string; find: (page: Page) => Locator; who: readonly Who[] };

/** Controls offered in one state of a page. */
export type Offer = {
  state: string;
  at?: (things: Things) => string;
  sign?: (page: Page) => Locator;
  controls: readonly Control[];
  /** Opens a menu whose entries are then checked. */
  menu?: { name: string; who: readonly Who[]; entries: Readonly<Record<string, readonly Who[]>> };
};

export type Viewer = 'admin' | 'red' | 'blue' | 'newcomer' | 'nobody';

export type InterfacePage = {
  /** The page's addresses in the router. */
  routes: readonly string[];
  at: (things: Things) => string;
  /** Element that appears with the page. */
  sign: (page: Page) => Locator;
  /** People who may see the page, and what others get instead. By default everyone signed in. */
  reserved?: { for: readonly Who[]; otherwise: (page: Page) => Locator };
  /** Uses the whole screen, without the frame. */
  isBare?: true;
  /** Shown to people who are not signed in. */
  isBeforeSignIn?: true;
  offers?: readonly Offer[];
  /** The dialogs in the page's address (`?dialog=`), and the people for whom a link opens them. */
  dialogs?: Readonly<Record<string, readonly Who[]>>;
  /** The page's states by viewer. */
  looks: Partial<Record<Viewer, readonly Look[]>>;
  /** Noun in the page's error message when the server fails. */
  reads?: string;
  /** Places with other people's text: on the page, after this query, and in the layers opened there. */
  texts?: readonly {
    as: 'red' | 'blue' | 'admin';
    query?: string;
    opens?: readonly ((page: Page) => Promise<unknown>)[];
  }[];
  forms?: readonly Form[];
};

export type Area = Readonly<Record<string, InterfacePage>>;

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const table = (page: Page) => page.getByRole('table');
export const says = (text: string | RegExp) => (page: Page) => page.getByText(text);
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
export const dialog = (page: Page) => page.getByRole('dialog');
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
export const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};
/** Chooses from the menu of that name. */
export const fromMenu = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: item, exact: typeof item === 'string' }).click();
};
/** Closes the open layer and opens another. */
export const instead = (opens: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await closeDialog(page);
  await opens(page);
};
/** Shows the options in a dialog. */
export const choose = (name: string) => async (page: Page) => {
  await dialog(page).getByRole('combobox', { name }).click();
  // Options of a native select have no list, and are never visible.
  await page.getByRole('listbox').getByRole('option').first().waitFor();
};

type Named = 'button' | 'link' | 'checkbox' | 'form' | 'radio';
const control =
  (role: Named) =>
  (name: string | RegExp, who: readonly Who[]): Control => ({
    name: `${role} “${name}”`,
    find: (page) => page.getByRole(role, { name, exact: true }).first(),
    who,
  });
/** A text field in the region of one side. */
const field = (side: string, label: string, who: readonly Who[]): Control => ({
  name: `field “${label}” of ${side}`,
  find: (page) => page.getByRole('region', { name: side }).getByRole('textbox', { name: label, exact: true }),
  who,
});
export const offered = {
  button: control('button'),
  link: control('link'),
  checkbox: control('checkbox'),
  form: control('form'),
  radio: control('radio'),
  field,
};
