import { z } from 'zod';
import { sides } from '../../../domain/sides.ts';
import { evidenceFileFields } from '../../evidence/contract.ts';

export const evidenceSide = z.enum(sides);

export const evidenceRecord = z.object({
  id: z.uuid(),
  mission_id: z.uuid(),
  test_id: z.uuid(),
  side: evidenceSide,
  ...evidenceFileFields,
});

export type EvidenceSide = z.infer<typeof evidenceSide>;
export type EvidenceRecord = z.infer<typeof evidenceRecord>;
