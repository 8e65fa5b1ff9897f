import { z } from 'zod';

export const detectionLevelSchema = z.strictObject({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  rank: z.number().int(),
  color: z.string(),
  description: z.string(),
});
export type DetectionLevel = z.output<typeof detectionLevelSchema>;
export const detectionLevelListSchema = z.array(detectionLevelSchema);
