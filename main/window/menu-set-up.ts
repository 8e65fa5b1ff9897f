import { app, Menu, shell } from 'electron';
import type { Quit } from '../lifecycle.ts';
import { t } from '../words.ts';
import type { FileOpener } from './file-opener.ts';
import { makeMenuTemplate } from './menu.ts';
import type { PageState } from './page-state.ts';
import type { OwnWindow } from './window.ts';

/** The native menu, and the content of “About Damson” in it. */
export function setUpMenu({
  own,
  page,
  opener,
  quit,
  dataDir,
  logFile,
}: {
  own: OwnWindow;
  page: PageState;
  opener: FileOpener;
  quit: Quit;
  dataDir: string;
  logFile: string;
}): void {
  app.setAboutPanelOptions({
    applicationName: 'Damson',
    applicationVersion: app.getVersion(),
    copyright: t('shell.trademark'),
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      makeMenuTemplate(process.platform === 'darwin', {
        tell: (command) => page.tell(command),
        openBackup: () => void opener.chooseBackup(),
        importBundle: () => void opener.chooseBundle(),
        openDataFolder: () => void shell.openPath(dataDir),
        zoom: (change) => own.zoom(change),
        reload: () => void page.reload(),
        showLog: () => shell.showItemInFolder(logFile),
        openOtherFolder: () => void opener.chooseDataFolder(),
        quit: () => void quit.request(),
      }),
    ),
  );
}
