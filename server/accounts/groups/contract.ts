import { z } from 'zod';
import { longestGroupDescription } from '../../../domain/limits.ts';
import { permissions } from '../../../domain/permissions.ts';
import { emptiable, optionalText } from '../../fields.ts';
import { pagingFields, searchText, sortFields } from '../../paging.ts';
import { displayName, permission } from '../contract.ts';

const id = z.uuid();
const time = z.string();

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
  description: optionalText(longestGroupDescription).transform((text) => text ?? ''),
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
export const groupListQuery = z.strictObject({
  ...pagingFields,
  ...sortFields(['name', 'members']),
  q: searchText,
});
export type GroupListQuery = z.output<typeof groupListQuery>;

export const permissionListSchema = z.array(z.strictObject({ name: permission, description: z.string() }));
