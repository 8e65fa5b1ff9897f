import { z } from 'zod';
import { factKinds } from '../../../domain/outcomes.ts';
import { personSchema } from '../../person.ts';

export const timelineSchema = z.strictObject({
  /** The reviewed tests, with time and author of the review, oldest first. */
  reviews: z.array(z.strictObject({ test_id: z.uuid(), at: z.string(), by: personSchema.nullable() })),
  /** Timed facts of the current runs of tests, oldest first. */
  sightings: z.array(
    z.strictObject({
      test_id: z.uuid(),
      kind: z.enum(factKinds),
      at: z.string(),
      tool: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
    }),
  ),
});
export type Timeline = z.output<typeof timelineSchema>;
