import { AnswerRefused, DirectoryFailed } from '../directories/person.ts';
import { passwordMatches } from '../passwords.ts';
import type { Accounts } from '../sessions/service.ts';
import * as sessions from '../sessions/store.ts';
import type { Account } from '../users/store.ts';
import { toRefusal } from './refusals.ts';
import { freshSignInMilliseconds } from './rules.ts';
import * as store from './store.ts';

/**
 * Whether this is the person's password: of this server or, without one here, of their directory. Someone who has neither shows it
 * by having signed in at their provider a moment ago. Refuses `directory_unavailable`.
 */
export async function matchesOwnPassword(
  accounts: Accounts,
  account: Account,
  password: string,
  sessionId: string,
): Promise<boolean> {
  if (account.password_hash !== null) return passwordMatches(account.password_hash, password);
  const identities = await store.listIdentities(accounts.db, account.id);
  for (const { issuer, subject } of identities) {
    const client = accounts.directories.findByIssuer(issuer);
    if (client === null || !('checkPassword' in client)) continue;
    try {
      if (await accounts.directories.ask(client.provider, () => client.checkPassword(subject, password)))
        return true;
    } catch (error) {
      if (error instanceof DirectoryFailed || error instanceof AnswerRefused)
        throw toRefusal(accounts, client.provider, error);
      throw error;
    }
  }
  const session = await sessions.findSession(accounts.db, sessionId);
  const identity = identities.find(({ id }) => id === session?.identity_id);
  const isOfProvider = identity !== undefined && !identity.issuer.startsWith('ldap:');
  const age = accounts.now() - Date.parse(session?.created_at ?? '');
  return isOfProvider && age >= 0 && age < freshSignInMilliseconds;
}
