import { mayGive, type Permission, type Role } from '../../../domain/permissions.ts';

type Maker = { role: Role; is_active: boolean; permissions: readonly Permission[] };
type Given = { role: Role; permissions: readonly Permission[] };

/** Whether the maker of an invitation could still make it today; null when their account is gone. */
export function mayStillInvite(maker: Maker | null, given: Given): boolean {
  return maker?.is_active === true && maker.permissions.includes('user.manage') && mayGive(maker, given);
}
