import { type Person, password, type TestServer } from '../../support/servers/server.ts';
import { expect, type Locator, type Page } from '../support.ts';

/** Tokens that a page is seen to use, which it keeps where nobody can read them: a function that tells the newest. */
export function tokensOf(page: Page): () => string | undefined {
  let newest: string | undefined;
  page.on('request', (request) => {
    newest = request.headers().authorization?.replace('Bearer ', '') ?? newest;
  });
  return () => newest;
}

/** Everything that the page has left in the browser's storage. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })');

/** A page that still asks for something would notice by itself that its session has ended, before anything is typed. */
export const hasAskedAll = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

/** Ends all sessions of a person, as an administrator does by switching the account off. */
export async function endSessions(server: TestServer, { id }: Person): Promise<void> {
  for (const is_active of [false, true]) {
    const changed = await server.admin.client.patch(`/api/v1/users/${id}`, { is_active });
    expect(changed.status).toBe(200);
  }
}

/** Presses the button of a form whose session has ended; where the page still asked for something, it has noticed already. */
export async function sendAfterTheEnd(button: Locator): Promise<void> {
  await unlessNoticed(button, () => button.click({ timeout: 30_000 }));
}

/** The same with a file that is chosen. */
export async function chooseAfterTheEnd(field: Locator, name: string): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from('mine\n') };
  await unlessNoticed(field, () => field.setInputFiles([file], { timeout: 30_000 }));
}

/** Acts upon a place that is still there; it may go meanwhile. */
async function unlessNoticed(place: Locator, act: () => Promise<void>): Promise<void> {
  if ((await place.count()) > 0) await act().catch(() => {});
}

/** At the sign-in that the end of a session led to. */
export async function signInAgain(page: Page, person: Person): Promise<void> {
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await signInHere(page, person);
}

/** On the page of the sign-in. */
export async function signInHere(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
