import type { Page } from '@playwright/test';
import { visit } from '../visit.ts';
import { type Area, button, dialog, heading, offered, press, says } from './page.ts';
import { authors, reds } from './people.ts';
import type { Things } from './world.ts';

const at = ({ template }: Pick<Things, 'template'>) => `/templates/${template.id}`;
const atScenario = ({ scenario }: Pick<Things, 'scenario'>) => `/templates/scenarios/${scenario.id}`;
const search = (page: Page) => page.getByRole('searchbox').first();

export const templates: Area = {
  'test templates': {
    routes: ['/templates'],
    at: () => '/templates',
    sign: search,
    offers: [{ state: 'the library', controls: [offered.link('New test template', authors)] }],
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
      ],
    },
    reads: 'list of templates',
    texts: [{ as: 'red' }],
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
            await visit(page, '/templates');
            await page.getByRole('link', { name: 'List who is signed in' }).waitFor();
            await visit(page, '/templates/new');
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
          does: (page) => page.getByRole('combobox', { name: 'ATT&CK: id or name' }).fill('T1059'),
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
