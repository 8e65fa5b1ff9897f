import type { Page } from '@playwright/test';
import { type Area, button, says } from './page.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

export const help: Area = {
  'user guide': {
    routes: ['/help/:page?'],
    at: () => '/help',
    sign: (page) => page.getByRole('article'),
    looks: {
      red: [
        { name: 'user guide', at: () => '/help', sees: (page) => page.getByRole('article') },
        {
          name: 'command palette',
          does: (page) => page.keyboard.press('Control+K'),
          sees: (page) => palette(page).getByRole('option'),
        },
        {
          name: 'mission found in the palette',
          does: (page) => palette(page).getByRole('combobox').fill('harbour'),
          sees: (page) => page.getByRole('option', { name: /Harbour/ }),
        },
        {
          name: 'technique found in the palette',
          does: (page) => palette(page).getByRole('combobox').fill('T1033'),
          sees: (page) => page.getByRole('option', { name: /T1033/ }),
        },
        {
          name: 'nothing found in the palette',
          does: (page) => palette(page).getByRole('combobox').fill('there is none'),
          sees: says('Nothing found.'),
        },
        {
          name: 'keyboard shortcuts',
          does: async (page) => {
            await page.keyboard.press('Escape');
            await page.keyboard.press('?');
          },
          sees: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('In the matrix'),
        },
        {
          name: 'menu of the help',
          does: async (page) => {
            await page.keyboard.press('Escape');
            await button(page, 'Help').click();
          },
          sees: (page) => page.getByRole('menuitem', { name: 'User guide' }),
          hasMenu: true,
        },
      ],
    },
  },
};
