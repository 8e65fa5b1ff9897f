import { type Permission, permissions, type Role, rolePermissions } from '../../domain/permissions.ts';

/** Minutes a token is valid for [contract, section 3]. */
export const tokenSeconds = 60 * 60;
/** Longest a login can be renewed for: 12 hours. */
export const sessionMilliseconds = 12 * 60 * 60 * 1000;
/** An invitation lasts 7 days. */
export const invitationMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** What makes two emails the same account: neither case nor the way accents are spelled counts. */
export function emailKey(email: string): string {
  return nameKey(email.trim());
}

/** What makes two names of groups the same. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The permissions of a role and of groups together, in the order they are listed. */
export function effectivePermissions(role: Role, fromGroups: Iterable<string>): Permission[] {
  const held = new Set<string>([...rolePermissions[role], ...fromGroups]);
  return permissions.filter((permission) => held.has(permission));
}

/** Whether changing `before` into `after` (null: deleted) takes away an active administrator. */
export function removesAdmin(
  before: { role: Role; is_active: boolean },
  after: { role: Role; is_active: boolean } | null,
): boolean {
  const isAdmin = (user: { role: Role; is_active: boolean }) => user.role === 'admin' && user.is_active;
  return isAdmin(before) && (after === null || !isAdmin(after));
}
