import { z } from 'zod';
import { namedThreat, threatChoice } from '../../catalogue/threats/contract.ts';

const named = z.strictObject({ external_id: z.string(), name: z.string() });

/** Relation of a template to a technique: it has the technique itself, its parent or a sub-technique. */
export const templateMatch = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  by: z.enum(['technique', 'parent', 'subtechnique']),
});
export type TemplateMatch = z.output<typeof templateMatch>;

export const chosenTechnique = {
  ...named.shape,
  kind: z.enum(['technique', 'subtechnique']),
  tactics: z.array(named),
  /** Chosen threats that use the technique. */
  users: z.array(named),
  /** From 0 to 1: the share of the chosen threats that use the technique. A list of techniques counts as one threat. */
  weight: z.number(),
  /** Whether this technique, or one that it replaced, was requested. */
  listed: z.boolean(),
  /** Number of groups, campaigns and software in the catalogue that use the technique. */
  uses: z.number().int(),
  /** Whether a test can execute it against an organisation: reconnaissance and resource development happen outside of it. */
  executable: z.boolean(),
  /** From the library, nearest first. */
  templates: z.array(templateMatch),
};

export const planQuery = z.strictObject(threatChoice);
export const threatPlan = z.strictObject({
  threats: z.array(namedThreat),
  /** Executable techniques come first, then those used by most of the chosen threats. */
  techniques: z.array(z.strictObject(chosenTechnique)),
  /** Requested techniques that are not in the catalogue. */
  unknown: z.array(z.string()),
});
export type ThreatPlan = z.output<typeof threatPlan>;
