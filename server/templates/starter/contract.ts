import { z } from 'zod';

const loaded = z.strictObject({
  added: z.int().min(0),
  /** Number that an earlier load had already added. */
  present: z.int().min(0),
});

export const starterSchema = z.strictObject({ test_templates: loaded, scenario_templates: loaded });
export type LoadedStarter = z.output<typeof starterSchema>;
