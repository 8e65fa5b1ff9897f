import type { Answer } from '../support/servers/server.ts';
import { Client } from '../support/servers/server.ts';
import { digestOf, type Fact, showing } from './ledger.ts';
import { Refused, type Worker } from './worker.ts';

export const userPassword = 'quince and pear 7';

/** Accounts are in both trees. */
export function pickTree(worker: Worker): string {
  return worker.random.pick(['/api/v1', '/api']);
}

export async function newUser(worker: Worker): Promise<{ id: string; email: string }> {
  const email = `${worker.name()}@example.org`;
  const user = { email, display_name: 'Someone', role: 'redteam', password: userPassword };
  const { id } = await worker.make(`${pickTree(worker)}/users`, user, (made) => [
    showing(`user ${made.id}`, `/api/v1/users/${made.id}`, { email }),
  ]);
  return { id, email };
}

/** A new user who has signed in. */
export async function signedIn(worker: Worker): Promise<{ id: string; email: string; client: Client }> {
  const user = await newUser(worker);
  return { ...user, client: await signIn(worker, user.email) };
}

export async function signIn(worker: Worker, email: string): Promise<Client> {
  const { access_token } = await worker.make(
    `${pickTree(worker)}/auth/login`,
    { email, password: userPassword },
    (session) => [lives(session.access_token)],
    200,
  );
  return new Client(worker.client.base, access_token);
}

/** The body of an answer needed for a write. Throws Refused for an unexpected status. */
export function answered(what: string, { status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Refused(what, status, body);
  return body;
}

export function lives(token: string): Fact {
  return {
    about: `session ${digestOf(Buffer.from(token)).slice(0, 16)}`,
    read: { path: '/api/v1/auth/me', token },
    shows: { status: 200 },
  };
}

export function ended(token: string): Fact {
  return { ...lives(token), shows: { status: 401 } };
}
