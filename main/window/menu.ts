import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '../contract.ts';
import { t } from '../words.ts';

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

/** The native menu: its items do the same as the page or the keyboard would. */
export function makeMenuTemplate(isMac: boolean, actions: MenuActions): MenuItemConstructorOptions[] {
  const { tell } = actions;
  const makeGoItem = (label: string, to: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => tell({ kind: 'go', to }),
  });
  const quit: MenuItemConstructorOptions = {
    label: isMac ? t('shell.menu.quit') : t('shell.quit'),
    accelerator: 'CmdOrCtrl+Q',
    click: actions.quit,
  };
  const about: MenuItemConstructorOptions = { label: t('shell.menu.about'), role: 'about' };
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
      label: t('shell.menu.file'),
      submenu: [
        makeGoItem(t('shell.menu.make_backup'), '/administration/backup'),
        { label: t('shell.menu.open_backup'), accelerator: 'CmdOrCtrl+O', click: actions.openBackup },
        separator,
        { label: t('shell.menu.import_bundle'), click: actions.importBundle },
        separator,
        { label: t('shell.menu.share'), click: () => tell({ kind: 'share' }) },
        { label: t('shell.menu.connect'), click: () => tell({ kind: 'connect' }) },
        separator,
        { label: t('shell.open_data_folder'), click: actions.openDataFolder },
        { label: t('shell.menu.switch_folder'), click: actions.openOtherFolder },
        ...(isMac ? [separator, { role: 'close' as const }] : [separator, quit]),
      ],
    },
    {
      label: t('shell.menu.edit'),
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
      label: t('shell.menu.go'),
      submenu: [
        { label: t('shell.menu.go_to'), accelerator: 'CmdOrCtrl+K', click: () => tell({ kind: 'palette' }) },
        separator,
        makeGoItem(t('shell.menu.home'), '/', 'CmdOrCtrl+1'),
        makeGoItem(t('shell.menu.missions'), '/missions', 'CmdOrCtrl+2'),
        makeGoItem(t('shell.menu.engagements'), '/engagements', 'CmdOrCtrl+3'),
        makeGoItem(t('shell.menu.templates'), '/templates', 'CmdOrCtrl+4'),
        makeGoItem(t('shell.menu.catalogue'), '/catalogue', 'CmdOrCtrl+5'),
        makeGoItem(t('shell.menu.administration'), '/administration'),
      ],
    },
    {
      label: t('shell.menu.view'),
      submenu: [
        { label: t('shell.menu.reload'), accelerator: 'CmdOrCtrl+R', click: actions.reload },
        separator,
        {
          label: t('shell.menu.actual_size'),
          accelerator: 'CmdOrCtrl+0',
          click: () => actions.zoom('reset'),
        },
        { label: t('shell.menu.zoom_in'), accelerator: 'CmdOrCtrl+Plus', click: () => actions.zoom('in') },
        // The plus key on most keyboards, without Shift.
        {
          label: t('shell.menu.zoom_in'),
          accelerator: 'CmdOrCtrl+=',
          visible: false,
          acceleratorWorksWhenHidden: true,
          click: () => actions.zoom('in'),
        },
        { label: t('shell.menu.zoom_out'), accelerator: 'CmdOrCtrl+-', click: () => actions.zoom('out') },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { label: t('shell.menu.window'), role: 'windowMenu' },
    {
      label: t('shell.menu.help'),
      role: 'help',
      submenu: [
        makeGoItem(t('shell.menu.guide'), '/help', 'F1'),
        separator,
        { label: t('shell.menu.show_log'), click: actions.showLog },
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}
