import { isAdministrator, mayGive, type Permission, type Role } from '../../../domain/permissions.ts';

type Holder = { role: Role; permissions: Iterable<Permission> };

/** Whether someone who manages users may change an account: never one that can see or do more. */
export function mayChange(
  actor: Holder,
  account: { role: Role; permissions: readonly Permission[]; seesMore: boolean },
): boolean {
  return isAdministrator(actor.role) || (mayGive(actor, account) && !account.seesMore);
}

/** Whether changing `before` to `after` (null if deleted) removes an active administrator. */
export function removesAdmin(
  before: { role: Role; is_active: boolean },
  after: { role: Role; is_active: boolean } | null,
): boolean {
  const isAdmin = (user: { role: Role; is_active: boolean }) => isAdministrator(user.role) && user.is_active;
  return isAdmin(before) && (after === null || !isAdmin(after));
}
