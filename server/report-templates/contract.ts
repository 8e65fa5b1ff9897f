import { z } from 'zod';
import { shortName } from '../fields.ts';
import { listOf, pagingFields } from '../paging.ts';
import { personSchema } from '../person.ts';

const time = z.string();

/** A custom Word template for reports. */
export const reportTemplateSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Size of the stored file: the upload, repacked. */
  size: z.number().int(),
  sha256: z.string(),
  /** Number of drafts using it in missions that the caller sees. */
  drafts: z.number().int(),
  /** Whether the caller may rename, replace and delete it: they added it, or manage the system. */
  may_change: z.boolean(),
  created_by: personSchema.nullable(),
  created_at: time,
  updated_by: personSchema.nullable(),
  updated_at: time,
});
export type ReportTemplate = z.output<typeof reportTemplateSchema>;
export const reportTemplateList = listOf(reportTemplateSchema);
export const reportTemplateListQuery = z.strictObject(pagingFields);

export const reportTemplateName = shortName;
export const reportTemplatePatch = z.strictObject({ name: shortName.optional() });
export type ReportTemplatePatch = z.output<typeof reportTemplatePatch>;
