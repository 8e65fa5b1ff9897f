import type { Locator } from '@playwright/test';
import { placeOf } from '../support/factories.ts';
import {
  type Area,
  button,
  closeDialog,
  dialog,
  engagementOf,
  fromMenu,
  press,
  type Step,
} from './screens-step.ts';
import { testPath } from './support.ts';

const preview = (file: string, sees: (shown: Locator) => Locator): Step => ({
  name: `preview of ${file}`,
  does: async (page) => {
    await closeDialog(page);
    await button(page, `Preview ${file}`).click();
  },
  sees: (page) => sees(dialog(page)),
});

export const exerciseScreens: Record<string, Area> = {
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
        at: () => '/missions?dialog=create',
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
        name: 'archive mission',
        at: ({ completed }) => `/missions/${completed.id}`,
        does: press(/^Archive/),
        sees: dialog,
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
      preview('note.txt', (shown) => shown.getByRole('region')),
      preview('screen.png', (shown) => shown.getByRole('img')),
      preview('broken.png', (shown) => shown.getByText('The picture can not be shown')),
      preview('people.csv', (shown) => shown.getByRole('table')),
      {
        name: 'table as text',
        does: press('Show as text'),
        sees: (page) => dialog(page).getByRole('region'),
      },
      preview('report.pdf', (shown) => shown.getByText('Damson does not open it here')),
      preview('loot.zip', (shown) => shown.getByRole('region', { name: /^First bytes/ })),
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
        at: () => '/engagements?dialog=create',
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
};
