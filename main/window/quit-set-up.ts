import { app, BrowserWindow } from 'electron';
import { makeQuitQuestion, Quit, quitDeadlineMs } from '../lifecycle.ts';
import type { BackupUnpacker } from '../server/backup-unpacker.ts';
import type { EmbeddedServer } from '../server/embedded-server.ts';
import type { NetworkSharing } from '../server/sharing.ts';
import { closeWindows } from '../web/web-guards.ts';
import { t } from '../words.ts';
import { mayLose } from './may-lose.ts';
import type { PageState } from './page-state.ts';
import type { OwnWindow } from './window.ts';

/** Quitting: asks about unsaved work, in our window and in the others, then ends the server and lets everything exit. */
export function setUpQuit({
  own,
  page,
  server,
  sharing,
  unpacker,
}: {
  own: OwnWindow;
  page: PageState;
  server: EmbeddedServer;
  sharing: NetworkSharing;
  unpacker: BackupUnpacker;
}): Quit {
  const { window } = own;
  const quit = new Quit({
    mayQuit: async () => {
      const question = makeQuitQuestion({
        ...page.unfinished,
        isShared: sharing.state !== null,
        isRestoring: unpacker.isUnpacking,
      });
      return (
        (await mayLose(window, question, t('shell.quit'))) &&
        (await closeWindows(BrowserWindow.getAllWindows().filter((other) => other !== window)))
      );
    },
    end: async () => {
      own.remember();
      await Promise.all([server.end(quitDeadlineMs), unpacker.giveUp()]);
    },
    leave: () => {
      for (const open of BrowserWindow.getAllWindows()) open.destroy();
      app.quit();
    },
  });
  const askFirst = (event: { preventDefault: () => void }): void => {
    if (quit.hasLeft) return;
    event.preventDefault();
    void quit.request();
  };
  window.on('close', askFirst);
  app.on('before-quit', askFirst);
  // The application ends with its window: nothing may continue unseen.
  window.on('closed', () => void quit.force());
  return quit;
}
