import path from 'node:path';
import { test as base, expect, type Locator, type Page, type ViewportSize } from '@playwright/test';
import type { Session } from '../../server/accounts/sessions/contract.ts';
import { type Person, startTestServer, type TestServer } from '../support/servers/server.ts';
import { beginDelays, slowDown } from '../support/servers/slowness.ts';
import { sessionOf, watch } from '../ui/looks/watch.ts';
import { stageFolder } from './build-stage.ts';
import type { Stage } from './stage/contract.ts';

type OnStage = {
  /** Mounts this address for a person, with nothing left of anyone else. Returns the page. */
  open: (person: Person, path: string, window?: { viewport: ViewportSize }) => Promise<Page>;
  /** Mounts another address and loads everything again. */
  visit: (path: string) => Promise<void>;
  /** Ends the session as the server does; typed text is only kept for the same person. */
  endSession: () => Promise<void>;
  /** Mounts this address for the person who signs in next. */
  comeBack: (person: Person, path: string) => Promise<void>;
  /** Expects console errors of this kind: the browser's messages on refused requests. */
  expectError: (message: RegExp) => void;
};

const usual = { viewport: { width: 1280, height: 720 } };

type Hall = { page: Page; report: (problem: string) => void; sessions: Map<string, Session> };

/**
 * The features' components on a stage: a page without the frame, loaded once for all tests of a worker, and a real server behind
 * it. Forbidden behaviour of a page fails its test.
 */
export const test = base.extend<
  { stage: OnStage; team: { red: Person; blue: Person } },
  { server: TestServer; hall: Hall }
>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const server = await startTestServer({
        loadCatalog: true,
        env: {
          SVC_C2_ADAPTER: 'fake',
          SVC_ENCRYPTION_KEY: Buffer.alloc(32, 'damson').toString('base64'),
        },
      });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  /** One person of each side, who sees nothing of other tests. */
  team: async ({ server }, use) =>
    use({ red: await server.newPerson('redteam'), blue: await server.newPerson('soc') }),
  hall: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext({ baseURL: server.url });
      await slowDown(context);
      await context.route('**/stage/**', (route) => {
        const name = path.posix.normalize(new URL(route.request().url()).pathname.slice('/stage/'.length));
        return route.fulfill({ path: path.join(stageFolder, name) });
      });
      const page = await context.newPage();
      const hall: Hall = { page, report: () => {}, sessions: new Map() };
      watch(page, server.url, (problem) => hall.report(problem));
      await page.goto('/stage/index.html');
      // While a route exists, the browser passes each request of every page to this process.
      await context.unroute('**/stage/**');
      await use(hall);
      await context.close();
    },
    { scope: 'worker' },
  ],
  stage: async ({ hall, server }, use, { titlePath }) => {
    beginDelays(titlePath.join(' '));
    const { page, sessions } = hall;
    const problems: string[] = [];
    const expected: RegExp[] = [];
    hall.report = (problem) => {
      if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
    };
    const of = async (person: Person) => {
      const session = sessions.get(person.id) ?? (await sessionOf(server, person));
      sessions.set(person.id, session);
      return session;
    };
    const tell = <Said extends keyof Stage>(said: Said, ...how: Parameters<Stage[Said]>) =>
      page.evaluate<void>(`stage.${said}(...${JSON.stringify(how)})`);
    await use({
      open: async (person, address, { viewport } = usual) => {
        await page.setViewportSize(viewport);
        await tell('open', await of(person), address);
        return page;
      },
      visit: (address) => tell('visit', address),
      endSession: () => tell('endSession'),
      comeBack: async (person, address) => tell('comeBack', await of(person), address),
      expectError: (message) => expected.push(message),
    });
    await page.context().setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await tell('clear');
    hall.report = () => {};
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

export { expect, type Locator, type Page };
