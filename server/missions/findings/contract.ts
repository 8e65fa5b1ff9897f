import { z } from 'zod';
import { findingKinds, findingSides, findingStatuses } from '../../../domain/findings.ts';
import {
  longestExternalId,
  longestName,
  longestNote,
  mostPartsOfFinding,
  mostRuns,
} from '../../../domain/limits.ts';
import { severities } from '../../../domain/outcomes.ts';
import { testGapReasons } from '../../../domain/test-gaps.ts';
import { emptiable, shortName } from '../../fields.ts';
import { listOf, pagingFields, searchText } from '../../paging.ts';
import { personSchema } from '../../person.ts';

const id = z.uuid();
const time = z.string();
const severity = z.enum(severities);
const kind = z.enum(findingKinds);
const side = z.enum(findingSides);
const status = z.enum(findingStatuses);

/** A run of a test as proof. */
const shown = z.strictObject({ test_id: id, run: z.int().min(1).max(mostRuns) });
export type ShownBy = z.output<typeof shown>;

export const findingSchema = z.strictObject({
  id,
  mission: z.strictObject({ id, name: z.string() }),
  /** Shown as F-1, F-2; never reused. */
  number: z.int().min(1),
  title: z.string(),
  severity,
  kind,
  /** The side that may read it, unless a report says otherwise. */
  side,
  description: z.string().nullable(),
  impact: z.string().nullable(),
  root_cause: z.string().nullable(),
  recommendation: z.string().nullable(),
  affected: z.string().nullable(),
  references: z.array(z.string()),
  /** External ids. */
  techniques: z.array(z.string()),
  tests: z.array(shown),
  evidence_ids: z.array(id),
  remediation_ids: z.array(id),
  /** A confirmed finding is fixed once its remediations are, and verified once a later run of each of its tests has no gap. */
  status,
  came_back: z.boolean(),
  /** States to which it can be moved. */
  moves: z.array(status),
  status_changed_at: time,
  status_changed_by: personSchema.nullable(),
  created_by: personSchema.nullable(),
  created_at: time,
  updated_by: personSchema.nullable(),
  updated_at: time,
});
export type Finding = z.output<typeof findingSchema>;
export const findingList = listOf(findingSchema);

const text = z.string().max(longestNote).nullable();
const findingFields = {
  title: shortName,
  severity,
  kind,
  side,
  description: text,
  impact: text,
  root_cause: text,
  recommendation: text,
  affected: text,
  references: emptiable(z.array(z.string().trim().min(1).max(longestName)).max(mostPartsOfFinding)),
  techniques: emptiable(z.array(z.string().trim().min(1).max(longestExternalId)).max(mostPartsOfFinding)),
  tests: emptiable(z.array(shown).max(mostPartsOfFinding)),
  evidence_ids: emptiable(z.array(id).max(mostPartsOfFinding)),
  remediation_ids: emptiable(z.array(id).max(mostPartsOfFinding)),
  status,
};
export const findingPatchBody = z.strictObject(findingFields).partial();
export type FindingPatch = z.output<typeof findingPatchBody>;
export const newFindingBody = findingPatchBody.required({ title: true }).extend({
  /** The suggestion it is made from, which then disappears. */
  suggestion: z.string().max(longestName).optional(),
});
export type NewFinding = z.output<typeof newFindingBody>;

const filterFields = {
  ...pagingFields,
  status: status.optional(),
  severity: severity.optional(),
  /** In its displayed number, title, or a technique. */
  q: searchText,
};
export const missionFindingsQuery = z.strictObject(filterFields);
export const findingsQuery = z.strictObject({ ...filterFields, organisation_id: id.optional() });
export type FindingsQuery = z.output<typeof findingsQuery>;

/** A finding suggested by the record: one for each gap, and for each attack that succeeded. */
const suggestionSchema = z.strictObject({
  suggestion: z.string(),
  title: z.string(),
  severity,
  kind,
  side,
  reasons: z.array(z.enum(testGapReasons)),
  tests: z.array(shown),
  techniques: z.array(z.string()),
  evidence_ids: z.array(id),
});
export type Suggestion = z.output<typeof suggestionSchema>;
export const suggestionList = z.strictObject({ items: z.array(suggestionSchema) });

export const decisionBody = z.strictObject({
  suggestion: z.string().min(1).max(longestName),
  /** The finding to merge it into; without one it is dismissed. */
  finding_id: id.optional(),
  /** Reason for dismissing it. */
  reason: z.string().trim().min(1).max(longestName).optional(),
});
export type Decision = z.output<typeof decisionBody>;
