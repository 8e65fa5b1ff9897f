import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Viewer: administrators see all engagements, others see open ones and those they are members of. */
export type EngagementViewer = { id: string; seesAll: boolean };

/** Viewer for the program itself. */
export const everyEngagement: EngagementViewer = { id: '', seesAll: true };

type Given = RawBuilder<unknown> | string | number;

function isMember(user: Given): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from engagement_members where engagement_members.engagement_id = engagements.id
    and engagement_members.user_id = ${user})`;
}

/** Whether a viewer sees the engagement of a prepared query; `all` is 1 for a viewer who sees all. */
export function isSeenEngagement(all: Given, user: Given): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${all} = 1 or engagements.members_only is null or ${isMember(user)})`;
}

/** The same for a known viewer. */
export function seesEngagement({ id, seesAll }: EngagementViewer): RawBuilder<SqlBool> {
  if (seesAll) return sql<SqlBool>`true`;
  return sql<SqlBool>`(engagements.members_only is null or ${isMember(id)})`;
}
