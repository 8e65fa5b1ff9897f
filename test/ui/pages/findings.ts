import { newMission } from '../../support/missions/factories.ts';
import { field, inDialog, pressExactly } from './form.ts';
import { type Area, button, dialog, fromMenu, instead, offered, press, says } from './page.ts';
import { everybody } from './people.ts';
import type { Things } from './world.ts';

const list = ({ mission }: Pick<Things, 'mission'>) => `/missions/${mission.id}/findings`;
const at = (things: Things) => `${list(things)}/${things.finding.id}`;

export const findings: Area = {
  findings: {
    routes: ['/missions/:missionId/findings'],
    at: list,
    sign: (page) => page.getByRole('list', { name: 'Findings', exact: true }),
    offers: [{ state: 'the findings', controls: [offered.button('New finding', everybody)] }],
    dialogs: { 'new-finding': everybody },
    looks: {
      admin: [
        { name: 'findings', at: list, sees: (page) => page.getByRole('list', { name: 'Findings' }) },
        {
          name: 'new finding, refused',
          does: async (page) => {
            await press('New finding')(page);
            await dialog(page).getByRole('button', { name: 'Add finding' }).click();
          },
          sees: says('Enter a title for the finding'),
        },
        {
          name: 'no findings',
          at: ({ withoutTests }) => list({ mission: withoutTests }),
          sees: (page) => page.getByRole('heading', { name: 'No findings yet' }),
        },
        {
          name: 'findings of an archived mission',
          at: ({ archived }) => list({ mission: archived }),
          sees: says('This mission is archived'),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red', opens: [press('New finding')] }, { as: 'blue' }],
    forms: [
      {
        name: 'a new finding',
        role: 'soc',
        make: async ({ admin }, me) => {
          const mission = await newMission(admin.client, { members: [me] });
          return {
            path: list({ mission }),
            open: inDialog('New finding', pressExactly('New finding')),
            write: async (form) => {
              await field(form, 'Title').fill('Half a finding');
              await field(form, 'Description').fill('Second line\nof it');
              await form.getByRole('combobox', { name: 'Severity' }).selectOption('high');
            },
            typed: ['Half a finding', 'Second line\nof it', 'high'],
            save: 'Add finding',
            written: async () =>
              (await admin.client.get(`/api/v1/missions/${mission.id}/findings`)).body.items[0]?.description,
          };
        },
      },
    ],
  },
  finding: {
    routes: ['/missions/:missionId/findings/:findingId'],
    at,
    sign: (page) => page.getByRole('heading', { level: 2, name: /^F-1/ }),
    offers: [
      {
        state: 'a finding',
        controls: [offered.button('New remediation', everybody), offered.link('History', everybody)],
        menu: {
          name: 'More about this finding',
          who: everybody,
          entries: { 'Delete finding': everybody },
        },
      },
    ],
    looks: {
      admin: [
        {
          name: 'finding',
          at,
          sees: (page) => page.getByRole('region', { name: 'Evidence' }).getByRole('listitem'),
        },
        {
          name: 'evidence for a finding',
          does: press('Add evidence'),
          sees: (page) => dialog(page).getByRole('checkbox').first(),
          isBeside: true,
        },
        {
          name: 'a picture for a text',
          does: (page) => page.getByRole('button', { name: 'Insert a picture' }).first().click(),
          sees: dialog,
          isBeside: true,
        },
        {
          name: 'remediation of a finding',
          does: instead(press('New remediation')),
          sees: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
        },
        {
          name: 'delete finding',
          does: instead(fromMenu('More about this finding', 'Delete finding')),
          sees: dialog,
        },
        {
          name: 'no such finding',
          at: (things) => `${list(things)}/0`,
          sees: says('This finding does not exist'),
        },
      ],
    },
    reads: 'mission',
    texts: [
      { as: 'red', opens: [fromMenu('More about this finding', 'Delete finding'), press('New remediation')] },
      { as: 'blue' },
    ],
  },
  'finding history': {
    routes: ['/missions/:missionId/findings/:findingId/history'],
    at: (things) => `${at(things)}/history`,
    sign: (page) => page.getByRole('dialog', { name: 'History of this finding' }),
    looks: {
      admin: [
        {
          name: 'history of a finding',
          at: (things) => `${at(things)}/history`,
          sees: says('created a finding'),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red' }],
  },
  'suggested findings': {
    routes: ['/missions/:missionId/findings/suggestions'],
    at: (things) => `${list(things)}/suggestions`,
    sign: (page) => page.getByRole('heading', { level: 2, name: 'Suggestions' }),
    looks: {
      admin: [
        {
          name: 'suggested findings',
          at: (things) => `${list(things)}/suggestions`,
          sees: (page) => button(page, /^Accept/),
        },
        {
          name: 'merge a suggestion, refused',
          does: async (page) => {
            await press(/^Merge/)(page);
            await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
          },
          sees: (page) => dialog(page).getByText('Choose a finding'),
        },
        {
          name: 'dismiss a suggestion, refused',
          does: instead(async (page) => {
            await press(/^Dismiss/)(page);
            await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
          }),
          sees: says('Enter a reason'),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red', opens: [press(/^Merge/), press(/^Dismiss/)] }],
  },
};
