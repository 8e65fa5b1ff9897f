import type { Locator, Page } from '@playwright/test';
import { placeOf } from '../support/factories.ts';
import type { World } from './screens-world.ts';
import { testPath } from './support.ts';

export type Step = {
  name: string;
  /** The addresses of the router that this screen is. */
  route?: string | readonly string[];
  at?: (world: World) => string;
  does?: (page: Page, world: World) => Promise<unknown>;
  sees: (page: Page, world: World) => Locator;
  hasMenu?: boolean;
};

type Area = { as: 'admin' | 'red' | 'blue' | 'newcomer' | null; steps: readonly Step[] };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const dialog = (page: Page) => page.getByRole('dialog');
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};
/** Closes what is open and opens another from the menu of that name. */
const fromMenu = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const engagementOf = ({ engagement }: World) => `/engagements/${engagement.id}`;

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
          await page.context().setOffline(true);
          await page.evaluate('dispatchEvent(new Event("focus"))');
          await page.getByRole('link', { name: 'Missions', exact: true }).click();
        },
        sees: (page) => page.getByText('The server can not be reached'),
      },
    ],
  },
  missions: {
    as: 'admin',
    steps: [
      { name: 'home', route: '/', at: () => '/', sees: (page) => page.getByText('To execute') },
      {
        name: 'missions',
        route: '/missions',
        at: () => '/missions',
        sees: (page) => page.getByRole('table'),
      },
      {
        name: 'no mission found',
        at: () => '/missions?q=there+is+none',
        sees: (page) => page.getByText('No mission passes these filters'),
      },
      {
        name: 'new mission, refused',
        at: () => '/missions?new=1',
        does: press('Create mission'),
        sees: (page) => page.getByText('Give the mission a name'),
      },
      {
        name: 'mission with a selection',
        route: '/missions/:missionId',
        at: ({ mission }) => `/missions/${mission.id}`,
        does: (page) => page.getByRole('checkbox', { name: 'Select all tests shown' }).check(),
        sees: (page) => page.getByText('3 selected'),
      },
      {
        name: 'menu of a mission',
        does: press('More about this mission'),
        sees: (page) => page.getByRole('menuitem', { name: 'Members' }),
        hasMenu: true,
      },
      {
        name: 'members',
        does: (page) => page.getByRole('menuitem', { name: 'Members' }).click(),
        sees: dialog,
      },
      {
        name: 'edit mission',
        does: async (page) => {
          await closeDialog(page);
          await fromMenu('More about this mission', 'Edit name, client, dates')(page);
        },
        sees: dialog,
      },
      {
        name: 'append, refused',
        does: async (page) => {
          await closeDialog(page);
          await button(page, 'Append scenarios').click();
          await dialog(page).getByRole('button', { name: 'Append', exact: true }).click();
        },
        sees: (page) => page.getByText('Pick at least one scenario'),
      },
      {
        name: 'delete mission',
        does: async (page) => {
          await closeDialog(page);
          await fromMenu('More about this mission', 'Delete mission')(page);
        },
        sees: dialog,
      },
      {
        name: 'mission without tests',
        at: ({ withoutTests }) => `/missions/${withoutTests.id}`,
        sees: (page) => page.getByRole('heading', { name: 'Bare' }),
      },
      {
        name: 'archived mission',
        at: ({ archived }) => `/missions/${archived.id}`,
        sees: (page) => page.getByText('This mission is archived'),
      },
    ],
  },
  'a test': {
    as: 'red',
    steps: [
      {
        name: 'test',
        route: '/missions/:missionId/tests/:testId',
        at: ({ mission }) => testPath(mission),
        sees: (page) => page.getByText('what was seen'),
      },
      { name: 'keys of a test', does: press('Keys of this page'), sees: dialog },
      {
        name: 'preview of evidence',
        does: async (page) => {
          await closeDialog(page);
          await button(page, 'note.txt').click();
        },
        sees: (page) => dialog(page).getByRole('region'),
      },
      {
        name: 'delete evidence',
        does: async (page) => {
          await closeDialog(page);
          await button(page, 'Delete note.txt').click();
        },
        sees: dialog,
      },
      {
        name: 'two versions of a field',
        does: async (page, { admin, mission }) => {
          await closeDialog(page);
          const field = page.getByLabel('Command that was run', { exact: true });
          await field.fill('mine');
          await admin.client.put(placeOf(mission).path, { command: 'theirs' });
        },
        sees: dialog,
      },
      {
        name: 'test of an archived mission',
        at: ({ archived }) => testPath(archived),
        sees: (page) => page.getByText(/archived/),
      },
    ],
  },
  'what blue sees': {
    as: 'blue',
    steps: [
      { name: 'test', at: ({ mission }) => testPath(mission), sees: (page) => page.getByText('read only') },
      {
        name: 'simulation to review',
        at: (world) => `${engagementOf(world)}/simulations/${world.simulation.id}`,
        sees: (page) => button(page, 'Finish'),
      },
      { name: 'finish a simulation', does: press('Finish'), sees: dialog },
      {
        name: 'templates that are red’s',
        at: () => '/engagements/templates',
        sees: (page) => page.getByText('Simulation templates are the red team’s'),
      },
    ],
  },
  engagements: {
    as: 'red',
    steps: [
      {
        name: 'engagements',
        route: '/engagements',
        at: () => '/engagements',
        sees: (page) => page.getByRole('table'),
      },
      {
        name: 'new engagement, refused',
        at: () => '/engagements?new=1',
        does: press('Create engagement'),
        sees: (page) => page.getByText('Give the engagement a name'),
      },
      {
        name: 'simulation templates',
        route: '/engagements/templates',
        at: () => '/engagements/templates',
        sees: (page) => page.getByText('Sign-ins'),
      },
      { name: 'new simulation template', does: press('New template'), sees: dialog },
      {
        name: 'engagement',
        route: '/engagements/:engagementId',
        at: engagementOf,
        sees: (page) => page.getByRole('region', { name: /^Review required/ }),
      },
      {
        name: 'menu of an engagement',
        does: press('More about this engagement'),
        sees: (page) => page.getByRole('menuitem', { name: 'Delete engagement' }),
        hasMenu: true,
      },
      {
        name: 'delete engagement',
        does: (page) => page.getByRole('menuitem', { name: 'Delete engagement' }).click(),
        sees: dialog,
      },
      {
        name: 'new simulation, refused',
        at: (world) => `${engagementOf(world)}?dialog=simulation`,
        does: press('Create simulation'),
        sees: (page) => page.getByText('Give the simulation a name'),
      },
      {
        name: 'C2',
        route: '/engagements/:engagementId/c2',
        at: (world) => `${engagementOf(world)}/c2`,
        sees: (page) => page.getByText('LYON-FS-02'),
      },
      { name: 'C2 connection', does: press(/^Change/), sees: dialog },
      {
        name: 'simulation',
        route: '/engagements/:engagementId/simulations/:simulationId',
        at: (world) => `${engagementOf(world)}/simulations/${world.simulation.id}`,
        sees: (page) => button(page, 'Link tasks'),
      },
      { name: 'tasks to link', does: press('Link tasks'), sees: (page) => dialog(page).getByRole('table') },
      {
        name: 'edit simulation',
        does: async (page) => {
          await closeDialog(page);
          await fromMenu('More about this simulation', 'Edit name and description')(page);
        },
        sees: dialog,
      },
      {
        name: 'finished simulation',
        at: (world) => `${engagementOf(world)}/simulations/${world.done.id}`,
        sees: (page) => page.getByText('This simulation is done'),
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
        does: async (page) => {
          await page.keyboard.press('Control+K');
          await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('harbour');
        },
        sees: (page) => page.getByRole('option', { name: /Harbour/ }),
      },
    ],
  },
};
