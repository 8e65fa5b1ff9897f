import { z } from 'zod';
import {
  clocks,
  densities,
  firstStepsStates,
  languageChoices,
  themes,
  timeZones,
} from '../../../domain/preferences.ts';
import {
  longestViewName,
  longestViewSearch,
  mostTestViews,
  testColumns,
} from '../../../domain/test-table.ts';
import { pagingFields, searchText, sortFields } from '../../paging.ts';
import { personSchema } from '../../person.ts';
import { displayName, email, groupIds, groupName, password, permission, role } from '../contract.ts';

const id = z.uuid();
const time = z.string();

const columns = z.array(z.enum(testColumns)).max(testColumns.length).nullable();
const testTable = z.strictObject({
  columns,
  views: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(longestViewName),
        search: z.string().max(longestViewSearch),
        columns,
      }),
    )
    .max(mostTestViews),
});

/** Display preferences of a user. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(themes),
  time_zone: z.enum(timeZones),
  language: z.enum(languageChoices),
  clock: z.enum(clocks),
  density: z.enum(densities),
  test_table: testTable,
  first_steps: z.enum(firstStepsStates),
});

/** A user as shown to that user. */
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
  /** Whether the password was set by someone else: an administrator who created or reset the account. */
  credentials_set_by_other: z.boolean(),
  preferences: preferencesSchema,
});
export type User = z.output<typeof userSchema>;
/** A user as shown to people who manage users. */
export const managedUserSchema = userSchema.omit({ preferences: true }).extend({
  /** Whether the caller may change this account: not when it can see or do more than they can. */
  may_change: z.boolean(),
  /** Whether signing in requires more than the password. */
  has_second_factor: z.boolean(),
  /** Names of the organisation's providers and directories that they sign in with; empty for a password of this server alone. */
  signs_in_with: z.array(z.string()),
  /** Whether it is a service account: nobody signs in to it, programs act for it by tokens. */
  is_service: z.boolean(),
  /** The administrator who answers for a service account; null for a person, and once that administrator is gone. */
  owner: personSchema.nullable(),
});
export type ManagedUser = z.output<typeof managedUserSchema>;

export const newUserBody = z.strictObject({
  email,
  display_name: displayName,
  role,
  password: password.optional(),
  group_ids: groupIds.default([]),
  is_active: z.boolean().default(true),
  is_service: z.boolean().default(false),
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
  ...sortFields(['display_name', 'email', 'role', 'last_login_at', 'is_active']),
  q: searchText,
  /** Only members of this group. */
  group_id: id.optional(),
  role: role.optional(),
  is_active: z.enum(['true', 'false']).optional(),
  is_service: z.enum(['true', 'false']).optional(),
});

/** The roster with each person's role, from which a mission suggests their side. */
export const candidatesSchema = z.array(
  z.strictObject({ id, email: z.string(), display_name: z.string(), role }),
);
export type Candidate = z.output<typeof candidatesSchema>[number];

export const rosterSchema = z.array(z.strictObject({ id, email: z.string(), display_name: z.string() }));
