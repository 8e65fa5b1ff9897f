import type { Role } from '../../../domain/permissions.ts';

/** Whether changing `before` into `after` (null: deleted) takes away an active administrator. */
export function removesAdmin(
  before: { role: Role; is_active: boolean },
  after: { role: Role; is_active: boolean } | null,
): boolean {
  const isAdmin = (user: { role: Role; is_active: boolean }) => user.role === 'admin' && user.is_active;
  return isAdmin(before) && (after === null || !isAdmin(after));
}
