import { z } from 'zod';
import { recordedObjects, recordedVerbs } from '../../domain/history.ts';
import { timestamp } from '../fields.ts';
import { listOf, pagingFields } from '../paging.ts';
import { personSchema } from '../person.ts';

const id = z.uuid();

/** Changes by field; null once erased. */
const changes = z.record(z.string(), z.unknown()).nullable().meta({
  description:
    'By field: [before, after]; for a text over 1,024 characters {at, removed, inserted, removed_length, inserted_length, before, after}, where before and after are SHA-256 and longer texts are null. Null once erased.',
});

const entryFields = {
  seq: z.number().int(),
  at: z.string(),
  /** Name of the writer at that time; null if nobody was signed in. */
  actor: personSchema.nullable(),
  via: z.string(),
  mission_id: id.nullable(),
  test_id: id.nullable(),
  engagement_id: id.nullable(),
  simulation_id: id.nullable(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  verb: z.string(),
  changes,
};

export const entrySchema = z.strictObject(entryFields);
export type Entry = z.output<typeof entrySchema>;
export const entryList = listOf(entrySchema);

/** Full value of a field before and after; both null when unknown. */
const wholeChange = z.strictObject({
  before: z.unknown(),
  after: z.unknown(),
  missing: z.enum(['erased', 'deleted', 'too_far', 'unknown']).nullable().meta({
    description:
      'Why neither can be shown: it was erased from the history, deleted with its object, changed too often since, or the history does not lead to it.',
  }),
});

export const wholeEntrySchema = z.strictObject({
  ...entryFields,
  whole: z.record(z.string(), wholeChange).nullable().meta({
    description: 'By field, including long texts: before and after. Null once erased.',
  }),
});
export type WholeEntry = z.output<typeof wholeEntrySchema>;

export const sealedEntrySchema = z.strictObject({
  ...entryFields,
  digest: z.string(),
  previous: z.string(),
  hash: z.string(),
});
export type SealedEntry = z.output<typeof sealedEntrySchema>;
/** With the current names of its test or simulation; null if deleted, and for an entry about neither. */
const auditEntrySchema = z.strictObject({
  ...sealedEntrySchema.shape,
  test_name: z.string().nullable(),
  simulation_name: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;
export const auditEntryList = listOf(auditEntrySchema);

const period = { since: timestamp.optional(), before: timestamp.optional() };

export const missionHistoryQuery = z.strictObject({
  ...pagingFields,
  test_id: id.optional(),
  /** A report, for example. */
  object_id: id.optional(),
  actor_id: id.optional(),
  ...period,
});
export const findingHistoryQuery = z.strictObject({ ...pagingFields, actor_id: id.optional(), ...period });
export type FindingHistoryQuery = z.output<typeof findingHistoryQuery>;
export const engagementHistoryQuery = z.strictObject({
  ...pagingFields,
  simulation_id: id.optional(),
  actor_id: id.optional(),
  ...period,
});
export const auditQuery = z.strictObject({
  ...pagingFields,
  mission_id: id.optional(),
  engagement_id: id.optional(),
  actor_id: id.optional(),
  object_type: z.enum(recordedObjects).optional(),
  object_id: z.string().max(100).optional(),
  verb: z.enum(recordedVerbs).optional(),
  ...period,
});

export const headSchema = z.strictObject({
  seq: z.number().int(),
  hash: z.string(),
  /** Both as one text. */
  anchor: z.string(),
});

const seq = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const exportQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .default(0)
    .meta({ type: 'integer', pattern: undefined, minimum: 0, default: 0 }),
});

export const erasureBody = z.strictObject({ seq, reason: z.string().trim().min(1).max(1000) });
