import { z } from 'zod';
import { emailPattern } from '../../domain/fields.ts';
import {
  longestDisplayName,
  longestEmail,
  longestGroupDescription,
  longestPassword,
  longestToken,
  shortestPassword,
} from '../../domain/limits.ts';
import { permissions, roles } from '../../domain/permissions.ts';
import { emptiable } from '../fields.ts';
import { pagingFields, searchText } from '../paging.ts';
import { personSchema } from '../person.ts';

const email = z.string().trim().max(longestEmail).regex(emailPattern, 'must be an email address');
/** A name on one line. */
const displayName = z
  .string()
  .trim()
  .min(1)
  .max(longestDisplayName)
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters');
const password = z.string().min(shortestPassword).max(longestPassword);
const role = z.enum(roles);
const permission = z.enum(permissions);
const id = z.uuid();
const time = z.string();

export const userSchema = z.strictObject({
  id,
  email: z.string(),
  display_name: z.string(),
  role,
  groups: z.array(z.strictObject({ id, name: z.string() })),
  permissions: z.array(permission),
  is_active: z.boolean(),
  created_at: time,
  last_login_at: time.nullable(),
});
export type User = z.output<typeof userSchema>;

export const sessionSchema = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  user: userSchema,
});
export type Session = z.output<typeof sessionSchema>;

export const setupStateSchema = z.strictObject({ required: z.boolean() });
export const setupBody = z.strictObject({
  install_token: z.string().min(1).max(longestToken),
  email,
  display_name: displayName,
  password,
  load_catalog: z.boolean().default(true),
});
export const loginBody = z.strictObject({
  email: z.string().max(longestEmail),
  password: z.string().max(longestPassword),
});
export const profileBody = z.strictObject({ display_name: displayName.optional() });
export const passwordBody = z.strictObject({
  current_password: z.string().max(longestPassword),
  new_password: password,
});

const groupIds = emptiable(z.array(id).max(200));
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

export const invitationSchema = z.strictObject({
  id,
  email: z.string(),
  role,
  groups: z.array(z.strictObject({ id, name: z.string() })),
  created_by: personSchema.nullable(),
  created_at: time,
  expires_at: time,
});
export type Invitation = z.output<typeof invitationSchema>;
/** The token is in this answer and nowhere else. */
export const newInvitationSchema = invitationSchema.extend({ token: z.string() });
export const invitationBody = z.strictObject({ email, role, group_ids: groupIds.default([]) });
export const acceptBody = z.strictObject({
  token: z.string().min(1).max(longestToken),
  display_name: displayName,
  password,
});

export const groupSchema = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  permissions: z.array(permission),
  member_ids: z.array(id),
  created_at: time,
  updated_at: time,
});
export type Group = z.output<typeof groupSchema>;
const groupFields = {
  name: displayName,
  description: z
    .string()
    .max(longestGroupDescription)
    .nullable()
    .transform((text) => text ?? ''),
  permissions: emptiable(z.array(permission).max(permissions.length)),
  member_ids: emptiable(z.array(id).max(2000)),
};
export const groupBody = z.strictObject({
  name: groupFields.name,
  description: groupFields.description.default(''),
  permissions: groupFields.permissions.default([]),
  member_ids: groupFields.member_ids.default([]),
});
export type NewGroup = z.output<typeof groupBody>;
export const groupPatchBody = z.strictObject(groupFields).partial();
export type GroupPatch = z.output<typeof groupPatchBody>;
export const groupListQuery = z.strictObject({ ...pagingFields, q: searchText });

export const permissionListSchema = z.array(z.strictObject({ name: permission, description: z.string() }));
