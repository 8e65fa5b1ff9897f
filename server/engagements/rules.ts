import { seesEveryEngagement } from '../../domain/engagements.ts';
import type { MemberInput } from '../missions/contract.ts';
import type { Principal } from '../permissions.ts';

/** The members of a new engagement that names some: a creator who doesn't see every engagement is one, as `red` unless listed. */
export function withCreator(
  creator: Pick<Principal, 'id' | 'role'>,
  members: readonly MemberInput[],
): readonly MemberInput[] {
  const isListed = members.some((member) => member.user_id === creator.id);
  if (isListed || seesEveryEngagement(creator.role)) return members;
  return [...members, { user_id: creator.id, role_hint: 'red' }];
}
