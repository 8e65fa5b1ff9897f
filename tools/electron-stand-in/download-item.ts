import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type * as Electron from 'electron';
import type { Message } from './chromium.ts';
import { showSaveDialogFor } from './dialog.ts';
import { Emitter } from './emitter.ts';

type State = 'progressing' | 'completed' | 'cancelled' | 'interrupted';

/** A download, written to a temporary file, then moved to the path that was set or chosen in a save dialog. */
export class DownloadItem
  extends Emitter
  implements
    Pick<
      Electron.DownloadItem,
      | 'getFilename'
      | 'getURL'
      | 'getURLChain'
      | 'getSavePath'
      | 'savePath'
      | 'setSaveDialogOptions'
      | 'cancel'
    >
{
  readonly #source: { url: string; name: string; file: string };
  savePath = '';
  #options: Electron.SaveDialogOptions = {};
  #state: State = 'progressing';
  #written: State = 'progressing';
  #isPlaceKnown = false;

  constructor(source: { url: string; name: string; file: string }) {
    super(['updated', 'done']);
    this.#source = source;
  }

  getFilename(): string {
    return this.#source.name;
  }

  getURL(): string {
    return this.#source.url;
  }

  getURLChain(): string[] {
    return [this.#source.url];
  }

  getSavePath(): string {
    return this.savePath;
  }

  setSaveDialogOptions(options: Electron.SaveDialogOptions): void {
    this.#options = options;
  }

  cancel(): void {
    this.#end('cancelled');
  }

  async choosePlace(owner: unknown): Promise<void> {
    if (this.savePath === '') {
      const options = { defaultPath: this.#source.name, ...this.#options };
      const { canceled, filePath } = await showSaveDialogFor(owner, options);
      if (canceled) return this.cancel();
      this.savePath = filePath;
    }
    this.#isPlaceKnown = true;
    this.#finish();
  }

  progress({ state }: Message): void {
    if (state === 'inProgress') {
      if (this.#state === 'progressing') this.emit('updated', {}, 'progressing');
      return;
    }
    this.#written = state === 'completed' ? 'completed' : 'interrupted';
    this.#finish();
  }

  #finish(): void {
    if (!this.#isPlaceKnown || this.#written === 'progressing' || this.#state !== 'progressing') return;
    if (this.#written !== 'completed') {
      this.#end(this.#written);
      return;
    }
    try {
      copyFileSync(this.#source.file, path.resolve(this.savePath));
      this.#end('completed');
    } catch {
      this.#end('interrupted');
    }
  }

  #end(state: State): void {
    if (this.#state !== 'progressing') return;
    this.#state = state;
    rmSync(this.#source.file, { force: true });
    this.emit('done', {}, state);
  }
}
