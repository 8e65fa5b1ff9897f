import { z } from 'zod';
import { simulationSides } from '../../../domain/sides.ts';
import { evidenceFileFields } from '../../evidence/contract.ts';

export const simulationEvidenceRecord = z.strictObject({
  id: z.uuid(),
  engagement_id: z.uuid(),
  simulation_id: z.uuid(),
  side: z.enum(simulationSides),
  ...evidenceFileFields,
});
export type SimulationEvidence = z.output<typeof simulationEvidenceRecord>;
