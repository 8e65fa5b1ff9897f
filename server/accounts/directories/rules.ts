import type { Role } from '../../../domain/permissions.ts';
import { toNameKey } from './ldap/names.ts';
import type { Provider } from './providers.ts';

/** The rights here of someone by their groups there. */
export type Granted = { role: Role; groups: readonly string[] };

/**
 * The role and groups of a member of these groups, by the provider's table: the first row with a role decides it, and groups add
 * up. Null without such a row: nobody comes in by a group that the table does not name.
 */
export function judgeGroups(
  { kind, table }: Pick<Provider, 'kind' | 'table'>,
  groups: readonly string[],
): Granted | null {
  const held = new Set(groups);
  const rows = table.filter(({ group }) => {
    const key = kind === 'ldap' ? toNameKey(group) : group;
    return key !== null && held.has(key);
  });
  const role = rows.find((row) => row.role !== null)?.role ?? null;
  return role === null ? null : { role, groups: [...new Set(rows.flatMap((row) => row.groups))] };
}

/** Names of the groups here that the table gives and takes. */
export function listManagedGroups({ table }: Pick<Provider, 'table'>): string[] {
  return [...new Set(table.flatMap(({ groups }) => groups))];
}

/** Whether a change of rights takes something away. */
export function takesAway(
  before: { role: Role; groupIds: readonly string[] },
  after: { role: Role; groupIds: readonly string[] },
): boolean {
  return before.role !== after.role || before.groupIds.some((id) => !after.groupIds.includes(id));
}
