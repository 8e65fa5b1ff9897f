import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { StandInSettings } from '../../../tools/electron-stand-in/settings.ts';
import { findChromium } from '../../../tools/find-chromium.ts';
import { applicationFolder, type LaunchOptions, type RunningApp } from './host.ts';

const runner = path.resolve(import.meta.dirname, '../../../tools/electron-stand-in/run.ts');
const launched = { count: 0 };

// biome-ignore lint/suspicious/noExplicitAny: answers have the types of RunningApp
type Answer = any;

/** One line of JSON for each request and each answer. */
class Control {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve: (value: Answer) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the application has ended'));
      this.#waiting.clear();
    });
    createInterface({ input: socket }).on('line', (line) => {
      const { call, value, error } = JSON.parse(line) as Answer;
      const waiting = this.#waiting.get(call);
      this.#waiting.delete(call);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
  }

  ask(operation: string, request: object = {}): Promise<Answer> {
    if (this.#socket.destroyed) return Promise.reject(new Error('the application has ended'));
    this.#asked += 1;
    const call = this.#asked;
    this.#socket.write(`${JSON.stringify({ ...request, operation, call })}\n`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
    });
  }
}

/** The application's own arguments among those for its restart; null when it does not restart. */
export function argumentsIn(file: string): string[] | null {
  if (!existsSync(file)) return null;
  const given = JSON.parse(readFileSync(file, 'utf8')) as string[];
  return given.slice(given.indexOf(applicationFolder) + 1);
}

/** Starts the application on the stand-in for Electron. */
export async function launchOnStandIn(options: LaunchOptions): Promise<RunningApp> {
  launched.count += 1;
  const settings: StandInSettings = {
    control: path.join(options.home, `control-${process.pid}-${launched.count}.sock`),
    chromium: findChromium() as string,
    headless: !options.display,
    storage: options.storage ?? 'keyring',
    keyring: path.join(options.home, 'keyring'),
    addresses: [...(options.addresses ?? [])],
  };
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', runner, applicationFolder, ...(options.args ?? [])],
    {
      env: {
        PATH: process.env.PATH,
        HOME: options.home,
        TMPDIR: tmpdir(),
        LANG: 'en_GB.UTF-8',
        ...(process.env.DISPLAY && { DISPLAY: process.env.DISPLAY }),
        DAMSON_STAND_IN: JSON.stringify(settings),
        ...options.env,
      },
      cwd: options.home,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit');
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const control = await connect(settings.control, exited);
  const ask = async (operation: string, request: object = {}): Promise<Answer> => {
    if (!control) throw new Error(`the application has ended: ${output}`);
    return await control.ask(operation, request);
  };
  const pages = new Pages(ask);
  void ended.then(() => pages.close());
  return {
    host: 'stand-in',
    pid: child.pid as number,
    exited,
    output: () => output,
    windows: () => ask('windows'),
    pageOf: (id) => pages.of(id),
    dialogs: () => ask('dialogs'),
    answer: (id, answer) => ask('answer', { id, answer }),
    answerNext: (answer) => ask('answerNext', { answer }),
    outside: () => ask('outside'),
    relaunch: () => argumentsIn(`${settings.control}.relaunch`),
    menu: () => ask('menu'),
    clickMenu: (...labels) => ask('clickMenu', { labels }),
    closeWindow: (id) => ask('closeWindow', { id }),
    minimize: (id) => ask('minimize', { id }),
    setBounds: (id, bounds) => ask('setBounds', { id, bounds }),
    crashRenderer: async (id) => {
      await ask('crash', { id });
      await pages.close();
    },
    serverProcesses: () => ask('utilityProcesses'),
    holdNextServer: () => ask('holdNextServer'),
    openFile: (file) => ask('openFile', { file }),
    press: async (id, keys) => {
      await (await pages.of(id)).keyboard.press(keys);
    },
    invokeAs: ({ window, url, isMainFrame }, channel, ...args) =>
      ask('invokeAs', { id: window, url, isMainFrame, channel, args }),
    kill: async () => {
      // Kills servers too, because a paused one would stay behind.
      for (const server of await ask('utilityProcesses').catch(() => [])) process.kill(server, 'SIGKILL');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function connect(place: string, exited: Promise<unknown>): Promise<Control | null> {
  const ended = { yes: false };
  void exited.then(() => {
    ended.yes = true;
  });
  while (!ended.yes) {
    const socket = createConnection(place);
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (connected) return new Control(socket);
    await sleep(50);
  }
  return null;
}

/** The pages of the windows, seen by a second client of their Chromium. */
class Pages {
  readonly #ask: (operation: string, request?: object) => Promise<Answer>;
  readonly #browsers = new Map<string, Promise<Browser>>();

  constructor(ask: (operation: string, request?: object) => Promise<Answer>) {
    this.#ask = ask;
  }

  async of(id: number): Promise<Page> {
    for (let tries = 1; ; tries += 1) {
      const window = (await this.#ask('windows')).find((candidate: Answer) => candidate.id === id);
      if (!window) throw new Error(`there is no window ${id}`);
      const page = window.endpoint && (await this.#find(window.endpoint, window.targetId));
      if (page) return page;
      // A client that connected while the page was being opened may never get it, but the next one does.
      if (tries % 40 === 0) await this.close();
      await sleep(50);
    }
  }

  async #find(endpoint: string, targetId: string): Promise<Page | null> {
    const browser = await this.#connected(endpoint);
    for (const context of browser?.contexts() ?? []) {
      for (const page of context.pages()) {
        if ((await targetOf(page)) === targetId) return page;
      }
    }
    return null;
  }

  /** Null if the browser does not accept a connection now, because it is starting or ending. */
  async #connected(endpoint: string): Promise<Browser | null> {
    const known = this.#browsers.get(endpoint);
    if (known) return await known.catch(() => null);
    const connecting = chromium.connectOverCDP(endpoint, { noDefaults: true, timeout: 10_000 });
    this.#browsers.set(endpoint, connecting);
    try {
      const browser = await connecting;
      // The application decides whether to leave a page, not Playwright.
      for (const context of browser.contexts()) context.on('dialog', () => {});
      return browser;
    } catch {
      this.#browsers.delete(endpoint);
      return null;
    }
  }

  async close(): Promise<void> {
    const browsers = [...this.#browsers.values()];
    this.#browsers.clear();
    for (const browser of browsers) await (await browser.catch(() => null))?.close().catch(() => {});
  }
}

/** Null for a page that does not answer at the moment. */
async function targetOf(page: Page): Promise<string | null> {
  const asked = page
    .context()
    .newCDPSession(page)
    .then(async (client) => {
      const { targetInfo } = await client.send('Target.getTargetInfo');
      await client.detach();
      return targetInfo.targetId;
    })
    .catch(() => null);
  return await Promise.race([asked, sleep(5000, null)]);
}
