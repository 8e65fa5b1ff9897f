import { timeAfter } from '../database/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { DomainError, notFound } from '../errors.ts';
import type { Principal } from '../permissions.ts';
import type { NewUser, User, UserPatch } from './contract.ts';
import { manage, refuseMoreThanHeld, refuseUnknownGroups } from './grant-service.ts';
import { hashPassword } from './passwords.ts';
import { emailKey, removesAdmin } from './rules.ts';
import { type Accounts, insertAccount, readUser } from './service.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';

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
      await sessionStore.deleteSessionsOf(trx, id);
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

async function refuseLastAdmin(trx: Trx, id: string): Promise<void> {
  if (!(await store.otherActiveAdminExists(trx, id))) {
    throw new DomainError('last_admin', 'The last active administrator must stay one');
  }
}
