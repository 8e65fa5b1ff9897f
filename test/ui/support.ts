import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Mission } from '../../server/missions/contract.ts';
import { newMission, walk } from '../support/missions/factories.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../support/servers/server.ts';
import { beginDelays, slowDown } from '../support/servers/slowness.ts';
import { accessibilityProblems } from './looks/axe.ts';
import { watch } from './looks/watch.ts';

type Opened = {
  /** A page in a separate browser context, with this person signed in. */
  as: (person: Person, path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** A page without anyone signed in. */
  anonymous: (path?: string) => Promise<Page>;
  /** Expects console errors of this kind: the browser's messages on refused requests. */
  expectError: (message: RegExp) => void;
};

/**
 * A real server with a temporary folder for each worker. A test fails if a page does anything that it never should: an error on
 * the console, a violated content security policy, a request to another host, an exception.
 */
export const test = base.extend<
  { open: Opened; delays: undefined },
  { server: TestServer; contexts: Contexts }
>({
  delays: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use, { titlePath }) => {
      beginDelays(titlePath.join(' '));
      await use(undefined);
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await slowDown(context);
    await use(context);
  },
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const server = await startTestServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  contexts: [
    async ({ browser, server }, use) => {
      const free: BrowserContext[] = [];
      await use({
        take: async (options) => {
          const known = options === undefined ? free.pop() : undefined;
          if (known !== undefined) return known;
          const context = await browser.newContext({ baseURL: server.url, ...options });
          await slowDown(context);
          if (options === undefined) await (await context.newPage()).goto('/favicon.svg');
          return context;
        },
        giveBack: async (context) => {
          if (await isLikeNew(context)) free.push(context);
          else await context.close();
        },
      });
      for (const context of free) await context.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ contexts, server }, use) => {
    const problems: string[] = [];
    const expected: RegExp[] = [];
    const closing: (() => Promise<void>)[] = [];
    const newPage = async (options?: BrowserContextOptions) => {
      const context = await contexts.take(options);
      closing.push(() => (options === undefined ? contexts.giveBack(context) : context.close()));
      const page = await context.newPage();
      watch(page, server.url, (problem) => {
        if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
      });
      return page;
    };
    await use({
      as: async (person, path = '/', options) => {
        const page = await newPage(options);
        await signInBrowser(page.context(), server, person);
        await page.goto(path);
        return page;
      },
      anonymous: async (path = '/') => {
        const page = await newPage();
        await page.goto(path);
        return page;
      },
      expectError: (message) => expected.push(message),
    });
    for (const close of closing) await close();
    expect(problems).toEqual([]);
  },
});

/** The same tests on a separate server for each worker. */
export const testOn = <Server extends TestServer>(start: () => Promise<Server>) =>
  test.extend<object, { server: Server }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
      async ({}, use) => {
        const server = await start();
        await use(server);
        await server.close();
      },
      { scope: 'worker' },
    ],
  });

/**
 * The contexts of a worker. A used one has already loaded the pages' code, and nothing else is left of its last test. Its first
 * page stays open, and with it the browser process of all its pages.
 */
type Contexts = {
  take: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  giveBack: (context: BrowserContext) => Promise<void>;
};

/** Clears a used context and closes all pages but the first; returns whether nothing is left of its test. */
async function isLikeNew(context: BrowserContext): Promise<boolean> {
  try {
    await context.setOffline(false);
    await context.clearCookies();
    const [, page, ...others] = context.pages();
    for (const other of others) await other.close();
    // A test's clock applies to the whole context.
    const date = await page?.evaluate('localStorage.clear(); Function.prototype.toString.call(Date)');
    await page?.close();
    return String(date).includes('native code');
  } catch {
    return false;
  }
}

/** Signs a person in like the sign-in page, in a browser without anyone signed in. */
export async function signInBrowser(
  context: BrowserContext,
  server: TestServer,
  person: Person,
): Promise<void> {
  const { email, password } = person;
  const answer = await server.anonymous.post('/api/v1/auth/login', { email, password, stay: 'browser' });
  expect(answer.status).toBe(200);
  await context.addCookies(readCookies(answer, server.url));
}

function readCookies({ headers }: Answer, url: string) {
  return headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const { hostname } = new URL(url);
    const path = attributes.find((one) => one.startsWith('Path=')) ?? '';
    return {
      name,
      value,
      domain: hostname,
      path: path.slice('Path='.length),
      httpOnly: true,
      sameSite: 'Strict' as const,
    };
  });
}

export { expect, type Locator, type Page };

export type Team = { red: Person; blue: Person };

export async function newTeam(server: TestServer): Promise<Team> {
  return { red: await server.newPerson('redteam'), blue: await server.newPerson('soc') };
}

/** A running mission with a red and a blue person. */
export async function runningMission(
  { red, blue }: Team,
  fields: Parameters<typeof newMission>[1] = {},
): Promise<Mission> {
  const mission = await newMission(red.client, {
    members: [
      [red, 'red'],
      [blue, 'blue'],
    ],
    tests: 3,
    ...fields,
  });
  await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
  return mission;
}

export function testPath(mission: Mission, index = 0): string {
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  return `/missions/${mission.id}/tests/${tests[index]?.id}`;
}

/** Waits until a page follows its mission live and has reported it; it then sends no request by itself for a while. */
export async function beLive(page: Page): Promise<void> {
  const hasSaidSo = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/presence'))`;
  await expect.poll(() => page.evaluate(hasSaidSo)).toBe(true);
}

/** Brings a window to the front again. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
}

/** Asserts that something on the page has the focus, so that the next Tab doesn't start at the top. */
export async function expectFocusHeld(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true);
}

/** Asserts that the page breaks no rule of WCAG 2.2 AA that a program can check. */
export async function expectAccessible(
  page: Page,
  options: { hasMenu?: boolean; isBeside?: boolean } = {},
): Promise<void> {
  expect(await accessibilityProblems(page, options)).toEqual([]);
}
