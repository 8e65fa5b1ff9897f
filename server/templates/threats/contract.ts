import { z } from 'zod';
import { threatChoice, threatKind } from '../../catalogue/threats/contract.ts';

const named = z.strictObject({ external_id: z.string(), name: z.string() });

/** How a template is about a technique: by the technique itself, by the one above it, or by one below it. */
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
  /** Chosen threats that use it. */
  users: z.array(named),
  /** From 0 to 1: the share of the chosen threats that use it. A list of techniques counts as one of them. */
  weight: z.number(),
  /** Of the library, the nearest first. */
  templates: z.array(templateMatch),
};

export const planQuery = z.strictObject(threatChoice);
export const threatPlan = z.strictObject({
  threats: z.array(z.strictObject({ kind: threatKind, ...named.shape })),
  /** Techniques used by most of the chosen threats come first. */
  techniques: z.array(z.strictObject(chosenTechnique)),
  /** Techniques that were asked for and are not in the catalogue. */
  unknown: z.array(z.string()),
});
export type ThreatPlan = z.output<typeof threatPlan>;
