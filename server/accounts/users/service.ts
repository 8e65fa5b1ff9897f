import { isAdministrator, type Role } from '../../../domain/permissions.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import { DomainError, forbidden, invalid, notFound, refuseFields } from '../../errors.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { hashPassword } from '../passwords.ts';
import { refuseWeakPassword, toEmailKey } from '../rules.ts';
import { deleteFactors } from '../second-factor/store.ts';
import {
  changeAccounts,
  refuseMoreThanHeld,
  refuseTouching,
  refuseUnknownGroups,
  toManaged,
} from '../service.ts';
import type { ListedSession } from '../sessions/contract.ts';
import { type Accounts, listSessions } from '../sessions/service.ts';
import * as sessions from '../sessions/store.ts';
import type { ManagedUser, NewUser, User, UserPatch } from './contract.ts';
import { removesAdmin } from './rules.ts';
import * as store from './store.ts';

/** A page of accounts, by email. */
export function listUsers(
  accounts: Accounts,
  caller: Principal,
  filter: store.UserFilter,
): Promise<Found<ManagedUser>> {
  return inSnapshot(accounts.db, async (trx) => {
    const { items, total } = await store.listAccounts(trx, filter);
    return { items: await toManaged(accounts, trx, caller, items), total };
  });
}

/** All active accounts, for picking members. */
export const listRoster = store.listRoster;

/** The same with their roles. */
export const listCandidates = store.listCandidates;

/** Whether there is any other user or invitation. Refuses nothing. */
export const hasCompany: (db: Db, userId: string) => Promise<boolean> = store.hasCompany;

/** The users among these that exist. */
export const existingUserIds = store.listExistingUserIds;

/** Refuses `invalid`, at their index, unknown and repeated users. */
export async function refuseBadMembers(trx: Trx, members: readonly { user_id: string }[]): Promise<void> {
  const seen = new Set<string>();
  const known = await store.listExistingUserIds(
    trx,
    members.map((member) => member.user_id),
  );
  const errors = members.flatMap((member, index) => {
    const repeated = seen.has(member.user_id);
    seen.add(member.user_id);
    const path = `members.${index}.user_id`;
    if (!known.has(member.user_id)) return [{ path, message: `no user has the id ${member.user_id}` }];
    return repeated ? [{ path, message: 'is listed twice' }] : [];
  });
  refuseFields(errors);
}

/** The account as shown to its owner. Refuses `not_found`. */
export async function readUser(db: Db, id: string): Promise<User> {
  const account = await store.findAccount(db, id);
  const [user] = account === null ? [] : await store.withGroups(db, [account]);
  if (user === undefined) throw notFound('User');
  return user;
}

/** The account as shown to people who manage users. Refuses `not_found`. */
export async function readManagedUser(
  accounts: Accounts,
  db: Db,
  caller: Principal,
  id: string,
): Promise<ManagedUser> {
  const [user] = await toManaged(accounts, db, caller, [await readUser(db, id)]);
  if (user === undefined) throw notFound('User');
  return user;
}

/** Adds an account and returns it. Refuses `duplicate` a taken email. */
export async function addAccount(
  trx: Trx,
  now: Now,
  input: {
    email: string;
    display_name: string;
    role: Role;
    password_hash: string | null;
    is_active?: boolean;
    credentials_set_by_other?: boolean;
    is_service?: boolean;
    owner_id?: string | null;
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
    credentials_set_by_other: input.credentials_set_by_other ?? false,
    theme: null,
    time_zone: null,
    language: null,
    clock: null,
    density: null,
    test_table_json: null,
    first_steps: null,
    is_service: input.is_service ?? false,
    owner_id: input.owner_id ?? null,
  };
  await store.insertAccount(trx, { ...values, email_key: toEmailKey(input.email) });
  return values;
}

/**
 * Creates an account. Refuses `duplicate` a taken email, `invalid` an unknown group and the password of a service account, and
 * `forbidden` granting more than the caller holds, and a service account to anyone but an administrator.
 */
export async function createUser(
  accounts: Accounts,
  caller: Principal,
  input: NewUser,
): Promise<ManagedUser> {
  if (input.is_service) refuseServiceAccount(caller, input);
  if (input.password !== undefined) {
    refuseWeakPassword('password', input.password, input, accounts.hosts);
  }
  const password_hash = input.password === undefined ? null : await hashPassword(input.password);
  return changeAccounts(accounts, caller, async (trx, actor) => {
    await refuseUnknownGroups(trx, input.group_ids);
    await refuseMoreThanHeld(trx, actor, input.role, input.group_ids);
    const account = await addAccount(trx, accounts.now, {
      ...input,
      password_hash,
      credentials_set_by_other: password_hash !== null,
      owner_id: input.is_service ? actor.id : null,
    });
    await store.setGroupsOf(trx, account.id, input.group_ids);
    await recordUser(trx, account.id, {
      at: account.created_at,
      by: actor,
      verb: 'created',
      setsPassword: password_hash !== null,
    });
    return readManagedUser(accounts, trx, actor, account.id);
  });
}

function refuseServiceAccount(caller: Principal, { password }: NewUser): void {
  if (!isAdministrator(caller.role)) throw forbidden('Only an administrator can create service accounts');
  if (password !== undefined) throw noPassword();
}

function noPassword(): DomainError {
  return invalid('password', 'a service account has none: programs use tokens');
}

/**
 * Changes an account; a new role or password, or deactivation, ends its sessions at once. Refuses `not_found`, `duplicate` a
 * taken email, `invalid` an unknown group and the caller's own password, `forbidden` changing someone who can see or do more than
 * the caller or granting more than they hold, and `last_admin` taking an administrator away unless another active one with a
 * password remains.
 */
export async function changeUser(
  accounts: Accounts,
  caller: Principal,
  id: string,
  input: UserPatch,
): Promise<ManagedUser> {
  if (id === caller.id && input.password !== undefined) {
    throw invalid('password', 'change your own with POST /auth/password, which asks for the current one');
  }
  if (input.password !== undefined) {
    const known = await store.findAccount(accounts.db, id);
    const { email = known?.email ?? '', display_name = known?.display_name ?? '' } = input;
    refuseWeakPassword('password', input.password, { email, display_name }, accounts.hosts);
  }
  const password_hash = input.password === undefined ? undefined : await hashPassword(input.password);
  return changeAccounts(accounts, caller, async (trx, actor) => {
    const before = await store.findAccount(trx, id);
    if (before === null) throw notFound('User');
    if (before.is_service && input.password !== undefined) throw noPassword();
    const [shown] = await store.withGroups(trx, [before]);
    const groupsBefore = (shown?.groups ?? []).map((group) => group.id);
    const after = { role: input.role ?? before.role, is_active: input.is_active ?? before.is_active };
    const groupsAfter = input.group_ids ?? groupsBefore;
    await refuseUnknownGroups(trx, input.group_ids ?? []);
    await refuseTouching(accounts, trx, actor, [id]);
    await refuseMoreThanHeld(trx, actor, after.role, groupsAfter);
    if (removesAdmin(before, after)) await refuseLastAdmin(trx, id);

    const recorded = await readRecordedUser(trx, id);
    const at = timeAfter(before.updated_at, accounts.now);
    await store.updateAccount(trx, id, {
      ...(input.email === undefined ? {} : { email: input.email, email_key: toEmailKey(input.email) }),
      ...(input.display_name === undefined ? {} : { display_name: input.display_name }),
      ...(password_hash === undefined ? {} : { password_hash, credentials_set_by_other: true }),
      ...after,
      updated_at: at,
    });
    if (input.group_ids !== undefined) await store.setGroupsOf(trx, id, input.group_ids);
    if (after.role !== before.role || !after.is_active || password_hash !== undefined) {
      await sessions.deleteSessionsOf(trx, id);
    }
    await recordUser(trx, id, {
      at,
      by: actor,
      verb: 'changed',
      before: recorded,
      setsPassword: password_hash !== undefined,
    });
    return readManagedUser(accounts, trx, actor, id);
  });
}

/** Deletes an account; its sessions end at once. Refuses `not_found`, `forbidden` and `last_admin`. */
export async function deleteUser(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await changeAccounts(accounts, caller, async (trx, actor) => {
    const before = await store.findAccount(trx, id);
    if (before === null) throw notFound('User');
    await refuseTouching(accounts, trx, actor, [id]);
    if (removesAdmin(before, null)) await refuseLastAdmin(trx, id);
    const recorded = await readRecordedUser(trx, id);
    await store.deleteAccount(trx, id);
    const at = isoTime(accounts.now());
    await recordWrite(trx, { at, by: actor, verb: 'deleted', object: 'user', id, before: recorded });
  });
}

/** A page of a user's live sessions. Refuses `not_found`, and `forbidden` when the user can see or do more than the caller. */
export async function listSessionsOf(
  accounts: Accounts,
  caller: Principal,
  id: string,
  page: Paging,
): Promise<Found<ListedSession>> {
  await inSnapshot(accounts.db, (trx) => requireTouchable(accounts, trx, caller, id));
  return listSessions(accounts, caller, id, page);
}

/** Ends all of a user's sessions at once. Refuses what `listSessionsOf` refuses. */
export async function endSessionsOf(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  await changeAccounts(accounts, caller, async (trx, actor) => {
    await requireTouchable(accounts, trx, actor, id);
    await sessions.deleteSessionsOf(trx, id);
    const at = isoTime(accounts.now());
    await recordWrite(trx, { at, by: actor, verb: 'sessions_ended', object: 'user', id });
  });
}

/** The recorded fields of an account. Refuses `not_found`. */
export async function readRecordedUser(
  trx: Trx,
  id: string,
): Promise<Pick<User, 'email' | 'display_name' | 'role' | 'is_active' | 'groups'> & { is_service?: true }> {
  const { email, display_name, role, is_active, groups } = await readUser(trx, id);
  const isService = (await store.findServiceAccounts(trx, [id])).has(id);
  return { email, display_name, role, is_active, groups, ...(isService && { is_service: true }) };
}

/** Records a change to an account; for a password only the fact that it was set. */
export async function recordUser(
  trx: Trx,
  id: string,
  {
    before = null,
    setsPassword = false,
    ...write
  }: Pick<Recorded, 'at' | 'by' | 'before'> & { verb: 'created' | 'changed'; setsPassword?: boolean },
): Promise<void> {
  const password = setsPassword ? 'set' : null;
  await recordWrite(trx, {
    ...write,
    object: 'user',
    id,
    before: before && { ...before, password: null },
    after: { ...(await readRecordedUser(trx, id)), password },
  });
}

/**
 * Removes all second factors of a user and ends their sessions. Refuses what `listSessionsOf` refuses, and the caller's own
 * (`forbidden`).
 */
export async function resetSecondFactorOf(accounts: Accounts, caller: Principal, id: string): Promise<void> {
  if (id === caller.id) {
    throw forbidden('Remove your own under /auth/second-factor, which asks for the password and one of them');
  }
  await changeAccounts(accounts, caller, async (trx, actor) => {
    await requireTouchable(accounts, trx, actor, id);
    await deleteFactors(trx, id);
    await sessions.deleteSessionsOf(trx, id);
    const at = isoTime(accounts.now());
    await recordWrite(trx, { at, by: actor, verb: 'reset', object: 'second_factor', id });
  });
}

async function requireTouchable(accounts: Accounts, trx: Trx, actor: Principal, id: string): Promise<void> {
  if ((await store.findAccount(trx, id)) === null) throw notFound('User');
  await refuseTouching(accounts, trx, actor, [id]);
}

async function refuseLastAdmin(trx: Trx, id: string): Promise<void> {
  if (!(await store.otherAdminWithPasswordExists(trx, id))) {
    throw new DomainError('last_admin', 'The last active administrator must remain one');
  }
}
