import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type * as Electron from 'electron';
import type { BrowserWindow } from './browser-window.ts';
import { Emitter, PreventableEvent } from './emitter.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { showDialog } from './person.ts';
import { endSessions, type Session, sessionOf } from './session.ts';
import { applicationFolder, standInSettings } from './settings.ts';
import { utilityProcesses } from './utility-process.ts';

type PathName = Parameters<Electron.App['getPath']>[0];

type Package = { name?: string; productName?: string; version?: string };

/** The application, from being ready to having quit, with Electron's events in Electron's order. */
class App
  extends Emitter
  implements
    Pick<
      Electron.App,
      | 'name'
      | 'getVersion'
      | 'getPath'
      | 'setPath'
      | 'isReady'
      | 'whenReady'
      | 'requestSingleInstanceLock'
      | 'quit'
      | 'exit'
      | 'relaunch'
      | 'focus'
      | 'isPackaged'
      | 'setAboutPanelOptions'
      | 'showAboutPanel'
      | 'enableSandbox'
      | 'setAppUserModelId'
    >
{
  name: string;
  readonly isPackaged = false;
  readonly #package: Package;
  readonly #paths = new Map<string, string>();
  readonly #ready: Promise<void>;
  #isReady = false;
  #isQuitting = false;
  #lock: Server | null = null;
  #about: Electron.AboutPanelOptionsOptions = {};
  #windows = new Set<BrowserWindow>();

  constructor(folder: string) {
    super(
      [
        'will-finish-launching',
        'ready',
        'window-all-closed',
        'before-quit',
        'will-quit',
        'quit',
        'activate',
        'open-file',
        'second-instance',
        'web-contents-created',
        'browser-window-created',
        'render-process-gone',
      ],
      [
        'open-url',
        'child-process-gone',
        'certificate-error',
        'select-client-certificate',
        'login',
        'gpu-info-update',
        'accessibility-support-changed',
        'session-created',
        'browser-window-focus',
        'browser-window-blur',
      ],
    );
    const file = path.join(folder, 'package.json');
    this.#package = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package) : {};
    this.name = this.#package.productName ?? this.#package.name ?? 'Electron';
    this.#ready = new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#isReady = true;
      this.emit('will-finish-launching');
      this.emit('ready', {}, {});
    });
  }

  getVersion(): string {
    return this.#package.version ?? '0.0.0';
  }

  getPath(name: PathName): string {
    const home = process.env.HOME || homedir();
    const config = process.env.XDG_CONFIG_HOME || path.join(home, '.config');
    const given = process.argv.find((arg) => arg.startsWith('--user-data-dir='))?.split('=')[1];
    const known: Partial<Record<PathName, string>> = {
      home,
      appData: config,
      userData: given ?? path.join(config, this.name),
      sessionData: this.#paths.get('userData') ?? given ?? path.join(config, this.name),
      temp: tmpdir(),
      exe: process.execPath,
      downloads: path.join(home, 'Downloads'),
      documents: path.join(home, 'Documents'),
      desktop: path.join(home, 'Desktop'),
      logs: path.join(this.#paths.get('userData') ?? path.join(config, this.name), 'logs'),
    };
    const found = this.#paths.get(name) ?? known[name];
    if (found === undefined) throw new Error(`Failed to get '${name}' path`);
    return found;
  }

  setPath(name: string, place: string): void {
    if (!path.isAbsolute(place)) throw new Error('Path must be absolute');
    this.#paths.set(name, place);
  }

  isReady(): boolean {
    return this.#isReady;
  }

  getPreferredSystemLanguages(): string[] {
    const tag = /^[a-z]{2}(?:_[A-Z]{2})?/.exec(process.env.LC_ALL ?? process.env.LANG ?? '')?.[0];
    return [tag?.replace('_', '-') ?? 'en-US'];
  }

  async whenReady(): Promise<void> {
    await this.#ready;
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }
  setAppUserModelId(_id: string): void {}
  focus(): void {
    [...this.#windows].at(-1)?.focus();
  }

  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    this.#about = options;
  }

  showAboutPanel(): void {
    void showDialog('about', this.#about, null);
  }

  /** Returns true for the first instance over a folder of user data; a later one passes on its command line and gets `false`. */
  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    if (this.#lock) return true;
    const lock = takeInstanceLock(
      this.getPath('userData'),
      additionalData,
      ({ argv, cwd, additionalData: data }) => {
        void this.#ready.then(() => this.emit('second-instance', {}, argv, cwd, data));
      },
    );
    this.#lock = lock.server;
    this.#delivering = lock.delivered;
    return this.#lock !== null;
  }

  #delivering: Promise<void> = Promise.resolve();

  quit(): void {
    if (this.#isQuitting) return;
    const event = new PreventableEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    if (this.#windows.size === 0) this.#willQuit();
    else for (const window of [...this.#windows]) window.close();
  }

  #willQuit(): void {
    const event = new PreventableEvent();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else this.#end(0);
  }

  exit(code = 0): void {
    for (const window of [...this.#windows]) window.destroy();
    this.#end(code);
  }

  #end(code: number): void {
    this.emit('quit', {}, code);
    for (const child of utilityProcesses) child.end('SIGKILL');
    void Promise.all([this.#delivering, endSessions()]).finally(() => process.exit(code));
  }

  /** Starts nothing: the restart is recorded on the control channel, and the specification performs it. */
  relaunch({ args = process.argv.slice(1) }: Electron.RelaunchOptions = {}): void {
    writeFileSync(`${standInSettings.control}.relaunch`, JSON.stringify(args));
  }

  session(partition: string): Session {
    return sessionOf(partition, () => this.getPath('sessionData'));
  }

  windowMade(window: BrowserWindow, contents: Electron.WebContents): void {
    this.#windows.add(window);
    window.on('closed', () => this.#windows.delete(window));
    contents.on('render-process-gone', (event, details) =>
      this.emit('render-process-gone', event, contents, details),
    );
    this.emit('browser-window-created', {}, window);
    this.emit('web-contents-created', {}, contents);
  }

  closeCancelled(): void {
    this.#isQuitting = false;
  }

  windowClosed(left: number): void {
    if (left > 0) return;
    if (this.#isQuitting) this.#willQuit();
    else if (!this.emit('window-all-closed')) this.quit();
  }
}

export const application = new App(applicationFolder);
