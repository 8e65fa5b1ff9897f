import type { Page } from '@playwright/test';
import { desktopScreens } from './screens-desktop.ts';
import { exerciseScreens } from './screens-exercises.ts';
import { stateScreens } from './screens-states.ts';
import { type Area, button, dialog, press } from './screens-step.ts';
import { visit } from './visit.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

export const screens: Record<string, Area> = {
  'before the sign-in': {
    as: null,
    steps: [
      { name: 'sign in', route: '/sign-in', sees: (page) => button(page, 'Sign in') },
      {
        name: 'sign in: what is missing',
        does: press('Sign in'),
        sees: (page) => page.getByText('Enter your email'),
      },
      {
        name: 'invitation',
        route: '/invitation',
        at: () => '/invitation',
        does: press('Accept and sign in'),
        sees: (page) => page.getByText('Enter your name'),
      },
    ],
  },
  'who is new here': {
    as: 'newcomer',
    steps: [
      { name: 'empty home', at: () => '/', sees: (page) => page.getByRole('heading', { level: 1 }) },
      {
        name: 'no missions',
        at: () => '/missions',
        sees: (page) => page.getByRole('heading', { name: /mission/i }),
      },
      {
        name: 'not allowed',
        at: () => '/administration/users',
        sees: (page) => page.getByText('Your account does not hold the permission'),
      },
      {
        name: 'no such mission',
        at: () => '/missions/0',
        sees: (page) => page.getByText('There is no such mission'),
      },
      {
        name: 'no such page',
        route: '/*',
        at: () => '/nowhere',
        sees: (page) => page.getByText('There is nothing here'),
      },
      {
        name: 'the server out of reach',
        at: () => '/engagements',
        does: async (page) => {
          const search = page.getByLabel('Search in name and client');
          await search.waitFor();
          await page.context().setOffline(true);
          await search.fill('asked for the first time');
        },
        sees: (page) => page.getByText('The server can not be reached'),
      },
    ],
  },
  templates: {
    as: 'red',
    steps: [
      {
        name: 'test templates',
        route: '/templates',
        at: () => '/templates',
        sees: (page) => page.getByRole('link', { name: 'List who is signed in' }),
      },
      {
        name: 'no template found',
        at: () => '/templates?q=there+is+none',
        sees: (page) => page.getByRole('heading', { name: /No/ }),
      },
      {
        name: 'new test template, refused',
        route: '/templates/new',
        at: () => '/templates/new',
        does: press('Create template'),
        sees: (page) => page.getByText('Enter a name'),
      },
      {
        name: 'draft that is back',
        does: async (page) => {
          await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved');
          await visit(page, '/templates');
          await page.getByRole('link', { name: 'List who is signed in' }).waitFor();
          await visit(page, '/templates/new');
        },
        sees: (page) => button(page, 'Discard it'),
      },
      {
        name: 'test template',
        route: '/templates/:templateId',
        at: ({ template }) => `/templates/${template.id}`,
        sees: (page) => button(page, 'Delete'),
      },
      { name: 'delete test template', does: press('Delete'), sees: dialog },
      {
        name: 'edit test template',
        route: '/templates/:templateId/edit',
        at: ({ template }) => `/templates/${template.id}/edit`,
        does: (page) => page.getByRole('combobox', { name: 'ATT&CK: id or name' }).fill('T1059'),
        sees: (page) => page.getByRole('option'),
        hasMenu: true,
      },
      {
        name: 'scenario templates',
        route: '/templates/scenarios',
        at: () => '/templates/scenarios',
        sees: (page) => page.getByRole('link', { name: 'Look around' }),
      },
      {
        name: 'new scenario, refused',
        route: '/templates/scenarios/new',
        at: () => '/templates/scenarios/new',
        does: press('Create scenario'),
        sees: (page) => page.getByText('Enter a name'),
      },
      {
        name: 'scenario template',
        route: '/templates/scenarios/:templateId',
        at: ({ scenario }) => `/templates/scenarios/${scenario.id}`,
        sees: (page) => button(page, 'Delete'),
      },
      {
        name: 'edit scenario template',
        route: '/templates/scenarios/:templateId/edit',
        at: ({ scenario }) => `/templates/scenarios/${scenario.id}/edit`,
        sees: (page) => button(page, /^Move up/),
      },
    ],
  },
  catalogue: {
    as: 'admin',
    steps: [
      {
        name: 'matrix of a mission',
        route: '/catalogue',
        at: ({ mission }) => `/catalogue?of=mission:${mission.id}`,
        sees: (page) => page.getByRole('grid', { name: 'ATT&CK matrix' }).getByRole('link'),
      },
      {
        name: 'small matrix with what was found in it',
        at: ({ mission }) => `/catalogue?of=mission:${mission.id}&q=account&zoom=60`,
        sees: (page) => page.getByText(/\d+ found/),
      },
      {
        name: 'technique of several sub-techniques',
        at: () => '/catalogue/T1059',
        sees: (page) => page.getByRole('table', { name: 'Sub-techniques' }),
      },
      {
        name: 'technique',
        route: '/catalogue/:techniqueId',
        at: () => '/catalogue/T1033',
        sees: (page) => page.getByRole('region', { name: /^Results/ }),
      },
      {
        name: 'status and import, refused',
        route: '/catalogue/status',
        at: () => '/catalogue/status',
        does: async (page) => {
          await page.getByRole('radio', { name: 'Another address or file' }).check();
          await button(page, 'Load catalogue').click();
          await page.getByRole('button', { name: 'Import', exact: true }).click();
        },
        sees: (page) => page.getByText('Choose a file', { exact: true }),
      },
    ],
  },
  administration: {
    as: 'admin',
    steps: [
      {
        name: 'users',
        route: ['/administration', '/administration/users'],
        at: () => '/administration/users',
        sees: (page) => page.getByRole('table'),
      },
      {
        name: 'menu of a user',
        does: press(/^Actions for/),
        sees: (page) => page.getByRole('menuitem'),
        hasMenu: true,
      },
      {
        name: 'new user, refused',
        does: async (page) => {
          await page.keyboard.press('Escape');
          await button(page, 'New user').click();
          await button(page, 'Create user').click();
        },
        sees: (page) => page.getByText('Enter a name'),
      },
      {
        name: 'groups',
        route: '/administration/groups',
        at: () => '/administration/groups',
        sees: (page) => page.getByRole('table'),
      },
      { name: 'new group', does: press('New group'), sees: (page) => dialog(page).getByRole('checkbox') },
      {
        name: 'invitations',
        route: '/administration/invitations',
        at: () => '/administration/invitations',
        sees: (page) => page.getByRole('table'),
      },
      { name: 'invite someone', does: press('Invite someone'), sees: dialog },
      {
        name: 'back-ups',
        route: '/administration/back-up',
        at: () => '/administration/back-up',
        sees: (page) => page.getByRole('heading', { name: /back-up/i }),
      },
      {
        name: 'account, refused',
        route: '/account',
        at: () => '/account',
        does: press('Change password'),
        sees: (page) => page.getByText('Enter your current password'),
      },
      {
        name: 'menu of the person',
        does: press(/^Ada Admin/),
        sees: (page) => page.getByRole('menuitem', { name: 'Sign out' }),
        hasMenu: true,
      },
      {
        name: 'about',
        route: '/about',
        at: () => '/about',
        does: (page) => page.keyboard.press('Escape'),
        sees: (page) => page.getByText('Everything works'),
      },
    ],
  },
  help: {
    as: 'red',
    steps: [
      {
        name: 'user guide',
        route: '/help/:page?',
        at: () => '/help',
        sees: (page) => page.getByRole('article'),
      },
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
        sees: (page) => page.getByText('Nothing found.', { exact: false }),
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
  ...exerciseScreens,
  ...stateScreens,
  ...desktopScreens,
};
