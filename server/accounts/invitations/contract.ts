import { z } from 'zod';
import { personSchema } from '../../person.ts';
import { displayName, email, groupIds, groupName, password, role, typedToken } from '../contract.ts';
import { stay } from '../sessions/contract.ts';

const time = z.string();

export const invitationSchema = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  role,
  groups: z.array(groupName),
  created_by: personSchema.nullable(),
  created_at: time,
  expires_at: time,
  /** False once it has expired, or its creator may no longer grant these rights. */
  is_open: z.boolean(),
  /** Whether the caller may withdraw or replace it: not if it grants more than they hold. */
  may_withdraw: z.boolean(),
});
export type Invitation = z.output<typeof invitationSchema>;
/** The token appears only in this response. */
export const newInvitationSchema = invitationSchema.extend({
  token: z.string(),
  /** Configured names under which others reach this server, for the link. */
  hosts: z.array(z.string()),
});
export type NewInvitation = z.output<typeof newInvitationSchema>;
export const invitationBody = z.strictObject({ email, role, group_ids: groupIds.default([]) });
/** Details shown to the holder of the token before accepting. */
export const previewSchema = invitationSchema.pick({ email: true, role: true, expires_at: true });
export type InvitationPreview = z.output<typeof previewSchema>;
export const previewBody = z.strictObject({ token: typedToken });
export const acceptBody = z.strictObject({
  token: typedToken,
  display_name: displayName,
  password,
  stay,
});
