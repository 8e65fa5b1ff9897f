import type { Person } from '../../support/servers/server.ts';
import { field, inDialog, pressExactly, secret, unique } from './form.ts';
import { type Area, button, dialog, fromMenu, press, says, table } from './page.ts';
import { keepers, managers } from './people.ts';

const reserved = { for: managers, otherwise: says(/Administration requires permission to manage users/) };

export const administration: Area = {
  users: {
    // The area redirects to its first page.
    routes: ['/administration', '/administration/users'],
    at: () => '/administration/users',
    sign: (page) => page.getByRole('button', { name: 'New user' }),
    reserved,
    dialogs: { create: managers, edit: managers, password: managers, sessions: managers },
    looks: {
      admin: [
        { name: 'users', at: () => '/administration/users', sees: table },
        {
          name: 'menu of a user',
          does: press(/^Actions for/),
          sees: (page) => page.getByRole('menuitem'),
          hasMenu: true,
        },
        {
          name: 'new user, refused',
          does: async (page) => {
            await page.keyboard.press('Escape');
            await button(page, 'New user').click();
            await button(page, 'Create user').click();
          },
          sees: says('Enter a name'),
        },
      ],
      newcomer: [
        {
          name: 'not allowed',
          at: () => '/administration/users',
          sees: says('Your account lacks the permission'),
        },
      ],
    },
    reads: 'list of users',
    texts: [{ as: 'admin' }, { as: 'admin', query: '?q=img', opens: [fromMenu(/^Actions for/, 'Edit')] }],
    forms: [
      {
        name: 'a new user',
        role: 'admin',
        make: async ({ admin }) => {
          const name = unique('Nora Half');
          const email = `${name.replaceAll(' ', '.').toLowerCase()}@damson.test`;
          return {
            path: '/administration/users?role=soc',
            open: inDialog('New user', pressExactly('New user')),
            write: async (form) => {
              await field(form, 'Name').fill(name);
              await field(form, 'Email').fill(email);
              await field(form, 'First password').fill(secret);
            },
            typed: [name, email],
            secret: { labels: ['First password'], says: 'Enter the first password again' },
            save: 'Create user',
            written: async () =>
              (await admin.client.get(`/api/v1/users?q=${email}`)).body.items[0]?.display_name,
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
            open: inDialog('Edit user', (page) =>
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
            open: inDialog('Set a new password', async (page) => {
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
    ],
  },
  groups: {
    routes: ['/administration/groups'],
    at: () => '/administration/groups',
    sign: (page) => button(page, 'New group'),
    reserved,
    dialogs: { create: managers, edit: managers },
    looks: {
      admin: [
        { name: 'groups', at: () => '/administration/groups', sees: table },
        {
          name: 'new group',
          does: press('New group'),
          sees: (page) => dialog(page).getByRole('checkbox'),
        },
      ],
    },
    reads: 'list of groups',
    texts: [{ as: 'admin', opens: [fromMenu(/^Actions for/, 'Edit'), fromMenu(/^Actions for/, 'Delete')] }],
    forms: [
      {
        name: 'a new group',
        role: 'admin',
        make: async (server) => {
          const { email } = await server.newPerson('soc');
          const name = unique('Half a group');
          return {
            path: '/administration/groups',
            open: inDialog('New group', pressExactly('New group')),
            write: async (form) => {
              await field(form, 'Name').fill(name);
              await form.getByRole('checkbox', { name: /^Load or synchronise/ }).check();
              await form.getByRole('searchbox', { name: 'Search people' }).fill(email);
              await form.getByRole('checkbox', { name: email }).check();
            },
            typed: [name, 'checked Load or synchronise the ATT&CK catalogue', 'Members (1)', 'Undo for soc'],
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
            open: inDialog('Edit group', pressExactly(name)),
            write: (form) => field(form, 'Description').fill('First line\nand the second'),
            typed: ['First line\nand the second'],
            save: 'Save',
            written: async () =>
              (await admin.client.get(`/api/v1/groups?q=${name}`)).body.items[0].description,
          };
        },
      },
    ],
  },
  invitations: {
    routes: ['/administration/invitations'],
    at: () => '/administration/invitations',
    sign: (page) => button(page, 'Invite someone'),
    reserved,
    dialogs: { invite: managers },
    looks: {
      admin: [
        { name: 'invitations', at: () => '/administration/invitations', sees: table },
        { name: 'invite someone', does: press('Invite someone'), sees: dialog },
      ],
    },
    reads: 'list of invitations',
    forms: [
      {
        name: 'an invitation',
        role: 'admin',
        make: async ({ admin }) => {
          const email = `${unique('half').replace(' ', '-')}@damson.test`;
          return {
            path: '/administration/invitations',
            open: inDialog('Invite someone', pressExactly('Invite someone')),
            write: (form) => field(form, 'Email').fill(email),
            typed: [email],
            save: 'Create link',
            written: async () =>
              (await admin.client.get('/api/v1/invitations?limit=200')).body.items.filter(
                (invitation: Person) => invitation.email === email,
              ).length,
          };
        },
      },
    ],
  },
  tokens: {
    routes: ['/administration/tokens'],
    at: () => '/administration/tokens',
    sign: (page) => button(page, 'New token'),
    reserved: { for: ['admin'], otherwise: says(/Tokens of everyone are for administrators/) },
    dialogs: { create: ['admin'] },
    looks: {
      admin: [
        { name: 'tokens', at: () => '/administration/tokens', sees: says('Programs use these tokens') },
        { name: 'new token', does: press('New token'), sees: dialog },
        {
          name: 'new token, refused',
          does: press('Create token'),
          sees: says('Choose at least one permission'),
        },
      ],
    },
    reads: 'list of tokens',
    forms: [
      {
        name: 'a token',
        role: 'admin',
        make: async ({ admin }) => {
          const name = unique('Half a program');
          return {
            path: '/administration/tokens',
            open: inDialog('New token', pressExactly('New token')),
            write: async (form, page) => {
              await field(form, 'Name').fill(name);
              await form.getByRole('combobox', { name: 'Permissions' }).click();
              await page.getByRole('option', { name: 'Create missions' }).click();
            },
            typed: [name],
            save: 'Create token',
            written: async () =>
              (await admin.client.get('/api/v1/tokens/all?limit=200')).body.items.filter(
                (token: { name: string }) => token.name === name,
              ).length,
          };
        },
      },
    ],
  },
  'sign-in providers': {
    routes: ['/administration/sign-in'],
    at: () => '/administration/sign-in',
    sign: says(/No identity provider or directory is set up/),
    reserved: { for: keepers, otherwise: says(/permission to manage the server/) },
    looks: {
      admin: [
        {
          name: 'sign-in providers',
          at: () => '/administration/sign-in',
          sees: says('People sign in with accounts of this server'),
        },
      ],
    },
    reads: 'ways to sign in',
  },
  backups: {
    routes: ['/administration/backup'],
    at: () => '/administration/backup',
    sign: (page) => page.getByRole('button', { name: 'Create backup' }),
    reserved: { for: keepers, otherwise: says(/permission to manage the server/) },
    looks: {
      admin: [
        {
          name: 'backups',
          at: () => '/administration/backup',
          sees: (page) => page.getByRole('heading', { name: /backup/i }),
        },
      ],
    },
    reads: 'list of backups',
  },
  audit: {
    routes: ['/administration/audit'],
    at: () => '/administration/audit',
    sign: (page) => button(page, 'Export as JSON Lines'),
    reserved: { for: keepers, otherwise: says(/permission to manage the server/) },
    dialogs: { erase: keepers },
    looks: {
      admin: [
        {
          name: 'audit',
          at: () => '/administration/audit',
          sees: (page) => page.getByRole('list', { name: 'History', exact: true }),
        },
        {
          name: 'erase an entry, refused',
          does: async (page) => {
            await button(page, /^Erase the content of entry/).click();
            await button(page, 'Erase permanently').click();
          },
          sees: says('Enter a reason'),
        },
      ],
    },
    reads: 'history',
    texts: [{ as: 'admin', opens: [press(/^Erase the content of entry/)] }],
    forms: [
      {
        name: 'an erasure',
        role: 'admin',
        make: async ({ admin }) => {
          const group = await admin.client.post('/api/v1/groups', { name: unique('Erased'), member_ids: [] });
          const query = `object_type=group&verb=created&object_id=${group.body.id}`;
          const { items } = (await admin.client.get(`/api/v1/audit?${query}`)).body;
          const [{ seq }] = items;
          return {
            path: '/administration/audit?object_type=group',
            open: inDialog(
              `Erase the content of entry ${seq}?`,
              pressExactly(`Erase the content of entry ${seq}`),
            ),
            write: async (form) => {
              await field(form, 'Reason').fill('Half a reason');
              await field(form, `Type ${seq} to confirm`).fill(String(seq));
            },
            typed: ['Half a reason'],
            save: 'Erase permanently',
            written: async () => (await admin.client.get(`/api/v1/audit?${query}`)).body.items[0].changes,
          };
        },
      },
    ],
  },
};
