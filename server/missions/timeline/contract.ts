import { z } from 'zod';
import { factKinds } from '../../../domain/outcomes.ts';
import { detectionLevelSchema } from '../../detection-levels/contract.ts';
import { personSchema } from '../../person.ts';

const place = {
  test_id: z.uuid(),
  /** Number of the run. */
  run: z.int().min(1),
};

export const timelineSchema = z.strictObject({
  /** The reviewed runs of tests, with time and author of the review, oldest first. */
  reviews: z.array(z.strictObject({ ...place, at: z.string(), by: personSchema.nullable() })),
  /** Timed facts of all runs of tests, oldest first. */
  sightings: z.array(
    z.strictObject({
      ...place,
      kind: z.enum(factKinds),
      at: z.string(),
      tool: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
    }),
  ),
  /** The closed runs of retested tests, earliest first. */
  closed_runs: z.array(
    z.strictObject({
      ...place,
      executed_at: z.string().nullable(),
      detected_at: z.string().nullable(),
      operator: z.string().nullable(),
      target_host: z.string().nullable(),
      detection_level: detectionLevelSchema.nullable(),
    }),
  ),
});
export type Timeline = z.output<typeof timelineSchema>;
