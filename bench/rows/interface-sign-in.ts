import type { Browser, Page, Request } from '@playwright/test';
import type { Bench, Site } from '../bench.ts';
import { fillSignIn, newPage, openChromium, pressSignIn, whenShown } from '../browser.ts';
import { figureOf, type RowResult } from '../measure.ts';

const rounds = 9;
/** Rows of a mission that fill the window. */
const shown = 10;
/** A person needs longer to type an email and a password; the page may prefetch in that time. */
const typingMs = 2000;

const signInPath = '/api/v1/auth/login';

type Sent = {
  method: string;
  url: string;
  body: string | null;
  accept: string;
  isAuthorized: boolean;
  /** Indexes of the earlier requests already answered when this one was sent. */
  after: number[];
};
type Visit = { opening: number; entering: number; toOpen: Sent[]; whileTyping: Sent[]; toEnter: Sent[] };

/**
 * From the sign-in page to a usable mission of 200 tests, compared with an empty page that sends the same requests in the same
 * order.
 */
export async function interfaceSignInRow(bench: Bench): Promise<RowResult> {
  const site = await bench.site('team');
  const browser = await openChromium();
  const fromPress: { ours: number; baseline: number }[] = [];
  const fromOpening: { ours: number; baseline: number }[] = [];
  let requests = '';
  try {
    for (let round = -1; round < rounds; round += 1) {
      const ours = await visit(browser, site);
      const empty = await repeat(browser, site, ours);
      const { toOpen, whileTyping, toEnter } = ours;
      requests = `${toOpen.length} requests to open, ${whileTyping.length} while typing, ${toEnter.length} from the press`;
      if (round < 0) continue;
      fromPress.push({ ours: ours.entering, baseline: empty.entering });
      fromOpening.push({
        ours: ours.opening + ours.entering,
        baseline: empty.opening + empty.entering,
      });
    }
  } finally {
    await browser.close();
  }
  return {
    row: 'interface-sign-in',
    baseline: 'an empty page of the same server that makes the same requests in the same order',
    figures: [
      figureOf('Sign-in, from the press to a usable mission of 200 tests', 'ms', fromPress, { most: 1.8 }),
      figureOf('The same from opening the sign-in page, less the typing', 'ms', fromOpening, { most: 1.8 }),
    ],
    notes: [`an empty cache; ${requests}; usable: ${shown} tests are painted`],
  };
}

/** Opens the sign-in page, signs in and waits for the mission; times in milliseconds. */
async function visit(browser: Browser, site: Site): Promise<Visit> {
  const { page } = await newPage(browser);
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  const mission = `/missions/${site.world.visible[0]!.id}`;
  await page.goto(site.url(`/sign-in?next=${encodeURIComponent(mission)}`), { waitUntil: 'commit' });
  const opening = await whenShown(page, 'button[type=submit]', 1);
  await page.waitForLoadState('networkidle');
  const toOpen = planOf(finished.splice(0));
  await fillSignIn(page, site, null);
  await page.waitForTimeout(typingMs);
  const whileTyping = planOf(finished.splice(0));
  const pressed = await pressSignIn(page);
  const usable = await whenShown(page, '[data-test-id]', shown);
  await page.context().close();
  return { opening, entering: usable - pressed, toOpen, whileTyping, toEnter: planOf(finished) };
}

function planOf(requests: readonly Request[]): Sent[] {
  const timed = requests
    .map((request) => {
      const { startTime, responseEnd } = request.timing();
      return { request, start: startTime, end: startTime + responseEnd };
    })
    .sort((a, b) => a.start - b.start);
  return timed.map(({ request, start }) => {
    const isAuthorized = request.headers().authorization !== undefined;
    // The first request with the token may start a moment before the answer containing it counts as ended.
    const isNeeded = (other: Request) => isAuthorized && new URL(other.url()).pathname === signInPath;
    return {
      method: request.method(),
      url: request.url(),
      body: request.postData(),
      accept: request.isNavigationRequest() ? 'text/html' : '*/*',
      isAuthorized,
      after: timed.flatMap((other, index) => (other.end <= start || isNeeded(other.request) ? [index] : [])),
    };
  });
}

/** The same requests from a page that shows nothing. */
async function repeat(
  browser: Browser,
  site: Site,
  { toOpen, whileTyping, toEnter }: Visit,
): Promise<{ opening: number; entering: number }> {
  const { page } = await newPage(browser, { bypassCSP: true });
  await page.goto(site.url('/api/v1/health'), { waitUntil: 'load' });
  const empty = (await page.evaluate('performance.getEntriesByType("navigation")[0].loadEventEnd')) as number;
  const opening = empty + (await send(page, toOpen));
  await send(page, whileTyping);
  const entering = await send(page, toEnter);
  await page.context().close();
  return { opening, entering };
}

async function send(page: Page, requests: readonly Sent[]): Promise<number> {
  return (await page.evaluate(`(${sendAll})(${JSON.stringify(requests)})`)) as number;
}

/**
 * Runs in the page: sends each request once its predecessors are answered, and returns the milliseconds until all are answered.
 */
const sendAll = `async (requests) => {
  const started = performance.now();
  const answers = [];
  for (const { method, url, body, accept, isAuthorized, after } of requests) {
    answers.push(Promise.all(after.map((index) => answers[index])).then(async () => {
      const headers = { accept };
      if (body !== null) headers['content-type'] = 'application/json';
      if (isAuthorized) headers.authorization = 'Bearer ' + globalThis.token;
      const response = await fetch(url, { method, headers, body });
      if (!response.ok) throw new Error(url + ' answered ' + response.status);
      const text = await response.text();
      globalThis.token ??= /"access_token":"([^"]+)"/.exec(text)?.[1];
    }));
  }
  await Promise.all(answers);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - started;
}`;
