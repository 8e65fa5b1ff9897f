import { z } from 'zod';
import { sides } from '../../../domain/sides.ts';

export const evidenceSide = z.enum(sides);

export const evidenceRecord = z.object({
  id: z.uuid(),
  mission_id: z.uuid(),
  test_id: z.uuid(),
  side: evidenceSide,
  file_name: z.string(),
  mime_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  caption: z.string().nullable(),
  /** Null once that user is deleted. */
  uploaded_by: z.object({ id: z.uuid(), display_name: z.string() }).nullable(),
  uploaded_at: z.string(),
});

export type EvidenceSide = z.infer<typeof evidenceSide>;
export type EvidenceRecord = z.infer<typeof evidenceRecord>;

const bytes = z.number().int();

export const evidenceUsage = z.strictObject({
  /** Most bytes of evidence of one mission and of one person; null: as many as the disk takes. */
  quotas: z.strictObject({ mission: bytes.nullable(), person: bytes.nullable() }),
  /** Those with the most evidence first, deleted missions included. */
  missions: z.array(z.strictObject({ id: z.uuid(), name: z.string(), bytes })),
  people: z.array(z.strictObject({ id: z.uuid(), display_name: z.string(), bytes })),
});
export type EvidenceUsage = z.output<typeof evidenceUsage>;
