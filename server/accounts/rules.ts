import { type Permission, permissions, type Role, rolePermissions } from '../../domain/permissions.ts';

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
