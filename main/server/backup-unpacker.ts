import { rmSync } from 'node:fs';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Opening } from '../contract.ts';
import { type Launch, moveSettings } from '../settings.ts';
import { makeCurrentSealer, toSecretsFile } from '../startup.ts';
import { keepSecrets, makeSecrets, type Secrets } from '../web/secrets.ts';
import type { PageState } from '../window/page-state.ts';
import { type Journal, restoreBackup, ServerRefused } from './embedded-server.ts';

export type BackupUnpackerParts = {
  window: BrowserWindow;
  launch: Launch;
  secrets: Secrets;
  page: PageState;
  journal: Journal;
};

/** The unpacking of a backup was given up, or the application quits meanwhile. */
export class GivenUp extends Error {}

/** Unpacks a backup into a folder of its own, and shows how far it is. */
export class BackupUnpacker {
  readonly #parts: BackupUnpackerParts;
  #unpacking: { abort: AbortController; over: Promise<unknown> } | null = null;
  #opening: Opening | null = null;

  constructor(parts: BackupUnpackerParts) {
    this.#parts = parts;
  }

  get isUnpacking(): boolean {
    return this.#unpacking !== null;
  }

  /** Ends the unpacking and leaves nothing of it; resolves when that is done. */
  async giveUp(): Promise<void> {
    this.#unpacking?.abort.abort();
    await this.#unpacking?.over;
  }

  /** Tells the page how far the unpacking is; a reloaded page doesn't know yet. */
  tell(): void {
    this.#parts.page.send('desktop:opening', this.#opening);
  }

  /**
   * Restores a backup into a new folder; returns when it was made. Refuses (ServerRefused) one that is not whole, and
   * (GivenUp) when it is given up meanwhile; nothing is left of it then.
   */
  async unpack(file: string, folder: string): Promise<string> {
    const { launch, secrets, journal } = this.#parts;
    const abort = new AbortController();
    const removeWhatIsThere = (): void => rmSync(folder, { recursive: true, force: true });
    const unpacking = restoreBackup(file, moveSettings(launch.settings, folder), journal.file, {
      signal: abort.signal,
      onProgress: (progress) => this.#show({ name: path.basename(file), ...progress }),
    }).catch((error) => {
      // A process that is ended while it unpacks leaves files behind; one that refuses has tidied up.
      const hasEnded = error instanceof ServerRefused && error.refusal === null;
      if (abort.signal.aborted || hasEnded) removeWhatIsThere();
      throw abort.signal.aborted ? new GivenUp() : error;
    });
    this.#unpacking = { abort, over: unpacking.catch(() => {}) };
    this.#show({ name: path.basename(file), done: 0, total: 1 });
    try {
      const { madeAt } = await unpacking;
      if (abort.signal.aborted) {
        // Given up just as it was done.
        removeWhatIsThere();
        throw new GivenUp();
      }
      try {
        // The backup holds no key: with this installation's own, the C2 tokens in it can be read where they were stored
        // here.
        const ours = { ...makeSecrets(), encryption_key: secrets.encryption_key };
        keepSecrets(toSecretsFile(folder), ours, makeCurrentSealer());
      } catch (error) {
        removeWhatIsThere();
        throw error;
      }
      return madeAt;
    } finally {
      this.#unpacking = null;
      this.#show(null);
    }
  }

  /** Shows how far the opening is, in the task bar and in the page; null when it is over. */
  #show(opening: Opening | null): void {
    const { window } = this.#parts;
    this.#opening = opening;
    if (!window.isDestroyed()) window.setProgressBar(opening === null ? -1 : opening.done / opening.total);
    this.tell();
  }
}
