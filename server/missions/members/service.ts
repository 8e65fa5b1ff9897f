import type { Trx } from '../../database/database.ts';
import { invalid } from '../../errors.ts';
import { notify } from '../../notifications/service.ts';
import type { Principal } from '../../permissions.ts';
import type { MemberInput } from '../contract.ts';
import type { OpenMission } from '../heads.ts';
import { findMember, listMembers, setMembers } from './store.ts';

type Person = { id: string; display_name: string };

/**
 * The member to whom a test is assigned; null for nobody. Refuses (`invalid` at `assignee_id`) anyone who is not a member of the
 * mission.
 */
export async function requireAssignee(
  trx: Trx,
  missionId: string,
  userId: string | null,
): Promise<Person | null> {
  if (userId === null) return null;
  const member = await findMember(trx, missionId, userId);
  if (member === null) throw invalid('assignee_id', `no member of the mission has the id ${userId}`);
  return member;
}

/** Whether the mission already has these members, in this order. */
export async function hasMembers(
  trx: Trx,
  mission: OpenMission,
  members: readonly MemberInput[],
): Promise<boolean> {
  const present = (await listMembers(trx, [mission.id])).get(mission.id) ?? [];
  return (
    present.length === members.length &&
    present.every(
      ({ user, role_hint }, place) =>
        user.id === members[place]?.user_id && role_hint === members[place]?.role_hint,
    )
  );
}

/** Replaces the members of a mission, in the given order, and notifies new ones. */
export async function replaceMembersOf(
  trx: Trx,
  user: Principal,
  mission: OpenMission,
  members: readonly MemberInput[],
  at: string,
): Promise<void> {
  const before = (await listMembers(trx, [mission.id])).get(mission.id) ?? [];
  await setMembers(trx, mission, members);
  const known = new Set(before.map((member) => member.user.id));
  const added = members.map(({ user_id }) => user_id).filter((id) => !known.has(id));
  await notify(trx, { at, by: user, kind: 'added_to_mission', mission_id: mission.id }, added);
}
