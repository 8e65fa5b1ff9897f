import { z } from 'zod';
import { severities } from '../../../domain/outcomes.ts';
import { listOf, pagingFields, searchText } from '../../paging.ts';

const text = z.string().nullable();

/** Attack that a rule was tried with, according to its author; an atomic test by its GUID. */
export const ruleSimulation = z.strictObject({ type: text, name: text, technique: text, atomic_guid: text });
export type RuleSimulation = z.output<typeof ruleSimulation>;

const detectionRule = z.strictObject({
  id: z.uuid(),
  /** The id in its own tool; facts refer to it as `rule_id`. */
  rule_id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  level: z.enum(severities).nullable(),
  /** The author's status, such as `stable`. */
  status: z.string().nullable(),
  /** Tactics and techniques, by their external ids. */
  catalog_tags: z.array(z.string()),
});
export type DetectionRule = z.output<typeof detectionRule>;
export const detectionRuleList = listOf(detectionRule);

export const detectionRuleQuery = z.strictObject({
  ...pagingFields,
  /** In the title or the rule id. */
  q: searchText,
  /** Rules tagged with this technique, its parent or a sub-technique. */
  technique: z
    .string()
    .regex(/^T\d{4}(\.\d{3})?$/, 'must be a technique such as T1059.001')
    .optional(),
});
export type DetectionRuleQuery = z.output<typeof detectionRuleQuery>;
