import { z } from 'zod';
import { longestCondition, mostFollowed } from '../../../domain/limits.ts';
import { emptiable, optionalText } from '../../fields.ts';

/** A test of the mission that this one follows: its success is an effect of that one's, possibly under a condition. */
export const followed = z.strictObject({ test_id: z.uuid(), condition: z.string().nullable() });
export type Followed = z.output<typeof followed>;

/** All tests that this one follows, instead of the present ones. */
export const followsBody = z.strictObject({
  follows: emptiable(
    z
      .array(z.strictObject({ test_id: z.uuid(), condition: optionalText(longestCondition).default(null) }))
      .max(mostFollowed),
  ),
});

export const pathSchema = z.strictObject({
  edges: z.array(
    z.strictObject({ test_id: z.uuid(), follows_id: z.uuid(), condition: z.string().nullable() }),
  ),
});
export type AttackPath = z.output<typeof pathSchema>;

/** Edges of an imported mission, by the source ids of its tests. */
export const importedPath = z.array(
  z.strictObject({
    test: z.string(),
    follows: z.string(),
    condition: z.string().trim().max(longestCondition).nullable(),
  }),
);
export type ImportedPath = z.output<typeof importedPath>;
