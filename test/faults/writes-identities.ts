import pLimit from 'p-limit';
import { BrowserCookies } from '../support/servers/browser-cookies.ts';
import type { RequestOptions } from '../support/servers/server.ts';
import type { IdpPerson } from '../support/sign-in/idp.ts';
import { type Fact, showing } from './ledger.ts';
import { answered, ended, lives, signedIn, userPassword } from './people.ts';
import { provider } from './provider.ts';
import type { Worker, Write } from './worker.ts';

/** The provider knows one person at a time. */
const inTurn = pLimit(1);

const newPerson = (worker: Worker): IdpPerson => {
  const sub = worker.name();
  return { sub, name: 'Someone', email: `${sub}@example.org`, email_verified: true, groups: ['/red'] };
};

class SignedInBrowser extends BrowserCookies {
  readonly #headers: Record<string, string>;

  constructor(base: string, token: string) {
    super(base);
    this.#headers = { authorization: `Bearer ${token}` };
  }

  override request(method: string, target: string, options: RequestOptions = {}) {
    return super.request(method, target, { ...options, headers: { ...options.headers, ...this.#headers } });
  }
}

/** The identities that the person of a token has linked. */
function linked(token: string, user: string, names: readonly string[]): Fact {
  return {
    about: `identities of ${user}`,
    read: { path: '/api/v1/auth/identities', token },
    shows: { status: 200, part: { items: names.map((name) => ({ name })) } },
  };
}

/** Signs a person in by the provider, who gets an account if there is none. */
function enter(worker: Worker, person: IdpPerson): Promise<string> {
  return inTurn(async () => {
    provider.person = person;
    const browser = new BrowserCookies(worker.client.base);
    const begun = await browser.post('/api/v1/auth/provider/begin', { provider: 'example', stay: 'browser' });
    const back = await provider.follow(answered('a sign-in', begun).url, worker.client.base);
    const { session } = await worker.make(
      '/api/v1/auth/provider/finish',
      { provider: 'example', query: back.search },
      ({ session: { user, access_token } }) => [
        showing(`user ${user.id}`, `/api/v1/users/${user.id}`, { email: user.email }),
        lives(access_token),
      ],
      200,
      browser,
    );
    return session.access_token;
  });
}

/** A new user with a password, and an identity linked with it. */
async function withIdentity(worker: Worker) {
  const user = await signedIn(worker);
  const token = user.client.token as string;
  const person = newPerson(worker);
  const identity = await inTurn(async () => {
    provider.person = person;
    const browser = new SignedInBrowser(worker.client.base, token);
    const body = { provider: 'example', current_password: userPassword };
    const begun = await browser.post('/api/v1/auth/identities/begin', body);
    const back = await provider.follow(answered('a link', begun).url, worker.client.base);
    const answer = { provider: 'example', query: back.search };
    const facts = [linked(token, user.id, [person.email as string])];
    return worker.change('POST', '/api/v1/auth/identities', answer, facts, 201, browser);
  });
  return { user, token, person, id: identity.id as string };
}

/** Accounts of the organisation. */
export const identityWrites: readonly Write[] = [
  { route: 'POST /auth/provider/finish', run: (worker) => enter(worker, newPerson(worker)) },
  { route: 'POST /auth/identities', run: withIdentity },
  {
    route: 'DELETE /auth/identities/:identity_id',
    async run(worker) {
      const { user, token, person, id } = await withIdentity(worker);
      const session = await enter(worker, person);
      const facts = [linked(token, user.id, []), ended(session)];
      return worker.change('DELETE', `/api/v1/auth/identities/${id}`, undefined, facts, 204, user.client);
    },
  },
];
