import type { Page, Route } from '@playwright/test';

/** Controls the fate of all requests of a page: no answer, a 500, or no connection. */
export type Trouble = { fail: () => Promise<void>; lose: () => void; end: () => Promise<void> };

/** All requests except the session renewal, without which the page would ask for a sign-in. */
const requests = /\/api\/(?!v1\/auth\/renewal)/;
const problem = { status: 500, code: 'internal', detail: 'Something went wrong on the server' };

const refuse = (route: Route) =>
  route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });

/** Holds back all answers to the page until released. */
export async function makeTrouble(page: Page): Promise<Trouble> {
  const held: Route[] = [];
  let meets: 'silence' | 'failure' | 'nobody' = 'silence';
  await page.route(requests, async (route) => {
    if (meets === 'silence') held.push(route);
    else if (meets === 'failure') await refuse(route);
    else await route.abort();
  });
  return {
    fail: async () => {
      meets = 'failure';
      // Cancelled requests need no answer.
      for (const route of held.splice(0)) await refuse(route).catch(() => {});
    },
    lose: () => {
      meets = 'nobody';
    },
    end: () => page.unroute(requests),
  };
}
