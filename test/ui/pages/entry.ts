import { field, unique } from './form.ts';
import { type Area, button, dialog, heading, instead, press, says } from './page.ts';
import { everybody } from './people.ts';

export const entry: Area = {
  /** Needs a server before its setup: see forms-entry.spec.ts and session-entry.spec.ts. */
  'set-up': {
    routes: ['/setup'],
    at: () => '/setup',
    sign: (page) => button(page, 'Set up'),
    isBeforeSignIn: true,
    looks: {},
  },
  'sign-in': {
    routes: ['/sign-in'],
    at: () => '/sign-in',
    sign: (page) => button(page, 'Sign in'),
    isBeforeSignIn: true,
    looks: {
      nobody: [
        { name: 'sign in', at: () => '/sign-in', sees: (page) => button(page, 'Sign in') },
        {
          name: 'sign in, by a link that names the certificate',
          // The query changes the address, because a page is not reloaded when only the part after `#` changes.
          at: () => `/sign-in?by=link#cert=sha256:${'a7'.repeat(32)}`,
          sees: (page) => page.getByRole('note').getByText('A7 A7 A7 A7 A7 A7 A7 A7'),
        },
        { name: 'sign in: what is missing', does: press('Sign in'), sees: says('Enter your email') },
        {
          name: 'sign in: the second factor',
          does: async (page, { guarded }) => {
            await page.getByLabel('Email').fill(guarded.email);
            await page.getByRole('textbox', { name: 'Password' }).fill(guarded.password);
            await press('Sign in')(page);
          },
          sees: (page) => page.getByLabel('Authenticator code'),
        },
        {
          name: 'sign in: a recovery code',
          does: press('Use a recovery code'),
          sees: (page) => page.getByLabel('Recovery code'),
        },
      ],
    },
  },
  /** With an answer, see provider-sign-in.spec.ts. */
  'back from a provider': {
    routes: ['/sign-in/with/:provider'],
    at: () => '/sign-in/with/example',
    sign: (page) => button(page, 'Sign in'),
    isBeforeSignIn: true,
    looks: {
      nobody: [
        {
          name: 'back from a provider without an answer',
          at: () => '/sign-in/with/example',
          sees: (page) => button(page, 'Sign in'),
        },
      ],
    },
  },
  invitation: {
    routes: ['/invitation'],
    at: () => '/invitation',
    sign: (page) => button(page, 'Accept and sign in'),
    isBeforeSignIn: true,
    looks: {
      nobody: [
        {
          name: 'invitation',
          at: () => '/invitation',
          does: press('Accept and sign in'),
          sees: says('Enter your name'),
        },
      ],
    },
  },
  nowhere: {
    routes: ['/*'],
    at: () => '/nowhere',
    sign: says('Page not found'),
    looks: {
      newcomer: [{ name: 'no such page', at: () => '/nowhere', sees: says('Page not found') }],
    },
  },
  about: {
    routes: ['/about'],
    at: () => '/about',
    sign: says('Everything works'),
    looks: { admin: [{ name: 'about', at: () => '/about', sees: says('Everything works') }] },
  },
  account: {
    routes: ['/account'],
    at: () => '/account',
    sign: heading,
    looks: {
      admin: [
        {
          name: 'account, refused',
          at: () => '/account',
          does: press('Change password'),
          sees: says('Enter your current password'),
        },
        {
          name: 'add an authenticator app',
          does: press('Add an authenticator app'),
          sees: (page) => dialog(page).getByLabel('Current password'),
        },
        {
          name: 'the secret of an authenticator app',
          does: async (page, { admin }) => {
            await dialog(page).getByLabel('Current password').fill(admin.password);
            await press('Continue')(page);
          },
          sees: (page) => dialog(page).getByLabel('Code from the app'),
        },
        {
          name: 'menu of the person',
          does: instead(press(/^Ada Admin/)),
          sees: (page) => page.getByRole('menuitem', { name: 'Sign out' }),
          hasMenu: true,
        },
      ],
    },
    dialogs: { token: everybody },
    texts: [{ as: 'red' }],
    forms: [
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
            written: async () =>
              (await admin.client.get(`/api/v1/users?q=${email}`)).body.items[0].display_name,
          };
        },
      },
    ],
  },
};
