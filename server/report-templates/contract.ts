import { z } from 'zod';
import { shortName } from '../fields.ts';
import { listOf, pagingFields } from '../paging.ts';
import { personSchema } from '../person.ts';

const time = z.string();

/** A template of the users' own for reports in Word. */
export const reportTemplateSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Of the file as it is kept: that of the upload, packed anew. */
  size: z.number().int(),
  sha256: z.string(),
  /** How many drafts are made from it in missions that the caller sees. */
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
