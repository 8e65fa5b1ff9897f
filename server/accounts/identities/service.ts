import { isoTime } from '../../database/clock.ts';
import { inTransaction, type Trx } from '../../database/database.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { AnswerRefused, DirectoryFailed, type DirectoryPerson } from '../directories/person.ts';
import type { Provider } from '../directories/providers.ts';
import { toEmailKey } from '../rules.ts';
import type { Proof } from '../second-factor/contract.ts';
import { prove } from '../second-factor/proof.ts';
import { type Accounts, type Origin, requireLive } from '../sessions/service.ts';
import * as sessions from '../sessions/store.ts';
import * as users from '../users/store.ts';
import { addIdentity } from './admit.ts';
import type { DirectoryLink, ListedIdentities, ListedIdentity } from './contract.ts';
import { begin, findRedirectAddress, type Here, takeAnswer, unknownProvider } from './enter.ts';
import { openTokens } from './provider-tokens.ts';
import { refused, tooLate, toRefusal } from './refusals.ts';
import * as store from './store.ts';

/** The caller's identities at their organisation, oldest first. */
export async function listOwn(accounts: Accounts, caller: Principal): Promise<ListedIdentities> {
  const all = await store.listIdentities(accounts.db, caller.id);
  const account = await users.findAccount(accounts.db, caller.id);
  const hasPassword = account?.password_hash != null;
  const isInDirectory = all.some(({ issuer }) => issuer.startsWith('ldap:'));
  return {
    items: all.map((identity) => toListed(accounts, identity, all.length > 1 || hasPassword)),
    proof: hasPassword || all.length === 0 ? 'password' : isInDirectory ? 'directory' : 'provider',
  };
}

function toListed({ directories }: Accounts, identity: store.Identity, mayUnlink: boolean): ListedIdentity {
  const provider = directories.findByIssuer(identity.issuer)?.provider ?? null;
  return {
    id: identity.id,
    provider: provider && { id: provider.id, name: provider.name, kind: provider.kind },
    name: identity.name,
    is_managed: identity.is_managed === 1,
    may_unlink: mayUnlink,
    created_at: identity.created_at,
    last_used_at: identity.last_used_at,
  };
}

/** Begins to link an identity of a provider with the caller's account. Refuses what `prove` and `begin` refuse. */
export async function beginLink(
  accounts: Accounts,
  caller: Principal,
  { provider, ...proof }: Proof & { provider: string },
  { origin, here, browser }: { origin: Origin; here: Here; browser: string },
): Promise<{ url: string }> {
  const run = await prove(accounts, caller, proof, origin);
  await run(async () => {});
  const link = { userId: caller.id, sessionId: caller.sessionId };
  return begin(accounts, { provider, stay: undefined, next: '/account', link }, here, browser);
}

/**
 * Links the identity in a provider's answer with the caller's account. Refuses (`sign_in_refused`) what `takeAnswer` refuses, an
 * answer for another session, and an identity of another account.
 */
export async function finishLink(
  accounts: Accounts,
  caller: Principal,
  given: { provider: string; query: string },
  browser: string | null,
): Promise<ListedIdentity> {
  const { asked, answer } = await takeAnswer(accounts, given, browser);
  const isOwn = asked.link?.userId === caller.id && asked.link.sessionId === caller.sessionId;
  const client = accounts.directories.findOidc(asked.provider);
  if (!isOwn || client === null) throw tooLate();
  return inTransaction(accounts.db, async (trx) => {
    await requireLive(trx, accounts.now, caller);
    return link(trx, accounts, caller, client.provider, answer.person);
  });
}

/**
 * Links the person with this name and password in a directory with the caller's account. Refuses what `prove` refuses, `invalid` a
 * wrong name or password, `directory_unavailable`, and (`sign_in_refused`) an identity of another account.
 */
export async function linkDirectory(
  accounts: Accounts,
  caller: Principal,
  { provider: id, login, password, ...proof }: DirectoryLink,
  origin: Origin,
): Promise<ListedIdentity> {
  const run = await prove(accounts, caller, proof, origin);
  const client = accounts.directories.findLdap(id);
  if (client === null) throw unknownProvider();
  const { provider } = client;
  const key = `${provider.issuer} ${toEmailKey(login)}`;
  await accounts.throttle.admit(key, origin.address, password);
  const asking = accounts.directories.ask(provider, () => client.signIn(login, password));
  const person = await asking.catch(async (error: unknown) => {
    const isFailure = error instanceof DirectoryFailed || error instanceof AnswerRefused;
    if (isFailure) await accounts.throttle.passwordWasRight(key, origin.address, password);
    throw isFailure ? toRefusal(accounts, provider, error) : error;
  });
  if (person === null) throw invalid('password', 'the name or the password is wrong');
  await accounts.throttle.succeeded(key, origin.address, password);
  return run((trx) => link(trx, accounts, caller, provider, person));
}

async function link(
  trx: Trx,
  accounts: Accounts,
  caller: Principal,
  provider: Provider,
  person: DirectoryPerson,
): Promise<ListedIdentity> {
  const known = await store.findBySubject(trx, provider.issuer, person.subject);
  if (known !== undefined && known.user_id !== caller.id)
    throw refused('This identity is linked with another account here');
  const identity =
    known ?? (await addIdentity(trx, accounts, { provider, person, userId: caller.id, isManaged: false }));
  if (known === undefined) {
    await recordWrite(trx, {
      at: isoTime(accounts.now()),
      by: caller,
      verb: 'linked',
      object: 'identity',
      id: identity.id,
      after: toRecorded(identity),
    });
  }
  return toListed(accounts, identity, true);
}

function toRecorded({ user_id, issuer, subject, name }: store.Identity) {
  return { user_id, issuer, subject, name };
}

/**
 * Unlinks an identity of the caller, and ends its sessions. Refuses `not_found`, and `in_use` the last way to sign in to an account
 * without a password.
 */
export async function unlink(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await inTransaction(accounts.db, async (trx) => {
    const actor = await requireLive(trx, accounts.now, caller);
    const all = await store.listIdentities(trx, actor.id);
    const identity = all.find((one) => one.id === id);
    const account = await users.findAccount(trx, actor.id);
    if (identity === undefined || account === null) throw notFound('Identity');
    if (all.length === 1 && account.password_hash === null)
      throw new DomainError('in_use', 'Without a password, this is your only way to sign in');
    await store.deleteIdentity(trx, id);
    const at = isoTime(accounts.now());
    await recordWrite(trx, {
      at,
      by: actor,
      verb: 'unlinked',
      object: 'identity',
      id,
      before: toRecorded(identity),
    });
  });
}

/** Where the provider of the caller's session signs them out too; null where it doesn't. */
export async function findSignOut(
  accounts: Accounts,
  caller: Principal,
  here: Here,
): Promise<{ url: string | null }> {
  const session = await sessions.findSession(accounts.db, caller.sessionId);
  const identity = session?.identity_id
    ? await store.findIdentity(accounts.db, session.identity_id)
    : undefined;
  const provider = identity && accounts.directories.findByIssuer(identity.issuer)?.provider;
  const client = provider && accounts.directories.findOidc(provider.id);
  if (!identity || !client) return { url: null };
  const sealed = await accounts.providerTokens.find(caller.sessionId);
  const tokens = sealed === null ? null : openTokens(accounts.secondFactors.keys, sealed, identity.id);
  const { origin } = new URL(findRedirectAddress(accounts, client.provider.id, here));
  return { url: await client.findSignOut(`${origin}/sign-in`, tokens?.idToken ?? null) };
}
