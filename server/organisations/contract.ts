import { z } from 'zod';
import { longestClient, longestLabel, longestName, mostDataComponents } from '../../domain/limits.ts';
import { toolKinds } from '../../domain/organisations.ts';
import { emptiable, optionalText } from '../fields.ts';
import { listOf, pagingFields, searchText, sortFields } from '../paging.ts';

const id = z.uuid();
const time = z.string();

/** An organisation as named in its objects. */
export const organisationName = z.strictObject({ id, name: z.string() });
export type OrganisationName = z.output<typeof organisationName>;

/** The organisation named in a row, if any. */
export function toOrganisation(row: {
  organisation_id: string | null;
  organisation_name: string | null;
}): OrganisationName | null {
  const { organisation_id: id, organisation_name: name } = row;
  return id === null || name === null ? null : { id, name };
}

export const organisationSchema = z.strictObject({
  id,
  name: z.string(),
  /** Missions and engagements that the caller sees. */
  missions: z.number().int(),
  engagements: z.number().int(),
  tools: z.number().int(),
  /** Whether the caller may rename, brand, merge or delete it and change its tools: they see everything that belongs to it. */
  may_change: z.boolean(),
  created_at: time,
  updated_at: time,
});
export type Organisation = z.output<typeof organisationSchema>;
export const organisationList = listOf(organisationSchema);
export const organisationListQuery = z.strictObject({
  ...pagingFields,
  ...sortFields(['name', 'missions', 'engagements', 'tools']),
  q: searchText,
});
export type OrganisationListQuery = z.output<typeof organisationListQuery>;

export const organisationBody = z.strictObject({ name: z.string().trim().min(1).max(longestClient) });
export const organisationPatchBody = organisationBody.partial();
export const mergeBody = z.strictObject({ into: id });

export const toolSchema = z.strictObject({
  id,
  name: z.string(),
  vendor: z.string().nullable(),
  kind: z.enum(toolKinds),
  data_components: z.array(z.string()),
  retired: z.boolean(),
  created_at: time,
  updated_at: time,
});
export type Tool = z.output<typeof toolSchema>;
export const toolListSchema = z.array(toolSchema);

const toolFields = {
  name: z.string().trim().min(1).max(longestName),
  vendor: optionalText(longestName),
  kind: z.enum(toolKinds),
  data_components: emptiable(z.array(z.string().trim().min(1).max(longestLabel)).max(mostDataComponents)),
  retired: z.boolean(),
};
export const newToolBody = z.strictObject({
  name: toolFields.name,
  vendor: toolFields.vendor.default(null),
  kind: toolFields.kind,
  data_components: toolFields.data_components.default([]),
  retired: toolFields.retired.default(false),
});
export type NewTool = z.output<typeof newToolBody>;
export const toolPatchBody = z.strictObject(toolFields).partial();
export type ToolPatch = z.output<typeof toolPatchBody>;
