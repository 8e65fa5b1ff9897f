import { bodyOf } from '../../support/missions/factories.ts';
import { field, inDialog, pressExactly, unique } from './form.ts';
import {
  type Area,
  button,
  dialog,
  fromMenu,
  heading,
  instead,
  offered,
  press,
  says,
  table,
} from './page.ts';
import { planners } from './people.ts';
import type { Things } from './world.ts';

const root = '/api/v1/organisations';
const at = ({ organisation }: Pick<Things, 'organisation'>) => `/organisations/${organisation.id}`;
const menu = 'More about this organisation';
const opens = {
  rename: fromMenu(menu, 'Rename'),
  remove: fromMenu(menu, 'Delete organisation'),
};

export const organisations: Area = {
  organisations: {
    routes: ['/organisations'],
    at: () => '/organisations',
    sign: table,
    offers: [
      { state: 'the list of organisations', controls: [offered.button('New organisation', planners)] },
    ],
    dialogs: { create: planners },
    looks: {
      red: [
        { name: 'organisations', at: () => '/organisations', sees: table },
        {
          name: 'no organisation found',
          at: () => '/organisations?q=there+is+none',
          sees: (page) => button(page, 'Show all'),
        },
        {
          name: 'new organisation, refused',
          at: () => '/organisations?dialog=create',
          does: press('Create organisation'),
          sees: says('Enter a name for the organisation'),
        },
      ],
    },
    reads: 'list of organisations',
    texts: [{ as: 'red' }],
  },
  organisation: {
    routes: ['/organisations/:organisationId'],
    at,
    sign: heading,
    offers: [
      {
        state: 'an organisation',
        controls: [offered.form('Add a tool', planners)],
        menu: {
          name: menu,
          who: planners,
          entries: {
            Rename: planners,
            'Logo and colour of reports': planners,
            'Merge into another': planners,
            'Delete organisation': planners,
          },
        },
      },
    ],
    dialogs: { rename: planners, brand: planners, merge: planners, tool: planners },
    looks: {
      red: [
        { name: 'organisation', at, sees: (page) => page.getByRole('table', { name: 'Missions' }) },
        {
          name: 'a tool without a name',
          does: press('Add tool'),
          sees: says('Enter a name for the tool'),
        },
        {
          name: 'menu of a tool',
          does: press(/^Actions for/),
          sees: (page) => page.getByRole('menuitem', { name: 'Retire' }),
          hasMenu: true,
        },
        {
          name: 'a tool',
          does: (page) => page.getByRole('menuitem', { name: 'Edit' }).click(),
          sees: dialog,
        },
        {
          name: 'tool that can’t be deleted',
          does: instead(async (page) => {
            await fromMenu(/^Actions for/, 'Delete')(page);
            await dialog(page).getByRole('button', { name: 'Delete tool' }).click();
          }),
          sees: (page) => button(page, 'Retire it'),
        },
        {
          name: 'organisation that can’t be deleted',
          does: instead(opens.remove),
          sees: (page) => dialog(page).getByRole('button', { name: 'Merge it…' }),
        },
        {
          name: 'logo and colour of reports',
          at: (world) => `${at(world)}?dialog=brand`,
          sees: (page) => dialog(page).getByLabel('Colour'),
        },
        {
          name: 'merge, refused',
          at: (world) => `${at(world)}?dialog=merge`,
          does: press('Merge permanently'),
          sees: says('Choose the organisation that stays'),
        },
      ],
      blue: [
        {
          name: 'organisation of a reader',
          at,
          sees: (page) => page.getByRole('table', { name: 'Missions' }),
        },
      ],
    },
    reads: 'organisation',
    texts: [
      { as: 'red', opens: [opens.rename, opens.remove, fromMenu(/^Actions for/, 'Edit')] },
      { as: 'red', query: '?dialog=merge' },
      { as: 'blue' },
    ],
    forms: [
      {
        name: 'the name of an organisation',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const made = bodyOf(await client.post(root, { name: unique('Half an organisation') }), 201);
          const name = unique('Renamed');
          return {
            path: `/organisations/${made.id}`,
            open: inDialog('Rename organisation', opens.rename),
            write: (form) => field(form, 'Name').fill(name),
            typed: [name],
            save: 'Rename',
            written: async () => (await admin.client.get(`${root}/${made.id}`)).body.name,
          };
        },
      },
      {
        name: 'a tool',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const made = bodyOf(await client.post(root, { name: unique('With a tool') }), 201);
          const tools = `${root}/${made.id}/tools`;
          const { name } = bodyOf(await client.post(tools, { name: 'Sensor', kind: 'edr' }), 201);
          return {
            path: `/organisations/${made.id}`,
            open: inDialog('Edit tool', pressExactly(name)),
            write: (form) => field(form, 'Vendor').fill('Half a vendor'),
            typed: ['Half a vendor'],
            save: 'Save',
            written: async () => (await admin.client.get(tools)).body[0].vendor,
          };
        },
      },
    ],
  },
  gaps: {
    routes: ['/organisations/:organisationId/gaps'],
    at: (things) => `${at(things)}/gaps?threats=G0003`,
    sign: heading,
    looks: {
      red: [
        {
          name: 'nothing to compare with',
          at: (world) => `${at(world)}/gaps`,
          sees: says('Choose threats to compare with'),
        },
        {
          name: 'gaps',
          at: (world) => `${at(world)}/gaps?threats=G0003,S0039&techniques=T1033`,
          sees: (page) => page.getByRole('table', { name: 'Gaps' }),
        },
      ],
    },
    reads: 'organisation',
  },
};
