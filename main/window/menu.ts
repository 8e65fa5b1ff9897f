import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '../contract.ts';

export type MenuActions = {
  tell: (command: Command) => void;
  openBackup: () => void;
  importBundle: () => void;
  openDataFolder: () => void;
  openOtherFolder: () => void;
  zoom: (change: 'in' | 'out' | 'reset') => void;
  reload: () => void;
  showLog: () => void;
  quit: () => void;
};

/** The native menu: whatever it offers does the same as the page or the keyboard would. */
export function makeMenuTemplate(isMac: boolean, actions: MenuActions): MenuItemConstructorOptions[] {
  const { tell } = actions;
  const makeGoItem = (label: string, to: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => tell({ kind: 'go', to }),
  });
  const quit: MenuItemConstructorOptions = {
    label: isMac ? 'Quit Damson' : 'Quit',
    accelerator: 'CmdOrCtrl+Q',
    click: actions.quit,
  };
  const about: MenuItemConstructorOptions = { label: 'About Damson', role: 'about' };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const application: MenuItemConstructorOptions = {
    label: 'Damson',
    submenu: [
      about,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      quit,
    ],
  };
  return [
    ...(isMac ? [application] : []),
    {
      label: '&File',
      submenu: [
        makeGoItem('Make a backup…', '/administration/backup'),
        { label: 'Open backup…', accelerator: 'CmdOrCtrl+O', click: actions.openBackup },
        separator,
        { label: 'Import ATT&&CK bundle…', click: actions.importBundle },
        separator,
        { label: 'Share on the network…', click: () => tell({ kind: 'share' }) },
        { label: 'Connect to a server…', click: () => tell({ kind: 'connect' }) },
        separator,
        { label: 'Open data folder', click: actions.openDataFolder },
        { label: 'Switch to another data folder…', click: actions.openOtherFolder },
        ...(isMac ? [separator, { role: 'close' as const }] : [separator, quit]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
        { role: 'delete' },
        separator,
        { role: 'selectAll' },
      ],
    },
    {
      label: '&Go',
      submenu: [
        { label: 'Go to anything…', accelerator: 'CmdOrCtrl+K', click: () => tell({ kind: 'palette' }) },
        separator,
        makeGoItem('Home', '/', 'CmdOrCtrl+1'),
        makeGoItem('Missions', '/missions', 'CmdOrCtrl+2'),
        makeGoItem('Engagements', '/engagements', 'CmdOrCtrl+3'),
        makeGoItem('Templates', '/templates', 'CmdOrCtrl+4'),
        makeGoItem('Catalogue', '/catalogue', 'CmdOrCtrl+5'),
        makeGoItem('Administration', '/administration'),
      ],
    },
    {
      label: '&View',
      submenu: [
        { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: actions.reload },
        separator,
        { label: 'Actual size', accelerator: 'CmdOrCtrl+0', click: () => actions.zoom('reset') },
        { label: 'Zoom in', accelerator: 'CmdOrCtrl+Plus', click: () => actions.zoom('in') },
        // The key of the plus on most keyboards, without Shift.
        {
          label: 'Zoom in',
          accelerator: 'CmdOrCtrl+=',
          visible: false,
          acceleratorWorksWhenHidden: true,
          click: () => actions.zoom('in'),
        },
        { label: 'Zoom out', accelerator: 'CmdOrCtrl+-', click: () => actions.zoom('out') },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { label: '&Window', role: 'windowMenu' },
    {
      label: '&Help',
      role: 'help',
      submenu: [
        makeGoItem('User guide', '/help', 'F1'),
        separator,
        { label: 'Show log file', click: actions.showLog },
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}
