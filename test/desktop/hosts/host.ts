import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** The built application, which both hosts run. */
export const applicationFolder = path.resolve(import.meta.dirname, '../../../dist/app');

export type HostName = 'electron' | 'stand-in';

export type LaunchOptions = {
  /** Home folder of the person, which contains all of the application's data. */
  home: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Keyring of this computer, which only the stand-in lets a test choose. */
  storage?: 'keyring' | 'basic_text' | 'unavailable';
  /** Additional addresses of this computer. */
  addresses?: readonly string[];
  /** Whether windows need a display; on Electron they always do. */
  display?: boolean;
};

export type WindowState = {
  id: number;
  url: string;
  title: string;
  bounds: { x: number; y: number; width: number; height: number };
  /** Whether a preload runs in its page. */
  hasPreload: boolean;
  isFocused: boolean;
  isVisible: boolean;
  isMinimized: boolean;
  isMaximized: boolean;
  zoomLevel: number;
  /** Progress shown in the task bar, as a share of the whole; below zero = none. */
  progress: number[];
};

export type ShownDialog = {
  id: number;
  kind: 'message' | 'open' | 'save' | 'error' | 'about';
  // biome-ignore lint/suspicious/noExplicitAny: options of Electron's dialogs, which specifications assert
  options: any;
  /** Identifier of the dialog's window. */
  owner: number | null;
  /** Null while the dialog is open. */
  answer: object | null;
};

export type MenuData = {
  id?: string;
  role?: string;
  type: string;
  label: string;
  accelerator?: string;
  enabled: boolean;
  visible: boolean;
  submenu: MenuData[] | null;
};

export type ForgedSender = { window: number; url: string; isMainFrame: boolean };

export type Outside = { kind: 'link' | 'reveal' | 'open'; target: string };

/** A running application, as a person and the system see and control it. */
export type RunningApp = {
  readonly host: HostName;
  readonly pid: number;
  /** Resolves with the exit code when its process has ended; null for a signal. */
  readonly exited: Promise<number | null>;
  /** All output so far. */
  output(): string;
  windows(): Promise<WindowState[]>;
  pageOf(window: number): Promise<Page>;
  dialogs(): Promise<ShownDialog[]>;
  answer(dialog: number, answer: object): Promise<void>;
  /** Sets the answer to the next modal dialog. */
  answerNext(answer: object): Promise<void>;
  outside(): Promise<Outside[]>;
  /** Arguments with which the application asked to be restarted; null when it did not. */
  relaunch(): string[] | null;
  menu(): Promise<MenuData[]>;
  clickMenu(...labels: string[]): Promise<void>;
  closeWindow(window: number): Promise<void>;
  minimize(window: number): Promise<void>;
  setBounds(window: number, bounds: WindowState['bounds']): Promise<void>;
  crashRenderer(window: number): Promise<void>;
  /** Process identifiers of servers. */
  serverProcesses(): Promise<number[]>;
  /** Pauses the server's next process before it does anything; only possible on the stand-in. */
  holdNextServer?(): Promise<void>;
  openFile(file: string): Promise<void>;
  /** Presses a key combination in Playwright's notation, in the page and then, unless handled, in the menu. */
  press(window: number, keys: string): Promise<void>;
  /** Whether each page's process is sandboxed; only known on Electron. */
  rendererSandboxes?(): Promise<boolean[]>;
  /** Sends the application a message as if from a page at this address; only possible on the stand-in. */
  invokeAs?(
    sender: ForgedSender,
    channel: string,
    ...args: unknown[]
  ): Promise<{ value: unknown } | { refusal: string }>;
  /** Ends the process at once. */
  kill(): Promise<void>;
};

/** Electron's program: the one named by `ELECTRON_OVERRIDE_DIST_PATH`, else the downloaded one, else null. */
export function findElectron(): string | null {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder =
    named ?? path.join(path.dirname(createRequire(import.meta.url).resolve('electron/package.json')), 'dist');
  const program = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  }[process.platform as string];
  const file = path.join(folder, program ?? 'electron');
  if (existsSync(file)) return file;
  if (named !== undefined)
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH names ${named}, which has no Electron`);
  return null;
}

export const hostName: HostName = findElectron() === null ? 'stand-in' : 'electron';
