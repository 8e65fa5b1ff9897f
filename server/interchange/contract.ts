import { z } from 'zod';
import {
  importActions,
  importedKinds,
  importFormats,
  importStatuses,
  libraryExports,
  missionExports,
  tableTargets,
} from '../../domain/interchange.ts';
import { longestClient } from '../../domain/limits.ts';
import { listOf, pagingFields, searchText } from '../paging.ts';
import { personSchema } from '../person.ts';
import { told, toldLabel, toldNote } from '../told.ts';

const id = z.uuid();
const format = z.enum(importFormats);
const count = z.int().min(0);

/** How many rows become what. */
const totals = z.strictObject({ new: count, same: count, changed: count, refused: count, left_out: count });
export type ImportTotals = z.output<typeof totals>;

/** Question of a format to the person: the field of each column of a free table. */
const asked = z.strictObject({
  columns: z.array(
    z.strictObject({
      name: z.string(),
      /** Of the first rows. */
      examples: z.array(z.string()),
      /** The field that it is for, as far as its name tells; null for none. */
      field: z.string().nullable(),
    }),
  ),
  fields: z.array(z.strictObject({ name: z.string(), label: toldLabel, needed: z.boolean() })),
  /** Kind of the rows: templates, or tests of a mission. */
  into: z.enum(tableTargets).optional(),
  /** Of a workbook, the one that is read first. */
  sheets: z.array(z.string()).optional(),
  /** The row that the heads of the columns stand in, from 1. */
  head_row: z.int().min(1).optional(),
});
export type Asked = z.output<typeof asked>;

const numbers = z.array(z.int().min(1)).max(100_000);

/** Choices of the person. Missing ones stay as they were. */
export const choicesSchema = z.strictObject({
  /** Executions go onto the tests of this mission; null for a mission of their own. */
  mission_id: id.nullable().optional(),
  /** The organisation of missions that it makes; left out or empty, as the file says. */
  client: z.string().trim().max(longestClient).nullable().optional(),
  /** Rows whose object was changed here, which the file overwrites all the same. */
  overwrite: z.union([z.literal('all'), numbers]).optional(),
  /** Rows that are not imported. */
  leave_out: numbers.optional(),
  /** The field that each column of a table is for, by the column's name; null for none. */
  columns: z.record(z.string().max(1000), z.string().max(100).nullable()).optional(),
  /** Kind of the rows of a table; by default told from its columns. */
  into: z.enum(tableTargets).optional(),
  /** The sheet of a workbook that is read; left out, the first. */
  sheet: z.string().max(100).optional(),
  /** The row of a table that has the heads of its columns, from 1; left out, it is told from what stands in the rows. */
  head_row: z.int().min(1).max(100_000).optional(),
});
export type ImportChoices = z.output<typeof choicesSchema>;

export const importSchema = z.strictObject({
  id,
  /** Null while it is not known. */
  format: format.nullable(),
  /** Of the format, as the file says. */
  version: z.string().nullable(),
  status: z.enum(importStatuses),
  /** A share from 0 to 1 of reading, or of applying. */
  progress: z.number().min(0).max(1),
  file_name: z.string(),
  size: count,
  by: personSchema.nullable(),
  created_at: z.string(),
  applied_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  totals,
  /** The same by what rows are; those that there are none of are left out. */
  kinds: z.array(z.strictObject({ what: z.enum(importedKinds), ...totals.shape })),
  /** Said of the file as a whole. */
  notes: z.array(told),
  choices: choicesSchema,
  asks: asked.nullable(),
  /** Why it was refused or has failed, and why what was applied was not. */
  problem: z.strictObject({ code: z.string(), detail: told }).nullable(),
  /** Created objects with their own page, missions first, 100 at most. */
  made: z.array(
    z.strictObject({
      what: z.enum(importedKinds),
      id,
      name: z.string(),
      /** Of a selection, as many as one address holds; of others none. */
      techniques: z.array(z.string()),
    }),
  ),
});
export type Import = z.output<typeof importSchema>;
export const importListSchema = listOf(importSchema);

export const newImportQuery = z.strictObject({
  /** Left out, it is recognised. */
  format: format.optional(),
});
export const importPatchBody = z.strictObject({
  format: format.optional(),
  choices: choicesSchema.optional(),
});
export type ImportPatch = z.output<typeof importPatchBody>;
export const applyBody = z.strictObject({ choices: choicesSchema.optional() });

export const importListQuery = z.strictObject({ ...pagingFields });

export const rowSchema = z.strictObject({
  /** From 1, in the order of the file. */
  number: z.int().min(1),
  /** Where in the file it stands. */
  row: told,
  what: z.enum(importedKinds).nullable(),
  name: z.string().nullable(),
  action: z.enum(importActions),
  /** Why it is refused, not overwritten, or left out with its mission. */
  why: told.nullable(),
  /** Whether it was changed here since it came in, so that it is left alone unless `overwrite` names it. */
  edited: z.boolean(),
  /** Unmapped values of the format, as `label: text`. */
  leftover: z.array(toldNote),
  /** Created object, or the existing one. */
  object: z.strictObject({ id, mission_id: id.nullable() }).nullable(),
});
export type ImportRow = z.output<typeof rowSchema>;
export const rowListSchema = listOf(rowSchema);

export const rowListQuery = z.strictObject({
  ...pagingFields,
  what: z.enum(importedKinds).optional(),
  action: z.enum(importActions).optional(),
  edited: z.enum(['true']).optional(),
  /** In name, place or reason. */
  q: searchText,
});
export type RowFilter = z.output<typeof rowListQuery>;

export const missionExportQuery = z.strictObject({ format: z.enum(missionExports) });

const ids = z
  .string()
  .max(200 * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(id).max(200));
export const libraryExportQuery = z.strictObject({
  format: z.enum(libraryExports),
  /** Of test templates, separated by commas; left out, all of them. */
  ids: ids.optional(),
  q: searchText,
  tag: z.string().max(100).optional(),
  technique: z.string().max(100).optional(),
});
export type LibraryExportQuery = z.output<typeof libraryExportQuery>;
