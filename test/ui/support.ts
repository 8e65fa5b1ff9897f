import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Mission } from '../../server/missions/contract.ts';
import { newMission } from '../support/missions/factories.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../support/servers/server.ts';
import { beginDelays, slowDown } from '../support/servers/slowness.ts';
import { accessibilityProblems } from './looks/axe.ts';
import { watch } from './looks/watch.ts';

type Opened = {
  /** A page of this person in a browser context that nobody else has, signed in. */
  as: (person: Person, path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** A page of nobody. */
  anonymous: (path?: string) => Promise<Page>;
  /** Console errors of this kind belong to the test: what the browser says of a refused request. */
  expectError: (message: RegExp) => void;
};

/**
 * A real server on a temporary folder for each worker. Everything a page should never do fails its test: an error on the
 * console, a violated content security policy, a request to another host, an exception.
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

/** The same tests on a server of their own for each worker. */
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
 * The contexts of a worker: one that was used has the code of the pages already, and nothing of the test before. Its first page
 * stays: with it stays the process of the browser that runs it and the others.
 */
type Contexts = {
  take: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  giveBack: (context: BrowserContext) => Promise<void>;
};

/** Whether nothing is left in it of the test that had it; its pages are closed but the first. */
async function isLikeNew(context: BrowserContext): Promise<boolean> {
  try {
    await context.setOffline(false);
    await context.clearCookies();
    const [, page, ...others] = context.pages();
    for (const other of others) await other.close();
    // A clock of a test is one of the whole context.
    const date = await page?.evaluate('localStorage.clear(); Function.prototype.toString.call(Date)');
    await page?.close();
    return String(date).includes('native code');
  } catch {
    return false;
  }
}

/** Signs a person in as the sign-in page does, in a browser that nobody is signed in in. */
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

/** A running mission of a red and a blue person. */
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
  await red.client.post(`/api/v1/missions/${mission.id}/transition`, { status: 'in_progress' });
  return mission;
}

export function testPath(mission: Mission, index = 0): string {
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  return `/missions/${mission.id}/tests/${tests[index]?.id}`;
}

/** Waits until a page follows its mission live and has said so: from then on it asks for nothing by itself for a while. */
export async function beLive(page: Page): Promise<void> {
  const hasSaidSo = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/presence'))`;
  await expect.poll(() => page.evaluate(hasSaidSo)).toBe(true);
}

/** Brings a window to the front again. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
}

/** Nothing that WCAG 2.2 AA forbids, as far as a program can tell. */
export async function expectAccessible(
  page: Page,
  options: { hasMenu?: boolean; isBeside?: boolean } = {},
): Promise<void> {
  expect(await accessibilityProblems(page, options)).toEqual([]);
}
