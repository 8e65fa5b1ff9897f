import { dialog } from 'electron';
import type { Command, Unfinished } from '../contract.ts';
import { makeReloadQuestion } from '../lifecycle.ts';
import { t } from '../words.ts';
import { mayLose } from './may-lose.ts';
import type { OwnWindow } from './window.ts';

/** The shell's state of the page in our window. */
export class PageState {
  unfinished: Unfinished = { unsaved: 0, uploads: 0 };
  readonly #own: OwnWindow;
  #listens = false;
  #hasFailed = false;
  #isAsking = false;
  #isAskingToReload = false;
  #waiting: Command[] = [];

  constructor(own: OwnWindow) {
    this.#own = own;
  }

  /** Loads the page again, at the server's current address. */
  async load(): Promise<void> {
    // The application may have ended while the question was open.
    if (this.#own.window.isDestroyed()) return;
    this.#listens = false;
    this.#hasFailed = false;
    this.unfinished = { unsaved: 0, uploads: 0 };
    await this.#own.show('/');
  }

  /** Loads the page again, unless the person stays to keep unsaved work. */
  async reload(): Promise<void> {
    if (this.#isAskingToReload) return;
    this.#isAskingToReload = true;
    const goes = await mayLose(this.#own.window, makeReloadQuestion(this.unfinished), t('shell.menu.reload'));
    this.#isAskingToReload = false;
    if (goes) await this.load();
  }

  isReady(): void {
    this.#listens = true;
    for (const command of this.#waiting.splice(0)) this.send('desktop:command', command);
  }

  /** Sends the page a command, as soon as it can receive one. */
  tell(command: Command): void {
    if (this.#listens) this.send('desktop:command', command);
    else this.#waiting.push(command);
  }

  send(channel: string, message: unknown): void {
    const { window } = this.#own;
    if (!window.isDestroyed()) window.webContents.send(channel, message);
  }

  /** If the address is unchanged, the page continues without a reload and keeps all typed text. */
  onServerBack(moved: boolean): void {
    if (moved || this.#hasFailed) void this.load();
  }

  /** Asks what to do, unless the server is down: the page is loaded again once it is back. */
  async onLoadFailed(isServing: boolean, leave: () => Promise<unknown>): Promise<void> {
    this.#hasFailed = true;
    if (!isServing) return;
    await this.#ask(t('shell.window_not_loaded'), t('shell.saved_is_safe'), leave);
  }

  async onGone(leave: () => Promise<unknown>): Promise<void> {
    this.unfinished = { unsaved: 0, uploads: 0 };
    await this.#ask(t('shell.page_stopped'), t('shell.saved_is_safe'), leave);
  }

  async #ask(message: string, detail: string, leave: () => Promise<unknown>): Promise<void> {
    const { window } = this.#own;
    if (this.#isAsking || window.isDestroyed()) return;
    this.#isAsking = true;
    window.show();
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message,
      detail,
      buttons: [t('shell.load_again'), t('shell.quit')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    this.#isAsking = false;
    if (response === 0) await this.load();
    else await leave();
  }
}
