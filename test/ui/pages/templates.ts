import type { Page } from '@playwright/test';
import { newScenarioTemplate, newTestTemplate } from '../../support/missions/factories.ts';
import { paragraphs, templateOf } from '../../support/reports/report-templates.ts';
import { visitAnew } from '../looks/visit.ts';
import { inDialog, pressExactly, unique } from './form.ts';
import { type Area, button, dialog, fromMenu, heading, instead, offered, press, says } from './page.ts';
import { authors, everybody, importers, planners, reds } from './people.ts';
import type { Things } from './world.ts';

const at = ({ template }: Pick<Things, 'template'>) => `/templates/${template.id}`;
const atScenario = ({ scenario }: Pick<Things, 'scenario'>) => `/templates/scenarios/${scenario.id}`;
/** Selects everything on the page first. */
const selected = (opens: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await opens(page);
};
const search = (page: Page) => page.getByRole('searchbox').first();

export const templates: Area = {
  'test templates': {
    routes: ['/templates'],
    at: () => '/templates',
    sign: search,
    offers: [
      {
        state: 'the library',
        controls: [
          offered.link('New test template', authors),
          offered.link('Import…', importers),
          offered.button('Export…', everybody),
        ],
      },
    ],
    looks: {
      red: [
        {
          name: 'test templates',
          at: () => '/templates',
          sees: (page) => page.getByRole('link', { name: 'List who is signed in' }),
        },
        {
          name: 'no template found',
          at: () => '/templates?q=there+is+none',
          sees: (page) => page.getByRole('heading', { name: /No/ }),
        },
        {
          name: 'tags of test templates, refused',
          at: () => '/templates',
          does: async (page) => {
            await selected(press('Tags and techniques'))(page);
            await dialog(page).getByRole('button', { name: 'Save' }).click();
          },
          sees: says('Choose what to add or remove'),
        },
        {
          name: 'test templates for a scenario',
          does: instead(press('Add to a scenario')),
          sees: dialog,
        },
        { name: 'export test templates', does: instead(press('Export…')), sees: dialog },
      ],
    },
    dialogs: { labels: authors, 'to-scenario': reds, export: everybody },
    reads: 'list of templates',
    texts: [
      {
        as: 'red',
        opens: [selected(press('Tags and techniques')), selected(press('Add to a scenario'))],
      },
    ],
    forms: [
      {
        name: 'tags of several test templates',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const { id, name } = await newTestTemplate(client, { name: unique('To be tagged') });
          return {
            path: `/templates?q=${name}`,
            open: inDialog('Tags of 1 test template', selected(pressExactly('Tags and techniques'))),
            write: async (form) => {
              await form.getByRole('combobox', { name: 'Add tags' }).fill('half-a-tag');
              await form.getByRole('combobox', { name: 'Add tags' }).press('Enter');
            },
            typed: ['half-a-tag'],
            save: 'Save',
            written: async () => (await admin.client.get(`/api/v1/test-templates/${id}`)).body.tags,
          };
        },
      },
      {
        name: 'test templates for a scenario',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const { name } = await newTestTemplate(client, { name: unique('To be put in order') });
          const scenario = await newScenarioTemplate(client, { name: unique('Half a scenario') });
          return {
            path: `/templates?q=${name}`,
            open: inDialog('Add 1 test template to a scenario', selected(pressExactly('Add to a scenario'))),
            write: async (form, page) => {
              await form.getByRole('combobox', { name: 'Scenario template' }).fill(scenario.name);
              await page.getByRole('option', { name: scenario.name }).click();
            },
            typed: [scenario.name],
            save: 'Add',
            written: async () =>
              (await admin.client.get(`/api/v1/scenario-templates/${scenario.id}`)).body.tests.length,
          };
        },
      },
    ],
  },
  'new test template': {
    routes: ['/templates/new'],
    at: () => '/templates/new',
    sign: (page) => button(page, 'Create template'),
    reserved: { for: authors, otherwise: says(/You may not make test templates/) },
    looks: {
      red: [
        {
          name: 'new test template, refused',
          at: () => '/templates/new',
          does: press('Create template'),
          sees: says('Enter a name'),
        },
        {
          name: 'draft that is back',
          does: async (page) => {
            await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved');
            await visitAnew(page, '/templates/new');
          },
          sees: (page) => button(page, 'Discard it'),
        },
      ],
    },
  },
  'test template': {
    routes: ['/templates/:templateId'],
    at,
    sign: heading,
    offers: [
      {
        state: 'a test template',
        controls: [
          offered.link('Edit', authors),
          offered.link('Duplicate', authors),
          offered.button('Delete', reds),
        ],
      },
    ],
    looks: {
      red: [
        { name: 'test template', at, sees: (page) => button(page, 'Delete') },
        { name: 'delete test template', does: press('Delete'), sees: dialog },
      ],
    },
    reads: 'template',
    texts: [{ as: 'red', opens: [press('Delete')] }],
  },
  'edit test template': {
    routes: ['/templates/:templateId/edit'],
    at: (things) => `${at(things)}/edit`,
    sign: (page) => page.getByRole('button', { name: 'Save' }),
    reserved: { for: authors, otherwise: says(/You may not change test templates/) },
    looks: {
      red: [
        {
          name: 'edit test template',
          at: (world) => `${at(world)}/edit`,
          does: (page) => page.getByRole('combobox', { name: 'ATT&CK: ID or name' }).fill('T1059'),
          sees: (page) => page.getByRole('option'),
          hasMenu: true,
        },
      ],
    },
    reads: 'template',
    texts: [{ as: 'red' }],
  },
  'scenario templates': {
    routes: ['/templates/scenarios'],
    at: () => '/templates/scenarios',
    sign: search,
    offers: [{ state: 'the list of scenarios', controls: [offered.link('New scenario template', reds)] }],
    looks: {
      red: [
        {
          name: 'scenario templates',
          at: () => '/templates/scenarios',
          sees: (page) => page.getByRole('link', { name: 'Look around' }),
        },
      ],
    },
    reads: 'list of scenarios',
    texts: [{ as: 'red' }],
  },
  'templates for Word': {
    routes: ['/templates/reports'],
    at: () => '/templates/reports',
    sign: (page) => page.getByRole('button', { name: 'Download the default template' }),
    offers: [
      {
        state: 'the templates for Word',
        sign: (page) => page.getByRole('list', { name: 'Templates' }),
        controls: [
          offered.button('Upload template', planners),
          offered.button('Download Letterhead', everybody),
        ],
        menu: {
          // The template belongs to an administrator.
          name: 'Actions for Letterhead',
          who: ['admin'],
          entries: { Rename: ['admin'], 'Replace the file': ['admin'], Delete: ['admin'] },
        },
      },
    ],
    looks: {
      red: [
        {
          name: 'templates for Word',
          at: () => '/templates/reports',
          sees: (page) => page.getByRole('list', { name: 'Templates' }),
        },
        {
          name: 'template for Word, refused',
          does: (page) =>
            page.getByLabel('Template to upload').setInputFiles({
              name: 'letter.docx',
              mimeType: 'application/octet-stream',
              buffer: templateOf(paragraphs('{passwords}', '{/sections}')),
            }),
          sees: (page) => page.getByRole('list', { name: 'Problems' }),
        },
        {
          name: 'delete a template for Word',
          does: fromMenu('Actions for Letterhead', 'Delete'),
          sees: dialog,
        },
        {
          name: 'rename a template for Word',
          does: instead(fromMenu('Actions for Letterhead', 'Rename')),
          sees: dialog,
        },
      ],
    },
    reads: 'list of templates',
    texts: [{ as: 'red', opens: [fromMenu(/^Actions for/, 'Delete')] }],
  },
  'new scenario template': {
    routes: ['/templates/scenarios/new'],
    at: () => '/templates/scenarios/new',
    sign: (page) => button(page, 'Create scenario'),
    reserved: { for: reds, otherwise: says(/You may not make scenario templates/) },
    looks: {
      red: [
        {
          name: 'new scenario, refused',
          at: () => '/templates/scenarios/new',
          does: press('Create scenario'),
          sees: says('Enter a name'),
        },
      ],
    },
  },
  'scenario template': {
    routes: ['/templates/scenarios/:templateId'],
    at: atScenario,
    sign: heading,
    offers: [
      {
        state: 'a scenario template',
        controls: [
          offered.link('Edit', reds),
          offered.link('Duplicate', reds),
          offered.button('Delete', [...reds, 'librarian']),
        ],
      },
    ],
    looks: {
      red: [{ name: 'scenario template', at: atScenario, sees: (page) => button(page, 'Delete') }],
    },
    reads: 'scenario',
    texts: [{ as: 'red', opens: [press('Delete')] }],
  },
  'edit scenario template': {
    routes: ['/templates/scenarios/:templateId/edit'],
    at: (things) => `${atScenario(things)}/edit`,
    sign: (page) => page.getByRole('button', { name: 'Save' }),
    reserved: { for: reds, otherwise: says(/You may not change scenario templates/) },
    looks: {
      red: [
        {
          name: 'edit scenario template',
          at: (world) => `${atScenario(world)}/edit`,
          sees: (page) => button(page, /^Move up/),
        },
      ],
    },
    reads: 'scenario',
    texts: [{ as: 'red' }],
  },
};
