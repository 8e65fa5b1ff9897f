import { newEngagement } from '../../support/missions/engagements.ts';
import { field, inDialog, pressExactly, secret } from './form.ts';
import { type Area, choose, dialog, fromMenu, heading, offered, press, says, table } from './page.ts';
import { reds } from './people.ts';
import type { Things } from './world.ts';

const at = ({ engagement }: Pick<Things, 'engagement'>) => `/engagements/${engagement.id}`;
const menu = 'More about this engagement';
const opens = {
  edit: fromMenu(menu, 'Edit name, organisation, dates'),
  members: fromMenu(menu, 'Members'),
  remove: fromMenu(menu, 'Delete engagement'),
};

export const engagements: Area = {
  engagements: {
    routes: ['/engagements'],
    at: () => '/engagements',
    sign: table,
    offers: [
      {
        state: 'the list of engagements',
        controls: [offered.button('New engagement', reds), offered.link('Simulation templates', reds)],
      },
    ],
    dialogs: { create: reds },
    looks: {
      red: [
        { name: 'engagements', at: () => '/engagements', sees: table },
        {
          name: 'new engagement, refused',
          at: () => '/engagements?dialog=create',
          does: press('Create engagement'),
          sees: says('Enter a name for the engagement'),
        },
      ],
      newcomer: [
        {
          name: 'the server out of reach',
          at: () => '/engagements',
          does: async (page) => {
            const search = page.getByLabel('Search in name and organisation');
            await search.waitFor();
            await page.context().setOffline(true);
            await search.fill('asked for the first time');
          },
          sees: says("The server can't be reached"),
        },
      ],
    },
    reads: 'list of engagements',
    texts: [{ as: 'red' }],
  },
  'engagement history': {
    routes: ['/engagements/:engagementId/history'],
    at: (things) => `${at(things)}/history`,
    sign: (page) => page.getByRole('list', { name: 'History', exact: true }),
    looks: {
      blue: [
        {
          name: 'history of an engagement',
          at: (world) => `${at(world)}/history`,
          sees: (page) => page.getByRole('list', { name: 'History', exact: true }),
        },
      ],
    },
    reads: 'engagement',
    texts: [{ as: 'red' }],
  },
  engagement: {
    routes: ['/engagements/:engagementId'],
    at,
    sign: heading,
    offers: [
      {
        state: 'an engagement',
        controls: [
          offered.button('New simulation', reds),
          offered.link('C2 framework', reds),
          offered.button('Start', reds),
        ],
        menu: {
          name: menu,
          who: reds,
          entries: { 'Edit name, organisation, dates': reds, Members: reds, 'Delete engagement': reds },
        },
      },
    ],
    dialogs: { edit: reds, members: reds, simulation: reds },
    looks: {
      red: [
        { name: 'engagement', at, sees: (page) => page.getByRole('region', { name: /^In review/ }) },
        {
          name: 'menu of an engagement',
          does: press(menu),
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
          at: (world) => `${at(world)}?dialog=simulation`,
          does: press('Create simulation'),
          sees: says('Enter a name for the simulation'),
        },
      ],
    },
    reads: 'engagement',
    texts: [
      { as: 'red', opens: [opens.edit, opens.members, opens.remove] },
      { as: 'red', query: '?dialog=simulation', opens: [choose('Template')] },
    ],
  },
  C2: {
    routes: ['/engagements/:engagementId/c2'],
    at: (things) => `${at(things)}/c2`,
    sign: (page) =>
      page
        .getByText('No C2 framework is connected')
        .or(page.getByRole('heading', { name: 'Connection', exact: true })),
    // Others are redirected to the engagement.
    reserved: { for: reds, otherwise: (page) => page.getByRole('searchbox', { name: 'Search simulations' }) },
    dialogs: { connect: reds },
    looks: {
      red: [
        { name: 'C2', at: (world) => `${at(world)}/c2`, sees: says('LYON-FS-02') },
        { name: 'C2 connection', does: press(/^Change/), sees: dialog },
      ],
    },
    texts: [{ as: 'red' }],
    forms: [
      {
        name: 'a C2 connection',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const engagement = await newEngagement(client);
          return {
            path: `${at({ engagement })}/c2`,
            open: inDialog('Connect a C2 framework', pressExactly('Connect a framework')),
            write: async (form) => {
              await field(form, 'Address').fill('http://127.0.0.1:1');
              await field(form, 'API token').fill(secret);
              await field(form, 'Operation').fill('Half an operation');
            },
            typed: ['http://127.0.0.1:1', 'Half an operation'],
            secret: { labels: ['API token'], says: 'Enter the API token again' },
            save: 'Save and test',
            written: async () =>
              (await admin.client.get(`/api/engagements/${engagement.id}/c2-config`)).body?.operation,
          };
        },
      },
    ],
  },
};
