import { field, inDialog, pressExactly, unique } from './form.ts';
import { type Area, choose, dialog, heading, offered, press, says, table } from './page.ts';
import { everybody, planners } from './people.ts';
import type { Things } from './world.ts';

const at = ({ mission }: Pick<Things, 'mission'>) => `/missions/${mission.id}`;

export const missions: Area = {
  home: {
    routes: ['/'],
    at: () => '/',
    sign: heading,
    offers: [
      {
        state: 'Home',
        controls: [
          offered.link('Missions', everybody),
          offered.link('Engagements', everybody),
          offered.link('Templates', everybody),
          offered.link('Catalogue', everybody),
          offered.link('Administration', ['admin', 'manager', 'keeper']),
        ],
      },
    ],
    looks: {
      admin: [{ name: 'home', at: () => '/', sees: says('Waiting for you') }],
      red: [
        {
          name: 'notifications',
          at: () => '/',
          does: press(/^Notifications/),
          sees: (page) => dialog(page).getByRole('listitem'),
          isBeside: true,
        },
      ],
      newcomer: [
        { name: 'empty home', at: () => '/', sees: heading },
        { name: 'no notifications', does: press('Notifications'), sees: dialog, isBeside: true },
      ],
    },
    reads: 'overview',
    texts: [{ as: 'red' }, { as: 'blue' }],
  },
  missions: {
    routes: ['/missions'],
    at: () => '/missions',
    sign: table,
    offers: [{ state: 'the list of missions', controls: [offered.button('New mission', planners)] }],
    dialogs: { create: planners },
    looks: {
      admin: [
        { name: 'missions', at: () => '/missions', sees: table },
        {
          name: 'no mission found',
          at: () => '/missions?q=there+is+none',
          sees: says('No missions match these filters'),
        },
        {
          name: 'new mission, refused',
          at: () => '/missions?dialog=create',
          does: press('Create mission'),
          sees: says('Enter a name for the mission'),
        },
      ],
      newcomer: [
        {
          name: 'no missions',
          at: () => '/missions',
          sees: (page) => page.getByRole('heading', { name: /mission/i }),
        },
      ],
    },
    reads: 'list of missions',
    texts: [{ as: 'red' }, { as: 'red', query: '?dialog=create', opens: [choose('Add a member')] }],
    forms: [
      {
        name: 'a new mission',
        role: 'redteam',
        make: async (server) => {
          const { admin } = server;
          const blue = await server.newPerson('soc');
          const name = unique('Half a mission');
          return {
            path: '/missions?q=nothing',
            open: inDialog('New mission', pressExactly('New mission')),
            write: async (form, page) => {
              await field(form, 'Name').fill(name);
              await field(form, 'Description').fill('Second line\nof it');
              await form.getByRole('combobox', { name: 'Add a member' }).fill(blue.email);
              await page.getByRole('option', { name: blue.email }).click();
            },
            typed: [name, 'Second line\nof it', 'Remove soc'],
            save: 'Create mission',
            written: async () =>
              (await admin.client.get(`/api/v1/missions?q=${name}`)).body.items[0]?.description,
          };
        },
      },
    ],
  },
  'mission history': {
    routes: ['/missions/:missionId/history'],
    at: (things) => `${at(things)}/history`,
    sign: (page) => page.getByRole('list', { name: 'History', exact: true }),
    offers: [
      {
        state: 'the history of a mission',
        controls: [offered.link('Tests', everybody), offered.link('History', everybody)],
      },
    ],
    looks: {
      admin: [
        {
          name: 'history of a mission',
          at: (world) => `${at(world)}/history`,
          does: press('Full text'),
          sees: (page) => page.getByRole('region', { name: /^All changes to/ }),
        },
        {
          name: 'nothing in the history',
          at: (world) => `${at(world)}/history?until=2001-01-01`,
          sees: says('No changes match these filters'),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red' }],
  },
};
