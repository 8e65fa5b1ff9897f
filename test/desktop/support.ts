import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  expect,
  type Page,
  type Route,
} from '@playwright/test';
import type { Session } from '../../server/accounts/sessions/contract.ts';
import type { Mission } from '../../server/missions/contract.ts';
import { findChromium } from '../../tools/find-chromium.ts';
import { newMission, type Place, placeOf, walk } from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { type Answer, Client, type RequestOptions } from '../support/servers/server.ts';
import { beginDelays, slowDown } from '../support/servers/slowness.ts';
import { launchOnElectron } from './hosts/electron-host.ts';
import {
  hostName,
  type LaunchOptions,
  type RunningApp,
  type ShownDialog,
  type WindowState,
} from './hosts/host.ts';
import { launchOnStandIn } from './hosts/stand-in-host.ts';

type Fixtures = {
  /** A home folder for this test. */
  home: string;
  /** Starts the application with this home folder, as often as needed. */
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningApp>;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  home: async ({}, use) => {
    const home = mkdtempSync(path.join(tmpdir(), 'home-'));
    await use(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
  launch: async ({ home }, use, info) => {
    beginDelays(info.titlePath.join(' '));
    const running: RunningApp[] = [];
    await use(async (options = {}) => {
      test.skip(
        (options.display ?? false) && process.platform === 'linux' && !process.env.DISPLAY,
        'needs a display: set DISPLAY, or install Xvfb (Debian: xvfb)',
      );
      const launch = hostName === 'electron' ? launchOnElectron : launchOnStandIn;
      const app = await launch({ home, ...options });
      running.push(app);
      return { ...app, pageOf: async (id) => slowed(await app.pageOf(id)) };
    });
    if (info.status !== info.expectedStatus)
      for (const app of running) await info.attach('output', { body: app.output() });
    for (const app of running) await app.kill();
    for (const app of running) {
      expect(app.output()).not.toContain('The stand-in for Electron has no');
      expect(app.output()).not.toContain('"event":"unforeseen"');
    }
  },
});

export { expect };

const slowedContexts = new WeakSet<BrowserContext>();

/** Simulates a slow computer when the tests run with `--slow`, except for requests made before it took effect. */
async function slowed(page: Page): Promise<Page> {
  const context = page.context();
  if (!slowedContexts.has(context)) {
    slowedContexts.add(context);
    await slowDown(context);
  }
  return page;
}

/** For features that only Electron has; the report gives `why`. */
export function onlyOnElectron(why: string): void {
  test.skip(hostName !== 'electron', `needs Electron’s runtime: ${why}`);
}

/** For situations that only the stand-in can create. */
export function onlyOnStandIn(why: string): void {
  test.skip(hostName !== 'stand-in', `needs the stand-in: ${why}`);
}

/** Skips the test if processes can't be paused and resumed. */
export function needsSignals(): void {
  test.skip(noSignals !== false, String(noSignals));
}

/** Asks often, because every test waits for windows and dialogs. */
const intervals = [100];

/** The application's own window, once its page has loaded. */
export async function ownWindow(app: RunningApp): Promise<WindowState> {
  let found: WindowState | undefined;
  await expect
    .poll(
      async () => {
        found = (await app.windows()).find(({ hasPreload, url }) => hasPreload && url.startsWith('http'));
        return found !== undefined;
      },
      { message: `the window opens: ${app.output()}`, intervals },
    )
    .toBe(true);
  return found as WindowState;
}

export async function ownPage(app: RunningApp): Promise<Page> {
  return await app.pageOf((await ownWindow(app)).id);
}

/** The open dialog, once there is one. */
export async function openDialog(app: RunningApp): Promise<ShownDialog> {
  let found: ShownDialog | undefined;
  await expect
    .poll(
      async () => {
        found = (await app.dialogs()).find(({ answer }) => answer === null);
        return found !== undefined;
      },
      { message: 'a dialog is shown', intervals },
    )
    .toBe(true);
  return found as ShownDialog;
}

/** Presses a button of a message dialog by its label. */
export async function pressButton(app: RunningApp, dialog: ShownDialog, label: string): Promise<void> {
  const labels: string[] = (dialog.options.buttons ?? []).map((text: string) =>
    text.replaceAll(/&(.)/g, '$1'),
  );
  expect(labels).toContain(label);
  await app.answer(dialog.id, { response: labels.indexOf(label), checkboxChecked: false });
}

/** Chooses files in an open dialog, or a place in a save dialog; null cancels. */
export async function choose(app: RunningApp, place: string | null): Promise<ShownDialog> {
  const dialog = await openDialog(app);
  expect(['open', 'save']).toContain(dialog.kind);
  const canceled = place === null;
  await app.answer(
    dialog.id,
    dialog.kind === 'open'
      ? { canceled, filePaths: canceled ? [] : [place] }
      : { canceled, filePath: place ?? '' },
  );
  return dialog;
}

export const administrator = {
  name: 'Ada Admin',
  email: 'ada@damson.test',
  password: 'correct horse battery',
};

/** Completes the setup in the window; the install token is already filled in. */
export async function setUp(page: Page, { catalogue = false } = {}): Promise<void> {
  await expect(page.getByLabel('Install token')).not.toHaveValue('');
  await page.getByLabel('Your name').fill(administrator.name);
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByLabel('Password again').fill(administrator.password);
  await page.getByLabel(/ships with Damson/).setChecked(catalogue);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('link', { name: 'Missions', exact: true })).toBeVisible();
}

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('link', { name: 'Missions', exact: true })).toBeVisible();
}

/** Talks to the embedded server as the person signed in, from the page in the window: there is no other way. */
export class PageClient extends Client {
  readonly #page: Page;

  constructor(page: Page) {
    super('', null);
    this.#page = page;
  }

  override async request(method: string, target: string, options: RequestOptions = {}): Promise<Answer> {
    const sent = {
      method,
      target,
      headers: options.headers ?? {},
      body: JSON.stringify(options.body) ?? null,
    };
    // biome-ignore lint/suspicious/noExplicitAny: an answer of the server
    const answer = await this.#page.evaluate<any, typeof sent>(async ({ method, target, headers, body }) => {
      const renewal = await fetch('/api/v1/auth/renewal', {
        method: 'POST',
        headers: { 'x-damson-page': '1' },
      });
      const { session } = renewal.ok
        ? ((await renewal.json()) as { session: Session | null })
        : { session: null };
      const token = session?.access_token;
      const response = await fetch(target, {
        method,
        body,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== null && { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    }, sent);
    const isJson = /json/.test(answer.type ?? '');
    return {
      status: answer.status,
      headers: new Headers(),
      body: isJson && answer.text ? JSON.parse(answer.text) : answer.text,
    };
  }
}

/** Ensures that the shell has handled the page's earlier messages, by waiting for answers to later ones on both channels. */
export async function shellHasHeard(page: Page): Promise<void> {
  await page.evaluate("Promise.all([desktop.secretsNote(), fetch('/api/v1/health')]).then(() => null)");
}

/** Folder of the data that a person must not lose. */
export function dataFolder(home: string): string {
  return path.join(home, '.local', 'share', 'damson');
}

/** Quits from the menu and waits for the end; the caller answers any questions. */
export async function quit(app: RunningApp): Promise<number | null> {
  await app.clickMenu(...(process.platform === 'darwin' ? ['Damson', 'Quit Damson'] : ['File', 'Quit']));
  return await app.exited;
}

/** Kills the server's process like a crash; returns its id. */
export async function killServer(app: RunningApp): Promise<number> {
  const [server] = await app.serverProcesses();
  process.kill(server as number, 'SIGKILL');
  return server as number;
}

/** Waits until a process other than the killed one serves. */
export async function serverAfter(app: RunningApp, killed: number): Promise<void> {
  await expect.poll(async () => (await app.serverProcesses())[0] ?? killed).not.toBe(killed);
}

/** A running mission of one test, opened in the window; returns the regions of its page. */
export async function openTest(page: Page): Promise<{ mission: Mission; place: Place }> {
  const client = new PageClient(page);
  const mission = await newMission(client, { tests: 1 });
  const place = placeOf(mission);
  await walk(client, place.missionPath, 'in_progress');
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  await page.getByRole('link', { name: mission.name, exact: true }).click();
  await page.getByRole('table', { name: 'Tests' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Red team' })).toBeVisible();
  return { mission, place };
}

/** Holds back requests of a kind until the returned function releases them. */
export async function holdBack(page: Page, method: string, pattern: RegExp): Promise<() => Promise<void>> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const handler = async (route: Route): Promise<void> => {
    if (route.request().method() === method) await held;
    await route.fallback().catch(() => {});
  };
  await page.route(pattern, handler);
  return async () => {
    letGo();
    await page.unroute(pattern, handler);
  };
}

/** A separate browser without any connection to the application. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium() as string,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}
