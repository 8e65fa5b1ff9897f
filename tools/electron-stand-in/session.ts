import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Electron from 'electron';
import { Chromium, type Message } from './chromium.ts';
import { DownloadItem } from './download-item.ts';
import { Emitter, PreventableEvent } from './emitter.ts';
import { standInSettings } from './settings.ts';
import { asElectron, type WebContents } from './web-contents.ts';
import { resourceTypeOf, WebRequest } from './web-request.ts';

type PermissionHandler = (
  contents: unknown,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void;
type PermissionCheck = (contents: unknown, permission: string, origin: string, details: object) => boolean;

/** Electron's name of a permission, and the browser's. */
const permissions: readonly [string, Message][] = [
  ['geolocation', { name: 'geolocation' }],
  ['notifications', { name: 'notifications' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['midiSysex', { name: 'midi', sysex: true }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write' }],
];

/** Session of the windows of one partition: one Chromium, its requests, permissions and downloads. */
export class Session extends Emitter {
  readonly webRequest = new WebRequest();
  readonly contents = new Set<WebContents>();
  readonly #profile: string | null;
  #chromium: Promise<Chromium> | null = null;
  #downloads: string | null = null;
  readonly #items = new Map<string, DownloadItem>();
  readonly #attached = new Map<string, { sessionId: string; tell: (sessionId: string) => void }>();
  readonly #denied = new Set<string>();
  #proxy: Electron.ProxyConfig | null = null;
  #ask: PermissionHandler | null = null;
  #check: PermissionCheck | null = null;

  constructor(profile: string | null) {
    super(
      ['will-download'],
      [
        'spellcheck-dictionary-download-begin',
        'select-hid-device',
        'select-usb-device',
        'select-serial-port',
      ],
    );
    this.#profile = profile;
  }

  setPermissionRequestHandler(handler: PermissionHandler | null): void {
    this.#ask = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.#check = handler;
  }

  /** Takes effect if called before the session's first window. */
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.#proxy = config;
  }

  setDevicePermissionHandler(_handler: unknown): void {}
  setSpellCheckerEnabled(_enabled: boolean): void {}

  /** Opens a window of this session on a blank page. */
  async open(
    contents: WebContents,
    bounds: Electron.Rectangle,
  ): Promise<{ chromium: Chromium; targetId: string; sessionId: string }> {
    this.contents.add(contents);
    const isFirst = this.#chromium === null;
    this.#chromium ??= this.#start(bounds);
    const chromium = await this.#chromium;
    const targetId = isFirst
      ? await firstPage(chromium)
      : (
          await chromium.send('Target.createTarget', {
            url: 'about:blank',
            newWindow: true,
            ...sizeOf(bounds),
          })
        ).targetId;
    return { chromium, targetId, sessionId: await this.#whenAttached(targetId) };
  }

  async #start(bounds: Electron.Rectangle): Promise<Chromium> {
    // Settings that the application makes on a new window still apply.
    await new Promise((resolve) => setImmediate(resolve));
    const policy = [...this.contents].find(({ webRtcPolicy }) => webRtcPolicy !== 'default')?.webRtcPolicy;
    const { proxyRules, proxyBypassRules } = this.#proxy ?? {};
    const chromium = new Chromium(this.#profile, [
      ...(policy === undefined ? [] : [`--force-webrtc-ip-handling-policy=${policy}`]),
      ...(policy === undefined ? [] : [`--webrtc-ip-handling-policy=${policy}`]),
      ...(proxyRules === undefined ? [] : [`--proxy-server=${proxyRules}`]),
      ...(proxyBypassRules === undefined ? [] : [`--proxy-bypass-list=${proxyBypassRules}`]),
      `--window-size=${bounds.width},${bounds.height}`,
      `--window-position=${bounds.x},${bounds.y}`,
    ]);
    chromium.on('event', (message) => this.#take(chromium, message));
    chromium.once('exit', () => {
      this.#chromium = null;
      this.#attached.clear();
    });
    await this.claim(chromium);
    await chromium.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await chromium.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
    await chromium.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    });
    return chromium;
  }

  /** Sets the download folder again, because other clients of the browser may have changed it. */
  async claim(chromium: Chromium): Promise<void> {
    this.#downloads ??= mkdtempSync(path.join(tmpdir(), 'downloads-'));
    await chromium.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: this.#downloads,
      eventsEnabled: true,
    });
  }

  async #whenAttached(targetId: string): Promise<string> {
    const known = this.#attached.get(targetId);
    if (known?.sessionId) return known.sessionId;
    return await new Promise((tell) => {
      this.#attached.set(targetId, { sessionId: '', tell });
    });
  }

  #take(chromium: Chromium, { method, params, sessionId }: Message): void {
    const owner = [...this.contents].find((contents) => contents.sessionId === sessionId);
    if (method === 'Target.attachedToTarget') this.#attach(chromium, params);
    else if (method === 'Target.targetInfoChanged') {
      const { targetId, title } = params.targetInfo;
      [...this.contents].find((contents) => contents.targetId === targetId)?.titled(title);
    } else if (method === 'Fetch.requestPaused') void this.#judge(chromium, params).catch(() => {});
    else if (method === 'Browser.downloadWillBegin') this.#download(params);
    else if (method === 'Browser.downloadProgress') this.#items.get(params.guid)?.progress(params);
    else if (method === 'Target.detachedFromTarget')
      for (const contents of this.contents) {
        if (contents.sessionId === params.sessionId) contents.gone();
      }
    else owner?.take(method, params);
  }

  #attach(chromium: Chromium, { sessionId, targetInfo, waitingForDebugger }: Message): void {
    const opener = [...this.contents].find((contents) => contents.targetId === targetInfo.openerId);
    if (opener) {
      // A paused page could block its opener, so it is resumed, without any of its requests being sent.
      this.#denied.add(targetInfo.targetId);
      chromium.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {});
      void opener.judgeOpened(targetInfo.targetId);
      return;
    }
    const waiting = this.#attached.get(targetInfo.targetId);
    this.#attached.set(targetInfo.targetId, { sessionId, tell: () => {} });
    if (waitingForDebugger) chromium.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {});
    waiting?.tell(sessionId);
  }

  async #judge(chromium: Chromium, paused: Message): Promise<void> {
    const { requestId, request, frameId, resourceType, redirectedRequestId } = paused;
    const contents = [...this.contents].find((candidate) => candidate.frames.has(frameId));
    const fail = (errorReason: string): Promise<Message> =>
      chromium.send('Fetch.failRequest', { requestId, errorReason });
    if (this.#denied.has(frameId)) return void (await fail('Aborted'));
    if (resourceType === 'Document' && contents) {
      const isRedirect = redirectedRequestId !== undefined;
      if (!contents.mayNavigate({ url: request.url, frameId, isRedirect }))
        return void (await fail('Aborted'));
    }
    const details = {
      id: Number.parseInt(String(requestId).replaceAll(/\D/g, ''), 10) || 0,
      url: request.url,
      method: request.method,
      resourceType: resourceTypeOf(resourceType, contents?.targetId === frameId),
      referrer: request.headers.Referer ?? '',
      timestamp: Date.now(),
      webContents: contents && asElectron(contents),
      webContentsId: contents?.id,
      frame: contents?.frames.get(frameId) ?? null,
    };
    const first = await this.webRequest.ask('onBeforeRequest', details);
    if (first?.cancel) return void (await fail('BlockedByClient'));
    if (first?.redirectURL) throw new Error('The stand-in for Electron has no redirectURL');
    const answer = await this.webRequest.ask('onBeforeSendHeaders', {
      ...details,
      requestHeaders: { ...request.headers },
    });
    if (answer?.cancel) return void (await fail('BlockedByClient'));
    const headers: Record<string, string> | undefined = answer?.requestHeaders;
    await chromium.send('Fetch.continueRequest', {
      requestId,
      ...(headers && {
        headers: Object.entries(headers).map(([name, value]) => ({ name, value: String(value) })),
      }),
    });
  }

  #download({ guid, url, suggestedFilename, frameId }: Message): void {
    const contents = [...this.contents].find((candidate) => candidate.frames.has(frameId));
    const item = new DownloadItem({
      url,
      name: suggestedFilename,
      file: path.join(this.#downloads as string, guid),
    });
    this.#items.set(guid, item);
    const event = new PreventableEvent();
    this.emit('will-download', event, item, contents && asElectron(contents));
    if (event.defaultPrevented) item.cancel();
    else void item.choosePlace(contents?.owner ?? null);
  }

  /**
   * Asks the application's handlers about each permission as if the page had requested it, and passes the answers to Chromium.
   */
  async applyPermissions(contents: WebContents, origin: string): Promise<void> {
    const chromium = await this.#chromium;
    for (const [name, permission] of permissions) {
      const details = { requestingUrl: `${origin}/`, isMainFrame: true, securityOrigin: origin };
      const granted = this.#ask
        ? await new Promise<boolean>((resolve) => this.#ask?.(asElectron(contents), name, resolve, details))
        : true;
      const checked = this.#check ? this.#check(asElectron(contents), name, `${origin}/`, details) : true;
      const setting = granted && checked ? 'granted' : 'denied';
      await chromium?.send('Browser.setPermission', { permission, setting, origin });
    }
  }

  async end(): Promise<void> {
    const chromium = await this.#chromium;
    await chromium?.close();
    if (this.#downloads) rmSync(this.#downloads, { recursive: true, force: true });
  }
}

async function firstPage(chromium: Chromium): Promise<string> {
  for (;;) {
    const { targetInfos } = await chromium.send('Target.getTargets');
    const page = targetInfos.find(({ type }: Message) => type === 'page');
    if (page) return page.targetId;
  }
}

function sizeOf({ x, y, width, height }: Electron.Rectangle): object {
  // Without a display there is nowhere to place a window.
  return standInSettings.headless ? { width, height } : { left: x, top: y, width, height };
}

const partitions = new Map<string, Session>();

/** `userData` returns the folder of persistent partitions, which is known by the time the first one is requested. */
export function sessionOf(partition: string, userData: () => string): Session {
  const name = partition;
  let found = partitions.get(name);
  if (!found) {
    const isPersistent = name === '' || name.startsWith('persist:');
    const folder = name === '' ? 'Default' : encodeURIComponent(name.slice('persist:'.length));
    found = new Session(isPersistent ? path.join(userData(), 'stand-in-partitions', folder) : null);
    partitions.set(name, found);
  }
  return found;
}

export async function endSessions(): Promise<void> {
  await Promise.all([...partitions.values()].map((session) => session.end()));
}
