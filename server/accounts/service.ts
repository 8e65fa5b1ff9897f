import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Permission, Role } from '../../domain/permissions.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inTransaction, type Trx, writesTo } from '../database/database.ts';
import { DomainError, forbidden, invalid, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Principal } from '../permissions.ts';
import type { Session, User } from './contract.ts';
import { LoginThrottle } from './login-throttle.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { effectivePermissions, emailKey, sessionMilliseconds, tokenSeconds } from './rules.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';
import { type Claims, Tokens } from './tokens.ts';

/** Which of these users or groups exist. */
export const existingIds = store.existingIds;

export type Accounts = { db: Db; now: Now; tokens: Tokens; throttle: LoginThrottle };

/** What the operations of this feature work on; `secret` signs the tokens. */
export function createAccounts(db: Db, now: Now, secret: string): Accounts {
  return { db, now, tokens: new Tokens(secret, now), throttle: new LoginThrottle(now) };
}

const installTokenKey = 'install_token_sha256';

/** Every table that decides who is live and what they may do. */
const tablesOfRights = ['users', 'sessions', 'groups', 'group_members', 'group_permissions'] as const;

type Remembered = Live & { writes: number };

/** What was found for a token; it is found again once any of those tables was written. */
const remembered = new WeakMap<Claims, Remembered>();

/** The live user behind a token: null unless token, session and user are all live now. */
export async function principalOf(accounts: Accounts, token: string): Promise<Principal | null> {
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

/** The live user behind a session: null unless session and user are both live now. */
export async function livePrincipal(
  accounts: Pick<Accounts, 'db' | 'now'>,
  claims: { sub: string; sid: string },
): Promise<Principal | null> {
  return (await findLive(accounts, claims))?.principal ?? null;
}

type Live = { principal: Principal; until: string };

async function findLive(
  accounts: Pick<Accounts, 'db' | 'now'>,
  claims: { sub: string; sid: string },
): Promise<Live | null> {
  const rows = await sessionStore.liveSession(accounts.db, {
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
    permissions: permissionSet(first.role, granted),
  };
  return { principal, until: first.expires_at };
}

const permissionSets = new Map<Role, ReadonlySet<Permission>>();

function permissionSet(role: Role, granted: string[]): ReadonlySet<Permission> {
  if (granted.length > 0) return new Set(effectivePermissions(role, granted));
  let known = permissionSets.get(role);
  if (known === undefined) {
    known = new Set(effectivePermissions(role, []));
    permissionSets.set(role, known);
  }
  return known;
}

/** Whether the first administrator is still to be made. */
export async function setupRequired(db: Db): Promise<boolean> {
  return !(await store.adminExists(db));
}

/** A new one-time token for the first set-up, which replaces the one before; only its digest is kept. */
export async function issueInstallToken(db: Db): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await inTransaction(db, (trx) => store.writeInstance(trx, installTokenKey, digest(token)));
  return token;
}

/**
 * Makes the first administrator and signs them in.
 * Refuses `already_set_up` once there is an administrator, and `forbidden` a wrong or used token.
 */
export async function setUp(
  accounts: Accounts,
  input: { install_token: string; email: string; display_name: string; password: string },
): Promise<Session> {
  // Before the hash, which is dear and would be had by anyone for the asking.
  await refuseSetUp(accounts.db, input.install_token);
  const password_hash = await hashPassword(input.password);
  const { account, session } = await inTransaction(accounts.db, async (trx) => {
    await refuseSetUp(trx, input.install_token);
    await store.writeInstance(trx, installTokenKey, null);
    const account = await insertAccount(trx, accounts.now, { ...input, role: 'admin', password_hash });
    return signIn(trx, accounts.now, account);
  });
  return sessionFor(accounts, account, session);
}

async function refuseSetUp(db: Db, installToken: string): Promise<void> {
  if (!(await setupRequired(db))) {
    throw new DomainError('already_set_up', 'This server has an administrator already');
  }
  const expected = await store.readInstance(db, installTokenKey);
  if (expected === null || !sameDigest(expected, digest(installToken))) {
    throw forbidden('The install token is wrong or used');
  }
}

/** Makes an administrator from the command line. Refuses `duplicate` an email that has an account. */
export async function createAdmin(
  db: Db,
  now: Now,
  input: { email: string; display_name: string; password: string },
): Promise<string> {
  const password_hash = await hashPassword(input.password);
  const account = await inTransaction(db, (trx) =>
    insertAccount(trx, now, { ...input, role: 'admin', password_hash }),
  );
  return account.id;
}

/**
 * Signs in. Refuses `too_many_requests` after repeated failures, and `unauthenticated` anything else without telling
 * which part was wrong, in the same time.
 */
export async function logIn(
  accounts: Accounts,
  input: { email: string; password: string },
  address: string,
): Promise<Session> {
  const key = emailKey(input.email);
  accounts.throttle.admit(key, address);
  const account = await store.findAccountByEmail(accounts.db, key);
  const matches = await passwordMatches(account?.password_hash ?? null, input.password);
  if (account === null || !matches || !account.is_active) {
    throw new DomainError('unauthenticated', 'The email or the password is wrong');
  }
  const signedIn = await inTransaction(accounts.db, async (trx) => {
    // The account may have been changed while the password was being checked.
    const current = await store.findAccount(trx, account.id);
    if (current === null || !current.is_active || current.password_hash !== account.password_hash)
      return null;
    await sessionStore.deleteExpiredSessions(trx, isoTime(accounts.now()));
    return signIn(trx, accounts.now, current);
  });
  if (signedIn === null) throw new DomainError('unauthenticated', 'The email or the password is wrong');
  accounts.throttle.succeeded(key, address);
  return sessionFor(accounts, signedIn.account, signedIn.session);
}

/** A fresh token for a live session. Refuses `unauthenticated` when the session has ended meanwhile. */
export async function renew(accounts: Accounts, user: Principal): Promise<Session> {
  const session = await sessionStore.findSession(accounts.db, user.sessionId);
  const account = await store.findAccount(accounts.db, user.id);
  if (session === undefined || account === null) {
    throw sessionEnded();
  }
  return sessionFor(accounts, account, session);
}

/** Ends the caller's session and with it all of its tokens. */
export async function logOut(accounts: Accounts, user: Principal): Promise<void> {
  await sessionStore.deleteSession(accounts.db, user.sessionId);
}

/** The account as it is shown. Refuses `not_found`. */
export async function readUser(db: Db, id: string): Promise<User> {
  const account = await store.findAccount(db, id);
  const [user] = account === null ? [] : await store.withGroups(db, [account]);
  if (user === undefined) throw notFound('User');
  return user;
}

/** Changes the caller's own name. */
export async function changeProfile(
  accounts: Accounts,
  user: Principal,
  change: { display_name?: string | undefined },
): Promise<User> {
  return inTransaction(accounts.db, async (trx) => {
    if (change.display_name !== undefined) {
      const before = await store.findAccount(trx, user.id);
      await store.updateAccount(trx, user.id, {
        display_name: change.display_name,
        updated_at: timeAfter(before?.updated_at ?? null, accounts.now),
      });
    }
    return readUser(trx, user.id);
  });
}

/**
 * Changes the caller's password and ends their other sessions. Refuses a wrong current password at its field,
 * `too_many_requests` after repeated ones, and `unauthenticated` when the session or the password was ended meanwhile.
 */
export async function changePassword(
  accounts: Accounts,
  user: Principal,
  input: { current_password: string; new_password: string },
  address: string,
): Promise<void> {
  const account = await store.findAccount(accounts.db, user.id);
  if (account === null) throw sessionEnded();
  const key = emailKey(account.email);
  accounts.throttle.admit(key, address);
  if (!(await passwordMatches(account.password_hash, input.current_password))) {
    throw invalid('current_password', 'is not the current password');
  }
  accounts.throttle.succeeded(key, address);
  const password_hash = await hashPassword(input.new_password);
  await inTransaction(accounts.db, async (trx) => {
    await requireLive(trx, accounts.now, user);
    const current = await store.findAccount(trx, user.id);
    // Hashing takes long enough for an administrator to give the account another password, which has to stand.
    if (current === null || current.password_hash !== account.password_hash) throw sessionEnded();
    await store.updateAccount(trx, user.id, {
      password_hash,
      updated_at: timeAfter(current.updated_at, accounts.now),
    });
    await sessionStore.deleteSessionsOf(trx, user.id, user.sessionId);
  });
}

/** Ends every session: after a restore, a token issued before it must not work. */
export async function endAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute();
}

export async function insertAccount(
  trx: Trx,
  now: Now,
  input: {
    email: string;
    display_name: string;
    role: Role;
    password_hash: string | null;
    is_active?: boolean;
  },
): Promise<store.Account> {
  const time = isoTime(now());
  const values = {
    id: newId(),
    email: input.email,
    display_name: input.display_name,
    role: input.role,
    password_hash: input.password_hash,
    is_active: input.is_active ?? true,
    created_at: time,
    updated_at: time,
    last_login_at: null,
  };
  await store.insertAccount(trx, { ...values, email_key: emailKey(input.email) });
  return values;
}

export type SignedIn = { account: store.Account; session: { id: string } };

export async function signIn(trx: Trx, now: Now, account: store.Account): Promise<SignedIn> {
  const time = now();
  const last_login_at = isoTime(time);
  const session = {
    id: newId(),
    user_id: account.id,
    created_at: last_login_at,
    expires_at: isoTime(time + sessionMilliseconds),
  };
  await store.updateAccount(trx, account.id, { last_login_at });
  await sessionStore.insertSession(trx, session);
  return { account: { ...account, last_login_at }, session };
}

export async function sessionFor(
  accounts: Accounts,
  account: store.Account,
  session: { id: string },
): Promise<Session> {
  const [user] = await store.withGroups(accounts.db, [account]);
  if (user === undefined) throw notFound('User');
  const access_token = accounts.tokens.sign(account.id, session.id);
  return { access_token, token_type: 'Bearer', expires_in: tokenSeconds, user };
}

/** Since the request was let in, its caller may have been changed, deactivated or deleted. */
export async function requireLive(trx: Trx, now: Now, caller: Principal): Promise<Principal> {
  const live = await livePrincipal({ db: trx, now }, { sub: caller.id, sid: caller.sessionId });
  if (live === null) throw sessionEnded();
  return live;
}

export function sessionEnded(): DomainError {
  return new DomainError('unauthenticated', 'The session has ended');
}

export function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function sameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
