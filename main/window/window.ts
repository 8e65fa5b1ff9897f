import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, type Session, screen, session, type WebContents } from 'electron';
import { readKept, writeKept } from '../kept-file.ts';
import type { EmbeddedServer } from '../server/embedded-server.ts';
import { confinement } from '../web/confinement.ts';
import { guardContents, guardSession } from '../web/web-guards.ts';
import { leastSize, placeWindow, type WindowState, windowState } from './window-state.ts';

/** Used on Linux only; Windows and macOS use the icon of the program. */
const icon = fileURLToPath(new URL('../../resources/icons/linux/256x256.png', import.meta.url));

/** The partition of our own window only. */
const ownPartition = 'persist:damson';

export type OwnWindow = {
  window: BrowserWindow;
  session: Session;
  /** Loads a page of the server; `path` starts with a slash. */
  show(path: string): Promise<void>;
  zoom(change: 'in' | 'out' | 'reset'): void;
  remember(): void;
};

/**
 * Creates our window in its last position; it appears once there is something to show. Only requests of its session carry this
 * launch's secret.
 */
export function openOwnWindow(server: EmbeddedServer, launchSecret: string, profile: string): OwnWindow {
  const ownSession = session.fromPartition(ownPartition);
  guardSession(ownSession, () => server.reachable, launchSecret);
  const readOrigin = (): string => server.origin;
  const file = path.join(profile, 'window-state.json');
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
      preload: fileURLToPath(new URL('../preload.cjs', import.meta.url)),
      additionalArguments: [`--damson-version=${app.getVersion()}`],
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => {
    window.webContents.setZoomLevel(state.zoom);
    window.show();
  });
  guardContents(window.webContents, readOrigin, (url) => openPlainWindow(url, readOrigin));
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
    session: ownSession,
    // `did-fail-load` reports the failure.
    show: (path) => window.loadURL(server.origin + path).catch(() => {}),
    zoom: (change) => zoom(window.webContents, change),
    remember,
  };
}

const plainWindows = new Map<string, BrowserWindow>();

/**
 * An additional window on one of our pages, such as the API reference: in the same session, without the bridge. A page that
 * already has one gets no second.
 */
function openPlainWindow(url: string, origin: () => string): void {
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
  guardContents(window.webContents, origin, (next) => openPlainWindow(next, origin));
  void window.loadURL(url).catch(() => {});
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function zoom(contents: WebContents, change: 'in' | 'out' | 'reset'): void {
  const step = { in: 0.5, out: -0.5, reset: -contents.getZoomLevel() }[change];
  contents.setZoomLevel(Math.min(Math.max(contents.getZoomLevel() + step, -3), 5));
}
