import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inTransaction, type Trx, writesTo } from '../database/database.ts';
import { DomainError, forbidden, invalid, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Permission, Principal, Role } from '../permissions.ts';
import type {
  Group,
  GroupPatch,
  Invitation,
  NewGroup,
  NewUser,
  Paging,
  Session,
  User,
  UserPatch,
} from './contract.ts';
import { LoginThrottle } from './login-throttle.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import {
  effectivePermissions,
  emailKey,
  invitationMilliseconds,
  nameKey,
  removesAdmin,
  sessionMilliseconds,
} from './rules.ts';
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

/** The live user behind a token: null unless token, session and user are all live now. At once where it is known. */
export function principalOf(accounts: Accounts, token: string): Principal | null | Promise<Principal | null> {
  const claims = accounts.tokens.verify(token);
  if (claims === null) return null;
  const writes = writesTo(accounts.db, tablesOfRights);
  const known = remembered.get(claims);
  if (known !== undefined && known.writes === writes && known.until > isoTime(accounts.now())) {
    return known.principal;
  }
  return findAgain(accounts, claims, writes);
}

async function findAgain(accounts: Accounts, claims: Claims, writes: number): Promise<Principal | null> {
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
    await store.deleteExpiredSessions(trx, isoTime(accounts.now()));
    return signIn(trx, accounts.now, current);
  });
  if (signedIn === null) throw new DomainError('unauthenticated', 'The email or the password is wrong');
  accounts.throttle.succeeded(key, address);
  return sessionFor(accounts, signedIn.account, signedIn.session);
}

/** A fresh token for a live session. Refuses `unauthenticated` when the session has ended meanwhile. */
export async function renew(accounts: Accounts, user: Principal): Promise<Session> {
  const session = await store.findSession(accounts.db, user.sessionId);
  const account = await store.findAccount(accounts.db, user.id);
  if (session === undefined || account === null) {
    throw sessionEnded();
  }
  return sessionFor(accounts, account, session);
}

/** Ends the caller's session and with it all of its tokens. */
export async function logOut(accounts: Accounts, user: Principal): Promise<void> {
  await store.deleteSession(accounts.db, user.sessionId);
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
    await store.deleteSessionsOf(trx, user.id, user.sessionId);
  });
}

export function listUsers(db: Db, filter: store.UserFilter): Promise<{ items: User[]; total: number }> {
  return store.listAccounts(db, filter);
}

export const listRoster = store.listRoster;

/**
 * Makes an account. Refuses `duplicate` a taken email, `invalid` an unknown group, and `forbidden` giving more than the
 * caller holds.
 */
export async function createUser(accounts: Accounts, caller: Principal, input: NewUser): Promise<User> {
  const password_hash = input.password === undefined ? null : await hashPassword(input.password);
  return manage(accounts, caller, async (trx, actor) => {
    await refuseUnknownGroups(trx, input.group_ids);
    await refuseMoreThanHeld(trx, actor, input.role, input.group_ids);
    const account = await insertAccount(trx, accounts.now, { ...input, password_hash });
    await store.setGroupsOf(trx, account.id, input.group_ids);
    return readUser(trx, account.id);
  });
}

/**
 * Changes an account; a new role or password, or deactivation, ends its sessions at once. Refuses `not_found`,
 * `duplicate` a taken email, `invalid` an unknown group, `forbidden` touching or giving more than the caller holds, and
 * `last_admin` taking away the last active administrator.
 */
export async function changeUser(
  accounts: Accounts,
  caller: Principal,
  id: string,
  input: UserPatch,
): Promise<User> {
  const password_hash = input.password === undefined ? undefined : await hashPassword(input.password);
  return manage(accounts, caller, async (trx, actor) => {
    const before = await store.findAccount(trx, id);
    if (before === null) throw notFound('User');
    const [shown] = await store.withGroups(trx, [before]);
    const groupsBefore = (shown?.groups ?? []).map((group) => group.id);
    const after = { role: input.role ?? before.role, is_active: input.is_active ?? before.is_active };
    const groupsAfter = input.group_ids ?? groupsBefore;
    await refuseUnknownGroups(trx, input.group_ids ?? []);
    await refuseMoreThanHeld(trx, actor, before.role, groupsBefore);
    await refuseMoreThanHeld(trx, actor, after.role, groupsAfter);
    if (removesAdmin(before, after)) await refuseLastAdmin(trx, id);

    await store.updateAccount(trx, id, {
      ...(input.email === undefined ? {} : { email: input.email, email_key: emailKey(input.email) }),
      ...(input.display_name === undefined ? {} : { display_name: input.display_name }),
      ...(password_hash === undefined ? {} : { password_hash }),
      ...after,
      updated_at: timeAfter(before.updated_at, accounts.now),
    });
    if (input.group_ids !== undefined) await store.setGroupsOf(trx, id, input.group_ids);
    if (after.role !== before.role || !after.is_active || password_hash !== undefined) {
      await store.deleteSessionsOf(trx, id);
    }
    return readUser(trx, id);
  });
}

/** Deletes an account; its sessions end at once. Refuses `not_found`, `forbidden` and `last_admin`. */
export async function deleteUser(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await manage(accounts, caller, async (trx, actor) => {
    const before = await store.findAccount(trx, id);
    if (before === null) throw notFound('User');
    const [shown] = await store.withGroups(trx, [before]);
    await refuseMoreThanHeld(
      trx,
      actor,
      before.role,
      (shown?.groups ?? []).map((group) => group.id),
    );
    if (removesAdmin(before, null)) await refuseLastAdmin(trx, id);
    await store.deleteAccount(trx, id);
  });
}

export function listInvitations(db: Db, page: Paging): Promise<{ items: Invitation[]; total: number }> {
  return store.listInvitations(db, page);
}

/**
 * Invites an email; an older open invitation of it ends. The token is in the answer only, its digest is kept.
 * Refuses `duplicate` an email that has an account, `invalid` an unknown group, `forbidden` giving more than is held.
 */
export async function invite(
  accounts: Accounts,
  caller: Principal,
  input: { email: string; role: Role; group_ids: string[] },
): Promise<Invitation & { token: string }> {
  const token = randomBytes(24).toString('base64url');
  const key = emailKey(input.email);
  return manage(accounts, caller, async (trx, actor) => {
    await refuseUnknownGroups(trx, input.group_ids);
    await refuseMoreThanHeld(trx, actor, input.role, input.group_ids);
    if ((await store.findAccountByEmail(trx, key)) !== null) throw emailTaken();
    await store.deleteOpenInvitationsFor(trx, key);
    const id = newId();
    const time = accounts.now();
    await store.insertInvitation(
      trx,
      {
        id,
        token_hash: digest(token),
        email: input.email,
        email_key: key,
        role: input.role,
        created_by: actor.id,
        created_at: isoTime(time),
        expires_at: isoTime(time + invitationMilliseconds),
        accepted_at: null,
      },
      input.group_ids,
    );
    const invitation = await store.findInvitation(trx, id);
    if (invitation === null) throw notFound('Invitation');
    return { ...invitation, token };
  });
}

/** Withdraws an invitation. Refuses `not_found`, also one that was accepted. */
export async function withdrawInvitation(db: Db, id: string): Promise<void> {
  if (!(await store.deleteInvitation(db, id))) throw notFound('Invitation');
}

/** Makes the invited account and signs it in. Refuses `forbidden` a wrong, used or expired token. */
export async function acceptInvitation(
  accounts: Accounts,
  input: { token: string; display_name: string; password: string },
): Promise<Session> {
  // Before the hash, which is dear and would be had by anyone for the asking.
  await requireInvitation(accounts.db, accounts.now, input.token);
  const password_hash = await hashPassword(input.password);
  const { account, session } = await inTransaction(accounts.db, async (trx) => {
    const invitation = await requireInvitation(trx, accounts.now, input.token);
    const { groups } = (await store.findInvitation(trx, invitation.id)) ?? { groups: [] };
    const account = await insertAccount(trx, accounts.now, {
      email: invitation.email,
      display_name: input.display_name,
      role: invitation.role,
      password_hash,
    });
    await store.setGroupsOf(
      trx,
      account.id,
      groups.map((group) => group.id),
    );
    await store.markInvitationAccepted(trx, invitation.id, isoTime(accounts.now()));
    return signIn(trx, accounts.now, account);
  });
  return sessionFor(accounts, account, session);
}

async function requireInvitation(db: Db, now: Now, token: string) {
  const invitation = await store.findInvitationByToken(db, digest(token), isoTime(now()));
  if (invitation === undefined) throw forbidden('The invitation is wrong, used or expired');
  return invitation;
}

export function listGroups(
  db: Db,
  filter: Paging & { q?: string | undefined },
): Promise<{ items: Group[]; total: number }> {
  return store.listGroups(db, filter);
}

/** A group. Refuses `not_found`. */
export async function readGroup(db: Db, id: string): Promise<Group> {
  const group = await store.findGroup(db, id);
  if (group === null) throw notFound('Group');
  return group;
}

/** Makes a group. Refuses `duplicate` a taken name, `invalid` an unknown member, `forbidden` more than is held. */
export async function createGroup(accounts: Accounts, caller: Principal, input: NewGroup): Promise<Group> {
  return manage(accounts, caller, async (trx, actor) => {
    refusePermissionsNotHeld(actor, input.permissions);
    await refuseUnknownMembers(trx, input.member_ids);
    const id = newId();
    const time = isoTime(accounts.now());
    await store.insertGroup(trx, {
      id,
      name: input.name,
      name_key: nameKey(input.name),
      description: input.description,
      created_at: time,
      updated_at: time,
    });
    await store.setGroupPermissions(trx, id, input.permissions);
    await store.setGroupMembers(trx, id, input.member_ids);
    return readGroup(trx, id);
  });
}

/** Changes a group. Refuses `not_found`, `duplicate`, `invalid` an unknown member, `forbidden` more than is held. */
export async function changeGroup(
  accounts: Accounts,
  caller: Principal,
  id: string,
  input: GroupPatch,
): Promise<Group> {
  return manage(accounts, caller, async (trx, actor) => {
    const before = await readGroup(trx, id);
    refusePermissionsNotHeld(actor, before.permissions);
    refusePermissionsNotHeld(actor, input.permissions ?? []);
    await refuseUnknownMembers(trx, input.member_ids ?? []);
    await store.updateGroup(trx, id, {
      ...(input.name === undefined ? {} : { name: input.name, name_key: nameKey(input.name) }),
      ...(input.description === undefined ? {} : { description: input.description }),
      updated_at: timeAfter(before.updated_at, accounts.now),
    });
    if (input.permissions !== undefined) await store.setGroupPermissions(trx, id, input.permissions);
    if (input.member_ids !== undefined) await store.setGroupMembers(trx, id, input.member_ids);
    return readGroup(trx, id);
  });
}

/** Deletes a group; its members lose what it granted at once. Refuses `not_found` and `forbidden`. */
export async function removeGroup(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await manage(accounts, caller, async (trx, actor) => {
    refusePermissionsNotHeld(actor, (await readGroup(trx, id)).permissions);
    await store.deleteGroup(trx, id);
  });
}

/** Ends every session: after a restore, a token issued before it must not work. */
export async function endAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute();
}

async function insertAccount(
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

type SignedIn = { account: store.Account; session: { id: string; expires_at: string } };

async function signIn(trx: Trx, now: Now, account: store.Account): Promise<SignedIn> {
  const time = now();
  const last_login_at = isoTime(time);
  const session = {
    id: newId(),
    user_id: account.id,
    created_at: last_login_at,
    expires_at: isoTime(time + sessionMilliseconds),
  };
  await store.updateAccount(trx, account.id, { last_login_at });
  await store.insertSession(trx, session);
  return { account: { ...account, last_login_at }, session };
}

async function sessionFor(
  accounts: Accounts,
  account: store.Account,
  session: { id: string; expires_at: string },
): Promise<Session> {
  const [user] = await store.withGroups(accounts.db, [account]);
  if (user === undefined) throw notFound('User');
  const { token, expiresIn } = accounts.tokens.sign(account.id, session.id, session.expires_at);
  return { access_token: token, token_type: 'Bearer', expires_in: expiresIn, user };
}

/** Runs a change of accounts in one transaction, in which its caller is still live and may still make it. */
function manage<T>(
  accounts: Accounts,
  caller: Principal,
  work: (trx: Trx, actor: Principal) => Promise<T>,
): Promise<T> {
  return inTransaction(accounts.db, async (trx) => {
    const actor = await requireLive(trx, accounts.now, caller);
    if (!actor.permissions.has('user.manage')) throw forbidden('Your permissions do not cover this');
    return work(trx, actor);
  });
}

/** Since the request was let in, its caller may have been changed, deactivated or deleted. */
async function requireLive(trx: Trx, now: Now, caller: Principal): Promise<Principal> {
  const live = await livePrincipal({ db: trx, now }, { sub: caller.id, sid: caller.sessionId });
  if (live === null) throw sessionEnded();
  return live;
}

function sessionEnded(): DomainError {
  return new DomainError('unauthenticated', 'The session has ended');
}

async function refuseLastAdmin(trx: Trx, id: string): Promise<void> {
  if (!(await store.otherActiveAdminExists(trx, id))) {
    throw new DomainError('last_admin', 'The last active administrator must stay one');
  }
}

/** Who manages users without being an administrator can't raise anyone, themselves included, above what they hold. */
async function refuseMoreThanHeld(
  trx: Trx,
  actor: Principal,
  role: Role,
  groupIds: readonly string[],
): Promise<void> {
  if (actor.role === 'admin') return;
  if (role === 'admin') throw forbidden('Only an administrator can make or change an administrator');
  refusePermissionsNotHeld(actor, effectivePermissions(role, await store.permissionsOfGroups(trx, groupIds)));
}

function refusePermissionsNotHeld(actor: Principal, given: readonly Permission[]): void {
  if (actor.role === 'admin') return;
  const missing = given.find((permission) => !actor.permissions.has(permission));
  if (missing !== undefined)
    throw forbidden(`This would give the permission ${missing}, which you do not hold`);
}

async function refuseUnknownGroups(trx: Trx, ids: readonly string[]): Promise<void> {
  const known = await store.existingIds(trx, 'groups', ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw invalid(`group_ids.${unknown}`, `no group has the id ${ids[unknown]}`);
}

async function refuseUnknownMembers(trx: Trx, ids: readonly string[]): Promise<void> {
  const known = await store.existingIds(trx, 'users', ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw invalid(`member_ids.${unknown}`, `no user has the id ${ids[unknown]}`);
}

function emailTaken(): DomainError {
  return new DomainError('duplicate', 'This email has an account already', {
    errors: [{ path: 'email', message: 'This email has an account already' }],
  });
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function sameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
