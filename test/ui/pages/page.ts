import type { Locator, Page } from '@playwright/test';
import type { Form } from './form.ts';
import type { Who } from './people.ts';
import type { Things, World } from './world.ts';

/** A state of a page, shown at its address or reached from the state before it. */
export type Look = {
  name: string;
  at?: (world: World) => string;
  does?: (page: Page, world: World) => Promise<unknown>;
  sees: (page: Page, world: World) => Locator;
  hasMenu?: boolean;
  isBeside?: boolean;
  isNameless?: boolean;
};

/** Something to press or to fill in: it is offered to these, and to nobody else. */
export type Control = { name: string; find: (page: Page) => Locator; who: readonly Who[] };

/** Controls offered in one state of a page. */
export type Offer = {
  state: string;
  at?: (things: Things) => string;
  sign?: (page: Page) => Locator;
  controls: readonly Control[];
  /** Opens a menu whose entries are then looked for. */
  menu?: { name: string; who: readonly Who[]; entries: Readonly<Record<string, readonly Who[]>> };
};

export type Viewer = 'admin' | 'red' | 'blue' | 'newcomer' | 'nobody';

export type InterfacePage = {
  /** The addresses of the router that it stands at. */
  routes: readonly string[];
  at: (things: Things) => string;
  /** Element that is there as soon as the page is. */
  sign: (page: Page) => Locator;
  /** People who see it, and the page that others see instead. Without it: everyone signed in. */
  reserved?: { for: readonly Who[]; otherwise: (page: Page) => Locator };
  /** Has the screen to itself, without the frame. */
  isBare?: true;
  /** It is for those who are not signed in. */
  isBeforeSignIn?: true;
  offers?: readonly Offer[];
  /** The dialogs of its address (`?dialog=`), and to whom a link opens them. */
  dialogs?: Readonly<Record<string, readonly Who[]>>;
  /** Its states, by whom they are looked at. */
  looks: Partial<Record<Viewer, readonly Look[]>>;
  /** Noun of its error message when the server fails. */
  reads?: string;
  /** Where text of others stands: on it, after this query, and in what opens there. */
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
/** Closes what is open and opens another. */
export const instead = (opens: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await closeDialog(page);
  await opens(page);
};
/** Shows what there is to choose in a dialog. */
export const choose = (name: string) => async (page: Page) => {
  await dialog(page).getByRole('combobox', { name }).click();
  // The options of a native choice have no list, and are never seen.
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
