import {
  findNotHeld,
  isAdministrator,
  listEffectivePermissions,
  mayHandleRole,
  type Permission,
  type Role,
} from '../../domain/permissions.ts';
import { type Db, inTransaction, type Trx } from '../database/database.ts';
import { forbidden, invalid } from '../errors.ts';
import type { Principal } from '../permissions.ts';
import { listExistingGroupIds, listGroupPermissions } from './groups/store.ts';
import { listIssuers } from './identities/store.ts';
import { listProtected } from './second-factor/store.ts';
import { type Accounts, requireLive } from './sessions/service.ts';
import { endUnbackedTokens } from './tokens/service.ts';
import type { ManagedUser, User } from './users/contract.ts';
import { mayChange } from './users/rules.ts';
import * as users from './users/store.ts';

/**
 * Changes accounts in one transaction, ends the tokens that they no longer cover, and returns the result of `work`. Refuses a
 * caller who has since been signed out (`unauthenticated`) or may no longer manage users (`forbidden`).
 */
export function changeAccounts<T>(
  accounts: Accounts,
  caller: Principal,
  work: (trx: Trx, actor: Principal) => Promise<T>,
): Promise<T> {
  return inTransaction(accounts.db, async (trx) => {
    const actor = await requireLive(trx, accounts.now, caller);
    if (!actor.permissions.has('user.manage')) throw forbidden('Your permissions do not cover this');
    const result = await work(trx, actor);
    await endUnbackedTokens(accounts, trx, actor);
    return result;
  });
}

/**
 * Refuses (`forbidden`) a role and groups that grant more than the caller holds: nobody can raise anyone, including themselves,
 * above their own level.
 */
export async function refuseMoreThanHeld(
  trx: Trx,
  actor: Principal,
  role: Role,
  groupIds: readonly string[],
): Promise<void> {
  if (!mayHandleRole(actor, role))
    throw forbidden('Only an administrator can give someone a role other than their own');
  refusePermissionsNotHeld(actor, listEffectivePermissions(role, await listGroupPermissions(trx, groupIds)));
}

/** Adds to each user whether the caller may change them, whether they have a second factor, and what they sign in with. */
export async function toManaged(
  { listWhoSeesMore, directories }: Accounts,
  db: Db,
  actor: Principal,
  people: readonly User[],
): Promise<ManagedUser[]> {
  const ids = people.map((user) => user.id);
  const seeMore = isAdministrator(actor.role) ? new Set<string>() : await listWhoSeesMore(db, ids, actor.id);
  const isProtected = await listProtected(db, ids);
  const services = await users.findServiceAccounts(db, ids);
  const issuersOf = await listIssuers(db, ids);
  // Preferences are private to their user.
  return people.map(({ preferences: _own, ...user }) => ({
    ...user,
    may_change: mayChange(actor, { ...user, seesMore: seeMore.has(user.id) }),
    has_second_factor: isProtected.has(user.id),
    // An issuer that the settings no longer name stands for itself.
    signs_in_with: (issuersOf.get(user.id) ?? []).map(
      (issuer) => directories.findByIssuer(issuer)?.provider.name ?? issuer,
    ),
    is_service: services.has(user.id),
    owner: services.get(user.id) ?? null,
  }));
}

/** Refuses (`forbidden`) changing anyone who can see or do more than the caller. */
export async function refuseTouching(
  accounts: Accounts,
  trx: Trx,
  actor: Principal,
  userIds: readonly string[],
): Promise<void> {
  if (isAdministrator(actor.role)) return;
  const people = await users.withGroups(trx, await users.findAccounts(trx, userIds));
  const managed = await toManaged(accounts, trx, actor, people);
  if (managed.some((user) => !user.may_change)) {
    throw forbidden('Only an administrator can change people who have more permissions than you');
  }
}

/** Refuses (`forbidden`) permissions that the caller does not hold. */
export function refusePermissionsNotHeld(actor: Principal, given: readonly Permission[]): void {
  const missing = findNotHeld(actor, given);
  if (missing !== undefined)
    throw forbidden(`This would give the permission ${missing}, which you do not have`);
}

/** Refuses (`invalid` at `group_ids.N`) a group that does not exist. */
export async function refuseUnknownGroups(trx: Trx, ids: readonly string[]): Promise<void> {
  const known = await listExistingGroupIds(trx, ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw invalid(`group_ids.${unknown}`, `no group has the id ${ids[unknown]}`);
}
