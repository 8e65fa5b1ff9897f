import { z } from 'zod';
import { mostTests } from '../../../domain/limits.ts';
import { instant } from '../../fields.ts';

const ids = z.array(z.uuid()).max(mostTests);

/** The scenarios and tests that a write is about. */
const scope = { scenario_ids: ids.optional(), test_ids: ids.optional() };

/** `true` hides them, `null` has them follow their scenario, or the mission. */
export const hiddenBody = z.strictObject({ ...scope, hidden: z.literal(true).nullable() });
export type HiddenInput = z.output<typeof hiddenBody>;

/** When they are revealed: shortly, at a time, with their review, or not by themselves. Without any, the whole mission is. */
export const revealBody = z.strictObject({
  ...scope,
  when: z.union([z.enum(['now', 'review', 'never']), instant]),
});
export type RevealInput = z.output<typeof revealBody>;

/** When something hidden is revealed; null if nobody has said so. */
export const revealSchema = z.strictObject({ at: z.string().nullable(), on_review: z.boolean() });

/** Whether a scenario or test is hidden from some members; null if it never was. */
export const hidingSchema = z.strictObject({
  hidden: z.boolean(),
  /** Whether that follows from its scenario, or from the mission. */
  inherited: z.boolean(),
  reveal: revealSchema.nullable(),
  revealed_at: z.string().nullable(),
});
export type Hiding = z.output<typeof hidingSchema>;
