import { AuthenticatorApp } from '../support/http/authenticator.ts';
import { SoftwarePasskey } from '../support/http/software-passkey.ts';
import { BrowserCookies } from '../support/servers/browser-cookies.ts';
import { Client } from '../support/servers/server.ts';
import { changed, removed } from './changes.ts';
import { type Fact, showing } from './ledger.ts';
import { answered, ended, lives, newUser, pickTree, signedIn, signIn, userPassword } from './people.ts';
import { Refused, type Worker, type Write } from './worker.ts';
import { tokenWrites } from './writes-tokens.ts';

/** A new user with an authenticator app, and their recovery codes. */
async function withApp(worker: Worker) {
  const { id, email, client } = await signedIn(worker);
  const path = `${pickTree(worker)}/auth/second-factor/totp`;
  const begun = answered('an app', await client.post(path, { current_password: userPassword }));
  const code = new AuthenticatorApp(begun.secret).codeAt(Date.now());
  const facts = [hasSecondFactor(id, true)];
  const { recovery_codes } = await worker.change('POST', `${path}/confirm`, { code }, facts, 200, client);
  return { id, email, client, codes: recovery_codes as string[] };
}

/** A new user with a passkey, which is bound to a name of the server, not to its address. */
async function withPasskey(worker: Worker) {
  const { id, client: atAddress } = await signedIn(worker);
  const token = atAddress.token as string;
  const client = new Client(worker.client.base.replace('127.0.0.1', 'localhost'), token);
  const base = `${pickTree(worker)}/auth/second-factor`;
  const asked = await client.post(`${base}/passkeys/offer`, { current_password: userPassword });
  const body = new SoftwarePasskey(client.base).register(answered('an offer', asked));
  const facts = [hasSecondFactor(id, true)];
  const { recovery_codes } = await worker.change('POST', `${base}/passkeys`, body, facts, 201, client);
  const { passkeys } = answered('second factors', await client.get(base));
  const read = { path: '/api/v1/auth/second-factor', token };
  return { id, client, read, path: `${base}/passkeys/${passkeys[0].id}`, codes: recovery_codes as string[] };
}

function hasSecondFactor(id: string, has_second_factor: boolean): Fact {
  return showing(`second factor of ${id}`, `/api/v1/users/${id}`, { has_second_factor });
}

function signsIn(email: string, password: string): Fact {
  const read = { path: '/api/v1/auth/login', method: 'POST' as const, body: { email, password } };
  return { about: `password of ${email}`, read, shows: { status: 200 } };
}

function newInvitation(worker: Worker): Promise<{ id: string; token: string }> {
  const email = `${worker.name()}@example.org`;
  return worker.make(`${pickTree(worker)}/invitations`, { email, role: 'soc' }, ({ id }) => [
    invitation(id, true),
  ]);
}

function invitation(id: string, there: boolean): Fact {
  return {
    about: `invitation ${id}`,
    read: { path: '/api/v1/invitations' },
    shows: { status: 200, lists: { id, there } },
  };
}

function newGroup(worker: Worker) {
  const name = worker.name();
  return worker.make(`${pickTree(worker)}/groups`, { name, permissions: ['user.read'] }, ({ id }) => [
    showing(`group ${id}`, `/api/v1/groups/${id}`, { name }),
  ]);
}

/** Sign-ins, second factors, users, invitations and groups. */
export const accountWrites: readonly Write[] = [
  { route: 'POST /auth/login', run: (worker) => signedIn(worker) },
  {
    route: 'POST /auth/renew',
    async run(worker) {
      const { client } = await signedIn(worker);
      await worker.make(
        `${pickTree(worker)}/auth/renew`,
        undefined,
        (session) => [lives(session.access_token)],
        200,
        client,
      );
    },
  },
  {
    route: 'POST /auth/renewal',
    async run(worker) {
      const { email } = await newUser(worker);
      const browser = new BrowserCookies(worker.client.base);
      const tree = pickTree(worker);
      const body = { email, password: userPassword, stay: 'browser' };
      await worker.make(`${tree}/auth/login`, body, (session) => [lives(session.access_token)], 200, browser);
      await worker.make(
        `${tree}/auth/renewal`,
        undefined,
        ({ session }) => [lives(session.access_token)],
        200,
        browser,
      );
    },
  },
  {
    route: 'POST /auth/logout',
    async run(worker) {
      const { client } = await signedIn(worker);
      const facts = [ended(client.token as string)];
      return worker.change('POST', `${pickTree(worker)}/auth/logout`, undefined, facts, 204, client);
    },
  },
  {
    route: 'DELETE /auth/sessions/:session_id',
    async run(worker) {
      const { email, client } = await signedIn(worker);
      const other = await signIn(worker, email);
      const { items } = await worker.read('/api/v1/auth/sessions', client);
      const { id } = items.find(({ current }: { current: boolean }) => !current);
      const facts = [ended(other.token as string)];
      const path = `${pickTree(worker)}/auth/sessions/${id}`;
      return worker.change('DELETE', path, undefined, facts, 204, client);
    },
  },
  {
    route: 'DELETE /users/:user_id/sessions',
    async run(worker) {
      const { id, client } = await signedIn(worker);
      const facts = [ended(client.token as string)];
      return worker.change('DELETE', `${pickTree(worker)}/users/${id}/sessions`, undefined, facts, 204);
    },
  },
  {
    route: 'PATCH /auth/me',
    async run(worker) {
      const { id, client } = await signedIn(worker);
      const body = { display_name: worker.name() };
      const facts = [showing(`name of ${id}`, `/api/v1/users/${id}`, body)];
      return worker.change('PATCH', `${pickTree(worker)}/auth/me`, body, facts, 200, client);
    },
  },
  {
    route: 'POST /auth/password',
    async run(worker) {
      const { email, client } = await signedIn(worker);
      const body = { current_password: userPassword, new_password: `${worker.name()} of medlars` };
      const facts = [signsIn(email, body.new_password)];
      return worker.change('POST', `${pickTree(worker)}/auth/password`, body, facts, 204, client);
    },
  },
  {
    route: 'POST /auth/login/second-factor',
    async run(worker) {
      const { email, codes } = await withApp(worker);
      const path = `${pickTree(worker)}/auth/login`;
      const asked = await worker.client.post(path, { email, password: userPassword });
      if (asked.body?.second_factor === undefined) throw new Refused(path, asked.status, asked.body);
      const { challenge } = asked.body.second_factor;
      await worker.make(
        `${path}/second-factor`,
        { challenge, recovery_code: codes[0] },
        (session) => [lives(session.access_token)],
        200,
      );
    },
  },
  { route: 'POST /auth/second-factor/totp/confirm', run: withApp },
  {
    route: 'POST /auth/second-factor/totp/removal',
    async run(worker) {
      const { id, client, codes } = await withApp(worker);
      const body = { current_password: userPassword, recovery_code: codes[0] };
      const path = `${pickTree(worker)}/auth/second-factor/totp/removal`;
      const facts = [hasSecondFactor(id, false)];
      return worker.change('POST', path, body, facts, 204, client);
    },
  },
  {
    route: 'POST /auth/second-factor/recovery-codes',
    async run(worker) {
      const { id, client, codes } = await withApp(worker);
      const body = { current_password: userPassword, recovery_code: codes[0] };
      const path = `${pickTree(worker)}/auth/second-factor/recovery-codes`;
      const read = { path: '/api/v1/auth/second-factor', token: client.token as string };
      const shows = { status: 200, part: { recovery_codes_left: 10 } };
      const facts = [{ about: `recovery codes of ${id}`, read, shows }];
      return worker.change('POST', path, body, facts, 200, client);
    },
  },
  { route: 'POST /auth/second-factor/passkeys', run: withPasskey },
  {
    route: 'PATCH /auth/second-factor/passkeys/:passkey_id',
    async run(worker) {
      const { client, path, read } = await withPasskey(worker);
      const name = worker.name();
      const facts = [
        { about: `name of ${path}`, read, shows: { status: 200, part: { passkeys: [{ name }] } } },
      ];
      return worker.change('PATCH', path, { name }, facts, 204, client);
    },
  },
  {
    route: 'POST /auth/second-factor/passkeys/:passkey_id/removal',
    async run(worker) {
      const { id, client, path, codes } = await withPasskey(worker);
      const body = { current_password: userPassword, recovery_code: codes[0] };
      return worker.change('POST', `${path}/removal`, body, [hasSecondFactor(id, false)], 204, client);
    },
  },
  {
    route: 'DELETE /users/:user_id/second-factor',
    async run(worker) {
      const { id, client } = await withApp(worker);
      const facts = [hasSecondFactor(id, false), ended(client.token as string)];
      const path = `${pickTree(worker)}/users/${id}/second-factor`;
      return worker.change('DELETE', path, undefined, facts, 204);
    },
  },
  { route: 'POST /users', run: (worker) => newUser(worker) },
  {
    route: 'PATCH /users/:user_id',
    async run(worker) {
      const { id } = await newUser(worker);
      const body = { display_name: worker.name(), role: 'soc', is_active: false };
      return changed(worker, `user ${id}`, `${pickTree(worker)}/users/${id}`, body);
    },
  },
  {
    route: 'DELETE /users/:user_id',
    async run(worker) {
      const { id } = await newUser(worker);
      return removed(worker, `user ${id}`, `${pickTree(worker)}/users/${id}`);
    },
  },
  { route: 'POST /invitations', run: newInvitation },
  {
    route: 'DELETE /invitations/:invitation_id',
    async run(worker) {
      const { id } = await newInvitation(worker);
      return worker.change(
        'DELETE',
        `${pickTree(worker)}/invitations/${id}`,
        undefined,
        [invitation(id, false)],
        204,
      );
    },
  },
  {
    route: 'POST /invitations/accept',
    async run(worker) {
      const { id, token } = await newInvitation(worker);
      const body = { token, display_name: worker.name(), password: userPassword };
      await worker.change(
        'POST',
        `${pickTree(worker)}/invitations/accept`,
        body,
        [invitation(id, false)],
        201,
      );
    },
  },
  ...tokenWrites,
  { route: 'POST /groups', run: newGroup },
  {
    route: 'PATCH /groups/:group_id',
    async run(worker) {
      const { id } = await newGroup(worker);
      const body = { name: worker.name(), permissions: ['mission.read'] };
      return changed(worker, `group ${id}`, `${pickTree(worker)}/groups/${id}`, body);
    },
  },
  {
    route: 'DELETE /groups/:group_id',
    async run(worker) {
      const { id } = await newGroup(worker);
      return removed(worker, `group ${id}`, `${pickTree(worker)}/groups/${id}`);
    },
  },
];
