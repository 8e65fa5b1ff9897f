import { type Person, password, type TestServer } from '../../support/servers/server.ts';
import { expect, type Locator, type Page } from '../support.ts';

/** Records the tokens that a page uses, which it keeps where nothing can read them; returns a function for the newest. */
export function tokensOf(page: Page): () => string | undefined {
  let newest: string | undefined;
  page.on('request', (request) => {
    newest = request.headers().authorization?.replace('Bearer ', '') ?? newest;
  });
  return () => newest;
}

/** Everything that the page has stored in the browser. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })');

/** Waits for pending requests, through which the page would notice the end of its session before anything is typed. */
export const hasAskedAll = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

/** Ends all sessions of a person, as when an administrator deactivates the account. */
export async function endSessions(server: TestServer, { id }: Person): Promise<void> {
  for (const is_active of [false, true]) {
    const changed = await server.admin.client.patch(`/api/v1/users/${id}`, { is_active });
    expect(changed.status).toBe(200);
  }
}

/** Presses the button of a form after the end of its session, unless the page has already noticed through a pending request. */
export async function sendAfterTheEnd(button: Locator): Promise<void> {
  await unlessNoticed(button, () => button.click({ timeout: 30_000 }));
}

/** Does the same by choosing a file. */
export async function chooseAfterTheEnd(field: Locator, name: string): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from('mine\n') };
  await unlessNoticed(field, () => field.setInputFiles([file], { timeout: 30_000 }));
}

/** Uses an element if it still exists; it may disappear meanwhile. */
async function unlessNoticed(place: Locator, act: () => Promise<void>): Promise<void> {
  if ((await place.count()) > 0) await act().catch(() => {});
}

/** Signs in after the end of a session. */
export async function signInAgain(page: Page, person: Person): Promise<void> {
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await signInHere(page, person);
}

/** Signs in on the sign-in page. */
export async function signInHere(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
