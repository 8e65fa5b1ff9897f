import { z } from 'zod';
import { gapReasons } from '../../../domain/gaps.ts';
import { threatChoice } from '../../catalogue/threats/contract.ts';
import { chosenTechnique, threatPlan } from '../../templates/threats/contract.ts';

const id = z.uuid();

export const gapsQuery = z.strictObject(threatChoice);
export const gapsSchema = z.strictObject({
  organisation: z.strictObject({ id, name: z.string() }),
  threats: threatPlan.shape.threats,
  unknown: threatPlan.shape.unknown,
  /** Techniques tested within the last year without a gap. */
  covered: z.number().int(),
  /** Executable ones first, then the largest. */
  gaps: z.array(
    z.strictObject({
      ...chosenTechnique,
      reason: z.enum(gapReasons),
      /** From 0 to 1: the extent of the gap, times its weight. */
      score: z.number(),
      /** The newest mission in which it was executed, with its worst test there; null when it never was. */
      last: z
        .strictObject({
          mission: z.strictObject({ id, name: z.string() }),
          test: z.strictObject({ id, name: z.string() }),
          at: z.string(),
        })
        .nullable(),
      /** Remediations of its tests that are open or in progress. */
      unresolved_remediations: z.number().int(),
    }),
  ),
});
export type Gaps = z.output<typeof gapsSchema>;
