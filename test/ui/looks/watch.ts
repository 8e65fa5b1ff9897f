import { expect, type Page } from '@playwright/test';
import type { Session } from '../../../server/accounts/sessions/contract.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';

/** Reports anything that a page should never do. */
export function watch(page: Page, origin: string, report: (problem: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => report(`exception: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)) report(`request to ${url}`);
  });
  page.on('dialog', (dialog) => {
    // A page may only ask about unsaved text; any other dialog would come from an injected script.
    if (dialog.type() !== 'beforeunload') report(`dialog: ${dialog.message()}`);
    void dialog.accept();
  });
}

/** Signs a person in, in addition to their other sessions. */
export async function sessionOf({ anonymous }: TestServer, { email, password }: Person): Promise<Session> {
  const answer = await anonymous.post('/api/v1/auth/login', { email, password });
  expect(answer.status).toBe(200);
  return answer.body;
}
