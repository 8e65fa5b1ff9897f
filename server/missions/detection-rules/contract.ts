import { z } from 'zod';
import {
  mostRegressionRules,
  queueSteps,
  ruleKinds,
  ruleOutcomes,
  ruleReasons,
  ruleSources,
  ruleStates,
} from '../../../domain/detection-rules.ts';
import { severities } from '../../../domain/outcomes.ts';
import { remediationStatuses } from '../../../domain/remediations.ts';
import { ruleSimulation } from '../../catalogue/detection-rules/contract.ts';
import { each } from '../../fields.ts';
import { listOf, pagingFields, searchText, sortFields } from '../../paging.ts';
import { runNumber } from '../contract.ts';

const id = z.uuid();
const count = z.int().min(0);
const text = z.string().nullable();
const time = z.string().nullable();
const named = z.strictObject({ id, name: z.string() });

const ruleSchema = z.strictObject({
  id,
  /** In its own tool; facts and alerts name it as `rule_id`. */
  rule_id: text,
  title: z.string(),
  kind: z.enum(ruleKinds),
  /** Where it is known from. */
  sources: z.array(z.enum(ruleSources)),
  /** The tool that named it, of a rule without an id. */
  tool: text,
  level: z.enum(severities).nullable(),
  /** External ids. */
  techniques: z.array(z.string()),
  log_source: text,
  /** Null for a filter, which never fires itself. */
  state: z.enum(ruleStates).nullable(),
  /** Runs, by what became of the rule in them. */
  counts: z.strictObject(each(ruleOutcomes, count)),
  last_seen_at: time,
  /** When it was first missed after having fired, of a broken rule. */
  broken_since: time,
});
export type Rule = z.output<typeof ruleSchema>;
export const ruleList = listOf(ruleSchema);

export const ruleSorts = ['state', 'title', 'level', 'last_seen_at', 'broken_since'] as const;
export const ruleQuery = z.strictObject({
  ...pagingFields,
  ...sortFields(ruleSorts),
  state: z.enum(ruleStates).optional(),
  /** In the title, the rule id or a technique. */
  q: searchText,
});
export type RuleQuery = z.output<typeof ruleQuery>;

/** A run in which a rule had to fire, or did. */
const runOfRule = z.strictObject({
  mission: named,
  test: named,
  run: runNumber,
  outcome: z.enum(ruleOutcomes),
  /** Why the rule has to fire in it; null if it only did. */
  expected_by: z.enum(ruleReasons).nullable(),
  executed_at: time,
  seen_at: time,
});
export type RunOfRule = z.output<typeof runOfRule>;

const linkedRule = z.strictObject({ id, title: z.string(), kind: z.enum(ruleKinds) });
export type LinkedRule = z.output<typeof linkedRule>;

export const wholeRule = ruleSchema.extend({
  description: text,
  /** The author's status, such as `stable`. */
  status: text,
  regression_tests_path: text,
  /** Attacks it was tried with according to its author; `test_template` is the atomic test in the library. */
  simulations: z.array(ruleSimulation.extend({ test_template: named.nullable() })),
  /** Names in a correlation or a filter; `rule` is null if the library does not have it. */
  refers_to: z.array(z.strictObject({ name: z.string(), rule: linkedRule.nullable() })),
  /** Correlations and filters that name it. */
  referred_to_by: z.array(linkedRule),
  /** Text of its Sigma file; null for a rule without one. */
  sigma: text,
  /** The newest first, those that wait before all. */
  runs: z.array(runOfRule),
});
export type WholeRule = z.output<typeof wholeRule>;

/** Rules that a test template simulates, or that have fired for it. */
export const templateRules = z.strictObject({
  items: z.array(ruleSchema.extend({ by: z.enum(['simulation', 'history']) })),
});

/** Of an id and its comma. */
const lengthOfId = 37;
export const coverQuery = z.strictObject({
  /** The ids of the rules, separated by commas. */
  rules: z
    .string()
    .max(mostRegressionRules * lengthOfId)
    .transform((ids) => [...new Set(ids.split(','))])
    .pipe(z.array(id).min(1).max(mostRegressionRules)),
});
const covered = z.strictObject({ id, rule_id: text, title: z.string() });
export const ruleCover = z.strictObject({
  /** For the body of a new mission. */
  tests: z.array(z.strictObject({ test_template: named, rules: z.array(covered) })),
  /** Rules that no template of the library covers. */
  uncovered: z.array(covered),
  /** Whether no smaller set of templates covers the rules. */
  is_smallest: z.boolean(),
});
export type RuleCover = z.output<typeof ruleCover>;

const queueItem = z.strictObject({
  step: z.enum(queueSteps),
  mission: named,
  /** The tests whose attack it has to detect. */
  tests: z.array(named.extend({ run: runNumber })),
  /** The rule that has to fire; null while none is named. */
  rule: z.strictObject({ id, rule_id: text, title: z.string() }).nullable(),
  remediation: z.strictObject({ id, title: z.string(), status: z.enum(remediationStatuses) }).nullable(),
  findings: z.array(z.strictObject({ id, number: z.int(), title: z.string() })),
  /** The run of one of its tests in which the rule has fired last, for closing. */
  fired_in: z.strictObject({ test_id: id, number: runNumber }).nullable(),
});
export type QueueItem = z.output<typeof queueItem>;
export const queueList = listOf(queueItem).extend({
  /** Of the whole queue, by step. */
  steps: z.strictObject(each(queueSteps, count)),
});
export const queueQuery = z.strictObject({
  ...pagingFields,
  mission: id.optional(),
  step: z.enum(queueSteps).optional(),
});
export type QueueQuery = z.output<typeof queueQuery>;
