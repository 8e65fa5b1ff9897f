import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import {
  applicationFolder,
  findElectron,
  type LaunchOptions,
  type MenuData,
  type Outside,
  type RunningApp,
  type ShownDialog,
} from './host.ts';
import { argumentsIn } from './stand-in-host.ts';

const recorder = path.resolve(import.meta.dirname, 'electron-recorder.cjs');

type Person = {
  shown: ShownDialog[];
  outside: Outside[];
  answer(id: number, answer: object): void;
  answerNext(answer: object): void;
  progressOf(window: number): number[];
};
type WithPerson = { damsonPerson: Person };

/** Starts the application on Electron itself. */
export async function launchOnElectron(options: LaunchOptions): Promise<RunningApp> {
  const relaunchFile = path.join(options.home, `relaunch-${randomUUID()}`);
  const isRoot = process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath: findElectron() as string,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      ...(options.storage === 'basic_text' ? ['--password-store=basic'] : []),
      '-r',
      recorder,
      applicationFolder,
      ...(options.args ?? []),
    ],
    cwd: options.home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: options.home,
      TMPDIR: tmpdir(),
      USERPROFILE: options.home,
      APPDATA: path.join(options.home, 'AppData', 'Roaming'),
      LANG: 'en_GB.UTF-8',
      DAMSON_TEST_RELAUNCH: relaunchFile,
      DAMSON_TEST_ADDRESSES: (options.addresses ?? []).join(' '),
      ...(process.env.DISPLAY && { DISPLAY: process.env.DISPLAY }),
      ...options.env,
    },
  });
  const child = app.process();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    host: 'electron',
    pid: child.pid as number,
    exited,
    output: () => output,
    windows: () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => ({
          id: window.id,
          url: window.webContents.getURL(),
          title: window.getTitle(),
          bounds: window.getBounds(),
          hasPreload: Boolean(
            (
              window.webContents as unknown as { getLastWebPreferences(): { preload?: string } }
            ).getLastWebPreferences().preload,
          ),
          isFocused: window.isFocused(),
          isVisible: window.isVisible(),
          isMinimized: window.isMinimized(),
          isMaximized: window.isMaximized(),
          zoomLevel: window.webContents.getZoomLevel(),
          progress: (globalThis as unknown as WithPerson).damsonPerson.progressOf(window.id),
        })),
      ),
    pageOf: (id) => pageOf(app, id),
    dialogs: () => app.evaluate(() => (globalThis as unknown as WithPerson).damsonPerson.shown),
    answer: (id, answer) =>
      app.evaluate(
        (_electron, given) =>
          (globalThis as unknown as WithPerson).damsonPerson.answer(given.id, given.answer),
        { id, answer },
      ),
    answerNext: (answer) =>
      app.evaluate(
        (_electron, given) => (globalThis as unknown as WithPerson).damsonPerson.answerNext(given),
        answer,
      ),
    relaunch: () => argumentsIn(relaunchFile),
    outside: () => app.evaluate(() => (globalThis as unknown as WithPerson).damsonPerson.outside),
    menu: () =>
      app.evaluate(({ Menu }) => {
        const read = (menu: Electron.Menu | null | undefined): MenuData[] =>
          (menu?.items ?? []).map((item) => ({
            id: item.id,
            type: item.type,
            label: item.label,
            enabled: item.enabled,
            visible: item.visible,
            ...(item.role && { role: item.role as string }),
            ...(item.accelerator && { accelerator: String(item.accelerator) }),
            submenu: item.submenu ? read(item.submenu) : null,
          }));
        return read(Menu.getApplicationMenu());
      }),
    clickMenu: (...labels) =>
      app.evaluate(({ Menu }, wanted) => {
        let menu: Electron.Menu | null | undefined = Menu.getApplicationMenu();
        let item: Electron.MenuItem | undefined;
        for (const label of wanted) {
          item = menu?.items.find((candidate) => candidate.label.replaceAll(/&(.)/g, '$1') === label);
          menu = item?.submenu;
        }
        if (!item) throw new Error(`the menu has no ${wanted.join(' → ')}`);
        item.click();
      }, labels),
    closeWindow: (id) => app.evaluate(({ BrowserWindow }, given) => BrowserWindow.fromId(given)?.close(), id),
    minimize: (id) => app.evaluate(({ BrowserWindow }, given) => BrowserWindow.fromId(given)?.minimize(), id),
    setBounds: (id, bounds) =>
      app.evaluate(({ BrowserWindow }, given) => BrowserWindow.fromId(given.id)?.setBounds(given.bounds), {
        id,
        bounds,
      }),
    crashRenderer: (id) =>
      app.evaluate(
        ({ BrowserWindow }, given) => BrowserWindow.fromId(given)?.webContents.forcefullyCrashRenderer(),
        id,
      ),
    serverProcesses: () =>
      app.evaluate(({ app: electron }) =>
        electron
          .getAppMetrics()
          .filter(({ type, name }) => type === 'Utility' && /damson/i.test(name ?? ''))
          .map(({ pid }) => pid),
      ),
    rendererSandboxes: () =>
      app.evaluate(({ app: electron }) =>
        electron
          .getAppMetrics()
          .filter(({ type }) => type === 'Tab')
          .map(({ sandboxed }) => sandboxed ?? false),
      ),
    openFile: (file) =>
      app.evaluate(({ app: electron }, given) => {
        electron.emit('open-file', { preventDefault: () => {} }, given);
      }, file),
    press: (id, keys) =>
      app.evaluate(
        ({ BrowserWindow }, given) => {
          const parts = given.keys.split('+');
          const keyCode = parts.pop() as string;
          const modifiers = parts.map((part) =>
            part.toLowerCase(),
          ) as Electron.KeyboardInputEvent['modifiers'];
          for (const type of ['keyDown', 'keyUp'] as const)
            BrowserWindow.fromId(given.id)?.webContents.sendInputEvent({
              type,
              keyCode,
              ...(modifiers && { modifiers }),
            });
        },
        { id, keys },
      ),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function pageOf(app: ElectronApplication, id: number): Promise<Page> {
  for (const page of app.windows()) {
    const window = await app.browserWindow(page);
    if ((await window.evaluate((shown) => shown.id)) === id) return page;
  }
  throw new Error(`there is no window ${id}`);
}
