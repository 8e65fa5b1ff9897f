import type * as Electron from 'electron';
import { application } from './app.ts';
import { Emitter, PreventableEvent } from './emitter.ts';
import { windowEvents } from './events.ts';
import type { Session } from './session.ts';
import { asElectron, WebContents } from './web-contents.ts';

const open = new Set<BrowserWindow>();
const focus: { window: BrowserWindow | null } = { window: null };

/** An application window of Chromium, whose state follows the actions of the application and the person. */
export class BrowserWindow
  extends Emitter
  implements
    Pick<
      Electron.BrowserWindow,
      | 'id'
      | 'loadURL'
      | 'show'
      | 'focus'
      | 'isFocused'
      | 'isVisible'
      | 'isMinimized'
      | 'minimize'
      | 'restore'
      | 'isMaximized'
      | 'maximize'
      | 'isFullScreen'
      | 'setFullScreen'
      | 'getBounds'
      | 'setBounds'
      | 'getNormalBounds'
      | 'close'
      | 'destroy'
      | 'isDestroyed'
      | 'getTitle'
      | 'webContents'
      | 'setProgressBar'
    >
{
  readonly id: number;
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly #contents: WebContents;
  #bounds: Electron.Rectangle;
  #isVisible: boolean;
  #isMinimized = false;
  #isMaximized = false;
  #isFullScreen = false;
  #isDestroyed = false;
  #isClosing = false;
  #wasReady = false;
  #title: string;

  static getAllWindows(): BrowserWindow[] {
    return [...open];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focus.window;
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...open].find((window) => window.#contents === contents) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return [...open].find((window) => window.id === id) ?? null;
  }

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super(windowEvents.emitted, windowEvents.never);
    if (!application.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.options = options;
    const { width = 800, height = 600, x = 0, y = 0, webPreferences = {} } = options;
    refuseUnsafe(webPreferences);
    this.#bounds = { x, y, width, height };
    this.#isVisible = options.show ?? true;
    this.#title = options.title ?? 'Electron';
    const session =
      (webPreferences.session as unknown as Session | undefined) ??
      application.session(webPreferences.partition ?? '');
    this.#contents = new WebContents(
      this,
      session,
      webPreferences.preload ?? null,
      webPreferences.additionalArguments ?? [],
      webPreferences.javascript ?? true,
    );
    this.id = this.#contents.id;
    open.add(this);
    if (this.#isVisible) focus.window = this;
    application.windowMade(this, asElectron(this.#contents));
  }

  get webContents(): Electron.WebContents {
    return asElectron(this.#contents);
  }

  /** The page, as used within the stand-in. */
  get page(): WebContents {
    return this.#contents;
  }

  async loadURL(url: string): Promise<void> {
    await this.#contents.loadURL(url);
  }

  show(): void {
    this.#isVisible = true;
    this.emit('show');
    this.focus();
  }

  focus(): void {
    if (!this.#isVisible) return;
    if (focus.window !== this) focus.window?.emit('blur');
    focus.window = this;
    this.#contents.focus();
    this.emit('focus');
  }

  blur(): void {
    if (focus.window === this) focus.window = null;
    this.emit('blur');
  }

  isFocused(): boolean {
    return focus.window === this;
  }

  isVisible(): boolean {
    return this.#isVisible && !this.#isDestroyed;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  minimize(): void {
    this.#isMinimized = true;
    if (focus.window === this) focus.window = null;
    this.emit('minimize');
  }

  restore(): void {
    this.#isMinimized = false;
    this.emit('restore');
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  maximize(): void {
    this.#isMaximized = true;
    this.#isVisible = true;
    this.emit('maximize');
  }

  isFullScreen(): boolean {
    return this.#isFullScreen;
  }

  setFullScreen(on: boolean): void {
    this.#isFullScreen = on;
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen');
  }

  getBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.#bounds;
    this.#bounds = { ...before, ...bounds };
    const { width, height, x, y } = this.#bounds;
    if (width !== before.width || height !== before.height) this.emit('resize');
    if (x !== before.x || y !== before.y) this.emit('move');
    void this.#place().catch(() => {});
  }

  async #place(): Promise<void> {
    await this.#contents.opened;
    const { chromium, targetId } = this.#contents;
    if (!chromium) return;
    const { windowId } = await chromium.send('Browser.getWindowForTarget', { targetId });
    const { x: left, y: top, width, height } = this.#bounds;
    await chromium.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } });
  }

  /** All progress shown in the task bar, as a share; below zero = nothing. */
  readonly progress: number[] = [];

  setProgressBar(progress: number): void {
    this.progress.push(progress);
  }

  getTitle(): string {
    return this.#title;
  }

  /** Asks the application, then the page, whether to close; either may keep the window open. */
  close(): void {
    if (this.#isDestroyed || this.#isClosing) return;
    const event = new PreventableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) {
      this.closeCancelled();
      return;
    }
    this.#isClosing = true;
    if (this.#contents.isCrashed()) this.destroy();
    else
      void this.#contents.opened.then(() => this.#contents.send_('Page.close')).catch(() => this.destroy());
  }

  closeCancelled(): void {
    this.#isClosing = false;
    application.closeCancelled();
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    const { chromium, targetId } = this.#contents;
    void chromium?.send('Target.closeTarget', { targetId }).catch(() => {});
    this.#contents.gone();
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  pageLoaded(): void {
    if (this.#wasReady) return;
    this.#wasReady = true;
    this.emit('ready-to-show');
  }

  pageTitled(title: string): void {
    const event = new PreventableEvent();
    this.emit('page-title-updated', event, title, true);
    if (!event.defaultPrevented) this.#title = title;
  }

  pageGone(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    open.delete(this);
    if (focus.window === this) focus.window = null;
    this.emit('closed');
    application.windowClosed(open.size);
  }
}

/** The stand-in refuses options that would give a page more than a sandboxed one has, because it can't provide that. */
function refuseUnsafe(preferences: Electron.WebPreferences): void {
  const wrong = [
    preferences.nodeIntegration === true && 'nodeIntegration',
    preferences.contextIsolation === false && 'contextIsolation: false',
    preferences.sandbox === false && 'sandbox: false',
    preferences.webSecurity === false && 'webSecurity: false',
    preferences.webviewTag === true && 'webviewTag',
    preferences.nodeIntegrationInSubFrames === true && 'nodeIntegrationInSubFrames',
    preferences.nodeIntegrationInWorker === true && 'nodeIntegrationInWorker',
  ].filter(Boolean);
  if (wrong.length > 0) throw new Error(`The stand-in for Electron has no ${wrong.join(', ')}`);
}
