import { z } from 'zod';
import { longestLabel, longestReportText } from '../../../domain/limits.ts';
import { itemSources, namedItems } from '../../../domain/report-items.ts';
import {
  evidenceDetails,
  reportedSides,
  reportFormats,
  reportKinds,
  reportLocales,
  reportStatuses,
} from '../../../domain/reports.ts';
import { sensitiveKinds, sensitiveObjects } from '../../../domain/sensitive.ts';
import { longestWithheld, mostWithheld, shortestWithheld } from '../../../domain/withheld.ts';
import { optionalText, shortName } from '../../fields.ts';
import { listOf, pagingFields } from '../../paging.ts';
import { personSchema } from '../../person.ts';

const id = z.uuid();
const time = z.string();

export const reportFormat = z.enum(reportFormats);

const withheld = z.array(z.string().trim().min(shortestWithheld).max(longestWithheld)).max(mostWithheld);

const optionFields = {
  commands: z.boolean(),
  plans: z.boolean(),
  side: z.enum(reportedSides),
  evidence: z.enum(evidenceDetails),
  locale: z.enum(reportLocales),
  time_zone: z.string().max(longestLabel).refine(isTimeZone, 'is not a time zone'),
  classification: optionalText(longestLabel),
  /** A custom Word template; null: Damson's own. */
  template_id: id.nullable(),
  /** Whether words, fields and files are withheld, as the following lists say; the Word template is then Damson's own. */
  sanitised: z.boolean(),
  withheld_words: withheld,
  withheld_fields: withheld,
  left_words: withheld,
  known_words: withheld,
  released_files: z.array(id).max(mostWithheld),
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Issued file. */
const fileSchema = z.strictObject({
  format: reportFormat,
  size: z.int(),
  sha256: z.string(),
  created_at: time,
});

export const reportSchema = z.strictObject({
  id,
  mission_id: id,
  kind: z.enum(reportKinds),
  title: z.string(),
  status: z.enum(reportStatuses),
  options: z.strictObject({ ...optionFields, time_zone: z.string(), classification: z.string().nullable() }),
  /**
   * The Word template, as of issuing for an issued report; null for Damson's own. `id` is null once the template was deleted; a
   * draft then uses Damson's own.
   */
  template: z.strictObject({ id: id.nullable(), name: z.string(), sha256: z.string() }).nullable(),
  /** Texts of the lead, by section key. */
  texts: z.record(z.string(), z.string()),
  created_by: personSchema.nullable(),
  created_at: time,
  updated_by: personSchema.nullable(),
  updated_at: time,
  /** Null in a draft. */
  issued: z
    .strictObject({
      at: time,
      by: personSchema.nullable(),
      /** SHA-256 of the model, `report.json`. */
      model_sha256: z.string(),
      /** The head of the history at issuing. */
      history: z.strictObject({ seq: z.int(), hash: z.string() }).nullable(),
    })
    .nullable(),
  /** For an issued report: the stored renderings with their digests. */
  files: z.array(fileSchema),
});
export type Report = z.output<typeof reportSchema>;
/** As in lists: without the long texts. */
const reportSummary = reportSchema.omit({ texts: true });
export type ReportSummary = z.output<typeof reportSummary>;
export const reportList = listOf(reportSummary);
export const reportListQuery = z.strictObject(pagingFields);

const options = z.strictObject(optionFields).partial();
/** By section key of its kind; an empty text counts as none. */
const texts = z.record(z.string().max(longestLabel), z.string().max(longestReportText));

export const newReportBody = z.strictObject({
  kind: z.enum(reportKinds),
  title: shortName,
  options: options.default({}),
  texts: texts.default({}),
});
export type NewReport = z.output<typeof newReportBody>;

/** Omitted options and texts stay unchanged; an empty text is removed. */
export const reportPatchBody = z.strictObject({
  title: shortName.optional(),
  options: options.optional(),
  texts: texts.optional(),
});
export type ReportPatch = z.output<typeof reportPatchBody>;

export const renderingQuery = z.strictObject({
  /** Whether to show it in place, in a frame of the interface; only for HTML. */
  inline: z.enum(['true', 'false']).optional(),
});

export const newRenderingBody = z.strictObject({ format: reportFormat });

/** Progress of a rendering. */
export const renderingSchema = z.strictObject({
  format: reportFormat,
  state: z.enum(['waiting', 'running', 'done']),
  /** From 0 to 1. */
  progress: z.number(),
  requested_at: time,
});
export type Rendering = z.output<typeof renderingSchema>;

/** Where a text stands in a report. */
const textPlace = z.strictObject({
  /** For `withheld_fields`. */
  field: z.string(),
  object: z.enum(sensitiveObjects),
  name: z.string(),
  name_of_field: z.string(),
});
export type ReportTextPlace = z.output<typeof textPlace>;

/** A likely secret or name that a sanitised draft still shows. */
const sensitiveText = z.strictObject({
  text: z.string(),
  kind: z.enum(sensitiveKinds),
  /** How often it stands in the report. */
  count: z.int(),
  /** The first ones. */
  places: z.array(textPlace.extend({ before: z.string(), after: z.string() })),
});
export type SensitiveText = z.output<typeof sensitiveText>;

/** Drafted texts and required items of a draft. */
export const outlineSchema = z.strictObject({
  /** Texts drafted from the record for sections without one, by section key. */
  drafted: z.record(z.string(), z.string()),
  /** Content that Regulation (EU) 2025/1190 asks for in a report of this kind. */
  items: z.array(
    z.strictObject({
      /** As the regulation numbers it. */
      ref: z.string(),
      section: z.string(),
      /** Name of an item that shares its section with others. */
      name: z.enum(namedItems).nullable(),
      /** Where Damson finds it, besides the text of its section. */
      sources: z.array(z.enum(itemSources)),
      filled: z.boolean(),
    }),
  ),
  /** Null unless the draft is sanitised. */
  sanitised: z
    .strictObject({
      /** Likely secrets and names that nobody has decided on. */
      sensitive: z.array(sensitiveText),
      /** The fields withheld whole. */
      fields: z.array(textPlace),
      /** Evidence that can be released. */
      files: z.array(
        z.strictObject({ id, test: z.string(), file_name: z.string(), caption: z.string().nullable() }),
      ),
    })
    .nullable(),
});
export type ReportOutline = z.output<typeof outlineSchema>;

/** Whether an issued report is unchanged. */
export const verificationSchema = z.strictObject({
  /** Each stored file compared with its digest. */
  files: z.array(z.strictObject({ format: reportFormat, intact: z.boolean() })),
  /** Whether the history still contains its head; null without one. */
  history: z.boolean().nullable(),
});
export type ReportVerification = z.output<typeof verificationSchema>;
