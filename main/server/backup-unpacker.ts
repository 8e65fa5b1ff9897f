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

/** Unpacking a backup was cancelled, or the application quits. */
export class GivenUp extends Error {}

/** Unpacks a backup into a new folder, and shows the progress. */
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

  /** Cancels the unpacking and removes all unpacked files; resolves when that is done. */
  async giveUp(): Promise<void> {
    this.#unpacking?.abort.abort();
    await this.#unpacking?.over;
  }

  /** Sends the progress of unpacking to the page; a reloaded page doesn't know it yet. */
  tell(): void {
    this.#parts.page.send('desktop:opening', this.#opening);
  }

  /**
   * Restores a backup into a new folder; returns the time at which the backup was made. Refuses (ServerRefused) an incomplete
   * one, and (GivenUp) when cancelled; in both cases nothing remains.
   */
  async unpack(file: string, folder: string): Promise<string> {
    const { launch, secrets, journal } = this.#parts;
    const abort = new AbortController();
    const removeWhatIsThere = (): void => rmSync(folder, { recursive: true, force: true });
    const unpacking = restoreBackup(file, moveSettings(launch.settings, folder), journal.file, {
      signal: abort.signal,
      onProgress: (progress) => this.#show({ name: path.basename(file), ...progress }),
    }).catch((error) => {
      // A process killed while unpacking leaves files behind; one that refuses has cleaned up.
      const hasEnded = error instanceof ServerRefused && error.refusal === null;
      if (abort.signal.aborted || hasEnded) removeWhatIsThere();
      throw abort.signal.aborted ? new GivenUp() : error;
    });
    this.#unpacking = { abort, over: unpacking.catch(() => {}) };
    this.#show({ name: path.basename(file), done: 0, total: 1 });
    try {
      const { madeAt } = await unpacking;
      if (abort.signal.aborted) {
        // The person cancelled just as the unpacking finished.
        removeWhatIsThere();
        throw new GivenUp();
      }
      try {
        // A backup contains no key. With this installation's own key, C2 tokens that were stored here can be read.
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

  /** Shows the progress of opening, in the task bar and in the page; null when it is over. */
  #show(opening: Opening | null): void {
    const { window } = this.#parts;
    this.#opening = opening;
    if (!window.isDestroyed()) window.setProgressBar(opening === null ? -1 : opening.done / opening.total);
    this.tell();
  }
}
