import { isIP } from 'node:net';
import { listEffectivePermissions, type Permission, type Role } from '../../../domain/permissions.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import {
  type Db,
  inSnapshot,
  inTransaction,
  shortLivedOf,
  type Trx,
  writesTo,
} from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError, notFound } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type { SealingKeys } from '../../secrets.ts';
import type { Directories } from '../directories/service.ts';
import { type AskedSignIn, askedMilliseconds } from '../identities/rules.ts';
import { Pending } from '../second-factor/pending.ts';
import { createSecondFactors, type SecondFactors } from '../second-factor/state.ts';
import { findLiveToken, findTokenHolder } from '../tokens/live.ts';
import { isProgramToken } from '../tokens/rules.ts';
import * as users from '../users/store.ts';
import { nameClient } from './client-name.ts';
import type { ListedSession, Session } from './contract.ts';
import { DeviceTokens } from './device-tokens.ts';
import { LoginThrottle } from './login-throttle.ts';
import { Refusals } from './refusals.ts';
import { canRenew, isToldOfRenewal, sessionMilliseconds, ticketSeconds, tokenSeconds } from './rules.ts';
import * as store from './store.ts';
import { Tickets } from './tickets.ts';
import { type Claims, Tokens } from './tokens.ts';

export type Accounts = {
  db: Db;
  now: Now;
  tokens: Tokens;
  tickets: Tickets;
  throttle: LoginThrottle;
  devices: DeviceTokens;
  secondFactors: SecondFactors;
  refusals: Refusals;
  refusedProofs: Refusals;
  /** Names of this server, which are not accepted as passwords. */
  hosts: readonly string[];
  /** Secret used to derive the values of renewal cookies. */
  cookieSecret: string;
  /** The organisation's ways to sign in. */
  directories: Directories;
  /** Sign-ins at a provider that wait for its answer, by their state. */
  askedSignIns: Pending<AskedSignIn>;
  /** Tokens that ask a provider again for the person of a session, sealed, by session. */
  providerTokens: Pending<string>;
  /** The users among these who see a mission that `other` does not see. */
  listWhoSeesMore: (db: Db, userIds: readonly string[], other: string) => Promise<Set<string>>;
  /** The names of the missions among these that this user sees, by id. */
  nameMissions: (
    db: Db,
    user: Pick<Principal, 'id' | 'role'>,
    ids: readonly string[],
  ) => Promise<Map<string, string>>;
};

/** Dependencies of this feature; `secret` signs the tokens, `keys` seal secrets of second factors. */
export function createAccounts({
  secret,
  keys,
  ...parts
}: Pick<Accounts, 'db' | 'now' | 'hosts' | 'directories' | 'listWhoSeesMore' | 'nameMissions'> & {
  secret: string;
  keys: SealingKeys;
}): Accounts {
  const { now, db } = parts;
  const kept = shortLivedOf(db);
  return {
    ...parts,
    cookieSecret: secret,
    tokens: new Tokens(secret, now),
    tickets: new Tickets(kept, now),
    throttle: new LoginThrottle(kept, now, secret),
    devices: new DeviceTokens(secret, now),
    refusals: new Refusals(now),
    refusedProofs: new Refusals(now),
    secondFactors: createSecondFactors(keys, kept, now),
    askedSignIns: new Pending(kept, 'asked_sign_in', now, askedMilliseconds),
    providerTokens: new Pending(kept, 'provider_tokens', now, sessionMilliseconds),
  };
}

/** All tables that affect live sessions and their permissions. */
export const tablesOfRights = [
  'users',
  'sessions',
  'program_tokens',
  'groups',
  'group_members',
  'group_permissions',
] as const;

type Remembered = Live & { writes: number };

/** The user of a token, looked up again after a write to one of these tables. */
const remembered = new WeakMap<Claims, Remembered>();

/** The user of a token that came from this address; null unless token, session and user are all live now. */
export async function findPrincipal(
  accounts: Accounts,
  token: string,
  address: string,
): Promise<Principal | null> {
  if (isProgramToken(token)) return findTokenHolder(accounts, token, address);
  const claims = accounts.tokens.verify(token);
  if (claims === null) return null;
  const writes = writesTo(accounts.db, tablesOfRights);
  const known = remembered.get(claims);
  if (known !== undefined && known.writes === writes && known.until > isoTime(accounts.now())) {
    return known.principal;
  }
  const live = await findLive(accounts, claims);
  if (live === null) remembered.delete(claims);
  else remembered.set(claims, { ...live, writes });
  return live?.principal ?? null;
}

/** The user of a session; null unless session and user are both live now. */
export async function findLivePrincipal(
  accounts: Services,
  claims: { sub: string; sid: string },
): Promise<Principal | null> {
  return (await findLive(accounts, claims))?.principal ?? null;
}

export type Live = { principal: Principal; until: string };

/** The current state of someone whose request was admitted; null once their session, token or account has ended. */
export function findLiveCaller(
  accounts: Services,
  { id, sessionId, token }: Pick<Principal, 'id' | 'sessionId' | 'token'>,
): Promise<Live | null> {
  return token === undefined
    ? findLive(accounts, { sub: id, sid: sessionId })
    : findLiveToken(accounts, token.id);
}

/** The same, with the time at which the session ends unless it is ended before. */
async function findLive(accounts: Services, claims: { sub: string; sid: string }): Promise<Live | null> {
  const rows = await store.liveSession(accounts.db, {
    session: claims.sid,
    user: claims.sub,
    time: isoTime(accounts.now()),
  });
  const first = rows[0];
  if (first === undefined) return null;
  const granted = rows.map((row) => row.permission).filter((permission) => permission !== null);
  const principal = {
    id: claims.sub,
    sessionId: claims.sid,
    displayName: first.display_name,
    role: first.role,
    permissions: toPermissionSet(first.role, granted),
  };
  return { principal, until: first.expires_at };
}

const permissionSets = new Map<Role, ReadonlySet<Permission>>();

function toPermissionSet(role: Role, granted: string[]): ReadonlySet<Permission> {
  if (granted.length > 0) return new Set(listEffectivePermissions(role, granted));
  let known = permissionSets.get(role);
  if (known === undefined) {
    known = new Set(listEffectivePermissions(role, []));
    permissionSets.set(role, known);
  }
  return known;
}

/**
 * A fresh token for a live session. Refuses `unauthenticated` when the session has ended, and `renewal_over` when it ends before
 * the token would.
 */
export async function renew(accounts: Accounts, user: Principal): Promise<Session> {
  const { account, session } = await inTransaction(accounts.db, async (trx) => {
    const session = await store.findSession(trx, user.sessionId);
    const account = await users.findAccount(trx, user.id);
    if (session === undefined || account === null) throw sessionEnded();
    if (!canRenew(session.expires_at, accounts.now())) throw renewalOver(session.expires_at);
    const now = accounts.now();
    await store.renewSession(trx, session.id, isoTime(now));
    await recordRenewal(trx, user, session, now);
    return { account, session };
  });
  return toSession(accounts, account, session);
}

/** Records the renewal of a session, once per hour of it. */
export async function recordRenewal(
  trx: Trx,
  user: Principal,
  session: store.StoredSession,
  now: number,
): Promise<void> {
  if (!isToldOfRenewal(session, now)) return;
  await recordWrite(trx, { at: isoTime(now), by: user, verb: 'renewed', object: 'session', id: session.id });
}

/** A ticket, valid for half a minute, that signs in one request as the caller's session. */
export async function issueTicket(
  { tickets }: Accounts,
  { id, sessionId }: Principal,
): Promise<{ ticket: string; expires_in: number }> {
  return { ticket: await tickets.issue({ sub: id, sid: sessionId }), expires_in: ticketSeconds };
}

/** Uses up a ticket and returns its user; null unless ticket, session and user are all live now. */
export async function redeemTicket(accounts: Accounts, ticket: string): Promise<Principal | null> {
  const holder = await accounts.tickets.redeem(ticket);
  return holder === null ? null : findLivePrincipal(accounts, holder);
}

/** Ends the caller's session with all of its tokens; returns whether it was renewed by a cookie. */
export async function logOut({ db, now }: Accounts, user: Principal): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const session = await store.findSession(trx, user.sessionId);
    if (!(await store.deleteSessionOf(trx, user.id, user.sessionId))) return false;
    const at = isoTime(now());
    await recordWrite(trx, { at, by: user, verb: 'signed_out', object: 'session', id: user.sessionId });
    return session !== undefined && session.cookie_family !== null;
  });
}

/** Origin of a request as the server saw it; `host` is the requested server name, `cookie` is to renew its session. */
export type Origin = {
  address: string;
  userAgent: string | undefined;
  host: string;
  cookie?: store.CookieColumns;
};

/** A page of a user's live sessions, newest first. */
export async function listSessions(
  { db, now }: Accounts,
  caller: Principal,
  userId: string,
  page: Paging,
): Promise<Found<ListedSession>> {
  const { items, total } = await inSnapshot(db, (trx) =>
    store.listLiveSessions(trx, userId, isoTime(now()), page),
  );
  return {
    items: items.map(({ id, created_at, expires_at, renewed_at, address, client }) => ({
      id,
      created_at,
      expires_at,
      address,
      client,
      renewed_at: renewed_at ?? created_at,
      current: id === caller.sessionId,
    })),
    total,
  };
}

/** Ends a session of the caller, including the current one. Refuses `not_found` an unknown one, and those of others. */
export async function endSession({ db, now }: Accounts, caller: Principal, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await store.deleteSessionOf(trx, caller.id, id))) throw notFound('Session');
    const at = isoTime(now());
    await recordWrite(trx, { at, by: caller, verb: 'ended', object: 'session', id });
  });
}

export type SignedIn = {
  account: users.Account;
  session: { id: string; created_at: string; address: string | null; client: string | null };
};

/** The account's owner as the author of actions while signing in. */
export function toAuthor({ id, display_name }: users.Account): { id: string; displayName: string } {
  return { id, displayName: display_name };
}

/** The recorded origin of a session. */
export function toOrigin({
  session: { address, client },
}: SignedIn): Pick<SignedIn['session'], 'address' | 'client'> {
  return { address, client };
}

/** The identity that signs in, and the longest time in milliseconds for which its session lasts. */
export type SignedInBy = { identityId: string; lasts: number };

/** Starts a session of an account, and records the sign-in. */
export async function signIn(
  trx: Trx,
  now: Now,
  account: users.Account,
  { address, userAgent, cookie }: Omit<Origin, 'host'>,
  by?: SignedInBy | null,
): Promise<SignedIn> {
  const time = now();
  const last_login_at = isoTime(time);
  const session = {
    id: newId(),
    user_id: account.id,
    created_at: last_login_at,
    expires_at: isoTime(time + (by?.lasts ?? sessionMilliseconds)),
    renewed_at: last_login_at,
    address: isIP(address) === 0 ? null : address,
    client: nameClient(userAgent),
    identity_id: by?.identityId ?? null,
    confirmed_at: by ? last_login_at : null,
    ...cookie,
  };
  await users.updateAccount(trx, account.id, { last_login_at });
  await store.insertSession(trx, session);
  return { account: { ...account, last_login_at }, session };
}

/** The response to a sign-in: a token and the account. Refuses `not_found`. */
export async function toSession(
  accounts: Accounts,
  account: users.Account,
  session: { id: string },
): Promise<Session> {
  const [user] = await users.withGroups(accounts.db, [account]);
  if (user === undefined) throw notFound('User');
  const access_token = accounts.tokens.sign(account.id, session.id);
  return { access_token, token_type: 'Bearer', expires_in: tokenSeconds, user };
}

/**
 * The caller's current state: they may have been changed, deactivated or deleted since the request was admitted. Refuses
 * `unauthenticated` if their session or account has ended.
 */
export async function requireLive(trx: Trx, now: Now, caller: Principal): Promise<Principal> {
  const live = await findLiveCaller({ db: trx, now }, caller);
  if (live === null) throw sessionEnded();
  return live.principal;
}

/** The refusal `unauthenticated` for an ended session or account; `about` is only logged. */
export function sessionEnded(about?: string): DomainError {
  return new DomainError('unauthenticated', 'The session has ended', { about });
}

/** The refusal `renewal_over` for a session that ends too soon. */
export function renewalOver(expiresAt: string): DomainError {
  return new DomainError('renewal_over', `The session ends at ${expiresAt}: sign in again`);
}
