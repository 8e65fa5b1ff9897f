import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
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
  /** A home folder of this test's own. */
  home: string;
  /** Starts the application in it; as often as a test likes. */
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningApp>;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  home: async ({}, use) => {
    const home = mkdtempSync(path.join(tmpdir(), 'damson-desktop-'));
    await use(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
  launch: async ({ home }, use, info) => {
    const running: RunningApp[] = [];
    await use(async (options = {}) => {
      const launch = hostName === 'electron' ? launchOnElectron : launchOnStandIn;
      const app = await launch({ home, ...options });
      running.push(app);
      return app;
    });
    if (info.status !== info.expectedStatus)
      for (const app of running) await info.attach('output', { body: app.output() });
    for (const app of running) await app.kill();
  },
});

export { expect };

/** For what only Electron itself can show; `why` ends up in the report. */
export function onlyOnElectron(why: string): void {
  test.skip(hostName !== 'electron', `needs Electron’s runtime: ${why}`);
}

/** For what only the stand-in can arrange. */
export function onlyOnStandIn(why: string): void {
  test.skip(hostName !== 'stand-in', `needs the stand-in: ${why}`);
}

/** The application's own window, once its page is there. */
export async function ownWindow(app: RunningApp): Promise<WindowState> {
  let found: WindowState | undefined;
  await expect
    .poll(
      async () => {
        found = (await app.windows()).find(({ hasPreload, url }) => hasPreload && url.startsWith('http'));
        return found !== undefined;
      },
      { message: `the window opens: ${app.output()}`, timeout: 30_000 },
    )
    .toBe(true);
  return found as WindowState;
}

export async function ownPage(app: RunningApp): Promise<Page> {
  return await app.pageOf((await ownWindow(app)).id);
}

/** The dialog that is open, once there is one. */
export async function openDialog(app: RunningApp): Promise<ShownDialog> {
  let found: ShownDialog | undefined;
  await expect
    .poll(
      async () => {
        found = (await app.dialogs()).find(({ answer }) => answer === null);
        return found !== undefined;
      },
      { message: 'a dialog is shown' },
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
