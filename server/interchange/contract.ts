import { z } from 'zod';
import {
  importActions,
  importedKinds,
  importFormats,
  importStatuses,
  libraryExports,
  missionExports,
  scenarioExports,
  tableTargets,
} from '../../domain/interchange.ts';
import { longestClient } from '../../domain/limits.ts';
import { calendarDate, optionalText } from '../fields.ts';
import { listOf, pagingFields, searchText } from '../paging.ts';
import { personSchema } from '../person.ts';
import { told, toldLabel, toldNote } from '../told.ts';

const id = z.uuid();
const format = z.enum(importFormats);
const count = z.int().min(0);

/** Number of rows by result. */
const totals = z.strictObject({ new: count, same: count, changed: count, refused: count, left_out: count });
export type ImportTotals = z.output<typeof totals>;

/** A format's questions to the person: the field of each column of a free table, the day of a log. */
export const asked = z.strictObject({
  columns: z.array(
    z.strictObject({
      name: z.string(),
      /** From the first rows. */
      examples: z.array(z.string()),
      /** The field guessed from its name; null for none. */
      field: z.string().nullable(),
    }),
  ),
  fields: z.array(z.strictObject({ name: z.string(), label: toldLabel, needed: z.boolean() })),
  /** Kind of the rows: templates, or tests of a mission. */
  into: z.enum(tableTargets).optional(),
  /** Sheets of a workbook, the one being read first. */
  sheets: z.array(z.string()).optional(),
  /** The row with the column heads, from 1. */
  head_row: z.int().min(1).optional(),
  /** The first day of a log that has no year; null until it is chosen. */
  day: z.string().nullable().optional(),
});
export type Asked = z.output<typeof asked>;

const numbers = z.array(z.int().min(1)).max(100_000);

/** Choices of the person. Missing ones stay unchanged. */
export const choicesSchema = z.strictObject({
  /** Executions go onto the tests of this mission; null for a new mission. */
  mission_id: id.nullable().optional(),
  /** The organisation of created missions; if omitted or blank, the one in the file. */
  client: optionalText(longestClient).optional(),
  /** Rows that overwrite an object changed here. */
  overwrite: z.union([z.literal('all'), numbers]).optional(),
  /** Rows that are not imported. */
  leave_out: numbers.optional(),
  /** The field of each column of a table, by column name; null for none. */
  columns: z.record(z.string().max(1000), z.string().max(100).nullable()).optional(),
  /** Kind of the rows of a table; by default guessed from its columns. */
  into: z.enum(tableTargets).optional(),
  /** The sheet of a workbook to read; if omitted, the first. */
  sheet: z.string().max(100).optional(),
  /** The row with the column heads of a table, from 1; if omitted, guessed from the rows. */
  head_row: z.int().min(1).max(100_000).optional(),
  /** The first day of a log that has no year; null takes the choice back. */
  day: calendarDate.nullable().optional(),
});
export type ImportChoices = z.output<typeof choicesSchema>;

export const importSchema = z.strictObject({
  id,
  /** Null until it is known. */
  format: format.nullable(),
  /** Format version stated in the file. */
  version: z.string().nullable(),
  status: z.enum(importStatuses),
  /** Progress of reading or applying, from 0 to 1. */
  progress: z.number().min(0).max(1),
  file_name: z.string(),
  size: count,
  by: personSchema.nullable(),
  created_at: z.string(),
  applied_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  totals,
  /** The same by kind of row, without empty kinds. */
  kinds: z.array(z.strictObject({ what: z.enum(importedKinds), ...totals.shape })),
  /** Notes about the file as a whole. */
  notes: z.array(told),
  choices: choicesSchema,
  asks: asked.nullable(),
  /** Reason of a refusal or failure, and why the applied part could not be undone. */
  problem: z.strictObject({ code: z.string(), detail: told }).nullable(),
  /** Created objects with their own page, missions first, at most 100. */
  made: z.array(
    z.strictObject({
      what: z.enum(importedKinds),
      id,
      name: z.string(),
      /** For a selection, as many as fit into one address; none for others. */
      techniques: z.array(z.string()),
    }),
  ),
});
export type Import = z.output<typeof importSchema>;
export const importListSchema = listOf(importSchema);

export const newImportQuery = z.strictObject({
  /** If omitted, it is recognised. */
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
  /** From 1, in file order. */
  number: z.int().min(1),
  /** Its place in the file. */
  row: told,
  what: z.enum(importedKinds).nullable(),
  name: z.string().nullable(),
  action: z.enum(importActions),
  /** Reason for refusing it, not overwriting it, or leaving it out with its mission. */
  why: told.nullable(),
  /** Whether it was changed here since its import, so that it is left unchanged unless `overwrite` names it. */
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

export const missionExportQuery = z
  .strictObject({
    format: z.enum(missionExports),
    /** Only for schedules and scripts. */
    scenario_id: id.optional(),
  })
  .refine(({ format, scenario_id }) => scenario_id === undefined || scenarioExports.includes(format), {
    path: ['scenario_id'],
    message: 'is only for schedules and scripts',
  });
export type MissionExportQuery = z.output<typeof missionExportQuery>;

const ids = z
  .string()
  .max(200 * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(id).max(200));
export const libraryExportQuery = z.strictObject({
  format: z.enum(libraryExports),
  /** Ids of test templates, separated by commas; if omitted, all of them. */
  ids: ids.optional(),
  q: searchText,
  tag: z.string().max(100).optional(),
  technique: z.string().max(100).optional(),
});
export type LibraryExportQuery = z.output<typeof libraryExportQuery>;
