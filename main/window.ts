import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BrowserWindow, screen, session, type WebContents } from 'electron';
import { readKept, writeKept } from './kept-file.ts';
import { guardContents, guardSession } from './web-guards.ts';
import { leastSize, placeWindow, type WindowState, windowState } from './window-state.ts';

/** Windows and macOS take it from the program. */
const icon = fileURLToPath(new URL('../resources/icons/linux/256x256.png', import.meta.url));

/** The partition of our own window, and of nothing else. */
const ownPartition = 'persist:damson';

export type OwnWindow = {
  window: BrowserWindow;
  /** Loads a page of the server; `path` starts with a slash. */
  show(path: string): Promise<void>;
  zoom(change: 'in' | 'out' | 'reset'): void;
  remember(): void;
};

export type WindowParts = {
  /** Where the server is, now or once it is back. */
  origin: () => string;
  /** The same, or null while nothing serves there. */
  reachable: () => string | null;
  launchSecret: string;
  profile: string;
  version: string;
  /** A page of ours asks for a window of its own. */
  onOwnPage: (url: string) => void;
};

/** What keeps every window's page in its place. */
export const confinement = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: false,
} as const;

/** The session of our own window: its requests alone carry the secret of this launch. */
export function openOwnSession({ reachable, launchSecret }: WindowParts): Electron.Session {
  const own = session.fromPartition(ownPartition);
  guardSession(own, reachable, launchSecret);
  return own;
}

/** Makes our window where it was the last time; it shows itself once it has something to show. */
export function openOwnWindow(parts: WindowParts): OwnWindow {
  const file = path.join(parts.profile, 'window-state.json');
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const state = placeWindow(readKept(file, windowState), displays);
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    title: 'Damson',
    ...(process.platform === 'linux' && { icon }),
    show: false,
    webPreferences: {
      ...confinement,
      partition: ownPartition,
      preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)),
      additionalArguments: [`--damson-version=${parts.version}`],
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => {
    window.webContents.setZoomLevel(state.zoom);
    window.show();
  });
  guardContents(window.webContents, parts.origin, parts.onOwnPage);
  const remember = (): void => {
    if (window.isDestroyed()) return;
    const kept: WindowState = {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      zoom: window.webContents.getZoomLevel(),
    };
    if (windowState.safeParse(kept).success) writeKept(file, kept);
  };
  return {
    window,
    // What went wrong is told by `did-fail-load`.
    show: (path) => window.loadURL(parts.origin() + path).catch(() => {}),
    zoom: (change) => zoom(window.webContents, change),
    remember,
  };
}

const plainWindows = new Map<string, BrowserWindow>();

/**
 * A further window on a page of ours, the reference of the interface say: in the same session, without the bridge. A page that
 * has one gets no second.
 */
export function openPlainWindow(url: string, origin: () => string, onOwnPage: (url: string) => void): void {
  const open = plainWindows.get(url);
  if (open !== undefined) {
    open.focus();
    return;
  }
  const window = new BrowserWindow({
    width: 1100,
    height: 800,
    title: 'Damson',
    webPreferences: { ...confinement, partition: ownPartition },
  });
  plainWindows.set(url, window);
  window.once('closed', () => plainWindows.delete(url));
  guardContents(window.webContents, origin, onOwnPage);
  void window.loadURL(url).catch(() => {});
}

function zoom(contents: WebContents, change: 'in' | 'out' | 'reset'): void {
  const step = { in: 0.5, out: -0.5, reset: -contents.getZoomLevel() }[change];
  contents.setZoomLevel(Math.min(Math.max(contents.getZoomLevel() + step, -3), 5));
}
