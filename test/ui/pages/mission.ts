import type { Page } from '@playwright/test';
import { newMission, newScenarioTemplate } from '../../support/missions/factories.ts';
import { field, inDialog, unique } from './form.ts';
import { type Area, closeDialog, dialog, fromMenu, heading, instead, offered, press, says } from './page.ts';
import { everybody, planners, reds } from './people.ts';
import type { Things } from './world.ts';

const at = ({ mission }: Pick<Things, 'mission'>) => `/missions/${mission.id}`;
const menu = 'More about this mission';
const outlineList = (page: Page) => page.getByRole('list', { name: 'Scenarios and tests' });
const opens = {
  edit: fromMenu(menu, 'Edit name, organisation, dates'),
  members: fromMenu(menu, 'Members'),
  append: fromMenu(/^Add$/, 'Append scenarios…'),
  variables: fromMenu(menu, 'Variables'),
  retest: fromMenu(menu, 'Retest mission…'),
  addTests: fromMenu(/^Add$/, 'Add tests…'),
  clone: fromMenu(menu, 'Clone mission…'),
  remove: fromMenu(menu, 'Delete mission'),
};

/** The page of a mission. */
export const mission: Area = {
  mission: {
    routes: ['/missions/:missionId'],
    at,
    sign: (page) => page.getByRole('table', { name: 'Tests' }),
    offers: [
      {
        state: 'a running mission',
        controls: [
          offered.button('Add', planners),
          offered.link('Edit order', planners),
          offered.button('Complete', planners),
          offered.checkbox('Select all tests shown', everybody),
        ],
        menu: {
          name: menu,
          who: everybody,
          entries: {
            'Edit name, organisation, dates': planners,
            'Add tests…': planners,
            'Edit scenarios and order': planners,
            Members: planners,
            Variables: planners,
            'Retest mission…': planners,
            'Clone mission…': planners,
            'Wall view': everybody,
            'Print with evidence…': everybody,
            'Delete mission': reds,
          },
        },
      },
      {
        state: 'a completed mission',
        at: ({ completed }) => at({ mission: completed }),
        sign: heading,
        controls: [offered.button('Reopen', planners), offered.button('Archive', reds)],
      },
    ],
    dialogs: {
      edit: planners,
      members: planners,
      append: planners,
      variables: planners,
      'add-tests': planners,
      retest: planners,
      clone: planners,
      reveal: reds,
      print: everybody,
      export: everybody,
    },
    looks: {
      admin: [
        {
          name: 'mission with a selection',
          at,
          does: (page) => page.getByRole('checkbox', { name: 'Select all tests shown' }).check(),
          sees: says('3 selected'),
        },
        { name: 'columns of the table', does: press('Columns'), sees: dialog, isBeside: true },
        { name: 'views of the table', does: instead(press('Views')), sees: dialog, isBeside: true },
        { name: 'filters of the table', does: instead(press('Filters')), sees: dialog, isBeside: true },
        {
          name: 'menu of a mission',
          does: instead(press(menu)),
          sees: (page) => page.getByRole('menuitem', { name: 'Members' }),
          hasMenu: true,
        },
        {
          name: 'members',
          does: (page) => page.getByRole('menuitem', { name: 'Members' }).click(),
          sees: dialog,
        },
        { name: 'edit mission', does: instead(opens.edit), sees: dialog },
        { name: 'variables of a mission', does: instead(opens.variables), sees: dialog },
        { name: 'reveal hidden tests', at: (things) => `${at(things)}?dialog=reveal`, sees: dialog },
        {
          name: 'append, refused',
          does: async (page) => {
            await instead(opens.append)(page);
            await dialog(page).getByRole('button', { name: 'Append', exact: true }).click();
          },
          sees: says('Select at least one scenario'),
        },
        { name: 'retest mission', does: instead(opens.retest), sees: dialog },
        { name: 'clone mission', does: instead(opens.clone), sees: dialog },
        { name: 'export mission', does: instead(fromMenu(menu, 'Export…')), sees: dialog },
        {
          name: 'add a test, refused',
          does: async (page) => {
            await instead(opens.addTests)(page);
            await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
          },
          sees: says('Enter a name for the test'),
        },
        {
          name: 'add tests from the library',
          does: (page) => dialog(page).getByText('Library', { exact: true }).click(),
          sees: (page) => dialog(page).getByRole('list', { name: 'Library' }).getByRole('checkbox').first(),
        },
        {
          name: 'add tests from C2 tasks',
          does: (page) => dialog(page).getByText('C2 tasks', { exact: true }).click(),
          sees: (page) => dialog(page).getByRole('combobox', { name: 'Engagement' }),
        },
        {
          name: 'outline of a mission',
          at: (things) => `${at(things)}?outline=edit`,
          sees: outlineList,
        },
        {
          name: 'menu of a scenario',
          does: (page) =>
            outlineList(page)
              .getByRole('button', { name: /^Actions for/ })
              .first()
              .click(),
          sees: (page) => page.getByRole('menuitem', { name: 'Rename' }),
          hasMenu: true,
        },
        {
          name: 'renaming a scenario',
          does: (page) => page.getByRole('menuitem', { name: 'Rename' }).click(),
          sees: (page) => page.getByRole('button', { name: 'Rename', exact: true }),
        },
        { name: 'delete mission', at, does: opens.remove, sees: dialog },
        {
          name: 'run tests again',
          does: async (page) => {
            await closeDialog(page);
            await page.getByRole('checkbox', { name: 'Select all tests shown' }).check();
            await page.getByRole('button', { name: /^Retest/ }).click();
          },
          sees: dialog,
        },
        {
          name: 'retest of a mission',
          at: ({ retest }) => at({ mission: retest }),
          sees: (page) => page.getByRole('link', { name: 'Harbour', exact: true }),
        },
        {
          name: 'mission without tests',
          at: ({ withoutTests }) => at({ mission: withoutTests }),
          sees: (page) => page.getByRole('heading', { name: 'Bare' }),
        },
        {
          name: 'archive mission',
          at: ({ completed }) => at({ mission: completed }),
          does: press(/^Archive/),
          sees: dialog,
        },
        {
          name: 'archived mission',
          at: ({ archived }) => at({ mission: archived }),
          sees: says('This mission is archived'),
        },
      ],
      newcomer: [
        { name: 'no such mission', at: () => '/missions/0', sees: says('This mission does not exist') },
      ],
    },
    reads: 'mission',
    texts: [
      {
        as: 'red',
        opens: [
          opens.members,
          opens.edit,
          opens.variables,
          opens.retest,
          opens.clone,
          opens.remove,
          opens.append,
          opens.addTests,
        ],
      },
      { as: 'red', query: '?outline=edit' },
    ],
    forms: [
      {
        name: 'the words of a mission',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const mission = await newMission(client);
          return {
            path: `${at({ mission })}?status=pending`,
            open: inDialog('Edit mission', opens.edit),
            write: (form) => form.getByRole('combobox', { name: 'Organisation' }).fill('Half a client'),
            typed: ['Half a client'],
            save: 'Save',
            written: async () => (await admin.client.get(`/api/v1/missions/${mission.id}`)).body.client,
          };
        },
      },
      {
        name: 'the variables of a mission',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const mission = await newMission(client, { variables: { host: 'srv-1' } });
          return {
            path: at({ mission }),
            open: inDialog('Variables of the mission', opens.variables),
            write: (form) => form.getByRole('textbox', { name: 'host' }).fill('srv-7'),
            typed: ['srv-7'],
            save: 'Save',
            written: async () =>
              (await admin.client.get(`/api/v1/missions/${mission.id}`)).body.variables.host,
          };
        },
      },
      {
        name: 'the members of a mission',
        role: 'redteam',
        make: async (server, { client }) => {
          const { admin } = server;
          const blue = await server.newPerson('soc');
          const mission = await newMission(client);
          return {
            path: at({ mission }),
            open: inDialog('Members', opens.members),
            write: async (form, page) => {
              await form.getByRole('combobox', { name: 'Add a member' }).fill(blue.email);
              await page.getByRole('option', { name: blue.email }).click();
              await form.getByLabel(/^Role of soc/).selectOption('observer');
            },
            typed: ['observer', 'Remove soc'],
            save: 'Save members',
            written: async () =>
              (await admin.client.get(`/api/v1/missions/${mission.id}`)).body.members.length,
          };
        },
      },
      {
        name: 'a retest',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const mission = await newMission(client);
          const name = unique('Half a retest');
          return {
            path: at({ mission }),
            open: inDialog('Retest mission', opens.retest),
            write: (form) => field(form, 'Name').fill(name),
            typed: [name],
            save: 'Create retest',
            written: async () => (await admin.client.get(`/api/v1/missions?q=${name}`)).body.total,
          };
        },
      },
      {
        name: 'scenarios to append',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const mission = await newMission(client);
          const { name } = await newScenarioTemplate(client, { tests: 2 });
          return {
            path: at({ mission }),
            open: inDialog('Append scenarios', opens.append),
            write: (form) => form.getByRole('checkbox', { name }).check(),
            typed: ['In this order: 2 tests'],
            save: 'Append',
            written: async () =>
              (await admin.client.get(`/api/v1/missions/${mission.id}`)).body.scenarios.length,
          };
        },
      },
    ],
  },
};
