import { z } from 'zod';
import { sides } from '../../../domain/sides.ts';
import { evidenceFileFields } from '../../evidence/contract.ts';
import { listOf, pagingFields } from '../../paging.ts';

export const evidenceSide = z.enum(sides);

export const evidenceRecord = z.object({
  id: z.uuid(),
  mission_id: z.uuid(),
  test_id: z.uuid(),
  side: evidenceSide,
  ...evidenceFileFields,
});

/** `sha256`: only those with these bytes. */
export const picturesQuery = z.strictObject({
  ...pagingFields,
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/, 'must be the SHA-256 of a file')
    .optional(),
});
export type PicturesQuery = z.output<typeof picturesQuery>;

export const pictureList = listOf(evidenceRecord);

export type EvidenceSide = z.infer<typeof evidenceSide>;
export type EvidenceRecord = z.infer<typeof evidenceRecord>;
