import type { Role } from '../../domain/permissions.ts';
import { newEngagement, newSimulation, newSimulationTemplate } from '../support/engagements.ts';
import { newMission, newScenarioTemplate } from '../support/factories.ts';
import type { Person, TestServer } from '../support/server.ts';
import { expect, type Locator, type Page } from './support.ts';

export const secret = 'a-secret-of-24-characters';

/** A form as it is before somebody writes in it. */
type Scene = {
  path: string;
  /** Opens it, and returns what holds it. */
  open: (page: Page) => Promise<Locator>;
  write: (form: Locator, page: Page) => Promise<unknown>;
  /** What the form then holds and did not before, as `standing` reads it. */
  typed: readonly string[];
  /** What is never kept: its label, and what is said of it afterwards. */
  secret?: { labels: readonly string[]; says: string };
  save: string;
  /** What the server has of it once it is saved. */
  written: () => Promise<unknown>;
};
type Form = { name: string; role: Role; make: (server: TestServer, me: Person) => Promise<Scene> };

const dialog = (name: string, press: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await press(page);
  const opened = page.getByRole('dialog', { name, exact: true });
  await expect(opened).toBeVisible();
  return opened;
};
const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const entry = (menu: string, name: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const field = (form: Locator, label: string) => form.getByRole('textbox', { name: label, exact: true });

let made = 0;
const unique = (word: string) => `${word} ${++made}`;

/** Every form in a dialog, and the one of one's own name. */
export const forms: readonly Form[] = [
  {
    name: 'one’s own name',
    role: 'soc',
    make: async ({ admin }, { email }) => {
      const name = unique('Half a name');
      return {
        path: '/account',
        open: async (page) => page.getByRole('region', { name: 'Name' }),
        write: (form) => field(form, 'Your name').fill(name),
        typed: [name],
        save: 'Save name',
        written: async () => (await admin.client.get(`/api/v1/users?q=${email}`)).body.items[0].display_name,
      };
    },
  },
  {
    name: 'a new user',
    role: 'admin',
    make: async ({ admin }) => {
      const name = unique('Nora Half');
      const email = `${name.replaceAll(' ', '.').toLowerCase()}@damson.test`;
      return {
        path: '/administration/users?role=soc',
        open: dialog('New user', button('New user')),
        write: async (form) => {
          await field(form, 'Name').fill(name);
          await field(form, 'Email').fill(email);
          await field(form, 'First password').fill(secret);
        },
        typed: [name, email],
        secret: { labels: ['First password'], says: 'Enter the first password again' },
        save: 'Create user',
        written: async () => (await admin.client.get(`/api/v1/users?q=${email}`)).body.items[0]?.display_name,
      };
    },
  },
  {
    name: 'a user',
    role: 'admin',
    make: async (server) => {
      const { id, email } = await server.newPerson('soc');
      const name = unique('Uma Renamed');
      return {
        path: `/administration/users?q=${email}`,
        open: dialog('Edit user', (page) =>
          page.getByRole('row', { name: email }).getByRole('button').first().click(),
        ),
        write: (form) => field(form, 'Name').fill(name),
        typed: [name],
        save: 'Save',
        written: async () =>
          (await server.admin.client.get(`/api/v1/users?q=${email}`)).body.items.find(
            (user: Person) => user.id === id,
          ).display_name,
      };
    },
  },
  {
    name: 'a password for somebody',
    role: 'admin',
    make: async (server) => {
      const { email } = await server.newPerson('soc');
      return {
        path: `/administration/users?q=${email}`,
        open: dialog('Set a new password', async (page) => {
          await page.getByRole('row', { name: email }).getByRole('button').last().click();
          await page.getByRole('menuitem', { name: /password/ }).click();
        }),
        write: async (form) => {
          await field(form, 'New password').fill(secret);
          await field(form, 'New password again').fill(secret);
        },
        typed: [],
        secret: { labels: ['New password', 'New password again'], says: 'Enter the new password again' },
        save: 'Set password',
        written: async () =>
          (await server.anonymous.post('/api/v1/auth/login', { email, password: secret })).status === 200,
      };
    },
  },
  {
    name: 'a new group',
    role: 'admin',
    make: async (server) => {
      const { email } = await server.newPerson('soc');
      const name = unique('Half a group');
      return {
        path: '/administration/groups',
        open: dialog('New group', button('New group')),
        write: async (form) => {
          await field(form, 'Name').fill(name);
          await form.getByRole('checkbox', { name: /^catalog.sync/ }).check();
          await form.getByRole('searchbox', { name: 'Search people' }).fill(email);
          await form.getByRole('checkbox', { name: email }).check();
        },
        typed: [name, 'checked catalog.sync', 'Members (1)', 'Undo for soc'],
        save: 'Create group',
        written: async () =>
          (await server.admin.client.get(`/api/v1/groups?q=${name}`)).body.items[0]?.member_ids.length,
      };
    },
  },
  {
    name: 'a group',
    role: 'admin',
    make: async ({ admin }) => {
      const name = unique('Group with words');
      await admin.client.post('/api/v1/groups', { name, permissions: [], member_ids: [] });
      return {
        path: `/administration/groups?q=${name}`,
        open: dialog('Edit group', button(name)),
        write: (form) => field(form, 'Description').fill('First line\nand the second'),
        typed: ['First line\nand the second'],
        save: 'Save',
        written: async () => (await admin.client.get(`/api/v1/groups?q=${name}`)).body.items[0].description,
      };
    },
  },
  {
    name: 'an invitation',
    role: 'admin',
    make: async ({ admin }) => {
      const email = `${unique('half').replace(' ', '-')}@damson.test`;
      return {
        path: '/administration/invitations',
        open: dialog('Invite someone', button('Invite someone')),
        write: (form) => field(form, 'Email').fill(email),
        typed: [email],
        save: 'Make the link',
        written: async () =>
          (await admin.client.get('/api/v1/invitations?limit=200')).body.items.filter(
            (invitation: Person) => invitation.email === email,
          ).length,
      };
    },
  },
  {
    name: 'a new mission',
    role: 'redteam',
    make: async (server) => {
      const { admin } = server;
      const blue = await server.newPerson('soc');
      const name = unique('Half a mission');
      return {
        path: '/missions?q=nothing',
        open: dialog('New mission', button('New mission')),
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
  {
    name: 'the words of a mission',
    role: 'redteam',
    make: async ({ admin }, { client }) => {
      const mission = await newMission(client);
      return {
        path: `/missions/${mission.id}?status=pending`,
        open: dialog('Edit mission', entry('More about this mission', 'Edit name, client, dates')),
        write: (form) => field(form, 'Client').fill('Half a client'),
        typed: ['Half a client'],
        save: 'Save',
        written: async () => (await admin.client.get(`/api/v1/missions/${mission.id}`)).body.client,
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
        path: `/missions/${mission.id}`,
        open: dialog('Members', entry('More about this mission', 'Members')),
        write: async (form, page) => {
          await form.getByRole('combobox', { name: 'Add a member' }).fill(blue.email);
          await page.getByRole('option', { name: blue.email }).click();
          await form.getByLabel(/^Role of soc/).selectOption('observer');
        },
        typed: ['observer', 'Remove soc'],
        save: 'Save members',
        written: async () => (await admin.client.get(`/api/v1/missions/${mission.id}`)).body.members.length,
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
        path: `/missions/${mission.id}`,
        open: dialog('Append scenarios', button('Append scenarios')),
        write: (form) => form.getByRole('checkbox', { name }).check(),
        typed: ['In this order: 2 tests'],
        save: 'Append',
        written: async () => (await admin.client.get(`/api/v1/missions/${mission.id}`)).body.scenarios.length,
      };
    },
  },
  {
    name: 'a C2 connection',
    role: 'redteam',
    make: async ({ admin }, { client }) => {
      const engagement = await newEngagement(client);
      return {
        path: `/engagements/${engagement.id}/c2`,
        open: dialog('Connect a C2 framework', button('Connect a framework')),
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
  {
    name: 'the words of a simulation',
    role: 'redteam',
    make: async ({ admin }, { client }) => {
      const simulation = await newSimulation(client);
      return {
        path: `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`,
        open: dialog('Edit simulation', entry('More about this simulation', 'Edit name and description')),
        write: (form) => field(form, 'Description').fill('Half of it'),
        typed: ['Half of it'],
        save: 'Save',
        written: async () => (await admin.client.get(`/api/simulations/${simulation.id}`)).body.description,
      };
    },
  },
  {
    name: 'a simulation template',
    role: 'redteam',
    make: async ({ admin }, { client }) => {
      const template = await newSimulationTemplate(client, { name: unique('Half a template') });
      const read = `/api/templates?q=${template.name}`;
      return {
        path: `/engagements/templates?q=${template.name}`,
        open: dialog('Edit simulation template', button(template.name)),
        write: (form) => field(form, 'Objective').fill('Half an objective'),
        typed: ['Half an objective'],
        save: 'Save',
        written: async () => (await admin.client.get(read)).body.items[0].objective,
      };
    },
  },
];
