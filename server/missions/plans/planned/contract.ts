import { z } from 'zod';
import { mostExpectedRules, type NamedRule } from '../../../../domain/detection-rules.ts';
import { longestCondition, longestNote, mostFollowed, mostPlannedTests } from '../../../../domain/limits.ts';
import type { Tag } from '../../../catalogue/contract.ts';
import { writtenRule } from '../../../facts/expectations/contract.ts';
import { emptiable, optionalText } from '../../../fields.ts';
import { testTemplatePatchBody } from '../../../templates/contract.ts';

const { name, catalog_tags } = testTemplatePatchBody.shape;
const reason = optionalText(longestNote);

const rulesField = emptiable(z.array(writtenRule).max(mostExpectedRules));

const followsField = emptiable(
  z
    .array(
      z.strictObject({
        position: z.int().min(0),
        condition: optionalText(longestCondition).default(null),
      }),
    )
    .max(mostFollowed),
);
type PlannedFollows = z.output<typeof followsField>;

/** A copy of a template, or a test of a technique whose procedure is yet to be written. */
export type PlannedTest = {
  reason: string | null;
  rules: NamedRule[];
  follows?: PlannedFollows | undefined;
} & ({ test_template_id: string } | { name: string; catalog_tags: Tag[] });

const plannedTest = z
  .strictObject({
    test_template_id: z.uuid().optional(),
    name,
    catalog_tags,
    /** Reason for planning it, with which its description begins. */
    reason: reason.default(null),
    /** Rules that have to fire: its alert is expected of them. */
    rules: rulesField.default([]),
    /** Tests of the plan that it follows in the attack path, by their positions from 0. */
    follows: followsField.optional(),
  })
  .transform(({ test_template_id, name, catalog_tags, ...plan }, context): PlannedTest => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    if (test_template_id === undefined) {
      if (name === undefined) return refuse('name', 'is needed, or test_template_id');
      return { name, catalog_tags: catalog_tags ?? [], ...plan };
    }
    if (name !== undefined) return refuse('name', "can't be given together with test_template_id");
    if (catalog_tags !== undefined) {
      return refuse('catalog_tags', "can't be given together with test_template_id");
    }
    return { test_template_id, ...plan };
  });

export const plannedTests = emptiable(z.array(plannedTest).max(mostPlannedTests));
