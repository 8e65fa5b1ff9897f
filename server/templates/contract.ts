import { z } from 'zod';
import {
  longestCondition,
  longestSource,
  longestTemplateText,
  mostTags,
  mostTemplateEdges,
} from '../../domain/limits.ts';
import { opsecLevels } from '../../domain/templates.ts';
import { namedTagSchema, tagBody } from '../catalogue/contract.ts';
import { templateExpectation, templateExpectationsField } from '../facts/expectations/contract.ts';
import { emptiable, label, shortName as name, optionalText } from '../fields.ts';
import { variablesSchema, wholeVariables } from '../missions/variables/contract.ts';
import { listOf, pagingFields, searchText, sortFields } from '../paging.ts';

const id = z.uuid();
const time = z.string();
/** Procedures and commands are stored verbatim, including trailing spaces. */
export const longText = z.string().max(longestTemplateText).nullable();
const opsec = z.enum(opsecLevels);
const tags = emptiable(z.array(label).max(mostTags));
const catalogTags = emptiable(z.array(tagBody).max(100));
const testTemplateIds = emptiable(z.array(id).max(1000));

export const testTemplateSchema = z.strictObject({
  id,
  name: z.string(),
  description: z.string().nullable(),
  objective: z.string().nullable(),
  procedure: z.string().nullable(),
  command: z.string().nullable(),
  cleanup_command: z.string().nullable(),
  expected_detection: z.string().nullable(),
  platforms: z.array(z.string()),
  opsec: opsec.nullable(),
  tags: z.array(z.string()),
  catalog_tags: z.array(namedTagSchema),
  expectations: z.array(templateExpectation),
  /** Default values of the variables in its commands, unless a test or its mission sets others. */
  variables: variablesSchema,
  source: z.string().nullable(),
  created_at: time,
  updated_at: time,
});
export type TestTemplate = z.output<typeof testTemplateSchema>;
export const testTemplateListSchema = listOf(testTemplateSchema);

const testTemplateFields = {
  name,
  description: longText,
  objective: longText,
  procedure: longText,
  command: longText,
  cleanup_command: longText,
  expected_detection: longText,
  platforms: emptiable(z.array(label).max(50)),
  opsec: opsec.nullable(),
  tags,
  catalog_tags: catalogTags,
  expectations: templateExpectationsField,
  variables: wholeVariables,
  source: optionalText(longestSource),
};
export const testTemplateBody = z.strictObject({
  name,
  description: longText.default(null),
  objective: longText.default(null),
  procedure: longText.default(null),
  command: longText.default(null),
  cleanup_command: longText.default(null),
  expected_detection: longText.default(null),
  platforms: testTemplateFields.platforms.default([]),
  opsec: testTemplateFields.opsec.default(null),
  tags: tags.default([]),
  catalog_tags: catalogTags.default([]),
  expectations: templateExpectationsField.default([]),
  variables: wholeVariables.default({}),
  source: testTemplateFields.source.default(null),
});
export type NewTestTemplate = z.output<typeof testTemplateBody>;
export const testTemplatePatchBody = z.strictObject(testTemplateFields).partial();
export type TestTemplatePatch = z.output<typeof testTemplatePatchBody>;

export const testTemplateListQuery = z.strictObject({
  ...pagingFields,
  /** `match`: names beginning with `q` first, then other names containing it. */
  ...sortFields(['name', 'opsec', 'updated_at', 'match']),
  /** In the name or the description. */
  q: searchText,
  /** External id or short name. */
  tactic: label.optional(),
  technique: label.optional(),
  subtechnique: label.optional(),
  opsec: opsec.optional(),
  tag: label.optional(),
});
export type TestTemplateQuery = z.output<typeof testTemplateListQuery>;

/** The test at a position follows the one at another, possibly under a condition. */
const followsAtPositions = emptiable(
  z
    .array(
      z.strictObject({
        position: z.int().min(0),
        follows: z.int().min(0),
        condition: optionalText(longestCondition).default(null),
      }),
    )
    .max(mostTemplateEdges),
);
export type PositionEdge = { position: number; follows: number; condition: string | null };

export const scenarioTemplateSchema = z.strictObject({
  id,
  name: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  catalog_tags: z.array(namedTagSchema),
  tests: z.array(
    z.strictObject({
      position: z.number().int(),
      test_template: z.strictObject({ id, name: z.string(), catalog_tags: z.array(namedTagSchema) }),
    }),
  ),
  /** Which test follows which in the attack path, by position. */
  follows: z.array(
    z.strictObject({
      position: z.number().int(),
      follows: z.number().int(),
      condition: z.string().nullable(),
    }),
  ),
  created_at: time,
  updated_at: time,
});
export type ScenarioTemplate = z.output<typeof scenarioTemplateSchema>;
export const scenarioTemplateListSchema = listOf(scenarioTemplateSchema);

export const scenarioTemplateBody = z.strictObject({
  name,
  description: longText.default(null),
  tags: tags.default([]),
  catalog_tags: catalogTags.default([]),
  test_template_ids: testTemplateIds.default([]),
  follows: followsAtPositions.default([]),
});
export type NewScenarioTemplate = z.output<typeof scenarioTemplateBody>;
export const scenarioTemplatePatchBody = z
  .strictObject({
    name,
    description: longText,
    tags,
    catalog_tags: catalogTags,
    test_template_ids: testTemplateIds,
    /** If omitted, tests that stay keep what they follow. */
    follows: followsAtPositions,
  })
  .partial();
export type ScenarioTemplatePatch = z.output<typeof scenarioTemplatePatchBody>;
export const testOrderBody = z.strictObject({ test_template_ids: testTemplateIds });

export const scenarioTemplateListQuery = z.strictObject({
  ...pagingFields,
  ...sortFields(['name', 'updated_at', 'match']),
  /** In the name or the description. */
  q: searchText,
  tag: label.optional(),
});
export type ScenarioTemplateQuery = z.output<typeof scenarioTemplateListQuery>;
