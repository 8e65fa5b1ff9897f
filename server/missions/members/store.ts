import { type Db, prepare, type Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Member, MemberInput } from '../contract.ts';
import type { OpenMission } from '../heads.ts';

const findMembers = prepare<
  { missions: string },
  { mission_id: string; role_hint: Member['role_hint']; user_id: string; display_name: string }
>((db, parameter) =>
  db
    .selectFrom('mission_members')
    .innerJoin('users', 'users.id', 'mission_members.user_id')
    .select([
      'mission_members.mission_id',
      'mission_members.role_hint',
      'mission_members.user_id',
      'users.display_name',
    ])
    .where('mission_members.mission_id', 'in', anyOf(parameter('missions')))
    .orderBy('mission_members.mission_id')
    .orderBy('mission_members.position'),
);

/** The members of each of these missions, in order. */
export async function listMembers(db: Db, missionIds: readonly string[]): Promise<Map<string, Member[]>> {
  const members = new Map<string, Member[]>();
  if (missionIds.length === 0) return members;
  for (const row of await findMembers(db, { missions: JSON.stringify(missionIds) })) {
    const member: Member = {
      user: { id: row.user_id, display_name: row.display_name },
      role_hint: row.role_hint,
    };
    const list = members.get(row.mission_id);
    if (list === undefined) members.set(row.mission_id, [member]);
    else list.push(member);
  }
  return members;
}

/** The users among these who are members of a mission in which `other` is not. */
export async function listMembersBeyond(
  db: Db,
  userIds: readonly string[],
  other: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mission_members')
    .innerJoin('missions', 'missions.id', 'mission_members.mission_id')
    .select('mission_members.user_id')
    .distinct()
    .where('mission_members.user_id', 'in', anyOf(JSON.stringify(userIds)))
    .where('missions.deleted_at', 'is', null)
    .where('mission_members.mission_id', 'not in', (own) =>
      own.selectFrom('mission_members').select('mission_id').where('user_id', '=', other),
    )
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** The user as a member of the mission; null if they are none. */
export async function findMember(
  db: Db,
  missionId: string,
  userId: string,
): Promise<{ id: string; display_name: string } | null> {
  const row = await db
    .selectFrom('mission_members')
    .innerJoin('users', 'users.id', 'mission_members.user_id')
    .select(['users.id', 'users.display_name'])
    .where('mission_members.mission_id', '=', missionId)
    .where('mission_members.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the members, in the given order. */
export async function setMembers(
  trx: Trx,
  mission: OpenMission,
  members: readonly MemberInput[],
): Promise<void> {
  await trx.deleteFrom('mission_members').where('mission_id', '=', mission.id).execute();
  for (const [position, member] of members.entries()) {
    await trx
      .insertInto('mission_members')
      .values({ mission_id: mission.id, user_id: member.user_id, role_hint: member.role_hint, position })
      .execute();
  }
}
