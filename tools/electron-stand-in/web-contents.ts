import type * as Electron from 'electron';
import type { BrowserWindow } from './browser-window.ts';
import { judgeCertificate, watchCertificates } from './certificate.ts';
import { blankPage, type Chromium, type Message } from './chromium.ts';
import { Emitter, PreventableEvent } from './emitter.ts';
import { pageEvents } from './events.ts';
import { dispatchMessage } from './ipc-main.ts';
import { keyPressed } from './menu.ts';
import { netErrors } from './net-errors.ts';
import { binding, door, pageScript } from './page-script.ts';
import type { Session } from './session.ts';
import { WebFrame } from './web-frame.ts';
import { toWire } from './wire.ts';

/** Casts the stand-in's partial object to Electron's full type. */
export function asElectron(contents: WebContents): Electron.WebContents {
  return contents as unknown as Electron.WebContents;
}

const windows = { made: 0 };

/** A page: its frames, its permissions, and its messages with the application. */
export class WebContents extends Emitter {
  readonly id: number;
  readonly session: Session;
  readonly owner: BrowserWindow;
  readonly frames = new Map<string, WebFrame>();
  readonly opened: Promise<void>;
  chromium: Chromium | null = null;
  targetId: string | null = null;
  sessionId: string | null = null;
  readonly #preload: string | null;
  readonly #argv: readonly string[];
  readonly #runsScripts: boolean;
  #mainFrame = new WebFrame(this, '', null);
  #openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null;
  #expected: string | null = null;
  #opening: Message[] = [];
  #onOpening: (() => void) | null = null;
  webRtcPolicy = 'default';
  #zoomLevel = 0;
  #title = '';
  #isGone = false;
  #isCrashed = false;
  #onGone: (() => void)[] = [];

  constructor(
    owner: BrowserWindow,
    session: Session,
    preload: string | null,
    argv: readonly string[],
    runsScripts: boolean,
  ) {
    super(pageEvents.emitted, pageEvents.never);
    windows.made += 1;
    this.id = windows.made;
    this.owner = owner;
    this.session = session;
    this.#preload = preload;
    this.#argv = argv;
    this.#runsScripts = runsScripts;
    this.opened = this.#open();
    this.opened.catch(() => this.gone());
  }

  get mainFrame(): WebFrame {
    return this.#mainFrame;
  }

  get hasPreload(): boolean {
    return this.#preload !== null;
  }

  async #open(): Promise<void> {
    // As in Electron, the code that creates a window can still set handlers before anything happens.
    await Promise.resolve();
    const { chromium, targetId, sessionId } = await this.session.open(this, this.owner.getBounds());
    Object.assign(this, { chromium, targetId, sessionId });
    this.#mainFrame.take(targetId);
    this.frames.set(targetId, this.#mainFrame);
    await this.send_('Page.enable');
    await this.send_('Inspector.enable');
    await watchCertificates(this);
    await this.send_('Runtime.enable');
    if (!this.#runsScripts) await this.send_('Emulation.setScriptExecutionDisabled', { value: true });
    await this.send_('Runtime.addBinding', { name: binding });
    await this.send_('Page.addScriptToEvaluateOnNewDocument', {
      source: pageScript(this.#preload, this.#argv),
    });
    chromium.once('exit', () => this.gone());
  }

  /** Sends this page a command of the protocol. */
  async send_(method: string, params: object = {}): Promise<Message> {
    if (!this.chromium || !this.sessionId) throw new Error('the page is not open');
    return await this.chromium.send(method, params, this.sessionId);
  }

  /** Handles an event of the protocol from this page. */
  take(method: string, params: Message): void {
    switch (method) {
      case 'Runtime.executionContextCreated': {
        const { id, auxData } = params.context;
        if (auxData?.isDefault) this.frames.get(auxData.frameId)?.contexts.add(id);
        break;
      }
      case 'Runtime.bindingCalled':
        if (params.name === binding) this.#hear(params);
        break;
      case 'Page.frameAttached':
        this.frames.set(
          params.frameId,
          new WebFrame(this, params.frameId, this.frames.get(params.parentFrameId) ?? null),
        );
        break;
      case 'Page.frameDetached':
        if (params.reason === 'remove') this.frames.delete(params.frameId);
        break;
      case 'Page.frameNavigated':
        this.#navigated(params.frame);
        break;
      case 'Page.navigatedWithinDocument':
        this.frames.get(params.frameId)?.moved(params.url);
        this.emit('did-navigate-in-page', {}, params.url, params.frameId === this.targetId);
        break;
      case 'Page.domContentEventFired':
        this.emit('dom-ready', {});
        break;
      case 'Page.loadEventFired':
        if (this.getURL() === '' || this.getURL().startsWith(blankPage)) break;
        this.emit('did-finish-load');
        this.emit('did-stop-loading');
        this.owner.pageLoaded();
        break;
      case 'Page.windowOpen':
        this.#opening.push(params);
        this.#onOpening?.();
        break;
      case 'Page.javascriptDialogOpening':
        this.#answerPageDialog(params);
        break;
      case 'Security.certificateError':
        void judgeCertificate(this, params);
        break;
      case 'Inspector.targetCrashed':
        this.#isCrashed = true;
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
        break;
    }
  }

  #hear({ payload, executionContextId }: Message): void {
    const frame = [...this.frames.values()].find(({ contexts }) => contexts.has(executionContextId));
    const message = JSON.parse(payload);
    if (frame && !frame.isAt(message.at, executionContextId)) {
      // A preload may run before the protocol reports its document, which Electron would know by then.
      frame.whenMoved(() => this.#hear({ payload, executionContextId }));
      return;
    }
    if (message.kind === 'key') keyPressed(this.owner, message);
    else if (frame)
      dispatchMessage(asElectron(this), frame, message, (answer) => this.#tell(answer, executionContextId));
  }

  #tell(message: object, contextId: number | null): void {
    const expression = `globalThis[${JSON.stringify(door)}]?.(${JSON.stringify(message)})`;
    this.send_('Runtime.evaluate', { expression, ...(contextId !== null && { contextId }) }).catch(() => {});
  }

  #answerPageDialog({ type }: Message): void {
    let accept = true;
    if (type === 'beforeunload') {
      const event = new PreventableEvent();
      this.emit('will-prevent-unload', event);
      accept = event.defaultPrevented;
      if (!accept) this.owner.closeCancelled();
    }
    this.send_('Page.handleJavaScriptDialog', { accept }).catch(() => {});
  }

  #navigated(frame: Message): void {
    const known =
      this.frames.get(frame.id) ?? new WebFrame(this, frame.id, this.frames.get(frame.parentId) ?? null);
    this.frames.set(frame.id, known);
    known.moved(frame.url);
    if (frame.id !== this.targetId || frame.url.startsWith(blankPage)) return;
    this.#isCrashed = false;
    if (frame.unreachableUrl) return;
    this.emit('did-navigate', {}, frame.url, 200, 'OK');
    void this.#show(frame.url);
  }

  async #show(url: string): Promise<void> {
    if (/^https?:/.test(url)) await this.session.applyPermissions(this, new URL(url).origin).catch(() => {});
    if (this.#zoomLevel !== 0) this.setZoomLevel(this.#zoomLevel);
  }

  /** Asks the application about a navigation that the page requested. */
  mayNavigate({ url, frameId, isRedirect }: { url: string; frameId: string; isRedirect: boolean }): boolean {
    const isMainFrame = frameId === this.targetId;
    if (isMainFrame && !isRedirect && this.#expected !== null) {
      // The application itself requested this.
      this.#expected = null;
      return true;
    }
    const frame = this.frames.get(frameId) ?? null;
    const details = { url, isMainFrame, isSameDocument: false, frame, initiator: frame };
    const ask = (name: string): boolean => {
      const event = new PreventableEvent(details);
      this.emit(name, event, url, false, isMainFrame, frame?.processId ?? 0, frame?.routingId ?? 0);
      return !event.defaultPrevented;
    };
    if (isRedirect) return ask('will-redirect');
    return ask('will-frame-navigate') && (!isMainFrame || ask('will-navigate'));
  }

  setWindowOpenHandler(
    handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse,
  ): void {
    this.#openHandler = handler;
  }

  /** Asks the application about a page opened by this page, before its first request. Only a refusal is supported. */
  async judgeOpened(targetId: string): Promise<void> {
    const { url, windowName, windowFeatures } = await this.#nextOpening();
    const response = this.#openHandler?.({
      url,
      frameName: windowName,
      features: windowFeatures.join(','),
      disposition: 'foreground-tab',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    });
    await this.chromium?.send('Target.closeTarget', { targetId }).catch(() => {});
    if (response?.action !== 'deny')
      throw new Error('The stand-in for Electron opens no window for a page: its handler must deny');
  }

  /** Features of an opened window, which may be reported after the window. */
  async #nextOpening(): Promise<Message> {
    while (this.#opening.length === 0) {
      await new Promise<void>((resolve) => {
        this.#onOpening = resolve;
      });
    }
    return this.#opening.shift();
  }

  async loadURL(url: string): Promise<void> {
    await this.opened;
    this.#expected = url;
    this.emit('did-start-loading');
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', resolve));
    const { errorText } = await this.send_('Page.navigate', { url });
    this.#expected = null;
    if (errorText) {
      const name = errorText.replace('net::', '');
      const code = netErrors[name] ?? -2;
      this.emit('did-fail-load', {}, code, name, url, true, 0, 0);
      this.emit('did-stop-loading');
      throw Object.assign(new Error(`${name} (${code}) loading '${url}'`), { code: name, errno: code, url });
    }
    await Promise.race([loaded, new Promise<void>((resolve) => this.#onGone.push(resolve))]);
  }

  /** Options have the same names in Chromium's protocol as in Electron. */
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { data } = await this.send_('Page.printToPDF', options);
    return Buffer.from(data, 'base64');
  }

  reload(): void {
    this.#expected = this.getURL();
    void this.opened.then(() => this.send_('Page.reload')).catch(() => {});
  }

  send(channel: string, ...args: unknown[]): void {
    const text = toWire(args);
    void this.opened.then(() => this.#tell({ kind: 'message', channel, text }, null)).catch(() => {});
  }

  getURL(): string {
    return this.#mainFrame.url.startsWith(blankPage) ? '' : this.#mainFrame.url;
  }

  focus(): void {
    void this.opened.then(() => this.send_('Page.bringToFront')).catch(() => {});
  }

  getZoomLevel(): number {
    return this.#zoomLevel;
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }

  setZoomLevel(level: number): void {
    this.#zoomLevel = level;
    const expression = `document.documentElement.style.zoom = ${1.2 ** level}`;
    void this.opened.then(() => this.send_('Runtime.evaluate', { expression })).catch(() => {});
  }

  isCrashed(): boolean {
    return this.#isCrashed;
  }

  isDestroyed(): boolean {
    return this.#isGone;
  }

  /** The page changes its title. */
  titled(title: string): void {
    if (title === this.#title || this.getURL() === '' || title === '') return;
    this.#title = title;
    this.emit('page-title-updated', {}, title, true);
    this.owner.pageTitled(title);
  }

  gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.session.contents.delete(this);
    for (const listener of this.#onGone) listener();
    this.emit('destroyed');
    this.owner.pageGone();
  }
}
