import { existsSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { explainUnopened } from '../explanations.ts';
import type { Quit } from '../lifecycle.ts';
import { type BackupUnpacker, GivenUp } from '../server/backup-unpacker.ts';
import { describeFailure, type Journal } from '../server/embedded-server.ts';
import { findProgramToRelaunch, type Launch, makeRelaunchArguments } from '../settings.ts';
import { findRefusal } from '../startup.ts';
import { t } from '../words.ts';
import { findBackupFile, judgeKind, nameRestoreFolder, OpenedBundles } from './opened-files.ts';
import type { PageState } from './page-state.ts';

export type FileOpenerParts = {
  window: BrowserWindow;
  launch: Launch;
  page: PageState;
  unpacker: BackupUnpacker;
  quit: Quit;
  journal: Journal;
};

/** Opens files that were chosen in the menu, double-clicked or handed over by a second instance. */
export class FileOpener {
  readonly bundles = new OpenedBundles();
  readonly #parts: FileOpenerParts;
  #isOpening = false;

  constructor(parts: FileOpenerParts) {
    this.#parts = parts;
  }

  async chooseBackup(): Promise<void> {
    const file = await this.#choose(t('shell.open_backup.title'), {
      name: t('shell.filter.backup'),
      extensions: ['damson'],
    });
    if (file !== null) await this.#openBackup(file);
  }

  /** Restores a backup from the server's backup folder. */
  async restoreBackup(id: string): Promise<void> {
    await this.#openBackup(findBackupFile(this.#parts.launch.settings.backupDir, id));
  }

  async chooseBundle(): Promise<void> {
    const file = await this.#choose(t('shell.import_bundle.title'), {
      name: t('shell.filter.bundle'),
      extensions: ['json'],
    });
    if (file !== null) await this.#openBundle(file);
  }

  /** Restarts over another data folder chosen by the person; one without data is refused. */
  async chooseDataFolder(): Promise<void> {
    const { launch, window } = this.#parts;
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: t('shell.switch_folder.title'),
      defaultPath: path.dirname(launch.settings.dataDir),
      properties: ['openDirectory'],
    });
    const folder = filePaths[0];
    if (canceled || folder === undefined || folder === launch.settings.dataDir) return;
    if (!existsSync(path.join(folder, 'damson.db'))) {
      await this.#say(t('shell.no_data_folder'), t('shell.no_data_folder.detail', { folder }));
      return;
    }
    await this.#switchTo(folder);
  }

  /** Opens a file by its extension. */
  async open(file: string): Promise<void> {
    const kind = judgeKind(file);
    if (kind === 'backup') await this.#openBackup(file);
    if (kind === 'bundle') await this.#openBundle(file);
  }

  async #choose(title: string, filter: { name: string; extensions: string[] }): Promise<string | null> {
    const { canceled, filePaths } = await dialog.showOpenDialog(this.#parts.window, {
      title,
      message: title,
      properties: ['openFile'],
      filters: [filter, { name: t('shell.filter.all'), extensions: ['*'] }],
    });
    return canceled ? null : (filePaths[0] ?? null);
  }

  async #openBundle(file: string): Promise<void> {
    const offered = this.bundles.offer(file);
    if (typeof offered === 'string') await this.#say(t('shell.bundle_refused'), offered);
    else this.#parts.page.tell(offered);
  }

  /** Restores a backup into a new folder next to the data folder, which is not changed, and opens the new one. */
  async #openBackup(file: string): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    const { launch, unpacker, journal } = this.#parts;
    const folder = nameRestoreFolder(launch.settings.dataDir, file, new Date());
    try {
      if (!(await this.#agreesToRestore(file, folder))) return;
      journal.log.info({ event: 'backup_opening' });
      const madeAt = await unpacker.unpack(file, folder);
      journal.log.info({ event: 'backup_unpacked' });
      await this.#offerToOpen(folder, madeAt);
    } catch (error) {
      if (error instanceof GivenUp) {
        journal.log.info({ event: 'backup_given_up' });
        return;
      }
      journal.log.error({ event: 'backup_not_opened', ...describeFailure(error) });
      await this.#say(
        t('shell.backup_refused'),
        t('shell.backup_refused.detail', { reason: explainUnopened(findRefusal(error), file, folder) }),
      );
    } finally {
      this.#isOpening = false;
    }
  }

  async #agreesToRestore(file: string, folder: string): Promise<boolean> {
    const { response } = await dialog.showMessageBox(this.#parts.window, {
      type: 'question',
      message: t('shell.open_backup.ask', { name: path.basename(file) }),
      detail: t('shell.open_backup.detail', { folder }),
      buttons: [t('shell.verify_and_unpack'), t('shell.cancel')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  }

  async #offerToOpen(folder: string, madeAt: string): Promise<void> {
    const { response } = await dialog.showMessageBox(this.#parts.window, {
      type: 'info',
      message: t('shell.backup_ready'),
      detail: t('shell.backup_ready.detail', { at: madeAt, folder }),
      buttons: [t('shell.open_now'), t('shell.later')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) return;
    await this.#switchTo(folder);
  }

  /** Restarts over another data folder, unless the person stays for unfinished work. */
  async #switchTo(folder: string): Promise<void> {
    const { quit } = this.#parts;
    const execPath = findProgramToRelaunch();
    quit.relaunch = () =>
      app.relaunch({
        args: makeRelaunchArguments(process.argv, folder),
        ...(execPath === undefined ? {} : { execPath }),
      });
    if (!(await quit.request())) quit.relaunch = null;
  }

  async #say(message: string, detail: string): Promise<void> {
    await dialog.showMessageBox(this.#parts.window, {
      type: 'error',
      message,
      detail,
      buttons: [t('shell.ok')],
    });
  }
}
