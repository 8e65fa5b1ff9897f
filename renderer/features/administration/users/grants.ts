import {
  findNotHeld,
  mayGive,
  type Permission,
  type Role,
  rolePermissions,
} from '../../../../domain/permissions.ts';
import type { User } from '../../../../server/accounts/users/contract.ts';

type Holder = Pick<User, 'role' | 'permissions'>;

/** People who manage users without being administrators can grant only their own permissions. */
export function mayHandOn(me: Holder, permissions: readonly Permission[]): boolean {
  return findNotHeld(me, permissions) === undefined;
}

export function mayGiveRole(me: Holder, role: Role): boolean {
  return mayGive(me, { role, permissions: rolePermissions[role] });
}

/** The initial role in a form: the lowest that this person may give. */
export function pickFirstRole(me: Holder): Role {
  return mayGiveRole(me, 'soc') ? 'soc' : 'redteam';
}
