import type { Page } from '@playwright/test';
import { newMission } from '../../support/missions/factories.ts';
import { field, inDialog, pressExactly } from './form.ts';
import { type Area, button, closeDialog, dialog, fromMenu, instead, offered, press, says } from './page.ts';
import { everybody, planners } from './people.ts';
import type { Things } from './world.ts';

const list = ({ mission }: Pick<Things, 'mission'>) => `/missions/${mission.id}/report`;
const at = ({ report }: Pick<Things, 'report'>) => `/missions/${report.mission_id}/reports/${report.id}`;
const menu = 'More about this report';
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the report"]').getByRole('main');

export const reports: Area = {
  reports: {
    routes: ['/missions/:missionId/report'],
    at: list,
    sign: (page) => page.getByRole('region', { name: 'Drafts' }),
    offers: [
      {
        state: 'the reports of a mission',
        controls: [
          offered.button('New report', planners),
          offered.button('Download To be written', everybody),
          offered.button('Print', everybody),
        ],
        menu: {
          name: 'Actions for To be written',
          who: planners,
          entries: { 'Delete draft': planners },
        },
      },
    ],
    dialogs: { 'new-report': planners, verify: everybody },
    looks: {
      admin: [
        { name: 'reports', at: list, sees: (page) => page.getByRole('region', { name: 'Issued' }) },
        {
          name: 'formats of a report',
          does: press('Download To be written'),
          sees: (page) => page.getByRole('menuitem', { name: 'PDF' }),
          hasMenu: true,
        },
        {
          name: 'verified report',
          does: async (page) => {
            await page.keyboard.press('Escape');
            await button(page, /^Verify/).click();
          },
          sees: says('Unchanged since it was issued'),
        },
        {
          name: 'new report, refused',
          does: instead(async (page) => {
            await press('New report')(page);
            await field(dialog(page), 'Title').fill('');
            await dialog(page).getByRole('button', { name: 'Create draft' }).click();
          }),
          sees: says('Enter a title for the report'),
        },
        {
          name: 'no reports',
          at: ({ withoutTests }) => list({ mission: withoutTests }),
          sees: (page) => page.getByRole('heading', { name: 'No reports yet' }),
        },
        {
          name: 'reports of an archived mission',
          at: ({ archived }) => list({ mission: archived }),
          sees: says('This mission is archived'),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red', opens: [fromMenu(/^Actions for/, 'Delete draft')] }, { as: 'blue' }],
    forms: [
      {
        name: 'a new report',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const mission = await newMission(client);
          return {
            path: list({ mission }),
            open: inDialog('New report', pressExactly('New report')),
            write: async (form) => {
              await form.getByRole('radio', { name: /^Technical report/ }).check();
              await field(form, 'Title').fill('Half a report');
              await form.getByRole('combobox', { name: 'Language' }).selectOption('de-DE');
            },
            typed: ['Half a report', 'de-DE'],
            save: 'Create draft',
            written: async () =>
              (await admin.client.get(`/api/v1/missions/${mission.id}/reports`)).body.items[0]?.title,
          };
        },
      },
    ],
  },
  'report history': {
    routes: ['/missions/:missionId/reports/:reportId/history'],
    at: (things) => `${at(things)}/history`,
    sign: (page) => page.getByRole('dialog', { name: 'History of this report' }),
    looks: {
      admin: [
        {
          name: 'history of a report',
          at: (world) => `${at(world)}/history`,
          sees: says('created a report'),
        },
      ],
    },
    reads: 'report',
    texts: [{ as: 'red' }],
  },
  report: {
    routes: ['/missions/:missionId/reports/:reportId'],
    at,
    sign: (page) => page.getByRole('button', { name: 'Download', exact: true }),
    offers: [
      {
        state: 'a draft of a report',
        controls: [
          offered.button('Issue', planners),
          offered.button('Download', everybody),
          offered.link('History', everybody),
        ],
        menu: {
          name: menu,
          who: planners,
          entries: { 'Start a sanitised version': planners, 'Delete draft': planners },
        },
      },
    ],
    dialogs: { issue: planners, verify: everybody },
    looks: {
      admin: [
        { name: 'draft of a report', at, sees: (page) => page.getByRole('textbox', { name: 'Summary' }) },
        {
          name: 'options of a report',
          does: press(/^Options/),
          sees: (page) => page.getByRole('combobox', { name: 'Time zone' }),
        },
        { name: 'preview of a report', does: press(/^Preview/), sees: preview },
        { name: 'delete a draft', does: fromMenu(menu, 'Delete draft'), sees: dialog },
        {
          name: 'issue a report',
          does: async (page) => {
            await closeDialog(page);
            await press('Issue')(page);
          },
          sees: says('The mission is not completed'),
        },
        {
          name: 'required content of a report',
          at: ({ onTlpt }) => at({ report: onTlpt }),
          does: press(/required items filled/),
          sees: (page) => page.getByRole('region', { name: 'Content that the regulation asks for' }),
        },
        {
          name: 'issue a report without required content',
          does: press('Issue'),
          sees: says('Required content is empty'),
        },
        {
          name: 'sanitised version of a report',
          at: ({ sanitised }) => at({ report: sanitised }),
          sees: (page) =>
            page.getByRole('region', { name: 'What this version withholds' }).getByRole('list').first(),
        },
        { name: 'issued report', at: ({ issued }) => at({ report: issued }), sees: preview },
        {
          name: 'verified issued report',
          does: press('Verify'),
          sees: says('Unchanged since it was issued'),
        },
      ],
      blue: [{ name: 'draft of a report, to be read', at, sees: preview }],
    },
    reads: 'report',
    texts: [{ as: 'red', opens: [fromMenu(menu, 'Delete draft'), press('Issue')] }, { as: 'blue' }],
  },
};
