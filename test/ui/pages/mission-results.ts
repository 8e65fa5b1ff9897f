import { newMission } from '../../support/missions/factories.ts';
import { field, inDialog, pressExactly } from './form.ts';
import { type Area, dialog, fromMenu, instead, offered, press, says, table } from './page.ts';
import { everybody, planners } from './people.ts';
import type { Things } from './world.ts';

const at = ({ mission }: Pick<Things, 'mission'>) => `/missions/${mission.id}`;
const board = (things: Pick<Things, 'mission'>) => `${at(things)}/remediation`;
const tlpt = (things: Pick<Things, 'mission'>) => `${at(things)}/tlpt`;
const results = (things: Pick<Things, 'mission'>) => `${at(things)}/results`;

/** Results, comparisons, the TLPT and the remediation of a mission. */
export const missionResults: Area = {
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
        {
          name: 'topics and feedback of a TLPT',
          does: instead(press('Edit topics and feedback')),
          sees: dialog,
        },
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
