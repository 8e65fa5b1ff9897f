import type { Group, GroupPatch } from './contract.ts';

/** People affected by a change to a group: those who join or leave, and every member when its permissions change. */
export function listTouched(
  before: Pick<Group, 'permissions' | 'member_ids'>,
  { permissions, member_ids }: Pick<GroupPatch, 'permissions' | 'member_ids'>,
): string[] {
  const [old, kept] = [new Set(before.member_ids), new Set(member_ids ?? before.member_ids)];
  const granted = new Set(permissions ?? before.permissions);
  const grantsTheSame =
    granted.size === before.permissions.length && before.permissions.every((name) => granted.has(name));
  return grantsTheSame ? [...old.symmetricDifference(kept)] : [...old.union(kept)];
}
