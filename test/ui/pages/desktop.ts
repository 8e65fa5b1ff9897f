import { button, closeDialog, dialog, fromMenu, type Look, press } from './page.ts';

/** States that pages only show in the desktop application's window, one after the other. */
export const inTheDesktopWindow: readonly Look[] = [
  {
    name: 'about, without a keyring',
    at: () => '/about',
    sees: (page) => page.getByText('This computer has no keyring'),
  },
  {
    name: 'a file was saved',
    does: async (page) => {
      await page.evaluate('dispatchEvent(new Event("offered:save"))');
      // The notification stays while the pointer is over it.
      await button(page, 'Show in folder').hover();
    },
    sees: (page) => button(page, 'Show in folder'),
  },
  {
    name: 'a backup is opened',
    does: (page) => page.evaluate('dispatchEvent(new Event("offered:opening"))'),
    sees: (page) => page.getByText('Unpacking: 70 %'),
  },
  {
    name: 'menu of the network',
    does: press('Network'),
    sees: (page) => page.getByRole('menuitem', { name: /^Share on the network/ }),
    hasMenu: true,
  },
  {
    name: 'share on the network',
    does: (page) => page.getByRole('menuitem', { name: /^Share on the network/ }).click(),
    sees: (page) => dialog(page).getByRole('radio', { name: 'Encrypted (recommended)', checked: true }),
  },
  {
    name: 'share: addresses',
    does: (page) => dialog(page).getByRole('combobox', { name: 'Address' }).click(),
    sees: (page) => page.getByRole('option', { name: /^fd00::7:10/ }),
    hasMenu: true,
  },
  {
    name: 'share, refused by the form',
    does: async (page) => {
      await page.getByRole('option', { name: /^192\.168\.7\.10/ }).click();
      await dialog(page).getByLabel('Port').fill('80');
      await dialog(page).getByRole('radio', { name: 'With my own certificate' }).check();
      await button(page, 'Start sharing').click();
    },
    sees: (page) => dialog(page).getByText('Choose a certificate and its key', { exact: true }),
  },
  {
    name: 'share, refused by the shell',
    does: async (page) => {
      await button(page, /^Choose a certificate/).click();
      await dialog(page).getByText('CN=exercise.example').waitFor();
      await dialog(page).getByLabel('Port').fill('4781');
      await button(page, 'Start sharing').click();
    },
    sees: (page) => dialog(page).getByText('Port 4781 is taken'),
  },
  {
    name: 'shared, encrypted with a certificate of theirs',
    does: async (page) => {
      await dialog(page).getByLabel('Port').fill('4780');
      await button(page, 'Start sharing').click();
    },
    sees: (page) => dialog(page).getByText('If a browser does not trust'),
  },
  {
    name: 'shared, encrypted with a certificate made on the spot',
    does: async (page) => {
      await button(page, 'Stop sharing').click();
      await button(page, 'Start sharing').click();
    },
    sees: (page) => dialog(page).getByText('Each browser warns once'),
  },
  {
    name: 'shared, the dialog closed',
    does: closeDialog,
    sees: (page) => button(page, /^Shared on https/),
  },
  {
    name: 'share without encryption?',
    does: async (page) => {
      await button(page, /^Shared on https/).click();
      await button(page, 'Stop sharing').click();
      await dialog(page).getByRole('radio', { name: 'Not encrypted' }).check();
      await button(page, 'Start sharing').click();
    },
    sees: (page) => page.getByRole('dialog', { name: 'Share without encryption?' }),
  },
  {
    name: 'shared, not encrypted',
    does: async (page) => {
      await button(page, 'Share without encryption').click();
    },
    sees: (page) => dialog(page).getByText('Traffic is not encrypted'),
  },
  {
    name: 'invitation, whose link works on this computer alone',
    at: () => '/administration/invitations',
    does: async (page) => {
      await button(page, 'Stop sharing').click();
      await button(page, 'Start sharing').waitFor();
      await closeDialog(page);
      await button(page, 'Invite someone').click();
      await dialog(page).getByLabel('Email').fill('desktop@damson.test');
      await button(page, 'Create link').click();
    },
    sees: (page) => dialog(page).getByText('This link works only on this computer'),
  },
  {
    name: 'backups of the desktop application',
    at: () => '/administration/backup',
    does: closeDialog,
    sees: (page) => page.getByText('File › Open backup…'),
  },
  {
    name: 'connect to a server',
    does: fromMenu('Network', /^Connect to a server/),
    sees: (page) => dialog(page).getByRole('region', { name: 'Servers used before' }),
  },
  {
    name: 'connect, refused by the form',
    does: (page) => dialog(page).getByRole('button', { name: 'Connect', exact: true }).click(),
    sees: (page) => dialog(page).getByText('Enter an address such as'),
  },
  {
    name: 'connect, refused by the shell',
    does: async (page) => {
      await dialog(page).getByLabel('Address').fill('http://192.168.7.13:4780');
      await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click();
    },
    sees: (page) => dialog(page).getByText('Nothing answers at'),
  },
];
