import type { Permission, Role } from '../../domain/permissions.ts';
import type { Locator, Page } from './support.ts';

/** Everybody who holds something of their own: the three roles, and people whose group adds to the role. */
export const people = {
  admin: { role: 'admin', adds: [] },
  redteam: { role: 'redteam', adds: [] },
  soc: { role: 'soc', adds: [] },
  planner: { role: 'soc', adds: ['mission.create', 'mission.update'] },
  librarian: {
    role: 'soc',
    adds: ['test_template.create', 'test_template.update', 'scenario_template.delete'],
  },
  keeper: { role: 'soc', adds: ['catalog.sync', 'system.manage'] },
  manager: { role: 'soc', adds: ['user.manage'] },
  purple: { role: 'redteam', adds: ['mission.write_blue_fields'] },
} as const satisfies Record<string, { role: Role; adds: readonly Permission[] }>;
export type Who = keyof typeof people;
export const everybody = Object.keys(people) as Who[];

/** Where the things of one person's walk through the interface are. */
export type World = {
  mission: string;
  completed: string;
  pending: string;
  executed: string;
  template: string;
  scenario: string;
  engagement: string;
  simulation: string;
  inReview: string;
};

export type Control = {
  name: string;
  find: (page: Page) => Locator;
  /** To them it is offered; to all others it must not be. */
  who: readonly Who[];
};
export type Place = {
  at: (world: World) => string;
  /** What is there as soon as the page is. */
  sign: (page: Page) => Locator;
  controls: readonly Control[];
  /** Opens a menu whose entries are then looked for. */
  menu?: { name: string; who: readonly Who[]; entries: Readonly<Record<string, readonly Who[]>> };
};

const reds: readonly Who[] = ['admin', 'redteam', 'purple'];
const blues = everybody.filter((who) => who !== 'redteam');
const socs = everybody.filter((who) => who !== 'redteam' && who !== 'purple');
const planners: readonly Who[] = ['admin', 'redteam', 'planner', 'purple'];
const authors: readonly Who[] = ['admin', 'redteam', 'purple', 'librarian'];
const managers: readonly Who[] = ['admin', 'manager'];
const keepers: readonly Who[] = ['admin', 'keeper'];

const byRole =
  (role: 'button' | 'link' | 'checkbox' | 'form' | 'radiogroup' | 'radio') =>
  (name: string | RegExp, who: readonly Who[]): Control => ({
    name: `${role} “${name}”`,
    find: (page) => page.getByRole(role, { name, exact: true }).first(),
    who,
  });
const button = byRole('button');
const link = byRole('link');
const field = (side: string, label: string, who: readonly Who[]): Control => ({
  name: `field “${label}” of ${side}`,
  find: (page) => page.getByRole('region', { name: side }).getByRole('textbox', { name: label, exact: true }),
  who,
});
const addFiles = (side: 'red' | 'blue', who: readonly Who[]): Control => ({
  name: `files of the ${side} side`,
  find: (page) =>
    page
      .getByRole('region', { name: `Evidence of the ${side} side` })
      .getByRole('button', { name: 'Add files' }),
  who,
});
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

export const places: Readonly<Record<string, Place>> = {
  Home: {
    at: () => '/',
    sign: heading,
    controls: [
      link('Missions', everybody),
      link('Engagements', everybody),
      link('Templates', everybody),
      link('Catalogue', everybody),
      link('Administration', ['admin', 'manager', 'keeper']),
    ],
  },
  'the list of missions': {
    at: () => '/missions',
    sign: (page) => page.getByRole('table'),
    controls: [button('New mission', planners)],
  },
  'a running mission': {
    at: ({ mission }) => `/missions/${mission}`,
    sign: (page) => page.getByRole('table', { name: 'Tests' }),
    controls: [
      button('Append scenarios', planners),
      button('Complete', planners),
      byRole('checkbox')('Select all tests shown', everybody),
    ],
    menu: {
      name: 'More about this mission',
      who: planners,
      entries: {
        'Edit name, client, dates': planners,
        Members: planners,
        'Delete mission': reds,
      },
    },
  },
  'a completed mission': {
    at: ({ completed }) => `/missions/${completed}`,
    sign: heading,
    controls: [button('Reopen', planners), button('Archive', reds)],
  },
  'a test to be run': {
    at: ({ mission, pending }) => `/missions/${mission}/tests/${pending}`,
    sign: (page) => page.getByRole('region', { name: 'Blue’s record' }),
    controls: [
      // The keys of these moves stand in their buttons.
      button(/^Executed ?e$/, reds),
      button(/^Skip ?s$/, reds),
      button('Blocked', reds),
      field('Red’s record', 'Command that was run', reds),
      field('Red’s record', 'Output', reds),
      field('Red’s record', 'Comment', reds),
      field('Blue’s record', 'Comment', blues),
      byRole('radio')('Logged', blues),
      addFiles('red', reds),
      addFiles('blue', blues),
    ],
  },
  'a test to be reviewed': {
    at: ({ mission, executed }) => `/missions/${mission}/tests/${executed}`,
    sign: (page) => page.getByRole('region', { name: 'Blue’s record' }),
    controls: [button(/^Reviewed ?r$/, blues), button('Undo executed', reds)],
  },
  'the library': {
    at: () => '/templates',
    sign: (page) => page.getByRole('searchbox').first(),
    controls: [link('New test template', authors)],
  },
  'a test template': {
    at: ({ template }) => `/templates/${template}`,
    sign: heading,
    controls: [link('Edit', authors), link('Duplicate', authors), button('Delete', reds)],
  },
  'the list of scenarios': {
    at: () => '/templates/scenarios',
    sign: (page) => page.getByRole('searchbox').first(),
    controls: [link('New scenario template', reds)],
  },
  'a scenario template': {
    at: ({ scenario }) => `/templates/scenarios/${scenario}`,
    sign: heading,
    controls: [link('Edit', reds), link('Duplicate', reds), button('Delete', [...reds, 'librarian'])],
  },
  'the catalogue’s status': {
    at: () => '/catalogue/status',
    sign: heading,
    controls: [byRole('form')('Import a bundle', keepers), button('Load catalogue', keepers)],
  },
  'the list of engagements': {
    at: () => '/engagements',
    sign: (page) => page.getByRole('table'),
    controls: [button('New engagement', reds), link('Simulation templates', reds)],
  },
  'an engagement': {
    at: ({ engagement }) => `/engagements/${engagement}`,
    sign: heading,
    controls: [
      button('New simulation', reds),
      link('C2 framework', reds),
      byRole('radiogroup')('Status of the engagement', reds),
    ],
    menu: {
      name: 'More about this engagement',
      who: reds,
      entries: { 'Edit name, client, dates': reds, 'Delete engagement': reds },
    },
  },
  'a simulation': {
    at: ({ engagement, simulation }) => `/engagements/${engagement}/simulations/${simulation}`,
    sign: heading,
    controls: [
      button('Hand over for review', reds),
      field('Red team', 'Objective', reds),
      field('Red team', 'Command', reds),
      field('SOC', 'Comment', socs),
    ],
    menu: {
      name: 'More about this simulation',
      who: reds,
      entries: { 'Edit name and description': reds, 'Delete simulation': reds },
    },
  },
  'a simulation in review': {
    at: ({ engagement, inReview }) => `/engagements/${engagement}/simulations/${inReview}`,
    sign: heading,
    controls: [button('Finish', socs), button('Send back', everybody)],
  },
};

/** Pages that are not for everybody, with what the others read there instead. */
export const reserved: readonly {
  at: (world: World) => string;
  who: readonly Who[];
  sign: (page: Page) => Locator;
  otherwise: RegExp;
}[] = [
  {
    at: () => '/templates/new',
    who: authors,
    sign: (page) => page.getByRole('button', { name: 'Create template' }),
    otherwise: /You may not make test templates/,
  },
  {
    at: ({ template }) => `/templates/${template}/edit`,
    who: authors,
    sign: (page) => page.getByRole('button', { name: 'Save' }),
    otherwise: /You may not change test templates/,
  },
  {
    at: () => '/templates/scenarios/new',
    who: reds,
    sign: (page) => page.getByRole('button', { name: 'Create scenario' }),
    otherwise: /You may not make scenario templates/,
  },
  {
    at: ({ scenario }) => `/templates/scenarios/${scenario}/edit`,
    who: reds,
    sign: (page) => page.getByRole('button', { name: 'Save' }),
    otherwise: /You may not change scenario templates/,
  },
  {
    at: () => '/engagements/templates',
    who: reds,
    sign: (page) => page.getByRole('button', { name: /New (simulation )?template/ }).first(),
    otherwise: /Simulation templates are the red team’s/,
  },
  {
    at: () => '/administration/users',
    who: managers,
    sign: (page) => page.getByRole('button', { name: 'New user' }),
    otherwise: /Administration is for those who manage users/,
  },
  {
    at: () => '/administration/groups',
    who: managers,
    sign: (page) => page.getByRole('button', { name: 'New group' }).first(),
    otherwise: /Administration is for those who manage users/,
  },
  {
    at: () => '/administration/invitations',
    who: managers,
    sign: (page) => page.getByRole('button', { name: 'Invite someone' }).first(),
    otherwise: /Administration is for those who manage users/,
  },
];
