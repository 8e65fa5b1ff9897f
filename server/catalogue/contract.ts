import { z } from 'zod';
import { entryKinds } from '../../domain/catalogue.ts';
import { sha256Pattern } from '../../domain/fields.ts';
import { longestCatalogueSource, longestExternalId, longestSearch } from '../../domain/limits.ts';
import { shownBeside } from '../fields.ts';
import { listOf, paging, pagingFields, searchText } from '../paging.ts';
import { threatStatus } from './threats/contract.ts';

const namedEntrySchema = z.strictObject({ external_id: z.string(), name: z.string() });
const entryFields = {
  external_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  url: z.string(),
  deprecated: z.boolean(),
};

export const tacticSchema = z.strictObject({ kind: z.literal('tactic'), ...entryFields });
export const techniqueSchema = z.strictObject({
  kind: z.literal('technique'),
  ...entryFields,
  tactics: z.array(namedEntrySchema),
});
export const subtechniqueSchema = z.strictObject({
  kind: z.literal('subtechnique'),
  ...entryFields,
  technique: namedEntrySchema,
  tactics: z.array(namedEntrySchema),
});
export type Tactic = z.output<typeof tacticSchema>;
export type Technique = z.output<typeof techniqueSchema>;
export type Subtechnique = z.output<typeof subtechniqueSchema>;

const externalId = z.string().max(longestExternalId);
export const tacticListQuery = paging;
export const techniqueListQuery = z.strictObject({
  ...pagingFields,
  /** External id or short name. */
  tactic: externalId.optional(),
  q: searchText,
});
export type TechniqueFilter = z.output<typeof techniqueListQuery>;
export const subtechniqueListQuery = z.strictObject({
  ...pagingFields,
  technique: externalId.optional(),
  q: searchText,
});
export type SubtechniqueFilter = z.output<typeof subtechniqueListQuery>;

export const tacticListSchema = listOf(tacticSchema);
export const techniqueListSchema = listOf(techniqueSchema);
export const subtechniqueListSchema = listOf(subtechniqueSchema);

const countsSchema = z.strictObject({
  tactics: z.number().int(),
  techniques: z.number().int(),
  subtechniques: z.number().int(),
});
export type Counts = z.output<typeof countsSchema>;

export const statusSchema = z.strictObject({
  last_sync: z.string().nullable(),
  version: z.string().nullable(),
  source_url: z.string().nullable(),
  default_url: z.string(),
  default_version: z.string(),
  counts: countsSchema,
  threats: threatStatus,
});
export type CatalogueStatus = z.output<typeof statusSchema>;

const sha256 = z
  .string()
  .regex(sha256Pattern, 'must be 64 hexadecimal digits')
  .transform((digest) => digest.toLowerCase());
export const syncBody = z.strictObject({
  source: z.string().min(1).max(longestCatalogueSource).optional(),
  expected_sha256: sha256.optional(),
  allow_unverified: z.boolean().default(false),
});
export const importQuery = z.strictObject({
  expected_sha256: sha256.optional(),
  allow_unverified: z
    .enum(['true', 'false'])
    .default('false')
    .transform((given) => given === 'true'),
});

export const syncResultSchema = z.strictObject({
  version: z.string().nullable(),
  source_url: z.string(),
  sha256: z.string(),
  verified: z.boolean(),
  /** Entries that are not deprecated. */
  counts: countsSchema,
  changes: z.strictObject({
    added: z.number().int(),
    /** Entries with changed content, including previously deprecated ones. */
    updated: z.number().int(),
    /** Entries that were removed but kept as deprecated, because they or entries below them are used as tags. */
    deprecated: z.number().int(),
  }),
  last_sync: z.string(),
});
export type SyncResult = z.output<typeof syncResultSchema>;

const entryKind = z.enum(entryKinds);
/** A tag in a request: an entry as in any response. */
export const tagBody = z.strictObject({
  kind: entryKind,
  external_id: externalId,
  ...shownBeside('name', 'tactics', 'technique', 'description', 'url', 'deprecated'),
});
export type Tag = Pick<z.output<typeof tagBody>, 'kind' | 'external_id'>;
/** A tag in a response. */
export const namedTagSchema = z.strictObject({ kind: entryKind, external_id: z.string(), name: z.string() });
export type NamedTag = z.output<typeof namedTagSchema>;

/** An entry as returned by the engagements service. */
const entryRef = z.strictObject({ id: z.string(), name: z.string() });
/** A technique or sub-technique with its tactics. */
export const techniqueRef = z.strictObject({ ...entryRef.shape, tactics: z.array(entryRef) });
export type TechniqueRef = z.output<typeof techniqueRef>;
/** A technique or sub-technique in a request: as in any response of the engagements service. */
export const techniqueBody = z.strictObject({
  id: externalId,
  ...shownBeside('name', 'kind', 'tactics', 'subtechniques'),
});
/** The external id of a technique or a sub-technique. */
export const techniqueId = z
  .string()
  .regex(/^T\d{4}(\.\d{3})?$/, 'must be a technique such as T1059 or T1059.001');

export const matrixSchema = z.strictObject({
  version: z.string().nullable(),
  tactics: z.array(
    z.strictObject({
      ...entryRef.shape,
      short_name: z.string(),
      techniques: z.array(z.strictObject({ ...entryRef.shape, subtechniques: z.array(entryRef) })),
    }),
  ),
});
export type Matrix = z.output<typeof matrixSchema>;

export const techniqueSearchQuery = z.strictObject({
  q: z.string().trim().min(1).max(longestSearch),
  ...pagingFields,
});
export const foundTechnique = z.strictObject({
  ...entryRef.shape,
  kind: z.enum(['technique', 'subtechnique']),
  tactics: z.array(entryRef),
});
export type FoundTechnique = z.output<typeof foundTechnique>;
export const techniqueSearchSchema = listOf(foundTechnique);
