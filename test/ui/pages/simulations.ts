import { newSimulation, newSimulationTemplate } from '../../support/missions/engagements.ts';
import { field, inDialog, pressExactly, unique } from './form.ts';
import { type Area, button, dialog, fromMenu, heading, instead, offered, press, says } from './page.ts';
import { everybody, reds, socs } from './people.ts';
import type { Things } from './world.ts';

const at = ({ engagement, simulation }: Pick<Things, 'engagement' | 'simulation'>) =>
  `/engagements/${engagement.id}/simulations/${simulation.id}`;
const menu = 'More about this simulation';
const edits = fromMenu(menu, 'Edit name and description');

export const simulations: Area = {
  'simulation templates': {
    routes: ['/engagements/templates'],
    at: () => '/engagements/templates',
    sign: (page) => page.getByRole('button', { name: /New (simulation )?template/ }).first(),
    reserved: { for: reds, otherwise: says(/Simulation templates are for the red team/) },
    dialogs: { create: reds, edit: reds },
    looks: {
      red: [
        { name: 'simulation templates', at: () => '/engagements/templates', sees: says('Sign-ins') },
        { name: 'new simulation template', does: press('New template'), sees: dialog },
      ],
      blue: [
        {
          name: 'templates that are red’s',
          at: () => '/engagements/templates',
          sees: says('Simulation templates are for the red team'),
        },
      ],
    },
    reads: 'list of simulation templates',
    texts: [{ as: 'red', opens: [fromMenu(/^Actions for/, /^Edit/)] }],
    forms: [
      {
        name: 'a simulation template',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const template = await newSimulationTemplate(client, { name: unique('Half a template') });
          const read = `/api/templates?q=${template.name}`;
          return {
            path: `/engagements/templates?q=${template.name}`,
            open: inDialog('Edit simulation template', pressExactly(template.name)),
            write: (form) => field(form, 'Objective').fill('Half an objective'),
            typed: ['Half an objective'],
            save: 'Save',
            written: async () => (await admin.client.get(read)).body.items[0].objective,
          };
        },
      },
    ],
  },
  'simulation history': {
    routes: ['/engagements/:engagementId/simulations/:simulationId/history'],
    at: (things) => `${at(things)}/history`,
    sign: (page) => page.getByRole('dialog', { name: 'History of this simulation' }),
    looks: {
      red: [
        {
          name: 'history of a simulation',
          at: (world) => `${at(world)}/history`,
          sees: (page) => dialog(page).getByRole('list', { name: 'History', exact: true }),
        },
      ],
    },
    reads: 'simulation',
    texts: [{ as: 'red' }],
  },
  simulation: {
    routes: ['/engagements/:engagementId/simulations/:simulationId'],
    at,
    sign: heading,
    offers: [
      {
        state: 'a simulation',
        controls: [
          offered.button('Submit for review', reds),
          offered.field('Red team', 'Objective', reds),
          offered.field('Red team', 'Command', reds),
          offered.field('SOC', 'Comment', socs),
          offered.button('Partial', socs),
        ],
        menu: {
          name: menu,
          who: reds,
          entries: { 'Edit name and description': reds, 'Delete simulation': reds },
        },
      },
      {
        state: 'a simulation in review',
        at: ({ engagement, inReview }) => at({ engagement, simulation: inReview }),
        controls: [offered.button('Finish', socs), offered.button('Send back', everybody)],
      },
    ],
    dialogs: { edit: reds },
    looks: {
      red: [
        { name: 'simulation', at, sees: (page) => button(page, 'Link tasks') },
        {
          name: 'tasks to link',
          does: press('Link tasks'),
          sees: (page) => dialog(page).getByRole('table'),
        },
        { name: 'edit simulation', does: instead(edits), sees: dialog },
        {
          name: 'finished simulation',
          at: ({ engagement, done }) => at({ engagement, simulation: done }),
          sees: says('This simulation is done'),
        },
      ],
      blue: [{ name: 'simulation to review', at, sees: (page) => button(page, 'Finish') }],
    },
    reads: 'simulation',
    texts: [{ as: 'red', opens: [press('Link tasks')] }, { as: 'blue' }],
    forms: [
      {
        name: 'the words of a simulation',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const simulation = await newSimulation(client);
          return {
            path: `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`,
            open: inDialog('Edit simulation', edits),
            write: (form) => field(form, 'Description').fill('Half of it'),
            typed: ['Half of it'],
            save: 'Save',
            written: async () =>
              (await admin.client.get(`/api/simulations/${simulation.id}`)).body.description,
          };
        },
      },
    ],
  },
};
