import { z } from 'zod';
import { longestName, longestNote, mostRuns, mostTestsOfRemediation } from '../../../domain/limits.ts';
import { priorities, remediationStatuses } from '../../../domain/remediations.ts';
import { namedRule, writtenRule } from '../../facts/expectations/contract.ts';
import { calendarDate, emptiable, optionalText, shortName, shownBeside } from '../../fields.ts';
import { listOf, pagingFields } from '../../paging.ts';
import { personSchema } from '../../person.ts';

const id = z.uuid();
const time = z.string();
const count = z.int().min(0);

const priority = z.enum(priorities);
const status = z.enum(remediationStatuses);

/** A run of one of its tests that proved the fix. */
const verification = z.strictObject({ test_id: id, number: z.int().min(1).max(mostRuns) });
export type Verification = z.output<typeof verification>;

export const remediationSchema = z.strictObject({
  id,
  mission: z.strictObject({ id, name: z.string() }),
  title: z.string(),
  shortcoming: z.string().nullable(),
  root_cause: z.string().nullable(),
  measure: z.string().nullable(),
  risk_if_not_done: z.string().nullable(),
  priority,
  /** Owner: a user, or a person without an account by `owner_text`. */
  owner: personSchema.nullable(),
  owner_text: z.string().nullable(),
  due_on: z.string().nullable(),
  /** Whether its due date has passed, by the date in UTC, and it is not done. */
  overdue: z.boolean(),
  status,
  status_changed_at: time,
  status_changed_by: personSchema.nullable(),
  test_ids: z.array(id),
  verified_by_run: verification.nullable(),
  /** The rule that has to fire; a drafted one has only a name. */
  rule: namedRule.nullable(),
  created_by: personSchema.nullable(),
  created_at: time,
  updated_by: personSchema.nullable(),
  updated_at: time,
});
export type Remediation = z.output<typeof remediationSchema>;
export const remediationList = listOf(remediationSchema);

const text = z.string().max(longestNote).nullable();
const remediationFields = {
  title: shortName,
  shortcoming: text,
  root_cause: text,
  measure: text,
  risk_if_not_done: text,
  priority,
  /** A person as in responses; only the id counts. */
  owner: z.strictObject({ id, ...shownBeside('display_name') }).nullable(),
  owner_text: optionalText(longestName),
  due_on: calendarDate.nullable(),
  status,
  test_ids: emptiable(z.array(id).max(mostTestsOfRemediation)),
  verified_by_run: verification.nullable(),
  rule: writtenRule.nullable(),
};
export const remediationPatchBody = z.strictObject(remediationFields).partial();
export type RemediationPatch = z.output<typeof remediationPatchBody>;
export const newRemediationBody = remediationPatchBody.required({ title: true }).extend({
  /** The finding it is made from: its description and cause fill fields missing from the body, and the two are linked. */
  finding_id: id.optional(),
});
export type NewRemediation = z.output<typeof newRemediationBody>;

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const filterFields = {
  ...pagingFields,
  status: status.optional(),
  priority: priority.optional(),
  owner_id: id.optional(),
  test_id: id.optional(),
  /** Open or in progress. */
  unresolved: flag.optional(),
  overdue: flag.optional(),
};
export const missionRemediationsQuery = z.strictObject(filterFields);
export const remediationsQuery = z.strictObject({ ...filterFields, organisation_id: id.optional() });
export type RemediationsQuery = z.output<typeof remediationsQuery>;

/** Number of remediations by state. */
export const remediationCounts = z.strictObject({
  open: count,
  in_progress: count,
  fixed: count,
  verified: count,
  risk_accepted: count,
  declined: count,
});
export type RemediationCounts = z.output<typeof remediationCounts>;
