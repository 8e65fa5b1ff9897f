import type * as Electron from 'electron';
import { application } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { StrictObject } from './emitter.ts';

type Template = Electron.MenuItemConstructorOptions;
type Role = NonNullable<Template['role']>;

/** Label, accelerator and action of Electron's menu roles. */
const roles: Partial<
  Record<Role, { label: string; accelerator?: string; act?: (window: BrowserWindow | null) => void }>
> = {
  quit: { label: 'Quit', accelerator: 'CmdOrCtrl+Q', act: () => application.quit() },
  close: { label: 'Close Window', accelerator: 'CmdOrCtrl+W', act: (window) => window?.close() },
  minimize: { label: 'Minimize', accelerator: 'CmdOrCtrl+M', act: (window) => window?.minimize() },
  zoom: { label: 'Zoom', act: (window) => window?.maximize() },
  front: { label: 'Bring All to Front' },
  about: { label: 'About', act: () => application.showAboutPanel() },
  reload: { label: 'Reload', accelerator: 'CmdOrCtrl+R', act: (window) => window?.page.reload() },
  forceReload: {
    label: 'Force Reload',
    accelerator: 'Shift+CmdOrCtrl+R',
    act: (window) => window?.page.reload(),
  },
  toggleDevTools: { label: 'Toggle Developer Tools', accelerator: 'Ctrl+Shift+I' },
  resetZoom: {
    label: 'Actual Size',
    accelerator: 'CmdOrCtrl+0',
    act: (window) => window?.page.setZoomLevel(0),
  },
  zoomIn: { label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', act: zoomBy(0.5) },
  zoomOut: { label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', act: zoomBy(-0.5) },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: 'F11',
    act: (window) => window?.setFullScreen(!window.isFullScreen()),
  },
  undo: { label: 'Undo', accelerator: 'CmdOrCtrl+Z' },
  redo: { label: 'Redo', accelerator: 'Shift+CmdOrCtrl+Z' },
  cut: { label: 'Cut', accelerator: 'CmdOrCtrl+X' },
  copy: { label: 'Copy', accelerator: 'CmdOrCtrl+C' },
  paste: { label: 'Paste', accelerator: 'CmdOrCtrl+V' },
  pasteAndMatchStyle: { label: 'Paste and Match Style', accelerator: 'Shift+CmdOrCtrl+V' },
  delete: { label: 'Delete' },
  selectAll: { label: 'Select All', accelerator: 'CmdOrCtrl+A' },
  hide: { label: 'Hide' },
  hideOthers: { label: 'Hide Others' },
  unhide: { label: 'Show All' },
  services: { label: 'Services' },
};
/** Label of a menu with a role; its items are Electron's. */
const menuRoles: Partial<Record<Role, string>> = {
  appMenu: 'Damson',
  fileMenu: 'File',
  editMenu: 'Edit',
  viewMenu: 'View',
  windowMenu: 'Window',
  help: 'Help',
  window: 'Window',
};

function zoomBy(step: number): (window: BrowserWindow | null) => void {
  return (window) => window?.page.setZoomLevel(window.page.getZoomLevel() + step);
}

export class MenuItem extends StrictObject {
  readonly id: string | undefined;
  readonly role: Role | undefined;
  readonly type: NonNullable<Template['type']>;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: (...args: unknown[]) => void;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;

  constructor(template: Template) {
    super();
    const { role } = template;
    const known = role && roles[role];
    if (role && !known && !menuRoles[role])
      throw new Error(`The stand-in for Electron has no menu role ${role}`);
    this.id = template.id;
    this.role = role;
    this.type = template.type ?? (template.submenu ? 'submenu' : 'normal');
    this.label = template.label ?? known?.label ?? (role && menuRoles[role]) ?? '';
    this.accelerator = (template.accelerator as string | undefined) ?? known?.accelerator;
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    const { submenu } = template;
    this.submenu = Array.isArray(submenu)
      ? Menu.buildFromTemplate(submenu)
      : (submenu as unknown as Menu | undefined);
    this.click = () => {
      const window = BrowserWindow.getFocusedWindow();
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (known) known.act?.(window);
      else template.click?.(this as never, window as never, {} as Electron.KeyboardEvent);
    };
  }
}

export class Menu extends StrictObject {
  items: MenuItem[] = [];
  static #application: Menu | null = null;

  static buildFromTemplate(template: readonly (Template | MenuItem)[]): Menu {
    const menu = new Menu();
    menu.items = template.map((item) => (item instanceof MenuItem ? item : new MenuItem(item)));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
}

export type MenuData = Pick<
  MenuItem,
  'id' | 'role' | 'type' | 'label' | 'accelerator' | 'enabled' | 'visible' | 'checked'
> & {
  submenu: MenuData[] | null;
};

export function menuData(menu: Menu | null = Menu.getApplicationMenu()): MenuData[] {
  return (menu?.items ?? []).map((item) => {
    const { id, role, type, label, accelerator, enabled, visible, checked } = item;
    return {
      id,
      role,
      type,
      label,
      accelerator,
      enabled,
      visible,
      checked,
      submenu: item.submenu ? menuData(item.submenu) : null,
    };
  });
}

function everyItem(menu: Menu | null): MenuItem[] {
  return (menu?.items ?? []).flatMap((item) => [item, ...(item.submenu ? everyItem(item.submenu) : [])]);
}

/** Refuses labels without an item. */
export function clickMenu(labels: readonly string[]): void {
  const plain = (label: string): string => label.replaceAll(/&(.)/g, '$1');
  let menu: Menu | null | undefined = Menu.getApplicationMenu();
  let item: MenuItem | undefined;
  for (const label of labels) {
    item = menu?.items.find((candidate) => plain(candidate.label) === label);
    menu = item?.submenu;
  }
  if (!item?.enabled || !item.visible) throw new Error(`the menu offers no ${labels.join(' → ')}`);
  item.click();
}

type Key = {
  key: string;
  code: string;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  metaKey: boolean;
};

/** Takes a key that the page of a window did not handle; triggers the item with that accelerator, if there is one. */
export function keyPressed(window: BrowserWindow, key: Key): void {
  const pressed = combination(key);
  if (BrowserWindow.getFocusedWindow() !== window && window.isVisible()) window.focus();
  everyItem(Menu.getApplicationMenu())
    .find(
      ({ accelerator, enabled }) => enabled && accelerator !== undefined && normal(accelerator) === pressed,
    )
    ?.click();
}

function normal(accelerator: string): string {
  const command = process.platform === 'darwin' ? 'Meta' : 'Ctrl';
  const names: Record<string, string> = {
    CmdOrCtrl: command,
    CommandOrControl: command,
    Cmd: 'Meta',
    Command: 'Meta',
    Super: 'Meta',
    Control: 'Ctrl',
    Option: 'Alt',
    Plus: '+',
    Esc: 'Escape',
    Return: 'Enter',
    Left: 'ArrowLeft',
    Right: 'ArrowRight',
    Up: 'ArrowUp',
    Down: 'ArrowDown',
  };
  return accelerator
    .split(/(?<!^)\+/)
    .map((part) => names[part] ?? part)
    .map((part) => (part.length === 1 ? part.toUpperCase() : part))
    .sort()
    .join(' ');
}

function combination({ key, ctrlKey, shiftKey, altKey, metaKey }: Key): string {
  return [
    ctrlKey && 'Ctrl',
    shiftKey && key !== '+' && 'Shift',
    altKey && 'Alt',
    metaKey && 'Meta',
    key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter((part) => part !== false)
    .sort()
    .join(' ');
}
