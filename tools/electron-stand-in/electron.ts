import type * as Electron from 'electron';
import { application } from './app.ts';
import { StrictObject } from './emitter.ts';
import { type Session, sessionOf } from './session.ts';
import { type UtilityProcess, utilityProcess as utility } from './utility-process.ts';

/** Exports of `electron` in the stand-in; importing a missing one fails. */
// biome-ignore lint/performance/noBarrelFile: a package that others import is one module
export { BrowserWindow } from './browser-window.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu, MenuItem } from './menu.ts';
export { safeStorage } from './safe-storage.ts';
export { screen, shell } from './system.ts';
export { application as app };

class Sessions extends StrictObject {
  fromPartition(partition: string): Session {
    return application.session(partition);
  }

  get defaultSession(): Session {
    if (!application.isReady()) throw new Error('Session can only be received when app is ready');
    return sessionOf('', () => application.getPath('sessionData'));
  }
}

export const session = new Sessions();

export const utilityProcess = {
  fork: (...args: Parameters<typeof utility.fork>): UtilityProcess => {
    if (!application.isReady()) throw new Error('utilityProcess.fork can only be called after app is ready');
    return utility.fork(...args);
  },
} satisfies Record<keyof Pick<typeof Electron.utilityProcess, 'fork'>, unknown>;
