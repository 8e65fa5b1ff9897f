import { isoTime } from '../../database/clock.ts';
import { inTransaction, type Trx } from '../../database/database.ts';
import { recordWrite } from '../../history/service.ts';
import { AnswerRefused, DirectoryFailed, type DirectoryPerson } from '../directories/person.ts';
import { judgeGroups } from '../directories/rules.ts';
import type { Directories } from '../directories/service.ts';
import { type Accounts, sessionEnded } from '../sessions/service.ts';
import * as sessions from '../sessions/store.ts';
import { endTokensOf } from '../tokens/service.ts';
import * as users from '../users/store.ts';
import { followRights, mayEnter } from './admit.ts';
import { openTokens, sealTokens } from './provider-tokens.ts';
import { confirmedMilliseconds } from './rules.ts';
import * as store from './store.ts';

/** `gone`: the directory no longer vouches for them; `silent`: it can't be asked. */
type Asked = DirectoryPerson | 'gone' | 'silent';

/**
 * Asks the directory again before a session is renewed, and gives its account the rights of now. Refuses `unauthenticated`, and ends
 * the sessions, once the person is gone or has lost rights; a directory that can't be asked is waited for as long as its settings
 * say.
 */
export async function confirmSession(accounts: Accounts, sessionId: string): Promise<void> {
  const { db } = accounts;
  const session = await sessions.findSession(db, sessionId);
  if (session === undefined || session.identity_id === null) return;
  const silence = accounts.now() - Date.parse(session.confirmed_at ?? session.created_at);
  if (silence >= 0 && silence < confirmedMilliseconds) return;
  const identity = await store.findIdentity(db, session.identity_id);
  if (identity === undefined) return;
  const client = accounts.directories.findByIssuer(identity.issuer);
  const asked = client === null ? 'gone' : await ask(accounts, client, identity, session.id);
  if (asked === 'silent' && client !== null && silence < client.provider.sessionMinutes * 60_000) return;
  const hasEnded = await inTransaction(db, (trx) =>
    apply(trx, accounts, { session, identity, asked, provider: client?.provider ?? null }),
  );
  if (hasEnded) throw sessionEnded(session.user_id);
}

type Client = NonNullable<ReturnType<Directories['find']>>;

async function ask(
  accounts: Accounts,
  client: Client,
  identity: store.Identity,
  sessionId: string,
): Promise<Asked> {
  if (accounts.directories.rests(client.provider)) return 'silent';
  try {
    if ('checkPassword' in client) {
      const found = await accounts.directories.ask(client.provider, () => client.find(identity.subject));
      return found ?? 'gone';
    }
    const { keys } = accounts.secondFactors;
    // Only one of several renewals uses a refresh token, which may work once.
    const sealed = await accounts.providerTokens.take(sessionId);
    const tokens = sealed === null ? null : openTokens(keys, sealed, identity.id);
    if (sealed === null || tokens === null || tokens.refreshToken === null) return 'silent';
    try {
      const { refreshToken } = tokens;
      const { person, ...next } = await accounts.directories.ask(client.provider, () =>
        client.refresh(refreshToken, identity.subject),
      );
      const kept = sealTokens(keys, { ...next, idToken: next.idToken ?? tokens.idToken }, identity.id);
      if (kept !== null) await accounts.providerTokens.put(sessionId, kept);
      return person;
    } catch (error) {
      if (error instanceof DirectoryFailed) await accounts.providerTokens.put(sessionId, sealed);
      throw error;
    }
  } catch (error) {
    if (!(error instanceof DirectoryFailed || error instanceof AnswerRefused)) throw error;
    accounts.directories.noteFailure(client.provider, error);
    if (error instanceof AnswerRefused && error.message !== 'clock') return 'gone';
    return 'silent';
  }
}

/** Returns whether the session has ended. */
async function apply(
  trx: Trx,
  accounts: Accounts,
  {
    session,
    identity,
    asked,
    provider,
  }: {
    session: sessions.StoredSession;
    identity: store.Identity;
    asked: Asked;
    provider: Client['provider'] | null;
  },
): Promise<boolean> {
  const account = await users.findAccount(trx, identity.user_id);
  if (account === null) return true;
  const at = isoTime(accounts.now());
  if (asked === 'silent') {
    await sessions.deleteSessionOf(trx, account.id, session.id);
    await recordWrite(trx, { at, by: 'server', verb: 'ended', object: 'session', id: session.id });
    return true;
  }
  const granted = asked === 'gone' || provider === null ? null : judgeGroups(provider, asked.groups);
  const isManaged = identity.is_managed === 1;
  if (granted === null || provider === null) {
    await store.deleteSessionsOfIdentity(trx, identity.id);
    // Nobody else has a way into an account that the directory has made.
    if (isManaged && account.password_hash === null) await endTokensOf(accounts, trx, account.id, 'server');
    await recordWrite(trx, { at, by: 'server', verb: 'sessions_ended', object: 'user', id: account.id });
    return true;
  }
  const hasLost = isManaged && (await followRights(trx, accounts, provider, account, granted));
  const current = (await users.findAccount(trx, account.id)) ?? account;
  if (hasLost || !mayEnter(current, granted)) {
    await sessions.deleteSessionsOf(trx, account.id);
    await recordWrite(trx, { at, by: 'server', verb: 'sessions_ended', object: 'user', id: account.id });
    return true;
  }
  await store.noteConfirmed(trx, session.id, at);
  return false;
}
