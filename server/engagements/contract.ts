import { z } from 'zod';
import { engagementStatuses } from '../../domain/engagements.ts';
import { longestClient } from '../../domain/limits.ts';
import { calendarDate, longText, optionalText, shortName } from '../fields.ts';
import { memberSchema, membersField } from '../missions/contract.ts';
import { organisationName } from '../organisations/contract.ts';
import { listOf, pagingFields, searchText, sortFields } from '../paging.ts';
import { personSchema } from '../person.ts';

const id = z.uuid();
const time = z.string();

export const engagementStatus = z.enum(engagementStatuses);

/** Number of simulations, in total and by status. */
export const simulationCounts = z.strictObject({
  simulations: z.number().int(),
  pending: z.number().int(),
  in_progress: z.number().int(),
  review_required: z.number().int(),
  done: z.number().int(),
});
export type SimulationCounts = z.output<typeof simulationCounts>;

export const engagementSchema = z.strictObject({
  id,
  name: z.string(),
  client: z.string().nullable(),
  organisation: organisationName.nullable(),
  description: z.string().nullable(),
  status: engagementStatus,
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  members: z.array(memberSchema),
  /** Whether only members and administrators see it; false until it has had a member. */
  members_only: z.boolean(),
  created_by: personSchema.nullable(),
  created_at: time,
  updated_at: time,
  counts: simulationCounts,
});
export type Engagement = z.output<typeof engagementSchema>;
export const engagementList = listOf(engagementSchema);

export const engagementListQuery = z.strictObject({
  ...pagingFields,
  ...sortFields(['name', 'client', 'status', 'start_date', 'updated_at']),
  /** In the name or the client. */
  q: searchText,
  client: z.string().max(longestClient).optional(),
  organisation_id: id.optional(),
  status: engagementStatus.optional(),
});
export type EngagementListQuery = z.output<typeof engagementListQuery>;

const client = optionalText(longestClient);

export const newEngagementBody = z.strictObject({
  name: shortName,
  client: client.default(null),
  description: longText.nullable().default(null),
  status: engagementStatus.default('planned'),
  start_date: calendarDate.nullable().default(null),
  end_date: calendarDate.nullable().default(null),
  members: membersField.default([]),
});
export type NewEngagement = z.output<typeof newEngagementBody>;

export const engagementPatchBody = z.strictObject({
  name: shortName.optional(),
  client: client.optional(),
  description: longText.nullable().optional(),
  status: engagementStatus.optional(),
  start_date: calendarDate.nullable().optional(),
  end_date: calendarDate.nullable().optional(),
});
export type EngagementPatch = z.output<typeof engagementPatchBody>;
