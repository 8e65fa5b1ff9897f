import type * as Electron from 'electron';
import { Emitter, StrictObject } from './emitter.ts';
import { outside } from './person.ts';

class Shell extends StrictObject {
  async openExternal(url: string): Promise<void> {
    outside.push({ kind: 'link', target: url });
  }

  showItemInFolder(place: string): void {
    outside.push({ kind: 'reveal', target: place });
  }

  async openPath(place: string): Promise<string> {
    outside.push({ kind: 'open', target: place });
    return '';
  }
}

export const shell = new Shell() satisfies Pick<
  typeof Electron.shell,
  'openExternal' | 'showItemInFolder' | 'openPath'
>;

const bounds = { x: 0, y: 0, width: 1920, height: 1080 };

/** One display, of the same size as the one started by specifications. */
class Screen extends Emitter {
  constructor() {
    super([], ['display-added', 'display-removed', 'display-metrics-changed']);
  }

  getPrimaryDisplay(): Electron.Display {
    return {
      id: 1,
      bounds,
      workArea: bounds,
      size: bounds,
      workAreaSize: bounds,
      scaleFactor: 1,
      rotation: 0,
    } as unknown as Electron.Display;
  }

  getAllDisplays(): Electron.Display[] {
    return [this.getPrimaryDisplay()];
  }
}

export const screen = new Screen() satisfies Pick<
  typeof Electron.screen,
  'getPrimaryDisplay' | 'getAllDisplays'
>;
