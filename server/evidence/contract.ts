import { z } from 'zod';
import { longestCaption } from '../../domain/limits.ts';
import { optionalText } from '../fields.ts';
import { personSchema } from '../person.ts';

export const fileQuery = z.strictObject({
  /** Whether the file is only shown: the history says that it was viewed, not downloaded. */
  view: z.enum(['true', 'false']).optional(),
});
export type FileQuery = z.output<typeof fileQuery>;

/** File fields of every evidence record. */
export const evidenceFileFields = {
  file_name: z.string(),
  mime_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  caption: z.string().nullable(),
  /** Null once that user is deleted. */
  uploaded_by: personSchema.nullable(),
  uploaded_at: z.string(),
};

/** Null or blank removes the caption. */
const caption = optionalText(longestCaption);

export const evidencePatch = z.strictObject({ caption: caption.optional() });

export type EvidencePatch = z.output<typeof evidencePatch>;
const bytes = z.number().int();
const exercises = z.array(z.strictObject({ id: z.uuid(), name: z.string(), bytes }));

export const evidenceUsage = z.strictObject({
  /** Limits of evidence per mission or engagement, and per person, in bytes; null if limited only by the disk. */
  quotas: z.strictObject({ mission: bytes.nullable(), person: bytes.nullable() }),
  /** Largest first, including deleted missions. */
  missions: exercises,
  engagements: exercises,
  people: z.array(z.strictObject({ id: z.uuid(), display_name: z.string(), bytes })),
});
export type EvidenceUsage = z.output<typeof evidenceUsage>;
