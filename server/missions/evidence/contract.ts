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
