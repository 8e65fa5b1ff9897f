import type { Permission, Role } from '../../domain/permissions.ts';
import { firstNotHeld, mayHandleRole } from '../../domain/permissions.ts';
import { inTransaction, type Trx } from '../database/database.ts';
import { forbidden, invalid } from '../errors.ts';
import type { Principal } from '../permissions.ts';
import * as groupStore from './group-store.ts';
import { effectivePermissions } from './rules.ts';
import { type Accounts, requireLive } from './service.ts';
import * as store from './store.ts';

/** Runs a change of accounts in one transaction, in which its caller is still live and may still make it. */
export function manage<T>(
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

/** Who manages users without being an administrator can't raise anyone, themselves included, above what they hold. */
export async function refuseMoreThanHeld(
  trx: Trx,
  actor: Principal,
  role: Role,
  groupIds: readonly string[],
): Promise<void> {
  if (!mayHandleRole(actor, role))
    throw forbidden('Only an administrator can make or change an administrator');
  refusePermissionsNotHeld(
    actor,
    effectivePermissions(role, await groupStore.permissionsOfGroups(trx, groupIds)),
  );
}

export function refusePermissionsNotHeld(actor: Principal, given: readonly Permission[]): void {
  const missing = firstNotHeld(actor, given);
  if (missing !== undefined)
    throw forbidden(`This would give the permission ${missing}, which you do not hold`);
}

export async function refuseUnknownGroups(trx: Trx, ids: readonly string[]): Promise<void> {
  const known = await store.existingIds(trx, 'groups', ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw invalid(`group_ids.${unknown}`, `no group has the id ${ids[unknown]}`);
}

export async function refuseUnknownMembers(trx: Trx, ids: readonly string[]): Promise<void> {
  const known = await store.existingIds(trx, 'users', ids);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw invalid(`member_ids.${unknown}`, `no user has the id ${ids[unknown]}`);
}
