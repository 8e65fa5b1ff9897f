import type { Locator, Page } from '@playwright/test';
import type { Role } from '../../../domain/permissions.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';

/** What is typed where a secret belongs. */
export const secret = 'a-secret-of-24-characters';

/** A form as it is before somebody writes in it. */
type Scene = {
  path: string;
  /** Opens it, and returns what holds it. */
  open: (page: Page) => Promise<Locator>;
  write: (form: Locator, page: Page) => Promise<unknown>;
  /** What the form then holds and did not before, as `standing` reads it. */
  typed: readonly string[];
  /** What is never kept: its label, and what is said of it afterwards. */
  secret?: { labels: readonly string[]; says: string };
  save: string;
  /** What the server has of it once it is saved. */
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
