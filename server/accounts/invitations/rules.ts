import { mayGive, type Permission, type Role } from '../../../domain/permissions.ts';

type Maker = { role: Role; is_active: boolean; permissions: readonly Permission[] };
type Given = { role: Role; permissions: readonly Permission[] };

/** Whether an invitation's creator could still issue it today; null if their account is gone. */
export function mayStillInvite(maker: Maker | null, given: Given): boolean {
  return maker?.is_active === true && maker.permissions.includes('user.manage') && mayGive(maker, given);
}

/** Whether an invitation can be accepted: for 7 days, and while its creator may invite. An accepted one is no longer found. */
export function isOpen(
  invitation: Given & { expires_at: string; maker: Maker | null },
  now: string,
): boolean {
  return invitation.expires_at > now && mayStillInvite(invitation.maker, invitation);
}
