import { z } from 'zod';

/** An output too large for the simulation's `output`, stored as a file. */
export const outputSchema = z.strictObject({
  id: z.uuid(),
  task_external_id: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  created_at: z.string(),
});
export type Output = z.output<typeof outputSchema>;
export const outputList = z.strictObject({ items: z.array(outputSchema) });
