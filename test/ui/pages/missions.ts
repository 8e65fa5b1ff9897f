import type { Page } from '@playwright/test';
import { newMission, newScenarioTemplate } from '../../support/missions/factories.ts';
import { field, inDialog, pressExactly, unique } from './form.ts';
import {
  type Area,
  choose,
  closeDialog,
  dialog,
  fromMenu,
  heading,
  instead,
  offered,
  press,
  says,
  table,
} from './page.ts';
import { blues, everybody, planners, reds } from './people.ts';
import type { Things } from './world.ts';

const at = ({ mission }: Pick<Things, 'mission'>) => `/missions/${mission.id}`;
const board = (things: Pick<Things, 'mission'>) => `${at(things)}/remediation`;
const tlpt = (things: Pick<Things, 'mission'>) => `${at(things)}/tlpt`;
const results = (things: Pick<Things, 'mission'>) => `${at(things)}/results`;
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
  'wall view': {
    routes: ['/missions/:missionId/wall'],
    isBare: true,
    at: (things) => `${at(things)}/wall`,
    sign: (page) => page.getByRole('region', { name: 'Waiting' }),
    offers: [
      {
        state: 'the wall view',
        controls: [offered.button('Leave the wall view', everybody)],
      },
    ],
    looks: {
      admin: [
        {
          name: 'wall view',
          at: (things) => `${at(things)}/wall`,
          sees: (page) => page.getByRole('list', { name: 'Last actions' }).getByRole('listitem').first(),
        },
        {
          name: 'wall view of a mission without tests',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/wall`,
          sees: says('No tests executed yet'),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red' }],
  },
  timeline: {
    routes: ['/missions/:missionId/timeline'],
    at: (things) => `${at(things)}/timeline`,
    sign: (page) => page.getByText(/time to detect/i).first(),
    looks: {
      admin: [
        {
          name: 'timeline',
          at: (world) => `${at(world)}/timeline`,
          sees: (page) => page.getByText('executed').first(),
        },
        {
          name: 'timeline of a mission without tests',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/timeline`,
          sees: (page) => page.getByRole('heading', { name: 'No activity yet' }),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red' }],
  },
  path: {
    routes: ['/missions/:missionId/path'],
    at: (things) => `${at(things)}/path`,
    sign: (page) =>
      page
        .getByRole('region', { name: 'Attack path' })
        .or(page.getByRole('heading', { name: 'No attack path yet' })),
    offers: [
      {
        state: 'the attack path of a mission',
        controls: [offered.button(/^Actions for /, planners)],
      },
    ],
    dialogs: { follows: planners, 'insert-after': planners },
    looks: {
      admin: [
        {
          name: 'attack path',
          at: (world) => `${at(world)}/path`,
          sees: (page) => page.getByRole('region', { name: 'Attack path' }),
        },
        {
          name: 'what a test follows',
          does: fromMenu('Actions for List who is signed in', 'Follows…'),
          sees: dialog,
        },
        {
          name: 'a test inserted after another',
          does: instead(fromMenu('Actions for List who is signed in', 'Insert after…')),
          sees: dialog,
        },
        {
          name: 'a mission without an attack path',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/path`,
          sees: (page) => page.getByRole('heading', { name: 'No attack path yet' }),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red', opens: [fromMenu(/^Actions for/, 'Follows…')] }],
  },
  alerts: {
    routes: ['/missions/:missionId/alerts'],
    at: (things) => `${at(things)}/alerts`,
    sign: (page) =>
      page.getByRole('list', { name: 'Alerts' }).or(page.getByRole('heading', { name: 'No alerts waiting' })),
    offers: [
      {
        state: 'the alerts of a mission',
        controls: [
          offered.button('Add alerts…', blues),
          offered.button('Clocks…', everybody),
          offered.button('Deliveries…', everybody),
        ],
      },
    ],
    dialogs: { clocks: everybody, deliveries: everybody },
    looks: {
      admin: [
        { name: 'alerts', at: (world) => `${at(world)}/alerts`, sees: says('Credential dumping') },
        {
          name: 'an alert for another test',
          does: press('Another test for Credential dumping'),
          sees: (page) => page.getByRole('dialog', { name: 'Accept for another test' }),
        },
        {
          name: 'clocks of hosts',
          does: instead(press('Clocks…')),
          sees: says('Confirmed: 7 min ahead'),
        },
        {
          name: 'deliveries of alerts',
          does: instead(press('Deliveries…')),
          sees: (page) => page.getByRole('list', { name: 'Deliveries of alerts' }),
        },
        {
          name: 'a file of alerts',
          does: instead((page) =>
            page.getByLabel('File with alerts').setInputFiles({
              name: 'alerts.csv',
              mimeType: 'text/csv',
              buffer: Buffer.from('When,Alert,Host,Severity\n2026-09-01 10:00,Whoami,ws01,7\n,,ws02,\n'),
            }),
          ),
          sees: (page) => page.getByRole('dialog', { name: 'Alerts in alerts.csv' }),
        },
        {
          name: 'no alerts',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/alerts`,
          sees: (page) => page.getByRole('heading', { name: 'No alerts waiting' }),
        },
      ],
    },
    reads: 'mission',
    texts: [
      {
        as: 'blue',
        opens: [
          (page) =>
            page
              .getByRole('button', { name: /^Another test for/ })
              .first()
              .click(),
        ],
      },
    ],
  },
  replay: {
    routes: ['/missions/:missionId/replay'],
    at: (things) => `${at(things)}/replay`,
    sign: (page) =>
      page
        .getByRole('region', { name: 'Replay' })
        .or(page.getByRole('heading', { name: 'The replay is not open yet' })),
    offers: [
      {
        state: 'an open replay',
        controls: [
          offered.button('Next step', everybody),
          offered.button('When and with whom…', everybody),
          offered.button('Remediation…', everybody),
        ],
      },
    ],
    dialogs: { about: everybody, detection: blues },
    looks: {
      admin: [
        {
          name: 'a replay',
          at: (world) => `${at(world)}/replay`,
          sees: (page) => page.getByRole('region', { name: 'Replay' }),
        },
        {
          name: 'when a replay was, and with whom',
          does: press('When and with whom…'),
          sees: (page) => page.getByRole('dialog', { name: 'When and with whom' }),
        },
        {
          name: 'a replay that is not open',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/replay`,
          sees: (page) => page.getByRole('heading', { name: 'The replay is not open yet' }),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'blue' }],
  },
  sightings: {
    routes: ['/missions/:missionId/sightings'],
    at: (things) => `${at(things)}/sightings`,
    sign: (page) =>
      page
        .getByRole('list', { name: 'Sightings' })
        .or(page.getByRole('heading', { name: 'No sightings yet' }))
        .or(page.getByRole('heading', { name: 'Sightings are not shown to red' })),
    offers: [
      {
        state: 'the sightings of a mission',
        controls: [offered.button('Add', blues), offered.button('Add with details…', blues)],
      },
    ],
    dialogs: { new: blues, edit: blues, pick: blues, 'not-ours': blues },
    looks: {
      admin: [
        { name: 'sightings', at: (world) => `${at(world)}/sightings`, sees: says('Somebody reads LSASS') },
        {
          name: 'a sighting with all fields',
          does: press('Edit Somebody reads LSASS'),
          sees: (page) => page.getByRole('dialog', { name: 'Sighting' }),
        },
        {
          name: 'a sighting for another test',
          does: instead(press('Match Somebody reads LSASS to a test')),
          sees: (page) => page.getByRole('dialog', { name: 'Match to a test' }),
        },
        {
          name: 'a sighting that is not ours',
          does: instead(press('Not ours: Somebody reads LSASS')),
          sees: (page) => page.getByRole('dialog', { name: 'Not ours' }),
        },
        {
          name: 'no sightings',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/sightings`,
          sees: (page) => page.getByRole('heading', { name: 'No sightings yet' }),
        },
      ],
      red: [
        {
          name: 'sightings that red does not read',
          at: (world) => `${at(world)}/sightings`,
          sees: (page) => page.getByRole('heading', { name: 'Sightings are not shown to red' }),
        },
      ],
    },
    reads: 'mission',
    texts: [
      {
        as: 'blue',
        opens: [
          (page) =>
            page
              .getByRole('button', { name: /^Edit / })
              .first()
              .click(),
        ],
      },
    ],
  },
  results: {
    routes: ['/missions/:missionId/results'],
    at: results,
    sign: (page) =>
      page
        .getByRole('region', { name: 'Headline figures' })
        .or(page.getByRole('heading', { name: 'No results yet' })),
    looks: {
      admin: [
        {
          name: 'results',
          at: results,
          sees: (page) => page.getByRole('region', { name: 'Time to detect and respond' }),
        },
        {
          name: 'results as a table',
          does: press('Show as table'),
          sees: table,
        },
        {
          name: 'results of a mission without tests',
          at: ({ withoutTests }) => results({ mission: withoutTests }),
          sees: (page) => page.getByRole('heading', { name: 'No results yet' }),
        },
      ],
    },
    reads: 'mission',
  },
  'tests of a figure': {
    routes: ['/figures'],
    at: () => '/figures?figure=attempted',
    sign: (page) => page.getByRole('status').filter({ hasText: /test/ }),
    looks: {
      red: [
        {
          name: 'tests of a figure',
          at: () => '/figures?figure=attempted',
          sees: (page) => page.getByRole('status').filter({ hasText: /test/ }),
        },
      ],
    },
    reads: 'figures',
    texts: [{ as: 'red' }],
  },
  comparison: {
    routes: ['/comparison'],
    at: (things) => `/comparison?before=${things.completed.id}&now=${things.mission.id}`,
    sign: (page) => page.getByRole('region', { name: /^Tests/ }),
    looks: {
      admin: [
        {
          name: 'two missions compared',
          at: (things) => `/comparison?before=${things.completed.id}&now=${things.mission.id}`,
          sees: (page) => page.getByRole('region', { name: /^Tests/ }),
        },
        {
          name: 'no missions to compare',
          at: ({ mission: { id } }) => `/comparison?before=${id}&now=${id}`,
          sees: (page) => page.getByRole('heading', { name: 'Choose two missions' }),
        },
      ],
    },
    reads: 'comparison',
    texts: [{ as: 'admin' }],
  },
  tlpt: {
    routes: ['/missions/:missionId/tlpt'],
    at: tlpt,
    sign: (page) => page.getByRole('region', { name: 'Deadlines' }),
    offers: [
      {
        state: 'the record of a TLPT',
        controls: [offered.button('Edit dates', planners), offered.button('New flag', planners)],
        menu: {
          name: 'Actions for 1 Read the ledger',
          who: planners,
          entries: { Edit: planners, Remove: planners },
        },
      },
    ],
    dialogs: {
      'tlpt-parties': planners,
      'tlpt-dates': planners,
      'tlpt-notes': planners,
      'tlpt-item': planners,
      'new-entities': planners,
      'new-functions': planners,
      'new-flags': planners,
      'new-leg_ups': planners,
      'new-deviations': planners,
    },
    looks: {
      admin: [
        { name: 'TLPT', at: tlpt, sees: (page) => page.getByRole('region', { name: 'Deadlines' }) },
        { name: 'dates of a TLPT', does: press('Edit dates'), sees: dialog },
        { name: 'parties of a TLPT', does: instead(press('Edit parties')), sees: dialog },
        { name: 'new flag', does: instead(press('New flag')), sees: dialog },
        {
          name: 'a mission that is no TLPT',
          at: ({ withoutTests }) => tlpt({ mission: withoutTests }),
          sees: (page) => page.getByRole('heading', { name: 'Not recorded as a TLPT' }),
        },
      ],
    },
    reads: 'mission',
    texts: [
      { as: 'red', opens: [press('Edit parties'), press('Edit topics and feedback'), press('New flag')] },
    ],
  },
  remediation: {
    routes: ['/missions/:missionId/remediation'],
    at: board,
    sign: (page) => page.getByRole('region', { name: 'In progress' }),
    offers: [
      {
        state: 'the remediation board',
        controls: [offered.button('New remediation', everybody)],
        menu: {
          name: 'Actions for Watch LSASS',
          who: everybody,
          entries: { Fixed: everybody, Delete: everybody },
        },
      },
    ],
    dialogs: { 'new-remediation': everybody, remediation: everybody },
    looks: {
      admin: [
        {
          name: 'remediation board',
          at: board,
          sees: (page) => page.getByRole('region', { name: 'Declined' }),
        },
        {
          name: 'remediation that was moved',
          does: fromMenu('Actions for Watch LSASS', 'Fixed'),
          sees: (page) => page.getByRole('button', { name: 'Undo' }),
        },
        {
          name: 'menu of a remediation',
          does: press('Actions for Watch LSASS'),
          sees: (page) => page.getByRole('menuitem', { name: 'Delete' }),
          hasMenu: true,
        },
        {
          name: 'delete remediation',
          does: (page) => page.getByRole('menuitem', { name: 'Delete' }).click(),
          sees: dialog,
        },
        { name: 'edit remediation', does: instead(press('Watch LSASS')), sees: dialog },
        {
          name: 'new remediation, refused',
          does: instead(async (page) => {
            await press('New remediation')(page);
            await dialog(page).getByRole('button', { name: 'Add remediation' }).click();
          }),
          sees: says('Summarise what'),
        },
        {
          name: 'board of a mission without remediations',
          at: ({ withoutTests }) => board({ mission: withoutTests }),
          sees: (page) => page.getByRole('heading', { name: 'No remediations yet' }),
        },
        {
          name: 'board of an archived mission',
          at: ({ archived }) => board({ mission: archived }),
          sees: says('This mission is archived'),
        },
      ],
    },
    reads: 'mission',
    texts: [
      {
        as: 'red',
        opens: [
          fromMenu(/^Actions for/, 'Delete'),
          (page) => page.getByRole('region', { name: 'Open' }).locator('[data-open]').first().click(),
          press('New remediation'),
        ],
      },
    ],
    forms: [
      {
        name: 'a new remediation',
        role: 'soc',
        make: async ({ admin }, me) => {
          const mission = await newMission(admin.client, { members: [me] });
          const path = board({ mission });
          return {
            path,
            open: inDialog('New remediation', pressExactly('New remediation')),
            write: async (form) => {
              await field(form, 'Title').fill('Half a remediation');
              await field(form, 'Measure').fill('Second line\nof it');
              await form.getByRole('combobox', { name: 'Priority' }).selectOption('high');
            },
            typed: ['Half a remediation', 'Second line\nof it', 'high'],
            save: 'Add remediation',
            written: async () =>
              (await admin.client.get(`/api/v1/missions/${mission.id}/remediations`)).body.items[0]?.measure,
          };
        },
      },
      {
        name: 'a remediation',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const mission = await newMission(client);
          const list = `/api/v1/missions/${mission.id}/remediations`;
          await client.post(list, { title: 'Mend it' });
          return {
            path: board({ mission }),
            open: inDialog('Edit remediation', pressExactly('Mend it')),
            write: (form) => field(form, 'Root cause').fill('Half a cause'),
            typed: ['Half a cause'],
            save: 'Save',
            written: async () => (await admin.client.get(list)).body.items[0]?.root_cause,
          };
        },
      },
    ],
  },
};
