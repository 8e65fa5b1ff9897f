import { z } from 'zod';

const loaded = z.strictObject({
  added: z.int().min(0),
  /** Was there already, from an earlier time. */
  present: z.int().min(0),
});

export const starterSchema = z.strictObject({ test_templates: loaded, scenario_templates: loaded });
export type LoadedStarter = z.output<typeof starterSchema>;
