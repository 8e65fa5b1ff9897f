import { z } from 'zod';
import { longestExternalId } from '../../domain/limits.ts';
import { simulationStatuses } from '../../domain/simulations.ts';
import { techniqueBody, techniqueId, techniqueRef } from '../catalogue/contract.ts';
import { detectionLevelSchema } from '../detection-levels/contract.ts';
import { briefSchema, factListSchema, levelSource, outcomeSchema } from '../facts/contract.ts';
import { emptiable, instant, longText, shortName } from '../fields.ts';
import { listOf, pagingFields, searchText, sortFields } from '../paging.ts';
import { simulationEvidenceRecord } from './evidence/contract.ts';

const id = z.uuid();
const time = z.string();
const text = z.string().nullable();

export const simulationStatus = z.enum(simulationStatuses);

const tacticSchema = z.strictObject({ id: z.string(), name: z.string() });

const listedFields = {
  id,
  engagement_id: id,
  /** Null once the template is deleted. */
  template_id: id.nullable(),
  name: z.string(),
  description: text,
  status: simulationStatus,
  techniques: z.array(techniqueRef),
  tactic_ids: z.array(z.string()),
  tactics: z.array(tacticSchema),
  objective: text,
  command: text,
  red_comment: text,
  executed_at: time.nullable(),
  detection_level: detectionLevelSchema.nullable(),
  detection_level_source: levelSource.nullable(),
  soc_comment: text,
  detected_at: time.nullable(),
  created_at: time,
  updated_at: time,
};

/** Lists leave out the output, which can be large. */
export const simulationListItem = z.strictObject({
  ...listedFields,
  outcome: briefSchema.nullable(),
  evidence_count: z.int(),
});
export type SimulationListItem = z.output<typeof simulationListItem>;
export const simulationList = listOf(simulationListItem);

const outputPartSchema = z.strictObject({
  external_id: z.string(),
  callback: text,
  command: text,
  completed_at: time.nullable(),
  start: z.int(),
  length: z.int(),
});

export const simulationSchema = z.strictObject({
  ...listedFields,
  output: text,
  output_parts: z.array(outputPartSchema).meta({
    description:
      'Position of C2 task outputs in the output, in order; start and length are in UTF-16 code units. Text that people wrote is in none.',
  }),
  outcome: outcomeSchema.nullable(),
  facts: factListSchema,
  evidence: z.array(simulationEvidenceRecord),
});
export type Simulation = z.output<typeof simulationSchema>;

export const simulationListQuery = z.strictObject({
  ...pagingFields,
  /** In the name or the description. */
  q: searchText,
  /** A technique includes its sub-techniques. */
  technique: techniqueId.optional(),
  status: simulationStatus.optional(),
});
export type SimulationFilter = Omit<z.output<typeof simulationListQuery>, 'limit' | 'offset'> & {
  engagement?: string | undefined;
};
export const allSimulationsQuery = simulationListQuery.extend({ engagement: id.optional() });

const externalId = z.string().max(longestExternalId);
const externalIds = emptiable(z.array(externalId).max(500));
const techniques = emptiable(z.array(techniqueBody).max(500));
const nullableText = longText.nullable();

/** Missing fields come from the template, or stay empty without one. */
export const newSimulationBody = z.strictObject({
  template_id: id.nullable().optional(),
  name: shortName.optional(),
  description: nullableText.optional(),
  techniques: techniques.optional(),
  tactic_ids: externalIds.optional(),
  objective: nullableText.optional(),
  command: nullableText.optional(),
  output: nullableText.optional(),
  red_comment: nullableText.optional(),
  executed_at: instant.nullable().optional(),
});
export type NewSimulation = z.output<typeof newSimulationBody>;

/** Only one of the two ways to name techniques is allowed. */
const techniqueFields = { techniques: techniques.optional(), technique_ids: externalIds.optional() };

function namesTechniquesOnce(body: { techniques?: unknown; technique_ids?: unknown }): boolean {
  return body.techniques === undefined || body.technique_ids === undefined;
}
const namedTwice = { path: ['technique_ids'], message: 'is given together with techniques' };

export const simulationPatchBody = z
  .strictObject({
    name: shortName.optional(),
    description: nullableText.optional(),
    ...techniqueFields,
    tactic_ids: externalIds.optional(),
    objective: nullableText.optional(),
    command: nullableText.optional(),
    output: nullableText.optional(),
    red_comment: nullableText.optional(),
    executed_at: instant.nullable().optional(),
    detection_level_id: id.nullable().optional(),
    soc_comment: nullableText.optional(),
    detected_at: instant.nullable().optional(),
  })
  .refine(namesTechniquesOnce, namedTwice);
export type SimulationPatch = z.output<typeof simulationPatchBody>;

export const simulationTransitionBody = z.strictObject({ status: simulationStatus });

export const simulationTemplateSchema = z.strictObject({
  id,
  name: z.string(),
  description: text,
  objective: text,
  command: text,
  expected_detection: text,
  techniques: z.array(techniqueRef),
  tactic_ids: z.array(z.string()),
  tactics: z.array(tacticSchema),
  created_at: time,
  updated_at: time,
});
export type SimulationTemplate = z.output<typeof simulationTemplateSchema>;
export const simulationTemplateList = listOf(simulationTemplateSchema);

export const simulationTemplateListQuery = z.strictObject({
  ...pagingFields,
  ...sortFields(['name', 'updated_at']),
  /** In the name or the description. */
  q: searchText,
});
export type SimulationTemplateQuery = z.output<typeof simulationTemplateListQuery>;

const templateFields = {
  description: nullableText.optional(),
  objective: nullableText.optional(),
  command: nullableText.optional(),
  expected_detection: nullableText.optional(),
  ...techniqueFields,
  tactic_ids: externalIds.optional(),
};

export const newSimulationTemplateBody = z
  .strictObject({ name: shortName, ...templateFields })
  .refine(namesTechniquesOnce, namedTwice);
export const simulationTemplatePatchBody = z
  .strictObject({ name: shortName.optional(), ...templateFields })
  .refine(namesTechniquesOnce, namedTwice);
export type SimulationTemplatePatch = z.output<typeof simulationTemplatePatchBody>;
export type NewSimulationTemplate = z.output<typeof newSimulationTemplateBody>;
