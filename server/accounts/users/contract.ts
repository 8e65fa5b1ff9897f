import { z } from 'zod';
import { pagingFields, searchText } from '../../paging.ts';
import { displayName, email, groupIds, groupName, password, permission, role } from '../contract.ts';

const id = z.uuid();
const time = z.string();

export const userSchema = z.strictObject({
  id,
  email: z.string(),
  display_name: z.string(),
  role,
  groups: z.array(groupName),
  permissions: z.array(permission),
  is_active: z.boolean(),
  created_at: time,
  last_login_at: time.nullable(),
  /** Whether their password is one that somebody else chose: an administrator, when making or resetting the account. */
  credentials_set_by_other: z.boolean(),
});
export type User = z.output<typeof userSchema>;
/** As whoever manages users is shown them. */
export const managedUserSchema = userSchema.extend({
  /** Whether the caller may change this account: not when it can see or do more than they can. */
  may_change: z.boolean(),
  /** Whether signing in takes more than their password. */
  has_second_factor: z.boolean(),
});
export type ManagedUser = z.output<typeof managedUserSchema>;

export const newUserBody = z.strictObject({
  email,
  display_name: displayName,
  role,
  password: password.optional(),
  group_ids: groupIds.default([]),
  is_active: z.boolean().default(true),
});
export type NewUser = z.output<typeof newUserBody>;
export const userPatchBody = z.strictObject({
  email: email.optional(),
  display_name: displayName.optional(),
  role: role.optional(),
  password: password.optional(),
  group_ids: groupIds.optional(),
  is_active: z.boolean().optional(),
});
export type UserPatch = z.output<typeof userPatchBody>;
export const userListQuery = z.strictObject({
  ...pagingFields,
  q: searchText,
  /** Only its members. */
  group_id: id.optional(),
  role: role.optional(),
  is_active: z.enum(['true', 'false']).optional(),
});

export const rosterSchema = z.array(z.strictObject({ id, email: z.string(), display_name: z.string() }));
