import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Viewer: an administrator sees every engagement, others those that are open to everybody and those they are members of. */
export type EngagementViewer = { id: string; seesAll: boolean };

/** Viewer for what the program does by itself. */
export const everyEngagement: EngagementViewer = { id: '', seesAll: true };

type Given = RawBuilder<unknown> | string | number;

function isMember(user: Given): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from engagement_members where engagement_members.engagement_id = engagements.id
    and engagement_members.user_id = ${user})`;
}

/** Whether the engagement of a prepared query is one that a viewer sees: `all` is 1 for one who sees every engagement. */
export function isSeenEngagement(all: Given, user: Given): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${all} = 1 or engagements.members_only is null or ${isMember(user)})`;
}

/** The same for a viewer who is known. */
export function seesEngagement({ id, seesAll }: EngagementViewer): RawBuilder<SqlBool> {
  if (seesAll) return sql<SqlBool>`true`;
  return sql<SqlBool>`(engagements.members_only is null or ${isMember(id)})`;
}
