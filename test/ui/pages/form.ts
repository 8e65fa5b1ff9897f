import type { Locator, Page } from '@playwright/test';
import type { Role } from '../../../domain/permissions.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';

/** Text typed into secret fields. */
export const secret = 'a-secret-of-24-characters';

/** A form before anything is typed in it. */
type Scene = {
  path: string;
  /** Opens the form, and returns its container. */
  open: (page: Page) => Promise<Locator>;
  write: (form: Locator, page: Page) => Promise<unknown>;
  /** The typed content of the form, as `standing` reads it. */
  typed: readonly string[];
  /** Field whose content is never kept: its labels, and the message afterwards. */
  secret?: { labels: readonly string[]; says: string };
  save: string;
  /** State on the server after saving. */
  written: () => Promise<unknown>;
};
export type Form = { name: string; role: Role; make: (server: TestServer, me: Person) => Promise<Scene> };

/** Opens a dialog, and returns it. */
export const inDialog = (name: string, opens: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await opens(page);
  const opened = page.getByRole('dialog', { name, exact: true });
  await opened.waitFor();
  return opened;
};
export const pressExactly = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
export const field = (form: Locator, label: string) =>
  form.getByRole('textbox', { name: label, exact: true });

let made = 0;
export const unique = (word: string) => `${word} ${++made}`;
